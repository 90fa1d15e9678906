import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import {
  parseName,
  type KeyOf,
  type Override,
  type OverrideEntry,
  type OverrideKey,
  type OverrideKind,
  type OverrideOf,
  type Overrides,
} from './overrides.ts'
import { RowChoices } from './row-choices.ts'
import { TypedTexts } from './typed-texts.ts'

/** Overrides by subject, so that the row loop looks them up by row number instead of building a name for each cell. */
export interface OverrideIndex {
  readonly sheet: string | null
  /** Sheets that are read together; null: one sheet. */
  readonly sheets: readonly string[] | null
  /** Null: as the content suggests. */
  readonly form: TextForm | null
  /** Null: the last row of the sheet. */
  readonly lastRow: number | null
  /** Undefined: decided by rule. */
  readonly headerRow: number | null | undefined
  readonly targets: ReadonlyMap<number, ColumnTarget>
  readonly dateOrders: ReadonlyMap<number, DateOrder>
  /** By column: what happens to rows that say "do not contact" in it. */
  readonly contacts: ReadonlyMap<number, ContactChoice>
  /** By `noteKey`: whether rows with this note are excluded. */
  readonly notes: ReadonlyMap<string, boolean>
  readonly defaultState: StateCode | null
  readonly knownCustomers: KnownCustomers
  readonly fillKnownVins: boolean
  readonly titleCase: boolean
  readonly carsTogether: boolean
  /** First rows of the repaired places that are read in the other way. */
  readonly otherReadings: ReadonlySet<number>
  /** Whether a row is included, by row number. */
  readonly rows: RowChoices
  /** Whether a row is a customer row, by row number. */
  readonly records: ReadonlyMap<number, boolean>
  /** Numbers of the rows that were added by hand; false: removed again. */
  readonly added: ReadonlyMap<number, boolean>
  readonly cells: TypedTexts
  /** New text by original text. */
  readonly replacements: ReadonlyMap<CustomerField, ReadonlyMap<string, string>>
}

const emptyIndex = () => ({
  sheet: null as string | null,
  sheets: null as readonly string[] | null,
  form: null as TextForm | null,
  lastRow: null as number | null,
  headerRow: undefined as number | null | undefined,
  targets: new Map<number, ColumnTarget>(),
  dateOrders: new Map<number, DateOrder>(),
  contacts: new Map<number, ContactChoice>(),
  notes: new Map<string, boolean>(),
  defaultState: null as StateCode | null,
  knownCustomers: 'skip' as KnownCustomers,
  fillKnownVins: true,
  titleCase: false,
  carsTogether: false,
  otherReadings: new Set<number>(),
  rows: new RowChoices(),
  records: new Map<number, boolean>(),
  added: new Map<number, boolean>(),
  cells: new TypedTexts(),
  replacements: new Map<CustomerField, Map<string, string>>(),
})

/** The same, while it follows its overrides. */
type LiveIndex = ReturnType<typeof emptyIndex>

/** An index that is kept up to date: building it again for each edit would cost 100,000 overrides each time. */
export type TrackedOverrides = ReturnType<typeof trackOverrides>

export function trackOverrides(overrides: Overrides) {
  const index = emptyIndex()
  for (const override of overrides.values()) add(index, override)
  return {
    /** Always the same object. */
    index: index as OverrideIndex,
    /** Takes over entries that were applied to the overrides. */
    update(entries: readonly OverrideEntry[]): void {
      for (const { name } of entries) {
        const override = overrides.get(name)
        if (override) add(index, override)
        else remove(index, parseName(name))
      }
    },
  }
}

export const indexOverrides = (overrides: Overrides): OverrideIndex => trackOverrides(overrides).index

