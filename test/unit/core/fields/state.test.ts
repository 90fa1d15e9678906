import { describe, expect, it } from 'vitest'
import { stateSpellings } from '../../../../src/core/fields/state-rules.ts'
import { checkState, isOneEditApart, stateOf } from '../../../../src/core/fields/state.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'

const rules = (cell: SourceCell, region: 'au' | 'nz' = 'au') =>
  checkState(cell, region).issues.map(({ severity, rule }) => `${severity} ${rule}`)

describe('checkState', () => {
  it.each(
    Object.entries(stateSpellings).flatMap(([state, spellings]) => spellings.map((spelling) => [spelling, state])),
  )('sends %s as %s', (spelling, state) => {
    expect(checkState(spelling, 'au').value).toBe(state)
    expect(checkState(spelling.toLowerCase(), 'au').value).toBe(state)
    expect(rules(spelling)).toEqual(spelling === state ? [] : ['info state.short-code'])
  })

  it.each([
    ['Vic.', 'VIC'],
    ['AU-NSW', 'NSW'],
    ['aus-wa', 'WA'],
    ['N.S.W.', 'NSW'],
    ['A.C.T', 'ACT'],
    ['  new   south wales ', 'NSW'],
    ['NSW Australia', 'NSW'],
    ['Victoria, Australia', 'VIC'],
    ['QLD AU', 'QLD'],
    ['South Australia', 'SA'],
    ['Western Australia', 'WA'],
    ['Sth Australia', 'SA'],
  ])('%j is %s', (text, state) => {
    expect(stateOf(text)).toBe(state)
    expect(checkState(text, 'au').value).toBe(state)
  })

  it.each([
    ['Sydney', 'NSW'],
    ['MELBOURNE', 'VIC'],
    ['Nth Syd', 'NSW'],
    ['Perth, Australia', 'WA'],
  ])('only proposes a state for the city %s', (city, state) => {
    expect(checkState(city, 'au')).toEqual({
      value: '',
      issues: [expect.objectContaining({ severity: 'warning', rule: 'state.city', proposal: state })],
    })
  })

  it.each([
    ['Vctoria', 'VIC'],
    ['Quensland', 'QLD'],
    ['Tasmnaia', 'TAS'],
    ['Westerm Australia', 'WA'],
  ])('proposes a state for %s, one letter off', (text, state) => {
    expect(checkState(text, 'au')).toEqual({
      value: '',
      issues: [expect.objectContaining({ severity: 'warning', rule: 'state.near', proposal: state })],
    })
  })

  it.each(['NW', 'VC', 'XA', 'QLX', 'TAZ'])('does not guess at %s: short codes differ by one letter', (text) => {
    expect(rules(text)).toEqual(['error state.unknown'])
    expect(checkState(text, 'au').issues[0]?.proposal).toBeNull()
  })

  it.each(['NZ', 'NI', 'SI', 'OS', 'O/S', 'INTL', 'N/A', '-'])('sends nothing for %s', (text) => {
    expect(checkState(text, 'au').value).toBe('')
    expect(rules(text)).toEqual(['info state.none'])
  })

  it('does not read a postcode as a state', () => {
    expect(checkState('2150', 'au').issues[0]?.message).toContain('looks like a postcode')
    expect(rules(800)).toEqual(['error state.unknown'])
  })

  it('sends no state outside Australia', () => {
    expect(checkState('NSW', 'nz').value).toBe('')
    expect(rules('NSW', 'nz')).toEqual(['info state.not-used'])
    expect(rules('', 'nz')).toEqual([])
  })

  it('has no issue for an empty cell', () => {
    expect(checkState(null, 'au')).toEqual({ value: '', issues: [] })
  })
})

describe('isOneEditApart', () => {
  it.each([
    ['victoria', 'victoria', false],
    ['victoria', 'victora', true],
    ['victoria', 'victorias', true],
    ['victoria', 'victorie', true],
    ['victoria', 'vitcoria', true],
    ['victoria', 'vitcorai', false],
    ['victoria', 'vicoia', false],
    ['abba', 'aba', true],
    ['aa', 'a', true],
  ])('%s and %s: %s', (a, b, apart) => {
    expect(isOneEditApart(a, b)).toBe(apart)
    expect(isOneEditApart(b, a)).toBe(apart)
  })
})

describe('a state with marks or named twice', () => {
  it.each([
    ['(A.C.T.)', 'ACT'],
    ['QLD - Queensland', 'QLD'],
    ['Queensland (QLD)', 'QLD'],
    ['[NSW]', 'NSW'],
    ['VIC/Victoria', 'VIC'],
    ['State: WA', 'WA'],
    ['SA, Australia', 'SA'],
    ['NT – Northern Territory', 'NT'],
  ])('%s is %s', (text, state) => {
    expect(checkState(text, 'au').value).toBe(state)
  })

  it.each(['NSW/VIC', 'QLD - Victoria', 'NSW - Sydney', '( )'])('%s is not read', (text) => {
    expect(checkState(text, 'au').value).toBe('')
  })
})
