import { describe, expect, it } from 'vitest'
import {
  announcementOf,
  answersQuery,
  describeQuery,
  queryOf,
  recentNote,
  titleOf,
} from '../../../../../../src/renderer/features/lookup/answer/describe-lookup.ts'
import { sampleLookup, sampleRecent } from '../sample-lookup.ts'

describe('the announcement of a look-up', () => {
  it.each([
    [{}, 'Found: 2019 Toyota HiLux SR5.'],
    [{ outcome: 'low-quality' }, 'Low-confidence match: 2019 Toyota HiLux SR5.'],
    [
      { outcome: 'no-match', vehicle: null },
      'No matching vehicle in the catalogue. Road authority: 2019 TOYOTA HILUX UTILITY.',
    ],
    [{ outcome: 'vin-only', vehicle: null }, 'VIN only.'],
    [{ outcome: 'nothing', vehicle: null, authority: null }, 'No record found for ABC123 in NSW.'],
  ] as const)('says what was found: %j', (over, expected) => {
    expect(announcementOf(sampleLookup(over))).toBe(expected)
  })
})

describe('the title of a look-up', () => {
  it('is that of the vehicle, the description, or says that there is no record', () => {
    const without = { vehicle: null } as const
    expect(titleOf(sampleLookup())).toBe('2019 Toyota HiLux SR5')
    expect(titleOf(sampleLookup({ ...without, outcome: 'no-match' }))).toBe('2019 TOYOTA HILUX UTILITY')
    expect(titleOf(sampleLookup({ ...without, outcome: 'vin-only' }))).toBe('VIN only')
    const nothing = sampleLookup({ ...without, outcome: 'nothing', authority: null })
    expect(titleOf(nothing)).toBe('No record found for ABC123 in NSW')
  })
})

describe('the query of a look-up', () => {
  it('is described by rego and state, or by VIN', () => {
    expect(describeQuery({ kind: 'plate', plate: 'abc123', state: 'NSW' })).toBe('ABC123 in NSW')
    expect(describeQuery({ kind: 'plate', plate: 'abc123', state: null })).toBe('ABC123')
    expect(describeQuery({ kind: 'vin', vin: '6t1' })).toBe('VIN 6T1')
  })

  it('is answered by a look-up of the same kind, rego and state', () => {
    const lookup = sampleLookup()
    expect(answersQuery(lookup, queryOf(lookup))).toBe(true)
    expect(answersQuery(lookup, { kind: 'plate', plate: 'ABC123', state: 'VIC' })).toBe(false)
    expect(answersQuery(lookup, { kind: 'vin', vin: 'ABC123' })).toBe(false)
    expect(answersQuery(sampleLookup({ kind: 'vin', query: '6T1', state: null }), { kind: 'vin', vin: '6T1' })).toBe(
      true,
    )
  })
})

describe('the note of a recent look-up', () => {
  it('is the query, or says that it was a keyword search', () => {
    expect(recentNote(sampleRecent())).toBe('ABC123 · NSW')
    expect(recentNote(sampleRecent({ kind: 'vin', query: '6T1', state: null }))).toBe('VIN 6T1')
    expect(recentNote(sampleRecent({ kind: 'text', query: 'hilux', title: 'hilux' }))).toBe('Keyword search')
    expect(recentNote(sampleRecent({ kind: 'text', query: 'hilux', title: '3 vehicles' }))).toBe('“hilux”')
  })
})
