import type { Failure } from '../../../contract/result.ts'
import type { FileProblem } from './file-read.ts'
import { formatNumber } from '../../../contract/regional-format.ts'
import { splitFile } from '../../intake/file-intake.ts'

/** Sentences about files: why one cannot be read, what to know about one that was read, and progress. */

const saveAs =
  'Open it in your spreadsheet program, save it as “Excel Workbook (.xlsx)” or “CSV”, and import that file.'
const exportAgain = 'Export the list as Excel or CSV.'
const unpack = 'Unpack it, and import the spreadsheet inside.'
const oneRowEach = 'Choose a file with one customer per row, below a row of column names.'

const problem = (message: string, next: string): FileProblem => ({ message, next })

const number = (value: number): string => formatNumber(value)
const megabytes = (bytes: number): string => `${number(Math.round(bytes / 1_048_576))} MB`

export const fileProblems = {
  empty: (name: string) => problem(`“${name}” is empty.`, 'Choose another file.'),
  cannotOpen: (name: string) =>
    problem(
      `“${name}” can’t be opened any more.`,
      'Check that it still exists, close it in other programs, and try again.',
    ),
  notAllowed: (name: string) =>
    problem(
      `You don’t have permission to read “${name}”.`,
      'Ask its owner or your IT support for access, then try again.',
    ),
  numbers: (name: string) =>
    problem(
      `“${name}” is an Apple Numbers file.`,
      'In Numbers, choose File > Export To > Excel or CSV, and import that file.',
    ),
  password: (name: string) =>
    problem(
      `“${name}” is protected by a password.`,
      'In Excel, choose File > Info > Protect Workbook > Encrypt with Password, clear the password, save the file, and import it again.',
    ),
  protectedOds: (name: string) =>
    problem(
      `“${name}” is protected by a password.`,
      'In LibreOffice, choose File > Save As, clear “Save with password”, and import the new file.',
    ),
  /** `title`: of the page, '' without one. */
  webPage: (name: string, title: string) =>
    problem(
      `“${name}” is a web page without a table, perhaps because you were signed out.`,
      `${title === '' ? '' : `Its title is “${title}”. `}Sign in where you export the list, export it again, and import the new file.`,
    ),
  json: (name: string) => problem(`“${name}” is a JSON file, not an Excel or CSV file.`, exportAgain),
  document: (name: string, kind: string) => problem(`“${name}” is ${kind}, not a spreadsheet.`, exportAgain),
  utf32: (name: string) =>
    problem(
      `“${name}” is a text in UTF-32, which Forecourt can’t read.`,
      'Save it as CSV in UTF-8, and import that file.',
    ),
  archive: (name: string) => problem(`“${name}” is a compressed archive.`, unpack),
  zip: (name: string) => problem(`“${name}” is a zip archive.`, unpack),
  incomplete: (name: string) =>
    problem(`“${name}” is incomplete.`, 'Export or copy the file again, and import the new one.'),
  inflatesTooLarge: (name: string, maxBytes: number) =>
    problem(
      `“${name}” is larger than ${megabytes(maxBytes)} when unpacked.`,
      'Save only the sheet with the customers as CSV, and import that file.',
    ),
  webArchive: (name: string) => problem(`“${name}” is a saved web page (.mht).`, saveAs),
  xml: (name: string) => problem(`“${name}” is an XML file, not an Excel or CSV file.`, saveAs),
  notSpreadsheet: (name: string) =>
    problem(
      `Forecourt can’t read “${name}” as a spreadsheet.`,
      'Save the list as “Excel Workbook (.xlsx)” or “CSV”, and import that file.',
    ),
  damagedWorkbook: (name: string) =>
    problem(
      `“${name}” is damaged or not an Excel file.`,
      'Open it in Excel, save it again as “Excel Workbook (.xlsx)”, and import that file.',
    ),
  lostTexts: (name: string) =>
    problem(
      `“${name}” is damaged: the texts of its cells are missing.`,
      'Open it in Excel, save it again as “Excel Workbook (.xlsx)”, and import that file.',
    ),
  damagedFile: (name: string) =>
    problem(`“${name}” is damaged and can’t be read.`, 'Export or copy the file again, and import the new one.'),
  noCells: (name: string) => problem(`“${name}” has no data.`, 'Choose another file.'),
  tooManyRows: (max: number) =>
    problem(`The file has more than ${number(max)} rows, the most that fit in one draft.`, splitFile),
  tooManyColumns: (max: number) =>
    problem(
      `The file has more than ${formatNumber(max)} columns.`,
      'Save only the columns you need, and import that file.',
    ),
  tooManyCells: (max: number) =>
    problem(
      `The file has more than ${formatNumber(max)} filled cells.`,
      'Save only the columns you need, and import that file.',
    ),
  tooMuchText: (name: string) =>
    problem(
      `“${name}” has too much text.`,
      'Remove the columns with long texts in your spreadsheet program, and import the file again.',
    ),
  tooLongLine: (name: string, line: number) =>
    problem(
      `Line ${formatNumber(line)} of “${name}” is too long to be a row of customers.`,
      'Export the list again, or correct that line in your spreadsheet program.',
    ),
  noTable: (name: string, begin: string) =>
    problem(
      `“${name}” has no table.`,
      `${begin === '' ? '' : `It begins with “${begin.slice(0, 80)}”. `}${oneRowEach}`,
    ),
} as const

const failure = (kind: Failure['kind'], message: string, next?: string): Failure =>
  next === undefined ? { kind, message } : { kind, message, next }

