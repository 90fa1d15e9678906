import type { ColumnTarget, CustomerField, DateOrder, Issue } from '../../../contract/drafts.ts'
import { stateNames, type StateCode } from '../../../contract/region.ts'
import { lookAcross } from '../checking/duplicate-rows.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import {
  cellChoice,
  datesChoice,
  entryFor,
  isChange,
  mendChoice,
  rowChoice,
  targetChoice,
  type ChoiceEntry,
} from '../model/overrides.ts'
import { takesOneColumn } from '../mapping/columns.ts'
import type { DraftState } from './engine.ts'
import { groupKey } from '../checking/group-issues.ts'

/** What she can do to a draft, as data. */
export type DraftAction =
  | { readonly kind: 'sheet'; readonly sheet: string }
  | { readonly kind: 'header-row'; readonly headerRow: number | null }
  | { readonly kind: 'column'; readonly index: number; readonly target: ColumnTarget }
  | { readonly kind: 'other-columns'; readonly target: 'keep' | 'leave_out' }
  | { readonly kind: 'date-order'; readonly index: number; readonly order: DateOrder }
  | { readonly kind: 'default-state'; readonly state: StateCode | null }
  | { readonly kind: 'known-customers'; readonly choice: 'skip' | 'send' }
  | { readonly kind: 'cell'; readonly row: number; readonly field: CustomerField; readonly value: string }
  | { readonly kind: 'mend-group'; readonly group: string; readonly value?: string }
  | { readonly kind: 'leave-out'; readonly rows: readonly number[]; readonly leftOut: boolean }
  | { readonly kind: 'leave-out-errors' }

/** An action worked out: the choices it sets, and its name for undo. `entries` is empty when nothing would change. */
export type ActionPlan =
  | { readonly ok: true; readonly label: string; readonly entries: readonly ChoiceEntry[] }
  | { readonly ok: false; readonly message: string }

export const targetWords: Readonly<Record<ColumnTarget, string>> = {
  rego: 'rego',
  state: 'state',
  vin: 'VIN',
  client_name: 'name',
  mobile_number: 'mobile',
  sale_date: 'sale date',
  expiry_date: 'expiry date',
  rego_and_state: 'rego and state',
  first_name: 'first name',
  middle_name: 'middle name',
  last_name: 'last name',
  title: 'title',
  company: 'company',
  opt_out: 'opt-out',
  keep: 'kept',
  leave_out: 'left out',
}

const withoutField: ReadonlySet<ColumnTarget> = new Set(['keep', 'leave_out'])

/** Which choices an action sets, given the draft as it stands. */
export function planAction(state: DraftState, action: DraftAction): ActionPlan {
  const { choices } = state
  const set = (name: string, after: unknown): ChoiceEntry => entryFor(choices, name, after)
  const done = (label: string, entries: readonly ChoiceEntry[]): ActionPlan => ({
    ok: true,
    label,
    entries: entries.filter(isChange),
  })
  const no = (message: string): ActionPlan => ({ ok: false, message })
  switch (action.kind) {
    case 'sheet': {
      if (!state.source.facts.sheets.some((sheet) => sheet.name === action.sheet))
        return no('There is no such sheet in the file.')
      if (state.source.facts.sheets[state.sheet]?.name === action.sheet) return done('Sheet', [])
      // Columns and rows of another sheet are other columns and rows: what was chosen for the old ones goes, and undo brings it back.
      const gone = [...choices.keys()].filter((name) => /^(header$|(target|dates|cell|row|mend):)/.test(name))
      return done(`Sheet “${action.sheet}”`, [...gone.map((name) => set(name, undefined)), set('sheet', action.sheet)])
    }
    case 'header-row': {
      if (action.headerRow !== null && !state.source.rows[state.sheet]?.some((row) => row.row === action.headerRow)) {
        return no(`Row ${action.headerRow} is empty.`)
      }
      const gone = [...choices.keys()].filter((name) => /^(target|dates):/.test(name))
      const label = action.headerRow === null ? 'No header' : `Header in row ${action.headerRow}`
      return done(label, [...gone.map((name) => set(name, undefined)), set('header', action.headerRow)])
    }
    case 'column': {
      const column = state.plan.columns[action.index]
      if (!column) return no('There is no such column.')
      const entries = [set(targetChoice(action.index), action.target), set(datesChoice(action.index), undefined)]
      for (const other of state.plan.columns) {
        if (other.index === action.index || !rivals(other.target, action.target)) continue
        entries.push(set(targetChoice(other.index), other.sensitive ? 'leave_out' : 'keep'))
      }
      return done(`“${column.header}” as ${targetWords[action.target]}`, entries)
    }
    case 'other-columns': {
      const entries = state.plan.columns
        .filter((column) => withoutField.has(column.target) && !column.sensitive)
        .map((column) => set(targetChoice(column.index), action.target))
      return done(action.target === 'keep' ? 'All other columns kept' : 'All other columns left out', entries)
    }
    case 'date-order': {
      const column = state.plan.columns[action.index]
      if (!column?.dates) return no('That column holds no dates.')
      const words = { dmy: 'day first', mdy: 'month first', ymd: 'year first' }[action.order]
      return done(`“${column.header}” ${words}`, [set(datesChoice(action.index), action.order)])
    }
    case 'default-state': {
      const label = action.state
        ? `${stateNames[action.state]} for rows without a state`
        : 'No state for rows without one'
      return done(label, [set('defaultState', action.state ?? undefined)])
    }
    case 'known-customers': {
      const label = action.choice === 'skip' ? 'Known customers left out' : 'Known customers sent again'
      return done(label, [set('knownCustomers', action.choice === 'skip' ? undefined : 'send')])
    }
    case 'cell': {
      const row = state.rows.find((one) => one.row === action.row)
      if (!row) return no(`Row ${action.row} holds no record.`)
      const value = action.value.trim()
      const untouched =
        value === row.originals[action.field].trim() &&
        !state.index.mends.get(action.field)?.has(row.originals[action.field])
      return done(`${capital(targetWords[action.field])} in row ${action.row}`, [
        set(cellChoice(action.row, action.field), untouched ? undefined : value),
      ])
    }
    case 'mend-group':
      return mendGroup(state, action.group, action.value?.trim(), set)
    case 'leave-out': {
      const records = new Set(state.rows.map((row) => row.row))
      const numbers = [...new Set(action.rows)].filter((row) => records.has(row))
      if (numbers.length === 0) return no('None of these rows holds a record.')
      const label = `${capital(rowWords(numbers))} ${action.leftOut ? 'left out' : 'taken back in'}`
      return done(
        label,
        action.leftOut ? numbers.map((row) => set(rowChoice(row), 'out')) : takeIn(state, numbers, set),
      )
    }
    case 'leave-out-errors': {
      const numbers = state.rows.filter((row) => state.statusOf(row.row) === 'error').map((row) => row.row)
      return done(
        `${capital(rowWords(numbers))} with errors left out`,
        numbers.map((row) => set(rowChoice(row), 'out')),
      )
    }
  }
}

