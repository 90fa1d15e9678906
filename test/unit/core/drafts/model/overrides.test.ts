import { describe, expect, it } from 'vitest'
import {
  applyEntries,
  entryToClear,
  entryToSet,
  readOverride,
  readOverrides,
  undoEntries,
  type Override,
  type Overrides,
} from '../../../../../src/core/drafts/model/overrides.ts'
import { indexOverrides } from '../../../../../src/core/drafts/model/override-index.ts'

/** Rows of `draft_choice`, with what they mean. */
const stored: readonly (readonly [name: string, value: string, override: Override])[] = [
  ['sheet', '"Closed won"', { kind: 'sheet', sheet: 'Closed won' }],
  ['header-row', '4', { kind: 'header-row', headerRow: 4 }],
  ['header-row', 'null', { kind: 'header-row', headerRow: null }],
  ['target:6', '"leave_out"', { kind: 'target', column: 6, target: 'leave_out' }],
  ['date-order:5', '"mdy"', { kind: 'date-order', column: 5, order: 'mdy' }],
  ['default-state', '"SA"', { kind: 'default-state', state: 'SA' }],
  ['known-customers', '"send"', { kind: 'known-customers', choice: 'send' }],
  ['row:12', 'true', { kind: 'row', row: 12, include: true }],
  ['row:13', 'false', { kind: 'row', row: 13, include: false }],
  ['row:14', 'null', { kind: 'row', row: 14, include: null }],
  ['title-case', 'true', { kind: 'title-case' }],
  ['other-reading:7', 'true', { kind: 'other-reading', row: 7 }],
  ['cell:3:state', '"VIC"', { kind: 'cell', row: 3, field: 'state', text: 'VIC' }],
  ['replacement:state:Vic: city', '"VIC"', { kind: 'replacement', field: 'state', original: 'Vic: city', text: 'VIC' }],
]

describe('stored overrides', () => {
  it.each(stored)('%s with %s is read, and written in the same form', (name, value, override) => {
    expect(readOverride({ name, value })).toEqual(override)
    expect(entryToSet(new Map(), override)).toEqual({ name, before: null, after: value })
  })

  it.each([
    ['colour', '"red"'],
    ['target:6', '"nickname"'],
    ['target:x', '"rego"'],
    ['cell:3:nickname', '"Al"'],
    ['cell:3:state', '7'],
    ['header-row', '"first"'],
    ['row:12', '"in"'],
  ])('%s with %s is refused instead of dropped', (name, value) => {
    expect(() => readOverride({ name, value })).toThrow(/in the database|Invalid/)
  })
})

describe('entries', () => {
  it('undo restores the value before, or its absence', () => {
    const overrides: Overrides = readOverrides([{ name: 'default-state', value: '"SA"' }])
    const before = new Map(overrides)
    const entries = [
      entryToSet(overrides, { kind: 'default-state', state: 'NSW' }),
      entryToSet(overrides, { kind: 'row', row: 4, include: false }),
    ]
    applyEntries(overrides, entries)
    const index = indexOverrides(overrides)
    expect([index.defaultState, index.rows.get(4), index.rows.get(5)]).toEqual(['NSW', false, undefined])
    applyEntries(overrides, undoEntries(entries))
    expect(overrides).toEqual(before)
  })

  it('clear an override', () => {
    const overrides = readOverrides([{ name: 'known-customers', value: '"send"' }])
    applyEntries(overrides, [entryToClear(overrides, { kind: 'known-customers' })])
    expect(indexOverrides(overrides).knownCustomers).toBe('skip')
  })
})
