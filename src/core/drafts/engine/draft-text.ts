import type { NameCase } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import { rowText } from '../../../contract/row-id.ts'
import { capitalised, orderNames } from '../../fields/column-messages.ts'
import type { TextForm } from '../../../contract/table-choices.ts'
import { fieldNames } from '../mapping/column-text.ts'
import { encodingNames } from '../reading/encoding-names.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { stateNames, type Region, type StateCode } from '../../../contract/region.ts'
import { formatNumber } from '../../../contract/regional-format.ts'

/** Sentences about a draft as a whole: names of changes for undo, refused changes, and notes about the table. */

const targetNames = { ...fieldNames, state: 'state', client_name: 'name', mobile_number: 'mobile' }

const rowsText = (rows: readonly number[]): string =>
  rows.length === 1 ? `row ${rowText(rows[0] ?? 0)}` : `${formatNumber(rows.length)} rows`

const countText = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${formatNumber(count)} ${one}s`)

const namesOf = (fields: readonly CustomerField[]): string =>
  fields.length === 0 || fields.length > 2
    ? 'Cells'
    : capitalised(fields.map((field) => targetNames[field]).join(' and '))

export const changeLabels = {
  carriedOver: 'Changes from the earlier reading',
  table: 'How the file is read',
  joinedSheets: (count: number) => `${count} sheets read together`,
  form: ({ encoding, delimiter }: TextForm) => {
    const parts = [
      ...(encoding === null ? [] : [encodingNames[encoding]]),
      ...(delimiter === null ? [] : [`separator “${delimiter === '\t' ? 'tab' : delimiter}”`]),
    ]
    return parts.length === 0 ? 'File read as detected' : `File read as ${parts.join(', ')}`
  },
  lastRow: (row: number | null) => (row === null ? 'No last row' : `Last row ${row}`),
  template: (name: string | null) => (name === null ? 'Template applied' : `Template “${name}” applied`),
  region: (region: Region) => `Checked for ${regionNames[region]}`,
  sheet: (sheet: string) => `Sheet “${sheet}”`,
  headerRow: (row: number | null) => (row === null ? 'No header row' : `Header in row ${row}`),
  target: (header: string, target: ColumnTarget) =>
    target === 'leave_out' ? `“${header}” ignored` : `“${header}” as ${targetNames[target]}`,
  otherColumns: (target: 'keep' | 'leave_out') =>
    target === 'keep' ? 'All other columns kept as extra fields' : 'All other columns ignored',
  dateOrder: (header: string, order: DateOrder) => `“${header}” as ${orderNames[order]}`,
  defaultState: (state: StateCode | null) => (state ? `${stateNames[state]} as the default state` : 'No default state'),
  contact: (header: string, choice: ContactChoice) =>
    choice === 'exclude'
      ? `Rows marked in “${header}” excluded`
      : choice === 'send'
        ? `Rows marked in “${header}” sent`
        : `“${header}” means something else`,
  notes: ([first = '', ...others]: readonly string[], excluded: boolean) => {
    const notes = others.length === 0 ? `the note “${first.slice(0, 60)}”` : countText(others.length + 1, 'note')
    return `Rows with ${notes} ${excluded ? 'excluded' : 'included'}`
  },
  valueChanged: (text: string, header: string, newText: string | null) =>
    `“${text}” in “${header}” ${newText === null ? 'as in the file' : newText === '' ? 'left blank' : `→ ${newText}`}`,
  valueExcluded: (text: string, header: string, excluded: boolean) =>
    `Rows with “${text}” in “${header}” ${excluded ? 'excluded' : 'included'}`,
  skipped: (rows: readonly number[], skipped: boolean) =>
    `${capitalised(rowsText(rows))} ${skipped ? 'skipped' : 'taken back'}`,
  knownCustomers: {
    skip: 'Existing customers excluded',
    send: 'Existing customers added again',
    update: 'Existing customers updated',
  } satisfies Record<KnownCustomers, string>,
  reading: (row: number) => `Row ${rowText(row)} read in the other way`,
  knownVins: (choice: 'fill' | 'ignore') => (choice === 'fill' ? 'Known VINs filled in' : 'Known VINs not filled in'),
  cars: (choice: 'each' | 'together') => (choice === 'each' ? 'A row for each car' : 'Rows as in the file'),
  nameCase: (choice: NameCase) => (choice === 'title' ? 'Names in title case' : 'Names as in the file'),
  cell: (field: CustomerField, row: number) => `${capitalised(targetNames[field])} in row ${rowText(row)}`,
  /** `newValue` null: each row gets its own proposal. */
  fixedGroup: (field: CustomerField, value: string | null, newValue: string | null, rows: readonly number[]) => {
    const subject = value === null ? capitalised(targetNames[field]) : `“${value}”`
    const change = newValue === null ? 'as suggested' : newValue === '' ? 'cleared' : `→ ${newValue}`
    return `${subject} ${change} in ${rowsText(rows)}`
  },
  pasted: (cells: number) => `${countText(cells, 'cell')} pasted`,
  /** `text` null: the fields get different texts. */
  setCells: (fields: readonly CustomerField[], text: string | null, rows: readonly number[]) => {
    const change = text === '' ? 'cleared' : text === null ? 'changed' : `→ ${text}`
    return `${namesOf(fields)} ${change} in ${rowsText(rows)}`
  },
  filledDown: (fields: readonly CustomerField[], from: number, rows: readonly number[]) =>
    `${namesOf(fields)} of row ${rowText(from)} filled into ${rowsText(rows)}`,
  replaced: (find: string, text: string, cells: number) =>
    `“${find}” ${text === '' ? 'removed' : `→ “${text}”`} in ${countText(cells, 'cell')}`,
  addedRows: (rows: readonly number[]) => `${capitalised(rowsText(rows))} added`,
  removedRows: (rows: readonly number[]) => `${capitalised(rowsText(rows))} removed`,
  excluded: (rows: readonly number[]) => `${capitalised(rowsText(rows))} excluded`,
  included: (rows: readonly number[]) => `${capitalised(rowsText(rows))} included`,
  excludedErrors: (rows: readonly number[]) => `${capitalised(rowsText(rows))} with errors excluded`,
} as const

/** Headers of an exported draft, which are read again without a question. */
export const sheetHeaders: Readonly<Record<CustomerField, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Name',
  mobile_number: 'Mobile',
  sale_date: 'Sale date',
  expiry_date: 'Expiry date',
}

export const cleanSheetName = (name: string): string => `${name.replace(/\.[^.]{1,5}$/, '')} - checked`

/** Why a change is refused. */
export const refusals = {
  noValue: 'The column has no such value, or too many different ones.',
  noOtherReading: (row: number) => `Row ${row} can be read in one way only.`,
  noSheet: 'The file has no such sheet.',
  otherColumns: (sheet: string) => `Sheet “${sheet}” has other columns than the first one. Import it in its own draft.`,
  tooManySheets: (max: number) => `At most ${max} sheets can be read together.`,
  noCars: 'The file has columns for one car in each row.',
  lastAboveHeader: 'The last row is above the header row.',
  emptyRow: (row: number) => `Row ${row} is empty.`,
  noColumn: 'The file has no such column.',
  noDates: 'This column has no dates.',
  noRecord: (row: number) => `Row ${rowText(row)} is not a customer row.`,
  noNotes: 'The file has none of these notes.',
  noQuestion: 'No value of this column says “do not contact”.',
  notSkipped: 'None of these rows is skipped.',
  notAdded: 'None of these rows was added by hand.',
  noRecords: 'None of these rows is a customer row.',
  noGroup: 'No row has this issue any more.',
  rowIssue: 'This issue is about whole rows. Fix them one by one, or exclude them.',
  noProposal: 'There is no suggestion for these rows. Enter a value.',
} as const

export const tableWords = {
  /** The column with the name of each row's sheet, when several are read together. */
  sheetColumn: 'Sheet',
} as const

export const tableNotes = {
  together: (names: string) => `Sheets with the same columns are read together: ${names}.`,
  noHeader: 'No header row was found, so columns are named by their letters.',
  noRows: 'There are no customer rows below the column names.',
  noCustomer: (count: number) =>
    `${count === 1 ? '1 row has' : `${formatNumber(count)} rows have`} a car, but neither a name nor a mobile. Nothing is taken from the row above.`,
  short: (count: number) =>
    `${count === 1 ? '1 row has' : `${formatNumber(count)} rows have`} fewer cells than the header. Check that no value is missing.`,
  cutOff:
    'The last row has fewer cells than all others, so the file was probably cut off. Export it again, or check that row.',
  headerMoved: 'The header has no name for the first column. Its names were moved one column to the right.',
  overlong: (count: number) =>
    `${count === 1 ? '1 row has' : `${formatNumber(count)} rows have`} more cells than the header. Values may be in the wrong column.`,
} as const
