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
  /** The heading of the list and of exported files. */
  readonly title: string
  /** The field in forms and messages. */
  readonly name: string
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
/** Each column of a record once, in the order of the list. To add one, add it here and to `customer-fields.ts` of the window. */
export declare const customerColumns: Columns<
  | 'state'
  | 'vin'
  | 'clientName'
  | 'mobileNumber'
  | 'saleDate'
  | 'expiryDate'
  | 'lastUpdated'
  | 'rego'
  | 'vehicleTitle'
  | 'lastSighting'
>
export type RecordColumn = keyof typeof customerColumns
export declare const recordColumns: readonly RecordColumn[]
export declare const isRecordColumn: (key: string) => key is RecordColumn
/** The key of the column of an additional field. */
export declare const fieldKey: (name: string) => string
/** The additional field that a column shows; null for a column of the record. */
export declare const fieldOfKey: (key: string) => string | null
/** A column of the record, or `field:<name>` for an additional field. */
export declare const ColumnKey: z.ZodString
/** The heading of a column. */
export declare const columnTitle: (key: string) => string
export {}
