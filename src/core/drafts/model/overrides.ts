import { z } from 'zod'
import { CustomerField } from '../../../contract/draft-rows.ts'
import { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import { Region, StateCode } from '../../../contract/region.ts'
import { TextForm } from '../../../contract/table-choices.ts'
import { RowRanges } from './row-ranges.ts'

/** What an override is about, as its stored name has it behind the kind. The last one can have colons. */
const keyFields = {
  column: z.coerce.number().int(),
  row: z.coerce.number().int(),
  number: z.coerce.number().int(),
  id: z.coerce.number().int(),
  field: CustomerField,
  key: z.string(),
  original: z.string(),
}

const Ranges = z.string().transform((text) => RowRanges.parse(text))

/** `key`: what its stored name has; `value`: what its JSON has: the value itself, an object of several, or true for none. */
const forms = {
  /** Another region than that in which the file was opened. */
  region: { key: [], value: { region: Region } },
  sheet: { key: [], value: { sheet: z.string() } },
  /** Several sheets that are read together. */
  sheets: { key: [], value: { sheets: z.array(z.string()).readonly() } },
  /** Encoding and delimiter of a text file. */
  form: { key: [], value: { form: TextForm } },
  'last-row': { key: [], value: { lastRow: z.number().int() } },
  /** Null: the table has no header. */
  'header-row': { key: [], value: { headerRow: z.number().int().nullable() } },
  target: { key: ['column'], value: { target: ColumnTarget } },
  'date-order': { key: ['column'], value: { order: DateOrder } },
  'default-state': { key: [], value: { state: StateCode } },
  /** Absent: rows of existing customers are excluded. */
  'known-customers': { key: [], value: { choice: KnownCustomers.exclude(['skip']) } },
  'ignore-known-vins': { key: [], value: {} },
  /** A row with several cars stays one row. */
  'cars-together': { key: [], value: {} },
  /** Names in capitals are written as usual (`fields/title-case.ts`). */
  'title-case': { key: [], value: {} },
  /** A repaired place of a text file is read in the other way. `row`: its first row. */
  'other-reading': { key: ['row'], value: {} },
  /** Null: the rules decide, although a range of rows has this one. */
  row: { key: ['row'], value: { include: z.boolean().nullable() } },
  /** The same for many rows. A single row wins, then the larger id, which is the later change. */
  rows: { key: ['id'], value: { rows: Ranges, include: z.boolean().nullable() } },
  /** A row that the user added by hand, or has removed again: its number is then never used for another row. */
  added: { key: ['number'], value: { present: z.boolean() } },
  /** Whether a row is a customer row, or skipped. */
  record: { key: ['row'], value: { isRecord: z.boolean() } },
  contact: { key: ['column'], value: { choice: ContactChoice } },
  /** Whether rows with a note about contact are excluded. `key`: see `noteKey`. */
  note: { key: ['key'], value: { excluded: z.boolean() } },
  /** A text typed into one cell. Null: the text in the file, although a range of cells has this one. */
  cell: { key: ['row', 'field'], value: { text: z.string().nullable() } },
  /** Texts for the cells of many rows: one for each row, or one for all. A single cell wins, then the larger id. */
  cells: { key: ['id', 'field'], value: { rows: Ranges, texts: z.array(z.string()).min(1).readonly() } },
  /** A text that replaces the same original text in every row. */
  replacement: { key: ['field', 'original'], value: { text: z.string() } },
} as const satisfies Readonly<
  Record<
    string,
    { readonly key: readonly (keyof typeof keyFields)[]; readonly value: Readonly<Record<string, z.ZodType>> }
  >
>

export type OverrideKind = keyof typeof forms

/** What identifies an override of a kind: a second one with the same key replaces the first. */
export type KeyOf<Kind extends OverrideKind> = { readonly kind: Kind } & {
  readonly [Field in (typeof forms)[Kind]['key'][number]]: z.output<(typeof keyFields)[Field]>
}

export type OverrideOf<Kind extends OverrideKind> = KeyOf<Kind> & {
  readonly [Name in keyof (typeof forms)[Kind]['value']]: z.output<(typeof forms)[Kind]['value'][Name]>
}

export type OverrideKey = { [Kind in OverrideKind]: KeyOf<Kind> }[OverrideKind]

/**
 * One decision of the user about a draft; whatever has no override is decided by rule. Nothing else changes a draft, so
 * undo restores earlier overrides, and a saved draft is its source and its overrides.
 */
export type Override = { [Kind in OverrideKind]: OverrideOf<Kind> }[OverrideKind]

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

const valuesOf = (of: Override | OverrideKey): Readonly<Record<string, unknown>> => of

/** The stored name of an override: its kind, and what identifies it among those of its kind. */
const storedName = (key: OverrideKey): string =>
  [key.kind, ...forms[key.kind].key.map((field) => valuesOf(key)[field])].join(':')

function storedValue(override: Override): string {
  if (override.kind === 'form') return JSON.stringify(TextForm.parse(override.form))
  const names = Object.keys(forms[override.kind].value)
  const [name] = names
  if (name === undefined) return JSON.stringify(true)
  const values = valuesOf(override)
  return JSON.stringify(
    names.length === 1 ? values[name] : Object.fromEntries(names.map((each) => [each, values[each]])),
  )
}

/**
 * Reads a stored override. Throws for an unknown name or a value that does not fit: an override is never dropped
 * unnoticed.
 */
export function readOverride({ name, value: json }: StoredOverride): Override {
  const key = parseName(name)
  const value: unknown = JSON.parse(json)
  const schemas: [string, z.ZodType][] = Object.entries(forms[key.kind].value)
  const several = schemas.length > 1 ? z.record(z.string(), z.unknown()).parse(value) : null
  const values = schemas.map(([field, schema]) => [field, schema.parse(several ? several[field] : value)])
  return { ...key, ...Object.fromEntries(values) } as Override
}

export function readOverrides(stored: readonly StoredOverride[]): Overrides {
  return new Map(stored.map((one) => [one.name, readOverride(one)]))
}

/** The key of a stored name. */
export function parseName(name: string): OverrideKey {
  const [kind = '', ...parts] = name.split(':')
  if (!Object.hasOwn(forms, kind)) throw new Error(`Unknown override in the database: ${kind}`)
  const fields: readonly (keyof typeof keyFields)[] = forms[kind as OverrideKind].key
  const values = fields.map((field, at) => {
    const text = at === fields.length - 1 ? parts.slice(at).join(':') : parts[at]
    return [field, keyFields[field].parse(text)]
  })
  return { kind, ...Object.fromEntries(values) } as OverrideKey
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
