import { plural } from '../../../ui/format.ts'

/** The texts of the list of a column's values. */
export const valuesText = {
  open: (count: number) => plural(count, 'value'),
  openOf: (count: number, column: string) => `${plural(count, 'value')} of ${column}`,
  menu: (count: number) => `Show all ${plural(count, 'value')}`,
  title: (column: string) => `Values of ${column}`,
  description: 'What you choose is used in all rows, and for the next file with this header.',
  exclude: 'Rows with a ticked value are not sent. This is remembered for the next file with this header.',
  loading: 'Counting values',
  value: 'In your file',
  rows: 'Rows',
  sentAs: 'Sent as',
  sentFor: (value: string) => `Sent for ${value}`,
  excluded: 'Exclude rows',
  excludeRows: (value: string) => `Exclude rows with ${value}`,
  blank: 'Leave blank',
  chooseState: 'Choose',
  asInFile: 'As in the file',
  close: 'Close',
} as const
