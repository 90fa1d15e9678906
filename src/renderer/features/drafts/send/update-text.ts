import type { FieldUpdate } from '../../../../contract/customer-changes.ts'
import { formatDate, plural } from '../../../ui/format.ts'

/** The texts of updating existing customers from a draft. */
export const updateText = {
  open: 'See the changes',
  title: 'Changes of existing customers',
  description:
    'Details in this file that differ from your customers. They change when you send, and can be undone in Customers. Empty cells change nothing.',
  loading: 'Comparing with your customers',
  nothing: 'Your customers already have all details of this file.',
  unnamed: 'No name',
  row: (vehicle: string, row: number) => `${vehicle}, row ${row}`,
  empty: 'empty',
  unchanged: (count: number) => `${plural(count, 'customer has', 'customers have')} nothing to change.`,
  ambiguous: (rows: number) =>
    `${plural(rows, 'row has a car', 'rows have cars')} of several customers and ${rows === 1 ? 'changes' : 'change'} nothing.`,
  more: (count: number) =>
    `${plural(count, 'more customer changes', 'more customers change')} that aren’t listed here.`,
  fieldCount: (field: FieldUpdate['field'], count: number) =>
    `${updateText.fields[field]}: ${plural(count, 'customer')}`,
  close: 'Close',
  exclude: (count: number) => `Exclude ${plural(count, 'row')}`,
  fields: {
    clientName: 'Name',
    mobileNumber: 'Mobile',
    saleDate: 'Sold',
    expiryDate: 'Auto-delete',
  } satisfies Record<FieldUpdate['field'], string>,
} as const

/** A value of an update as the user reads it. */
export function shownValue(field: FieldUpdate['field'], value: string | null): string {
  if (value === null || value === '') return updateText.empty
  return (field === 'saleDate' || field === 'expiryDate') && /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? formatDate(value)
    : value
}
