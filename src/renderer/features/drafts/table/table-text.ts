import type { SourceFile } from '../../../../contract/source-file.ts'
import type { TextEncoding } from '../../../../contract/table-choices.ts'
import { formatCount, plural, formatMoment } from '../../../ui/format.ts'

type Sheet = SourceFile['sheets'][number]

const encodings: readonly { readonly value: TextEncoding; readonly label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'Western (Windows-1252, ISO-8859-1)' },
  { value: 'iso-8859-15', label: 'Western with euro (ISO-8859-15)' },
  { value: 'macintosh', label: 'Western, Mac (Mac Roman)' },
  { value: 'cp850', label: 'Western, DOS (code page 850)' },
  { value: 'utf-16le', label: 'UTF-16 (Unicode Text)' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1250', label: 'Central European (Windows-1250)' },
  { value: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { value: 'gb18030', label: 'Chinese, simplified (GB18030)' },
  { value: 'big5', label: 'Chinese, traditional (Big5)' },
]

const delimiters: readonly { readonly value: string; readonly label: string }[] = [
  { value: ',', label: 'Comma (,)' },
  { value: ';', label: 'Semicolon (;)' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar (|)' },
  { value: '||', label: 'Double vertical bar (||)' },
  { value: '^', label: 'Caret (^)' },
  { value: '~', label: 'Tilde (~)' },
  { value: '#', label: 'Hash (#)' },
  { value: ':', label: 'Colon (:)' },
]

function names(all: readonly string[]): string {
  if (all.length < 3) return all.join(' and ')
  return `${all[0]}, ${all[1]} and ${all.length === 3 ? all[2] : `${formatCount(all.length - 2)} more`}`
}

/** The texts of the dialog in which the user chooses how a file is read. */
export const tableText = {
  open: 'Change how the file is read',
  title: 'How the file is read',
  encoding: 'Encoding',
  delimiter: 'Separator',
  detected: 'Detected',
  encodings,
  delimiters,
  sheet: 'Sheet',
  sheets: 'Sheets to read together',
  allSheets: 'Several sheets',
  sheetOption: ({ name, rows, hidden }: Sheet) => `${name} (${plural(rows, 'row')}${hidden ? ', hidden' : ''})`,
  headerRow: 'Header row',
  headerHint: 'Empty: detected',
  noHeader: 'No header row',
  lastRow: 'Last row',
  lastHint: 'Empty: the last row of the sheet',
  notNumber: 'Enter a row number.',
  preview: 'First rows',
  loading: 'Reading the first rows',
  summary: (columns: number) => `${plural(columns, 'column')}. Rows in grey are skipped.`,
  fileNeeded: {
    text: 'This draft doesn’t have its file. Choose it again to change the encoding or separator. The other settings don’t need it.',
    choose: 'Choose the file',
  },
  /** Undo brings these back. */
  startsAgain: 'Columns and fixes start again for another sheet, separator or header row. You can undo this.',
  apply: 'Read like this',
  cars: {
    title: (rows: number) => `${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} more than one car`,
    explained: {
      each: 'Each car is a row of its own, with the name and phone of its customer.',
      together: 'Only the first car of each row is read as a car.',
    },
    choose: { each: 'Make a row for each car', together: 'Keep the rows of the file' },
  },
  alike: {
    title: (count: number) => `${formatCount(count)} sheets have the same columns`,
    text: (all: readonly string[], hidden: readonly string[]) =>
      `${names(all)} can be read together as one list.${hidden.length > 0 ? ` ${names(hidden)} ${hidden.length === 1 ? 'is' : 'are'} hidden in Excel.` : ''}`,
    together: 'Read them together',
    done: (count: number) => `${formatCount(count)} sheets are read together.`,
  },
} as const

export const changedFileText = {
  title: (fileName: string) => `${fileName} was changed`,
  text: (changedAt: string | null) =>
    `The file on this PC was saved${changedAt === null ? '' : ` on ${formatMoment(changedAt)}`}, after this draft was opened. ` +
    'If you read it again, your changes stay in each row that is the same.',
  read: 'Read again',
  keep: 'Keep as it is',
  done: (fileName: string, kept: number) =>
    `${fileName} was read again. ${kept === 0 ? '' : `${plural(kept, 'change')} kept.`}`.trim(),
  partly: (fileName: string, kept: number, lost: number, earlier: string) =>
    `${fileName} was read again. ${plural(kept, 'change')} kept; ${plural(lost, 'change')} no longer ${lost === 1 ? 'fits' : 'fit'} and ${lost === 1 ? 'is' : 'are'} in the draft “${earlier}”.`,
} as const
