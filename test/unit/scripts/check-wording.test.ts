import { describe, expect, it } from 'vitest'
import { findWording } from '../../../scripts/check-wording.mjs'

const phrasesIn = (text: string): readonly string[] => findWording(text).map(({ phrase }) => phrase)

describe('the wording check', () => {
  it.each([
    ['a pronoun in a comment', '// What she typed last.', 'she'],
    ['a pronoun at the start of a sentence', 'Her customers stay.', 'Her'],
    ['a pronoun inside a name', 'const herKind = 1', 'her'],
    ['a pronoun as a value', "return 'her'", 'her'],
    ['a pronoun in snake case', 'keep_her_value', 'her'],
    ['an idiom with any word inside', 'The value is held up against it.', 'held up against'],
    ['an idiom in a test title', "it('mends the group')", 'mends'],
    ['an idiom of three words', 'The row is on its way.', 'on its way'],
  ])('finds %s', (_, text, phrase) => {
    expect(phrasesIn(text)).toEqual([phrase])
  })

  it.each([
    'There, where others gather, is the header.',
    'The shelter is shelved; recommend the amendment.',
    'It comes often and looks at the row.',
    'const publisher = fisherman',
  ])('accepts %s', (text) => {
    expect(phrasesIn(text)).toEqual([])
  })

  it('reports each phrase with its line and what to write instead', () => {
    expect(findWording('First line.\nThe call in hand ends, then in hand again.\n')).toEqual([
      { line: 2, phrase: 'in hand', instead: 'current' },
      { line: 2, phrase: 'in hand', instead: 'current' },
    ])
  })
})
