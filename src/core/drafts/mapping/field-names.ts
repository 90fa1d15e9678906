import type { ColumnTarget } from '../../../contract/drafts.ts'

/** What each target is called in a sentence. */
export const fieldNames: Readonly<Record<ColumnTarget, string>> = {
  rego: 'rego',
  state: 'state of registration',
  vin: 'VIN',
  client_name: 'customer’s name',
  mobile_number: 'mobile number',
  sale_date: 'date of sale',
  expiry_date: 'expiry date',
  rego_and_state: 'rego and state',
  first_name: 'first name',
  middle_name: 'middle name',
  last_name: 'last name',
  title: 'title',
  company: 'company',
  opt_out: 'wish not to be contacted',
  keep: 'additional field',
  leave_out: 'columns left out',
}
