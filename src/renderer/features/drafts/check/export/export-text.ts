import { formatCount, plural } from '../../../../ui/format.ts'

/** The texts of the export of a draft. */
export const exportText = {
  menu: 'Export',
  title: 'Export the checked rows',
  text: 'The values as they would be sent, with extra fields and issues, and with the numbers of people marked Do Not Contact. Nothing is sent.',
  rows: 'Rows',
  all: (rows: number) => `All ${formatCount(rows)}`,
  ready: (rows: number) => `To send (${formatCount(rows)})`,
  error: (rows: number) => `With errors (${formatCount(rows)})`,
  excelNote: 'Cells with issues are coloured, and a sheet lists the issues.',
  saving: (part: number, parts: number) => `Saving part ${part} of ${parts}`,
  preparing: 'Preparing the file',
  saved: (rows: number) => `${plural(rows, 'row')} exported.`,
  close: 'Close',
} as const
