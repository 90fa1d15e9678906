import { describe, expect, it } from 'vitest'
import { rank, score, scoreOf } from '../../../../../src/renderer/app/palette/rank.ts'

describe('the score of a label', () => {
  it.each([
    ['settings', 'Settings', score.exact],
    ['sett', 'Settings', score.start],
    ['his', 'Upload history', score.words],
    ['imp cus', 'Import customers', score.words],
    ['customers imp', 'Import customers', score.wordsInAnyOrder],
    ['uh', 'Upload history', score.initials],
    ['pload', 'Upload history', score.within],
    ['andré', 'Andre Li', score.start],
    ['xyz', 'Settings', null],
    ['', 'Settings', null],
    ['uphis', 'Upload history', null],
  ])('of “%s” in “%s” is %s', (text, label, expected) => {
    expect(scoreOf(text, label)).toBe(expected)
  })

  it('accepts letters in between for commands, from the beginning of a word', () => {
    expect(scoreOf('opsp', 'Open a spreadsheet', { fuzzy: true })).toBe(score.fuzzy)
    expect(scoreOf('pensp', 'Open a spreadsheet', { fuzzy: true })).toBeNull()
    expect(scoreOf('op', 'Look up', { fuzzy: true })).toBeNull()
  })
})

it('ranks the best label first, and keeps the order of equal ones', () => {
  const ranked = rank('im', ['Claim', 'Import B', 'An import', 'Import A'], (label) => label)
  expect(ranked.map(({ item }) => item)).toEqual(['Import B', 'Import A', 'An import', 'Claim'])
})
