import type { DraftColumn } from '../../../../contract/drafts.ts'
import type { StateCode } from '../../../../contract/region.ts'
import { plural } from '../../../ui/format.ts'

export const columnsText = {
  look: {
    label: 'Columns to check',
    title: (columns: number) => (columns === 0 ? 'All columns are checked' : `Check ${plural(columns, 'column')}`),
    tags: { open: 'Needs a decision', dates: 'Date format' },
    done: 'Checked',
  },
  lines: {
    matched: (columns: number) => `${plural(columns, 'column')} matched`,
    extra: (columns: number) => plural(columns, 'extra field'),
  },
  chip: (column: string, target: string) => `${column}: ${target}`,
  alsoMobile: 'Mobile, where it is missing',
  importedAs: (column: string) => `${column} imported as`,
  dateFormat: (column: string) => `Date format of ${column}`,
  assumedOrder: (order: string) => `${order} (assumed)`,
  confirm: 'Confirm',
  confirmColumn: (column: string) => `Confirm ${column}`,
  fields: {
    title: 'Missing fields',
    missing: 'Not in this file',
    others: (fields: readonly string[]) => `Not in this file: ${fields.join(', ')}`,
    choose: 'Choose column',
    noCar: 'Choose the column that contains the rego or the VIN. Cars are found by one of them.',
  },
  settings: {
    name: 'Region and default state',
    /** `state`: of regos without one; null: asked for, undefined: there are no regos that need one. */
    sentence: (region: string, state: StateCode | null | undefined) =>
      `Checked for ${region}.${
        state === undefined ? '' : state ? ` Regos without a state get ${state}.` : ' Regos without a state need one.'
      }`,
    change: 'Change',
    changeName: 'Change region and default state',
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

export const targetGroupLabels = {
  car: 'Car',
  customer: 'Customer',
  name: 'Parts of the name',
  consent: 'Consent',
  other: 'Everything else',
} as const

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
      return 'Combined into one name.'
    case 'title':
      return 'Used where there is no first name. Also saved as an extra field.'
    case 'company':
      return 'Used where there is no person. Also saved as an extra field.'
    default:
      return null
  }
}

/** The texts of the list of a column's values. */
export const valuesText = {
  open: (count: number) => plural(count, 'value'),
  openOf: (count: number, column: string) => `${plural(count, 'value')} of ${column}`,
  menu: (count: number) => `Show all ${plural(count, 'value')}`,
  title: (column: string) => `Values of ${column}`,
  description: 'What you choose is used in all rows. When you send, it is remembered for files with this header.',
  exclude: 'Rows with a ticked value are not sent. When you send, this is remembered for files with this header.',
  loading: 'Counting values',
  columns: (isField: boolean) => ['In your file', { title: 'Rows', end: true }, isField ? 'Sent as' : 'Exclude rows'],
  sentFor: (value: string) => `Sent for ${value}`,
  excludeRows: (value: string) => `Exclude rows with ${value}`,
  blank: 'Leave blank',
  chooseState: 'Choose',
  asInFile: 'As in the file',
  close: 'Close',
} as const