/** How the index follows the overrides of each kind. */
const changes: {
  readonly [Kind in OverrideKind]: {
    set(index: LiveIndex, override: OverrideOf<Kind>): void
    clear(index: LiveIndex, key: KeyOf<Kind>): void
  }
} = {
  // Part of the check context: see `DraftRepository.find`.
  region: { set: () => undefined, clear: () => undefined },
  sheet: { set: (index, { sheet }) => void (index.sheet = sheet), clear: (index) => void (index.sheet = null) },
  sheets: { set: (index, { sheets }) => void (index.sheets = sheets), clear: (index) => void (index.sheets = null) },
  form: { set: (index, { form }) => void (index.form = form), clear: (index) => void (index.form = null) },
  'last-row': {
    set: (index, { lastRow }) => void (index.lastRow = lastRow),
    clear: (index) => void (index.lastRow = null),
  },
  'header-row': {
    set: (index, { headerRow }) => void (index.headerRow = headerRow),
    clear: (index) => void (index.headerRow = undefined),
  },
  target: {
    set: (index, { column, target }) => void index.targets.set(column, target),
    clear: (index, { column }) => void index.targets.delete(column),
  },
  'date-order': {
    set: (index, { column, order }) => void index.dateOrders.set(column, order),
    clear: (index, { column }) => void index.dateOrders.delete(column),
  },
  'default-state': {
    set: (index, { state }) => void (index.defaultState = state),
    clear: (index) => void (index.defaultState = null),
  },
  'known-customers': {
    set: (index, { choice }) => void (index.knownCustomers = choice),
    clear: (index) => void (index.knownCustomers = 'skip'),
  },
  'ignore-known-vins': {
    set: (index) => void (index.fillKnownVins = false),
    clear: (index) => void (index.fillKnownVins = true),
  },
  'title-case': {
    set: (index) => void (index.titleCase = true),
    clear: (index) => void (index.titleCase = false),
  },
  'cars-together': {
    set: (index) => void (index.carsTogether = true),
    clear: (index) => void (index.carsTogether = false),
  },
  'other-reading': {
    set: (index, { row }) => void index.otherReadings.add(row),
    clear: (index, { row }) => void index.otherReadings.delete(row),
  },
  row: {
    set: (index, { row, include }) => index.rows.setRow(row, include),
    clear: (index, { row }) => index.rows.setRow(row, undefined),
  },
  rows: {
    set: (index, { id, rows, include }) => index.rows.addRange(id, rows, include),
    clear: (index, { id }) => index.rows.removeRange(id),
  },
  record: {
    set: (index, { row, isRecord }) => void index.records.set(row, isRecord),
    clear: (index, { row }) => void index.records.delete(row),
  },
  added: {
    set: (index, { number, present }) => void index.added.set(number, present),
    clear: (index, { number }) => void index.added.delete(number),
  },
  contact: {
    set: (index, { column, choice }) => void index.contacts.set(column, choice),
    clear: (index, { column }) => void index.contacts.delete(column),
  },
  note: {
    set: (index, { key, excluded }) => void index.notes.set(key, excluded),
    clear: (index, { key }) => void index.notes.delete(key),
  },
  cell: {
    set: (index, { row, field, text }) => index.cells.setCell(row, field, text),
    clear: (index, { row, field }) => index.cells.setCell(row, field, undefined),
  },
  cells: {
    set: (index, override) => index.cells.addRange(override.field, override),
    clear: (index, { field, id }) => index.cells.removeRange(field, id),
  },
  replacement: {
    set({ replacements }, { field, original, text }) {
      replacements.set(field, (replacements.get(field) ?? new Map<string, string>()).set(original, text))
    },
    clear({ replacements }, { field, original }) {
      replacements.get(field)?.delete(original)
      if (replacements.get(field)?.size === 0) replacements.delete(field)
    },
  },
}

// A kind fits its own entry, which types do not follow through a lookup.
const add = (index: LiveIndex, override: Override): void => changes[override.kind].set(index, override as never)
const remove = (index: LiveIndex, key: OverrideKey): void => changes[key.kind].clear(index, key as never)
