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

/** Rows of `draft_choice` as version 0.1 wrote them, with what they mean. */
const stored: readonly (readonly [name: string, value: string, override: Override])[] = [
  ['sheet', '"Closed won"', { kind: 'sheet', sheet: 'Closed won' }],
  ['header', '4', { kind: 'header-row', headerRow: 4 }],
  ['header', 'null', { kind: 'header-row', headerRow: null }],
  ['target:6', '"leave_out"', { kind: 'target', column: 6, target: 'leave_out' }],
  ['dates:5', '"mdy"', { kind: 'date-order', column: 5, order: 'mdy' }],
  ['defaultState', '"SA"', { kind: 'default-state', state: 'SA' }],
  ['knownCustomers', '"send"', { kind: 'known-customers', choice: 'send' }],
  ['row:12', '"in"', { kind: 'row', row: 12, include: true }],
  ['row:13', '"out"', { kind: 'row', row: 13, include: false }],
  ['cell:3:state', '"VIC"', { kind: 'cell', row: 3, field: 'state', text: 'VIC' }],
  ['mend:state:Vic: city', '"VIC"', { kind: 'replacement', field: 'state', original: 'Vic: city', text: 'VIC' }],
]

describe('stored overrides of version 0.1', () => {
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
    ['header', '"first"'],
  ])('%s with %s is refused instead of dropped', (name, value) => {
    expect(() => readOverride({ name, value })).toThrow(/in the database|Invalid option/)
  })
})

describe('entries', () => {
  it('undo restores the value before, or its absence', () => {
    const overrides: Overrides = readOverrides([{ name: 'defaultState', value: '"SA"' }])
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
    const overrides = readOverrides([{ name: 'knownCustomers', value: '"send"' }])
    applyEntries(overrides, [entryToClear(overrides, { kind: 'known-customers' })])
    expect(indexOverrides(overrides).knownCustomers).toBe('skip')
  })
})
