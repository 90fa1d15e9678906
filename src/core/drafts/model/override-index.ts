import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { KnownCustomers } from '../../../contract/column-choices.ts'
import type { Override, OverrideKind, OverrideOf, Overrides } from './overrides.ts'
import { RowValues, TypedTexts } from './row-values.ts'

const isOf =
  <Kind extends OverrideKind>(kind: Kind) =>
  (override: Override): override is OverrideOf<Kind> & Override =>
    override.kind === kind

/** Overrides by subject, so that rows look them up by their number. */
export type OverrideIndex = Readonly<ReturnType<typeof indexOverrides>>

export function indexOverrides(overrides: Overrides) {
  const rows = new RowValues<boolean>()
  const cells = new TypedTexts()
  const choices: Override[] = []
  for (const override of overrides.values()) {
    switch (override.kind) {
      case 'row':
        rows.set(override.row, override.include)
        break
      case 'rows':
        rows.addRange({ ...override, values: [override.include] })
        break
      case 'cell':
        cells.of(override.field).set(override.row, override.text)
        break
      case 'cells':
        cells.of(override.field).addRange({ ...override, values: override.texts })
        break
      default:
        choices.push(override)
    }
  }
  const every = <Kind extends OverrideKind>(kind: Kind) => choices.filter(isOf(kind))
  const only = <Kind extends OverrideKind>(kind: Kind) => choices.find(isOf(kind))
  /** New text by original text. */
  const replacements = new Map<CustomerField, Map<string, string>>()
  for (const { field, original, text } of every('replacement'))
    replacements.set(field, (replacements.get(field) ?? new Map<string, string>()).set(original, text))
  const knownCustomers: KnownCustomers = only('known-customers')?.choice ?? 'skip'
  return {
    sheet: only('sheet')?.sheet ?? null,
    /** Sheets that are read together; null: one sheet. */
    sheets: only('sheets')?.sheets ?? null,
    /** Null: as the content suggests. */
    form: only('form')?.form ?? null,
    /** Null: the last row of the sheet. */
    lastRow: only('last-row')?.lastRow ?? null,
    /** Undefined: decided by rule. */
    headerRow: only('header-row')?.headerRow,
    targets: new Map(every('target').map(({ column, target }) => [column, target])),
    dateOrders: new Map(every('date-order').map(({ column, order }) => [column, order])),
    /** By column: what happens to rows that say "do not contact" in it. */
    contacts: new Map(every('contact').map(({ column, choice }) => [column, choice])),
    /** By `noteKey`: whether rows with this note are excluded. */
    notes: new Map(every('note').map(({ key, excluded }) => [key, excluded])),
    defaultState: only('default-state')?.state ?? null,
    knownCustomers,
    fillKnownVins: !only('ignore-known-vins'),
    titleCase: only('title-case') !== undefined,
    carsTogether: only('cars-together') !== undefined,
    /** First rows of the repaired places that are read in the other way. */
    otherReadings: new Set(every('other-reading').map(({ row }) => row)),
    /** Whether a row is a customer row, by row number. */
    records: new Map(every('record').map(({ row, isRecord }) => [row, isRecord])),
    /** Numbers of the rows that were added by hand; false: removed again. */
    added: new Map(every('added').map(({ number, present }) => [number, present])),
    /** Whether a row is included, by row number. */
    rows,
    cells,
    replacements,
  }
}
