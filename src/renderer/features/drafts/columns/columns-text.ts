import type { ColumnTarget, DateOrder, DraftColumn } from '../../../../contract/drafts.ts'

/** The texts of the step "Columns". */
export const columnsText = {
  headings: ['Your column', 'Sample values', 'Imported as', 'Why'],
  side: 'Fields found and other columns',
  importedAs: (column: string) => `${column} imported as`,
  dateFormat: (column: string) => `Date format of ${column}`,
  private: 'Private',
  yourChoice: 'Your choice',
  confidence: { high: 'Confident', medium: 'Likely', low: 'Guess' },
  fields: {
    title: 'Fields found',
    missing: 'Not in this file',
    noCar: 'Choose the column that contains the rego or the VIN. Cars are found by one of them.',
    defaultState: 'Default state',
    askForState: 'Ask me for each row',
  },
  others: {
    title: 'Other columns',
    text: 'Extra fields are saved with each customer. You see them when the car is listed for sale.',
    keep: 'Keep all',
    ignore: 'Ignore all',
    private: 'Private columns are ignored unless you choose them one by one.',
  },
} as const

/** The label of each target in the list "Imported as". */
export const targetLabels: Readonly<Record<ColumnTarget, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Customer name',
  mobile_number: 'Mobile',
  sale_date: 'Date sold',
  expiry_date: 'Auto-delete date',
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

export const targetGroupLabels = {
  car: 'Car',
  customer: 'Customer',
  name: 'Parts of the name',
  consent: 'Consent',
  other: 'Everything else',
} as const

export const dateOrderLabels: Readonly<Record<DateOrder, string>> = {
  dmy: 'day/month/year',
  mdy: 'month/day/year',
  ymd: 'year-month-day',
}

/** What happens to a column, for targets whose label alone does not tell. */
export function targetEffect(column: DraftColumn): string | null {
  switch (column.target) {
    case 'keep':
      return 'Saved with each customer under this column name.'
    case 'leave_out':
      return column.sensitive ? 'Private. Stays on this PC.' : 'Stays on this PC.'
    case 'expiry_date':
      return 'The service deletes the customer on this date. Don’t use it for the expiry date of a rego.'
    case 'opt_out':
      return 'Rows marked here are excluded.'
    case 'first_name':
    case 'middle_name':
    case 'last_name':
    case 'title':
    case 'company':
      return 'Combined into one name.'
    default:
      return null
  }
}
