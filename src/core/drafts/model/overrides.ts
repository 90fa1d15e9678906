import { z } from 'zod'
import { CustomerField } from '../../../contract/draft-rows.ts'
import { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import { Region, StateCode } from '../../../contract/region.ts'
import { TextForm } from '../../../contract/table-choices.ts'
import { RowRanges } from './row-ranges.ts'

/**
 * One decision of the user about a draft; whatever has no override is decided by rule. Nothing else changes a draft, so
 * undo restores earlier overrides, and a saved draft is its source and its overrides.
 */
export type Override =
  /** Another region than that in which the file was opened. */
  | { readonly kind: 'region'; readonly region: Region }
  | { readonly kind: 'sheet'; readonly sheet: string }
  /** Several sheets that are read together. */
  | { readonly kind: 'sheets'; readonly sheets: readonly string[] }
  /** Encoding and delimiter of a text file. */
  | { readonly kind: 'form'; readonly form: TextForm }
  | { readonly kind: 'last-row'; readonly lastRow: number }
  /** Null: the table has no header. */
  | { readonly kind: 'header-row'; readonly headerRow: number | null }
  | { readonly kind: 'target'; readonly column: number; readonly target: ColumnTarget }
  | { readonly kind: 'date-order'; readonly column: number; readonly order: DateOrder }
  | { readonly kind: 'default-state'; readonly state: StateCode }
  /** Absent: rows of existing customers are excluded. */
  | { readonly kind: 'known-customers'; readonly choice: Exclude<KnownCustomers, 'skip'> }
  | { readonly kind: 'ignore-known-vins' }
  /** A row with several cars stays one row. */
  | { readonly kind: 'cars-together' }
  /** Names in capitals are written as usual (`fields/title-case.ts`). */
  | { readonly kind: 'title-case' }
  /** A repaired place of a text file is read in the other way. `row`: its first row. */
  | { readonly kind: 'other-reading'; readonly row: number }
  /** Null: the rules decide, although a range of rows has this one. */
  | { readonly kind: 'row'; readonly row: number; readonly include: boolean | null }
  /** The same for many rows. A single row wins, then the larger id, which is the later change. */
  | { readonly kind: 'rows'; readonly id: number; readonly rows: RowRanges; readonly include: boolean | null }
  /** A row that the user added by hand, or has removed again: its number is then never used for another row. */
  | { readonly kind: 'added'; readonly number: number; readonly present: boolean }
  /** Whether a row is a customer row, or skipped. */
  | { readonly kind: 'record'; readonly row: number; readonly isRecord: boolean }
  | { readonly kind: 'contact'; readonly column: number; readonly choice: ContactChoice }
  /** Whether rows with a note about contact are excluded. `key`: see `noteKey`. */
  | { readonly kind: 'note'; readonly key: string; readonly excluded: boolean }
  /** A text typed into one cell. Null: the text in the file, although a range of cells has this one. */
  | { readonly kind: 'cell'; readonly row: number; readonly field: CustomerField; readonly text: string | null }
  /** Texts for the cells of many rows: one for each row, or one for all. A single cell wins, then the larger id. */
  | {
      readonly kind: 'cells'
      readonly id: number
      readonly field: CustomerField
      readonly rows: RowRanges
      readonly texts: readonly string[]
    }
  /** A text that replaces the same original text in every row. */
  | { readonly kind: 'replacement'; readonly field: CustomerField; readonly original: string; readonly text: string }

/** What identifies an override: a second one with the same key replaces the first. */
export type OverrideKey =
  | { readonly kind: 'region' | 'sheet' | 'sheets' | 'form' | 'header-row' | 'last-row' }
  | { readonly kind: 'default-state' | 'known-customers' | 'ignore-known-vins' | 'title-case' | 'cars-together' }
  | { readonly kind: 'target' | 'date-order' | 'contact'; readonly column: number }
  | { readonly kind: 'note'; readonly key: string }
  | { readonly kind: 'row' | 'record' | 'other-reading'; readonly row: number }
  | { readonly kind: 'added'; readonly number: number }
  | { readonly kind: 'cell'; readonly row: number; readonly field: CustomerField }
  | { readonly kind: 'rows'; readonly id: number }
  | { readonly kind: 'cells'; readonly id: number; readonly field: CustomerField }
  | { readonly kind: 'replacement'; readonly field: CustomerField; readonly original: string }

/** By stored name. */
export type Overrides = Map<string, Override>

/** An override as the database has it. */
export interface StoredOverride {
  readonly name: string
  /** JSON. */
  readonly value: string
}

/** A change of one override, in stored form; null: absent. */
export interface OverrideEntry {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

/** The stored name of an override: its kind, and what identifies it among those of its kind. */
function storedName(key: OverrideKey): string {
  switch (key.kind) {
    case 'target':
    case 'date-order':
    case 'contact':
      return `${key.kind}:${key.column}`
    case 'note':
      return `${key.kind}:${key.key}`
    case 'row':
    case 'record':
    case 'other-reading':
      return `${key.kind}:${key.row}`
    case 'added':
      return `${key.kind}:${key.number}`
    case 'cell':
      return `${key.kind}:${key.row}:${key.field}`
    case 'rows':
      return `${key.kind}:${key.id}`
    case 'cells':
      return `${key.kind}:${key.id}:${key.field}`
    case 'replacement':
      return `${key.kind}:${key.field}:${key.original}`
    default:
      return key.kind
  }
}

function storedValue(override: Override): string {
  switch (override.kind) {
    case 'region':
      return JSON.stringify(override.region)
    case 'sheet':
      return JSON.stringify(override.sheet)
    case 'sheets':
      return JSON.stringify(override.sheets)
    case 'form':
      return JSON.stringify({ encoding: override.form.encoding, delimiter: override.form.delimiter })
    case 'last-row':
      return JSON.stringify(override.lastRow)
    case 'header-row':
      return JSON.stringify(override.headerRow)
    case 'target':
      return JSON.stringify(override.target)
    case 'date-order':
      return JSON.stringify(override.order)
    case 'default-state':
      return JSON.stringify(override.state)
    case 'known-customers':
      return JSON.stringify(override.choice)
    case 'ignore-known-vins':
    case 'title-case':
    case 'cars-together':
    case 'other-reading':
      return JSON.stringify(true)
    case 'contact':
      return JSON.stringify(override.choice)
    case 'note':
      return JSON.stringify(override.excluded)
    case 'row':
      return JSON.stringify(override.include)
    case 'rows':
      return JSON.stringify({ rows: override.rows.toString(), include: override.include })
    case 'cells':
      return JSON.stringify({ rows: override.rows.toString(), texts: override.texts })
    case 'record':
      return JSON.stringify(override.isRecord)
    case 'added':
      return JSON.stringify(override.present)
    case 'cell':
    case 'replacement':
      return JSON.stringify(override.text)
  }
}

/**
 * Reads a stored override. Throws for an unknown name or a value that does not fit: an override is never dropped
 * unnoticed.
 */
export function readOverride({ name, value: json }: StoredOverride): Override {
  const key = parseName(name)
  const value: unknown = JSON.parse(json)
  switch (key.kind) {
    case 'region':
      return { kind: key.kind, region: Region.parse(value) }
    case 'sheet':
      return { kind: key.kind, sheet: asText(value) }
    case 'sheets':
      return { kind: key.kind, sheets: asTexts(value) }
    case 'form':
      return { kind: key.kind, form: TextForm.parse(value) }
    case 'last-row':
      return { kind: key.kind, lastRow: asWholeNumber(value) }
    case 'header-row':
      return { kind: key.kind, headerRow: value === null ? null : asWholeNumber(value) }
    case 'target':
      return { kind: key.kind, column: key.column, target: ColumnTarget.parse(value) }
    case 'date-order':
      return { kind: key.kind, column: key.column, order: DateOrder.parse(value) }
    case 'default-state':
      return { kind: key.kind, state: StateCode.parse(value) }
    case 'known-customers':
      return { kind: key.kind, choice: KnownCustomers.exclude(['skip']).parse(value) }
    case 'ignore-known-vins':
    case 'title-case':
    case 'cars-together':
      return { kind: key.kind }
    case 'contact':
      return { kind: key.kind, column: key.column, choice: ContactChoice.parse(value) }
    case 'note':
      return { kind: key.kind, key: key.key, excluded: asFlag(value) }
    case 'other-reading':
      return { kind: key.kind, row: key.row }
    case 'row':
      return { kind: key.kind, row: key.row, include: value === null ? null : asFlag(value) }
    case 'rows': {
      const { rows, include } = StoredRows.parse(value)
      return { kind: key.kind, id: key.id, rows: RowRanges.parse(rows), include }
    }
    case 'cells': {
      const { rows, texts } = StoredCells.parse(value)
      return { kind: key.kind, id: key.id, field: key.field, rows: RowRanges.parse(rows), texts }
    }
    case 'record':
      return { kind: key.kind, row: key.row, isRecord: asFlag(value) }
    case 'added':
      return { kind: key.kind, number: key.number, present: asFlag(value) }
    case 'cell':
      return { kind: key.kind, row: key.row, field: key.field, text: value === null ? null : asText(value) }
    case 'replacement':
      return { kind: key.kind, field: key.field, original: key.original, text: asText(value) }
  }
}

export function readOverrides(stored: readonly StoredOverride[]): Overrides {
  return new Map(stored.map((one) => [one.name, readOverride(one)]))
}

const StoredRows = z.object({ rows: z.string(), include: z.boolean().nullable() })
const StoredCells = z.object({ rows: z.string(), texts: z.array(z.string()).min(1) })

/** The key of a stored name. */
export function parseName(name: string): OverrideKey {
  const [kind, first = '', ...rest] = name.split(':')
  switch (kind) {
    case 'region':
    case 'sheet':
    case 'sheets':
    case 'form':
    case 'header-row':
    case 'last-row':
    case 'default-state':
    case 'known-customers':
    case 'ignore-known-vins':
    case 'title-case':
    case 'cars-together':
      return { kind }
    case 'target':
    case 'date-order':
    case 'contact':
      return { kind, column: asWholeNumber(Number(first)) }
    case 'note':
      return { kind, key: first }
    case 'row':
    case 'record':
    case 'other-reading':
      return { kind, row: asWholeNumber(Number(first)) }
    case 'added':
      return { kind, number: asWholeNumber(Number(first)) }
    case 'rows':
      return { kind, id: asWholeNumber(Number(first)) }
    case 'cells':
      return { kind, id: asWholeNumber(Number(first)), field: CustomerField.parse(rest.join(':')) }
    case 'cell':
      return { kind, row: asWholeNumber(Number(first)), field: CustomerField.parse(rest.join(':')) }
    case 'replacement':
      return { kind, field: CustomerField.parse(first), original: rest.join(':') }
    default:
      throw new Error(`Unknown override in the database: ${kind}`)
  }
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new Error('An override in the database is not a text')
  return value
}

function asTexts(value: unknown): string[] {
  if (!Array.isArray(value)) throw new Error('An override in the database is not a list')
  return value.map(asText)
}

function asFlag(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Error('An override in the database is not true or false')
  return value
}

function asWholeNumber(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new Error('An override in the database is not a whole number')
  }
  return value
}

/** An override as it is stored. */
export const toStored = (override: Override): StoredOverride => ({
  name: storedName(override),
  value: storedValue(override),
})

/** The entry that sets an override. */
export function entryToSet(overrides: Overrides, override: Override): OverrideEntry {
  const name = storedName(override)
  return { name, before: valueOf(overrides, name), after: storedValue(override) }
}

/** The entry that removes an override. */
export function entryToClear(overrides: Overrides, key: OverrideKey): OverrideEntry {
  const name = storedName(key)
  return { name, before: valueOf(overrides, name), after: null }
}

function valueOf(overrides: Overrides, name: string): string | null {
  const override = overrides.get(name)
  return override ? storedValue(override) : null
}

export const isChange = (entry: OverrideEntry): boolean => entry.before !== entry.after

export const undoEntries = (entries: readonly OverrideEntry[]): OverrideEntry[] =>
  entries.toReversed().map(({ name, before, after }) => ({ name, before: after, after: before }))

/** Changes `overrides` in place. */
export function applyEntries(overrides: Overrides, entries: readonly OverrideEntry[]): void {
  for (const { name, after } of entries) {
    if (after === null) overrides.delete(name)
    else overrides.set(name, readOverride({ name, value: after }))
  }
}
