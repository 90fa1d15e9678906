import { z } from 'zod'
import type { FilterDate } from './customer-filter.ts'
import type { Customer, EditableField } from './customer-record.ts'
import type { CustomerSort } from './customer-views.ts'

/**
 * How a value is written. `plate`, `mobile`: as their region writes them; `day`: YYYY-MM-DD; `moment`: ISO 8601, of which a file has the
 * day on this PC.
 */
export type ColumnKind = 'text' | 'plate' | 'mobile' | 'day' | 'moment'

interface Column<Sorted> {
  /** In the list, in forms, in messages and in exported files. */
  readonly title: string
  readonly kind: ColumnKind
  /** As the service has it or this PC knows it, without changes that are not saved; null: none. */
  readonly value: (customer: Customer) => string | null
  /** The direction in which a first click sorts the list; null: it is not sorted by this. */
  readonly sorted: Sorted
  /** In a workbook, in characters. */
  readonly fileWidth: number
}
type FirstDirection = 'ascending' | 'descending' | null

/** A column of the list of customers, as the list, the details, exported files and the command line show it. */
export type CustomerColumn = Column<FirstDirection>

/** Core sorts by what `CustomerSort` names. Every field that is sorted, edited or filtered by its date has a column. */
type Columns<Key extends string> = {
  readonly [K in Key | CustomerSort | EditableField | FilterDate]: K extends CustomerSort
    ? CustomerColumn
    : Column<null>
}
const columnsOf = <Key extends string>(columns: Columns<Key>): Columns<Key> => columns

/** Each column of a record once, in the order of the list. To add one, add it here and to `customer-fields.ts` of the window. */
export const customerColumns = columnsOf({
  clientName: {
    title: 'Name',
    kind: 'text',
    value: ({ clientName }) => clientName,
    sorted: 'ascending',
    fileWidth: 26,
  },
  rego: { title: 'Rego', kind: 'plate', value: ({ rego }) => rego, sorted: 'ascending', fileWidth: 11 },
  state: {
    title: 'State',
    kind: 'text',
    value: ({ state }) => state,
    sorted: 'ascending',
    fileWidth: 8,
  },
  vehicleTitle: {
    title: 'Vehicle',
    kind: 'text',
    value: ({ vehicle }) => vehicle?.title ?? null,
    // Core sorts by the service's own title, and the list shows others too.
    sorted: null,
    fileWidth: 34,
  },
  mobileNumber: {
    title: 'Mobile',
    kind: 'mobile',
    value: ({ mobileNumber }) => mobileNumber,
    sorted: 'ascending',
    fileWidth: 16,
  },
  saleDate: {
    title: 'Sale date',
    kind: 'day',
    value: ({ saleDate }) => saleDate,
    sorted: 'descending',
    fileWidth: 12,
  },
  expiryDate: {
    title: 'Expiry date',
    kind: 'day',
    value: ({ expiryDate }) => expiryDate,
    sorted: 'descending',
    fileWidth: 12,
  },
  lastSighting: {
    title: 'Last sighting',
    kind: 'moment',
    value: ({ sightings }) =>
      sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
    sorted: 'descending',
    fileWidth: 13,
  },
  vin: { title: 'VIN', kind: 'text', value: ({ vin }) => vin, sorted: 'ascending', fileWidth: 21 },
  lastUpdated: {
    title: 'Last changed',
    kind: 'moment',
    value: ({ lastUpdated }) => lastUpdated,
    sorted: 'descending',
    fileWidth: 13,
  },
})
export type RecordColumn = keyof typeof customerColumns

export const recordColumns = Object.keys(customerColumns) as readonly RecordColumn[]
export const isRecordColumn = (key: string): key is RecordColumn => Object.hasOwn(customerColumns, key)

const fieldPrefix = 'field:'
/** The key of the column of an additional field. */
export const fieldKey = (name: string): string => `${fieldPrefix}${name}`
/** The additional field that a column shows; null for a column of the record. */
export const fieldOfKey = (key: string): string | null =>
  key.startsWith(fieldPrefix) ? key.slice(fieldPrefix.length) : null

/** A column of the record, or `field:<name>` for an additional field. */
export const ColumnKey = z
  .string()
  .max(210)
  .refine((key) => isRecordColumn(key) || fieldOfKey(key) !== null)

/** The heading of a column. */
export const columnTitle = (key: string): string =>
  fieldOfKey(key) ?? (isRecordColumn(key) ? customerColumns[key].title : key)