/** Why the reading of a file ended without an answer. */
export const readingFailures = {
  memory: (name: string) =>
    failure(
      'invalid-input',
      `“${name}” needs too much memory to read.`,
      'Save only the sheet and the columns that you need as CSV, and import that file.',
    ),
  time: (name: string) =>
    failure(
      'invalid-input',
      `“${name}” takes too long to read.`,
      'Save only the sheet and the columns that you need as CSV, and import that file.',
    ),
  interrupted: (name: string) =>
    failure(
      'conflict',
      `Reading “${name}” ended unexpectedly.`,
      'Import it again. If this happens again, save it as CSV and import that file.',
    ),
  cancelled: failure('cancelled', 'Reading was cancelled. Nothing was saved.'),
} as const

const oldExcelLimit = '65,536 rows, the limit of old Excel. Some rows may be missing.'

export const fileNotes = {
  repairedQuotes: (rows: number) =>
    `${formatNumber(rows)} ${rows === 1 ? 'row has' : 'rows have'} misplaced quotes (") and ${rows === 1 ? 'was' : 'were'} repaired. Check the rows with this warning.`,
  alignedCells: (rows: number) =>
    `${formatNumber(rows)} ${rows === 1 ? 'row has' : 'rows have'} too many or too few cells and ${rows === 1 ? 'was' : 'were'} aligned with the columns. Check the rows with this warning.`,
  textInOneColumn: 'Each row was one text in column A. It was split into its cells.',
  severalTables: (tables: number) =>
    `The file has ${tables} tables. They are imported one at a time: choose the table under “Sheet”.`,
  mixedEncoding: (lines: number, first: number, encoding: string) =>
    `${formatNumber(lines)} ${lines === 1 ? 'line isn’t' : 'lines aren’t'} UTF-8 (${lines === 1 ? 'line' : 'first line'} ${first}) and ${lines === 1 ? 'was' : 'were'} read as ${encoding}. Check the names there.`,
  controlCharacters: (count: number) =>
    `${formatNumber(count)} invisible control ${count === 1 ? 'character was' : 'characters were'} removed.`,
  wordBreaks: (count: number) =>
    `${formatNumber(count)} control ${count === 1 ? 'character' : 'characters'} between words became ${count === 1 ? 'a space' : 'spaces'}.`,
  decodedEntities: (count: number, firstRow: number) =>
    `${formatNumber(count)} ${count === 1 ? 'cell has' : 'cells have'} codes of a web page or database (“&amp;” for “&”, “\\'” for “'”; ${count === 1 ? '' : 'first '}in row ${firstRow}) and ${count === 1 ? 'was' : 'were'} decoded.`,
  /** `orElse`: an encoding that gives names as likely. */
  guessedEncoding: (encoding: string, orElse: string | null) =>
    orElse === null
      ? `Accented letters were read as ${encoding}. Check a few names.`
      : `Accented letters were read as ${encoding}, but ${orElse} is as likely. Check a few names, and choose the encoding if they are wrong.`,
  damagedLetters: 'Some letters look damaged (“Ã©” for “é”). The file was saved in the wrong encoding.',
  lostLetters: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'letter was' : 'letters were'} already lost in the file. ${count === 1 ? 'It shows' : 'They show'} as “\uFFFD”.`,
  cutCells: (count: number, firstRow: number) => {
    const cells = count === 1 ? '1 cell has' : `${formatNumber(count)} cells have`
    const where = count === 1 ? `row ${firstRow}` : `first in row ${firstRow}`
    return `${cells} more than 32,767 characters, the limit of Excel, and ${count === 1 ? 'was' : 'were'} cut there (${where}). Your file doesn’t change.`
  },
  lostTexts: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'text is' : 'texts are'} missing in the file, and ${count === 1 ? 'its cell is' : 'their cells are'} read as empty. Open the file in Excel, save it, and import it again.`,
  withoutValue: (count: number, firstRow: number) =>
    `${formatNumber(count)} ${count === 1 ? 'cell has' : 'cells have'} an error (“#N/A”) or a formula instead of a value (${count === 1 ? '' : 'first '}in row ${firstRow}). ${count === 1 ? 'It isn’t' : 'They aren’t'} sent.`,
  fixedWidth: 'The columns of this file are aligned with spaces. Check that each cell is in the right column.',
  fileCutOff: `The file has exactly ${oldExcelLimit}`,
  sheetCutOff: `The sheet has exactly ${oldExcelLimit}`,
  hiddenRows: (count: number) =>
    `${formatNumber(count)} hidden ${count === 1 ? 'row is' : 'rows are'} included. A filter may have hidden them in Excel.`,
  hiddenColumns: (count: number) =>
    `${formatNumber(count)} hidden ${count === 1 ? 'column is' : 'columns are'} included. Check under “Columns” that you want to import ${count === 1 ? 'it' : 'them'}.`,
  uncalculated: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'formula has' : 'formulas have'} no saved value and ${count === 1 ? 'is' : 'are'} left blank. Open the file in Excel, save it, and import it again.`,
} as const

/** Why a row of the sheet is skipped: it is not a customer row. */
export const skipReasons = {
  aboveHeader: 'Above the header',
  belowLast: 'Below the last row',
  upperHeader: 'Upper line of the header',
  total: 'Total or footer',
  repeatedHeader: 'Repeated header',
  groupHeading: 'Heading of a group of rows',
  drawnLine: 'Line drawn with characters',
  units: 'Units, types or examples of the columns',
  sums: 'Numbers only',
  otherTable: 'Another table below the first',
  byUser: 'Skipped by you',
} as const

/** Names of the parts of a text file, which has no sheets. */
export const fileWords = {
  file: 'File',
  table: (at: number) => `Table ${at}`,
} as const

export const fileProgress = {
  reading: 'Reading the file',
  checking: 'Checking the rows',
} as const
