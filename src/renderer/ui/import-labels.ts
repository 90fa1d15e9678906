import type { ColumnTarget, DateOrder } from '../../contract/column-choices.ts'

/** What a column of a spreadsheet is imported as. */
export const targetLabels: Readonly<Record<ColumnTarget, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Customer name',
  mobile_number: 'Mobile',
  sale_date: 'Sale date',
  expiry_date: 'Expiry date (deletes the customer)',
  rego_and_state: 'Rego with state',
  title: 'Title (Mr, Ms, Dr)',
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  company: 'Company name',
  opt_out: 'Do not contact',
  keep: 'Keep as extra field',
  leave_out: 'Ignore',
}

export const dateOrderLabels: Readonly<Record<DateOrder, string>> = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year-month-day',
}
