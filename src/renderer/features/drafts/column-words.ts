import type { ColumnTarget, CustomerField, DateOrder, DraftColumn } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'

/** What each target is called on the screen. */
export const targetNames: Readonly<Record<ColumnTarget, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Customer name',
  mobile_number: 'Mobile',
  sale_date: 'Date sold',
  expiry_date: 'Delete the customer on',
  rego_and_state: 'Rego with its state',
  title: 'Title (Mr, Ms, Dr)',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  company: 'Company name',
  opt_out: 'Do not contact',
  keep: 'Keep with the customer',
  leave_out: 'Leave out',
}

/** The groups of the "is taken for" list, in the order of use. */
export function targetGroups(region: Region): readonly { label: string; targets: readonly ColumnTarget[] }[] {
  const inAustralia = region === 'au'
  return [
    {
      label: 'The car',
      targets: inAustralia ? ['rego', 'state', 'rego_and_state', 'vin', 'sale_date'] : ['rego', 'vin', 'sale_date'],
    },
    { label: 'The customer', targets: ['client_name', 'mobile_number', 'expiry_date'] },
    { label: 'Parts of the name', targets: ['title', 'first_name', 'middle_name', 'last_name', 'company'] },
    { label: 'Consent', targets: ['opt_out'] },
    { label: 'Everything else', targets: ['keep', 'leave_out'] },
  ]
}

/** A customer field as a column's title. */
export const fieldNames: Readonly<Record<CustomerField, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Name',
  mobile_number: 'Mobile',
  sale_date: 'Sold',
  expiry_date: 'Delete on',
}

export const dateOrderNames: Readonly<Record<DateOrder, string>> = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year-month-day',
}

/** What happens with a column, in a few words: for targets whose name alone does not say it. */
export function targetEffect(column: DraftColumn): string | null {
  switch (column.target) {
    case 'keep':
      return 'Saved with each customer under this heading.'
    case 'leave_out':
      return column.sensitive ? 'Private: stays on this PC.' : 'Stays on this PC.'
    case 'expiry_date':
      return 'The service deletes the customer on this day. A rego’s expiry date does not belong here.'
    case 'opt_out':
      return 'Rows marked here are left out.'
    case 'first_name':
    case 'middle_name':
    case 'last_name':
    case 'title':
    case 'company':
      return 'Joined to one name.'
    default:
      return null
  }
}

/** True for a column that goes to no customer field: the ones that "all others" means. */
export const isOther = (column: DraftColumn): boolean => column.target === 'keep' || column.target === 'leave_out'
