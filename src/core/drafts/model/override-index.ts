import type { ColumnTarget, ContactChoice, CustomerField, DateOrder } from '../../../contract/drafts.ts'
import type { StateCode } from '../../../contract/region.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import type { Overrides } from './overrides.ts'

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
  readonly defaultState: StateCode | null
  readonly skipKnown: boolean
  readonly fillKnownVins: boolean
  readonly titleCase: boolean
  /** First rows of the repaired places that are read in the other way. */
  readonly otherReadings: ReadonlySet<number>
  /** Whether a row is included, by row number. */
  readonly rows: ReadonlyMap<number, boolean>
  /** Whether a row is a customer row, by row number. */
  readonly records: ReadonlyMap<number, boolean>
  readonly cells: ReadonlyMap<number, ReadonlyMap<CustomerField, string>>
  /** New text by original text. */
  readonly replacements: ReadonlyMap<CustomerField, ReadonlyMap<string, string>>
}

export function indexOverrides(overrides: Overrides): OverrideIndex {
  let sheet: string | null = null
  let sheets: readonly string[] | null = null
  let form: TextForm | null = null
  let lastRow: number | null = null
  let headerRow: number | null | undefined
  let defaultState: StateCode | null = null
  let skipKnown = true
  let fillKnownVins = true
  let titleCase = false
  const targets = new Map<number, ColumnTarget>()
  const dateOrders = new Map<number, DateOrder>()
  const contacts = new Map<number, ContactChoice>()
  const otherReadings = new Set<number>()
  const rows = new Map<number, boolean>()
  const records = new Map<number, boolean>()
  const cells = new Map<number, Map<CustomerField, string>>()
  const replacements = new Map<CustomerField, Map<string, string>>()
  for (const override of overrides.values()) {
    switch (override.kind) {
      // Part of the check context: see `DraftRepository.find`.
      case 'region':
        break
      case 'sheet':
        sheet = override.sheet
        break
      case 'sheets':
        sheets = override.sheets
        break
      case 'form':
        form = override.form
        break
      case 'last-row':
        lastRow = override.lastRow
        break
      case 'header-row':
        headerRow = override.headerRow
        break
      case 'target':
        targets.set(override.column, override.target)
        break
      case 'date-order':
        dateOrders.set(override.column, override.order)
        break
      case 'default-state':
        defaultState = override.state
        break
      case 'send-known-customers':
        skipKnown = false
        break
      case 'ignore-known-vins':
        fillKnownVins = false
        break
      case 'title-case':
        titleCase = true
        break
      case 'other-reading':
        otherReadings.add(override.row)
        break
      case 'row':
        rows.set(override.row, override.include)
        break
      case 'record':
        records.set(override.row, override.isRecord)
        break
      case 'contact':
        contacts.set(override.column, override.choice)
        break
      case 'cell':
        addTo(cells, override.row, override.field, override.text)
        break
      case 'replacement':
        addTo(replacements, override.field, override.original, override.text)
        break
    }
  }
  return {
    sheet,
    sheets,
    form,
    lastRow,
    headerRow,
    targets,
    dateOrders,
    contacts,
    defaultState,
    skipKnown,
    fillKnownVins,
    titleCase,
    otherReadings,
    rows,
    records,
    cells,
    replacements,
  }
}

function addTo<Outer, Inner>(maps: Map<Outer, Map<Inner, string>>, outer: Outer, inner: Inner, text: string): void {
  const found = maps.get(outer)
  if (found) found.set(inner, text)
  else maps.set(outer, new Map([[inner, text]]))
}
