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

const isOf =
  <Kind extends OverrideKind>(kind: Kind) =>
  (override: Override): override is OverrideOf<Kind> & Override =>
    override.kind === kind

/** What was chosen apart from the cells and the inclusion of rows. */
function choicesOf(overrides: Overrides): Omit<OverrideIndex, 'rows' | 'cells'> {
  const choices = [...overrides.values()].filter(({ kind }) => !Object.hasOwn(ofRows, kind))
  const every = <Kind extends OverrideKind>(kind: Kind) => choices.filter(isOf(kind))
  const only = <Kind extends OverrideKind>(kind: Kind) => choices.find(isOf(kind))
  const replacements = new Map<CustomerField, Map<string, string>>()
  for (const { field, original, text } of every('replacement'))
    replacements.set(field, (replacements.get(field) ?? new Map<string, string>()).set(original, text))
  return {
    sheet: only('sheet')?.sheet ?? null,
    sheets: only('sheets')?.sheets ?? null,
    form: only('form')?.form ?? null,
    lastRow: only('last-row')?.lastRow ?? null,
    headerRow: only('header-row')?.headerRow,
    targets: new Map(every('target').map(({ column, target }) => [column, target])),
    dateOrders: new Map(every('date-order').map(({ column, order }) => [column, order])),
    contacts: new Map(every('contact').map(({ column, choice }) => [column, choice])),
    notes: new Map(every('note').map(({ key, excluded }) => [key, excluded])),
    defaultState: only('default-state')?.state ?? null,
    knownCustomers: only('known-customers')?.choice ?? 'skip',
    fillKnownVins: !only('ignore-known-vins'),
    titleCase: only('title-case') !== undefined,
    carsTogether: only('cars-together') !== undefined,
    otherReadings: new Set(every('other-reading').map(({ row }) => row)),
    records: new Map(every('record').map(({ row, isRecord }) => [row, isRecord])),
    added: new Map(every('added').map(({ number, present }) => [number, present])),
    replacements,
  }
}

type RowIndex = Pick<OverrideIndex, 'rows' | 'cells'>

/** How the index follows the overrides of rows, of which there can be 100,000. */
const ofRows = {
  row: {
    set: ({ rows }: RowIndex, { row, include }: OverrideOf<'row'>) => rows.setRow(row, include),
    clear: ({ rows }: RowIndex, { row }: KeyOf<'row'>) => rows.setRow(row, undefined),
  },
  rows: {
    set: ({ rows }: RowIndex, override: OverrideOf<'rows'>) =>
      rows.addRange(override.id, override.rows, override.include),
    clear: ({ rows }: RowIndex, { id }: KeyOf<'rows'>) => rows.removeRange(id),
  },
  cell: {
    set: ({ cells }: RowIndex, { row, field, text }: OverrideOf<'cell'>) => cells.setCell(row, field, text),
    clear: ({ cells }: RowIndex, { row, field }: KeyOf<'cell'>) => cells.setCell(row, field, undefined),
  },
  cells: {
    set: ({ cells }: RowIndex, override: OverrideOf<'cells'>) => cells.addRange(override.field, override),
    clear: ({ cells }: RowIndex, { field, id }: KeyOf<'cells'>) => cells.removeRange(field, id),
  },
} as const

const isOfRows = (key: OverrideKey): key is Extract<OverrideKey, { kind: keyof typeof ofRows }> =>
  Object.hasOwn(ofRows, key.kind)

export function trackOverrides(overrides: Overrides) {
  const index = { ...choicesOf(overrides), rows: new RowChoices(), cells: new TypedTexts() }
  const follow = (key: OverrideKey, override: Override | undefined): void => {
    if (!isOfRows(key)) return
    // A kind fits its own override, which types do not follow through a lookup.
    if (override) ofRows[key.kind].set(index, override as never)
    else ofRows[key.kind].clear(index, key as never)
  }
  for (const override of overrides.values()) follow(override, override)
  return {
    /** Always the same object. */
    index: index as OverrideIndex,
    /** Takes over entries that were applied to the overrides. */
    update(entries: readonly OverrideEntry[]): void {
      const keys = entries.map(({ name }) => parseName(name))
      for (const [at, key] of keys.entries()) follow(key, overrides.get(entries[at]?.name ?? ''))
      if (!keys.every(isOfRows)) Object.assign(index, choicesOf(overrides))
    },
  }
}

export const indexOverrides = (overrides: Overrides): OverrideIndex => trackOverrides(overrides).index