/** Two columns cannot both be the one; a plate with its state and a plate alone are the same thing twice. */
function rivals(other: ColumnTarget, wanted: ColumnTarget): boolean {
  const plates: readonly ColumnTarget[] = ['rego', 'rego_and_state']
  if (plates.includes(other) && plates.includes(wanted)) return true
  return other === wanted && takesOneColumn(wanted)
}

/** Only rows that a rule would leave out again need a word against it; for the others her own is taken back. */
function takeIn(
  state: DraftState,
  numbers: readonly number[],
  set: (name: string, after: unknown) => ChoiceEntry,
): ChoiceEntry[] {
  const trial = new Map(state.index.rows)
  for (const row of numbers) trial.delete(row)
  const byRule = lookAcross(state.rows, { ...state.index, rows: trial }, state.knownKeys).leftOut
  return numbers.map((row) => set(rowChoice(row), byRule.has(row) ? 'in' : undefined))
}

function mendGroup(
  state: DraftState,
  key: string,
  value: string | undefined,
  set: (name: string, after: unknown) => ChoiceEntry,
): ActionPlan {
  const group = state.groups().find((one) => one.key === key)
  if (!group) return { ok: false, message: 'None of the rows has this any more.' }
  const { field } = group
  if (field === null)
    return { ok: false, message: 'This is about whole rows: mend them one by one, or leave them out.' }
  if (value === undefined && group.proposal === null && !group.ownProposals) {
    return { ok: false, message: 'There is no proposal for these rows: give the value to put in.' }
  }
  const members: { row: CheckedRow; mended: string }[] = []
  const typed = new Set<string>()
  const uses = new Map<string, { inAll: number; inGroup: number; mended: Set<string> }>()
  for (const row of state.rows) {
    const text = row.originals[field]
    const use = uses.get(text) ?? { inAll: 0, inGroup: 0, mended: new Set<string>() }
    uses.set(text, use)
    use.inAll += 1
    if (state.index.cells.get(row.row)?.has(field)) typed.add(text)
    if (state.statusOf(row.row) === 'left-out') continue
    const found = state.issuesOf(row).find((one: Issue) => groupKey(row, one) === key)
    if (!found) continue
    const mended = value ?? found.proposal ?? ''
    use.inGroup += 1
    use.mended.add(mended)
    members.push({ row, mended })
  }
  const entries: ChoiceEntry[] = []
  const texts = new Set<string>()
  for (const { row, mended } of members) {
    const text = row.originals[field]
    const use = uses.get(text)!
    // One word for all cells of that text where they all are in the group; else cell by cell, so that no other row changes.
    const together = text !== '' && use.inAll === use.inGroup && use.mended.size === 1 && !typed.has(text)
    if (!together) entries.push(set(cellChoice(row.row, field), mended))
    else if (!texts.has(text)) entries.push(set(mendChoice(field, text), mended))
    texts.add(text)
  }
  const shown = group.value === null ? capital(targetWords[field]) : `“${group.value}”`
  const mend = value ?? group.proposal
  const label = `${shown} ${mend === null ? 'as proposed' : mend === '' ? 'cleared' : `→ ${mend}`} in ${rowWords(members.map(({ row }) => row.row))}`
  return { ok: true, label, entries: entries.filter(isChange) }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const rowWords = (rows: readonly number[]): string =>
  rows.length === 1 ? `row ${rows[0]}` : `${rows.length.toLocaleString('en-AU')} rows`
