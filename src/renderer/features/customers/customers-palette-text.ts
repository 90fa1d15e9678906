import { formatCount } from '../../ui/format.ts'

export const customersPaletteText = {
  title: 'Customers',
  columns: 'Columns of the customer list',
  export: 'Export customers',
  nameless: 'Customer without a name',
  doNotContact: 'Do Not Contact',
  allHere: (text: string) => `Show customers of this connection for “${text}”`,
  all: (count: number, text: string) => `Show all ${formatCount(count)} customers for “${text}”`,
} as const
