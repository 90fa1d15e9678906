import type { ColumnTarget, CustomerField, DateOrder } from '../../../contract/drafts.ts'
import type { StateCode } from '../../../contract/region.ts'

/**
 * All that she decided about a draft: a flat map from a name to a JSON value. What is absent is decided by rule. Because nothing else
 * changes a draft, undo is putting values back, and keeping a draft is keeping this map beside its source.
 *
 * `sheet` its name · `header` a row number, null for none · `target:<column>` · `dates:<column>` · `defaultState` · `knownCustomers` ·
 * `cell:<row>:<field>` a typed text · `row:<row>` 'out' or 'in' · `mend:<field>:<text in the file>` what stands for that text.
 */
export type Choices = Map<string, unknown>

/** One value put in the place of another, each as JSON; null: absent. */
export interface ChoiceEntry {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

export const targetChoice = (column: number): string => `target:${column}`
export const datesChoice = (column: number): string => `dates:${column}`
export const cellChoice = (row: number, field: CustomerField): string => `cell:${row}:${field}`
export const rowChoice = (row: number): string => `row:${row}`
export const mendChoice = (field: CustomerField, text: string): string => `mend:${field}:${text}`

/** The entry that sets a choice; undefined takes it away. */
export function entryFor(choices: Choices, name: string, after: unknown): ChoiceEntry {
  const encode = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
  return { name, before: encode(choices.get(name)), after: encode(after) }
}

export const isChange = (entry: ChoiceEntry): boolean => entry.before !== entry.after

export function undoEntries(entries: readonly ChoiceEntry[]): ChoiceEntry[] {
  return entries.toReversed().map(({ name, before, after }) => ({ name, before: after, after: before }))
}

/** Puts entries into the map. */
export function applyEntries(choices: Choices, entries: readonly ChoiceEntry[]): void {
  for (const { name, after } of entries) {
    if (after === null) choices.delete(name)
    else choices.set(name, JSON.parse(after))
  }
}

/** What part of the work a choice is about, so that only what follows from it is done again. */
export type ChoiceScope =
  | { readonly scope: 'table' }
  | { readonly scope: 'columns' }
  | { readonly scope: 'rows' }
  | { readonly scope: 'mend'; readonly field: CustomerField; readonly text: string }
  | { readonly scope: 'cell'; readonly row: number }
  | { readonly scope: 'across' }

export function scopeOf(name: string): ChoiceScope {
  const [kind, first = '', ...rest] = name.split(':')
  switch (kind) {
    case 'sheet':
    case 'header':
      return { scope: 'table' }
    case 'target':
    case 'dates':
      return { scope: 'columns' }
    case 'defaultState':
      return { scope: 'rows' }
    case 'mend':
      return { scope: 'mend', field: first as CustomerField, text: rest.join(':') }
    case 'cell':
      return { scope: 'cell', row: Number(first) }
    default:
      return { scope: 'across' }
  }
}

/** The choices by what they are about, for the row loop: looked up by row number, not by a name put together for each cell. */
export interface ChoiceIndex {
  readonly cells: ReadonlyMap<number, ReadonlyMap<CustomerField, string>>
  readonly mends: ReadonlyMap<CustomerField, ReadonlyMap<string, string>>
  readonly rows: ReadonlyMap<number, 'in' | 'out'>
  readonly defaultState: StateCode | null
  readonly skipKnown: boolean
}

export function indexChoices(choices: Choices): ChoiceIndex {
  const cells = new Map<number, Map<CustomerField, string>>()
  const mends = new Map<CustomerField, Map<string, string>>()
  const rows = new Map<number, 'in' | 'out'>()
  for (const [name, value] of choices) {
    const [kind, first = '', ...rest] = name.split(':')
    if (kind === 'cell') {
      const row = Number(first)
      const fields = cells.get(row) ?? new Map<CustomerField, string>()
      fields.set(rest.join(':') as CustomerField, String(value))
      cells.set(row, fields)
    } else if (kind === 'mend') {
      const texts = mends.get(first as CustomerField) ?? new Map<string, string>()
      texts.set(rest.join(':'), String(value))
      mends.set(first as CustomerField, texts)
    } else if (kind === 'row') {
      rows.set(Number(first), value === 'in' ? 'in' : 'out')
    }
  }
  return { cells, mends, rows, defaultState: defaultStateOf(choices), skipKnown: skipsKnown(choices) }
}

export const defaultStateOf = (choices: Choices): StateCode | null =>
  (choices.get('defaultState') as StateCode | undefined) ?? null
export const skipsKnown = (choices: Choices): boolean => choices.get('knownCustomers') !== 'send'
export const targetOf = (choices: Choices, column: number): ColumnTarget | undefined =>
  choices.get(targetChoice(column)) as ColumnTarget | undefined
export const dateOrderOf = (choices: Choices, column: number): DateOrder | undefined =>
  choices.get(datesChoice(column)) as DateOrder | undefined
