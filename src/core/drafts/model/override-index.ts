import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import { parseName, type Override, type OverrideEntry, type OverrideKey, type Overrides } from './overrides.ts'
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

/** The same, while it follows its overrides. */
interface LiveIndex extends OverrideIndex {
  sheet: string | null
  sheets: readonly string[] | null
  form: TextForm | null
  lastRow: number | null
  headerRow: number | null | undefined
  defaultState: StateCode | null
  knownCustomers: KnownCustomers
  fillKnownVins: boolean
  titleCase: boolean
  carsTogether: boolean
  readonly targets: Map<number, ColumnTarget>
  readonly dateOrders: Map<number, DateOrder>
  readonly contacts: Map<number, ContactChoice>
  readonly notes: Map<string, boolean>
  readonly otherReadings: Set<number>
  readonly records: Map<number, boolean>
  readonly added: Map<number, boolean>
  readonly replacements: Map<CustomerField, Map<string, string>>
}

/** An index that is kept up to date: building it again for each edit would cost 100,000 overrides each time. */
export type TrackedOverrides = ReturnType<typeof trackOverrides>

export function trackOverrides(overrides: Overrides) {
  const index: LiveIndex = {
    sheet: null,
    sheets: null,
    form: null,
    lastRow: null,
    headerRow: undefined,
    targets: new Map(),
    dateOrders: new Map(),
    contacts: new Map(),
    notes: new Map(),
    defaultState: null,
    knownCustomers: 'skip',
    fillKnownVins: true,
    titleCase: false,
    carsTogether: false,
    otherReadings: new Set(),
    rows: new RowChoices(),
    records: new Map(),
    added: new Map(),
    cells: new TypedTexts(),
    replacements: new Map(),
  }
  for (const override of overrides.values()) add(index, override)
  return {
    /** Always the same object. */
    index,
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

function add(index: LiveIndex, override: Override): void {
  switch (override.kind) {
    // Part of the check context: see `DraftRepository.find`.
    case 'region':
      break
    case 'sheet':
      index.sheet = override.sheet
      break
    case 'sheets':
      index.sheets = override.sheets
      break
    case 'form':
      index.form = override.form
      break
    case 'last-row':
      index.lastRow = override.lastRow
      break
    case 'header-row':
      index.headerRow = override.headerRow
      break
    case 'target':
      index.targets.set(override.column, override.target)
      break
    case 'date-order':
      index.dateOrders.set(override.column, override.order)
      break
    case 'default-state':
      index.defaultState = override.state
      break
    case 'known-customers':
      index.knownCustomers = override.choice
      break
    case 'ignore-known-vins':
      index.fillKnownVins = false
      break
    case 'title-case':
      index.titleCase = true
      break
    case 'cars-together':
      index.carsTogether = true
      break
    case 'other-reading':
      index.otherReadings.add(override.row)
      break
    case 'row':
      index.rows.setRow(override.row, override.include)
      break
    case 'rows':
      index.rows.addRange(override.id, override.rows, override.include)
      break
    case 'record':
      index.records.set(override.row, override.isRecord)
      break
    case 'added':
      index.added.set(override.number, override.present)
      break
    case 'contact':
      index.contacts.set(override.column, override.choice)
      break
    case 'note':
      index.notes.set(override.key, override.excluded)
      break
    case 'cell':
      index.cells.setCell(override.row, override.field, override.text)
      break
    case 'cells':
      index.cells.addRange(override.field, override)
      break
    case 'replacement': {
      const texts = index.replacements.get(override.field) ?? new Map<string, string>()
      index.replacements.set(override.field, texts.set(override.original, override.text))
      break
    }
  }
}

function remove(index: LiveIndex, key: OverrideKey): void {
  switch (key.kind) {
    case 'region':
      break
    case 'sheet':
      index.sheet = null
      break
    case 'sheets':
      index.sheets = null
      break
    case 'form':
      index.form = null
      break
    case 'last-row':
      index.lastRow = null
      break
    case 'header-row':
      index.headerRow = undefined
      break
    case 'target':
      index.targets.delete(key.column)
      break
    case 'date-order':
      index.dateOrders.delete(key.column)
      break
    case 'default-state':
      index.defaultState = null
      break
    case 'known-customers':
      index.knownCustomers = 'skip'
      break
    case 'ignore-known-vins':
      index.fillKnownVins = true
      break
    case 'title-case':
      index.titleCase = false
      break
    case 'cars-together':
      index.carsTogether = false
      break
    case 'other-reading':
      index.otherReadings.delete(key.row)
      break
    case 'row':
      index.rows.setRow(key.row, undefined)
      break
    case 'rows':
      index.rows.removeRange(key.id)
      break
    case 'record':
      index.records.delete(key.row)
      break
    case 'added':
      index.added.delete(key.number)
      break
    case 'contact':
      index.contacts.delete(key.column)
      break
    case 'note':
      index.notes.delete(key.key)
      break
    case 'cell':
      index.cells.setCell(key.row, key.field, undefined)
      break
    case 'cells':
      index.cells.removeRange(key.field, key.id)
      break
    case 'replacement': {
      const texts = index.replacements.get(key.field)
      texts?.delete(key.original)
      if (texts?.size === 0) index.replacements.delete(key.field)
      break
    }
  }
}
