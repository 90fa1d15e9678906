import { describe, expect, it } from 'vitest'
import { entryText, newEntryId, parseEntry, type NewEntry } from '../../../../../src/core/team/log/entry.ts'
import { noteAbout, sampleContents, sampleHead } from '../sample-entries.ts'

const written = (change: Record<string, unknown>): string =>
  JSON.stringify({ ...(JSON.parse(entryText(entry)) as object), ...change })
const entry: NewEntry = { ...sampleHead(), ...noteAbout(sampleContents[0].data.car, 'Rang twice') }

it.each(sampleContents.map((content) => [content.kind, content] as const))(
  'reads an entry of the kind %s as it was written',
  (_, content) => {
    const one = { ...sampleHead(), ...content } as NewEntry
    expect(parseEntry(entryText(one))).toEqual({ state: 'known', entry: one })
  },
)

it('knows its id among a thousand others', () => {
  expect(new Set(Array.from({ length: 1_000 }, newEntryId)).size).toBe(1_000)
})

describe('entries of later versions', () => {
  it('are newer, not malformed, when their kind is unknown', () => {
    expect(parseEntry(written({ kind: 'test-drive', data: [1] }))).toMatchObject({ state: 'newer', kind: 'test-drive' })
  })
  it('are newer when the version of their kind is higher, whatever they say', () => {
    expect(parseEntry(written({ v: 2, data: 'other' }))).toMatchObject({ state: 'newer', kind: 'outcome' })
  })
  it('may have fields that this version does not know', () => {
    expect(parseEntry(written({ mood: 'good' }))).toEqual({ state: 'known', entry })
  })
})

it.each([
  ['no JSON', '{"v":1'],
  ['a number', '7'],
  ['null', 'null'],
  ['no kind', written({ kind: undefined })],
  ['version 0', written({ v: 0 })],
  ['a time after the year 2200', written({ at: [Date.UTC(2201, 0, 1), 0] })],
  ['a time before 1970', written({ at: [-1, 0] })],
  ['a counter that no clock can continue', written({ at: [1, 1_000_000_001] })],
  ['an id with a colon', written({ id: 'a:b' })],
  ['a reference that is none', written({ after: ['x'] })],
  ['51 references', written({ after: Array.from({ length: 51 }, () => `${'a'.repeat(36)}:b`) })],
  ['data of another kind', written({ kind: 'lock' })],
  ['a lock of a day', written({ kind: 'lock', data: { car: sampleContents[0].data.car, seconds: 86_400 } })],
  ['an outcome without its car', written({ kind: 'outcome', data: {} })],
])('is malformed with %s', (_, text) => {
  expect(parseEntry(text)).toEqual({ state: 'malformed' })
})

it('takes constructor and __proto__ as kinds of later versions', () => {
  expect(parseEntry(written({ kind: 'constructor' })).state).toBe('newer')
  expect(parseEntry(written({ kind: '__proto__' })).state).toBe('newer')
})
