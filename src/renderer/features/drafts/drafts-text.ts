import { localDate } from '../../../contract/calendar-date.ts'
import type { Draft, DraftSummary, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { DraftCounts } from '../../../contract/draft-counts.ts'
import type { Region } from '../../../contract/region.ts'
import { regionNames } from '../../../contract/region-names.ts'
import { rowText } from '../../../contract/row-id.ts'
import { formatBytes, formatCount, formatDate, plural } from '../../ui/format.ts'
import { keysOnThisPc } from '../../ui/key-names.ts'
import { rowsToSend } from './draft-counts.ts'

/** The texts of the first page of the import and of what all steps of a draft share. Each step has its own file beside it. */
export const draftsText = {
  home: {
    title: 'Import customers',
    subtitle: 'Upload past customers, and the service watches the used-car sites for their cars.',
    promise: 'Your file is read and checked on this PC. Only the rows you send go to the service.',
    drafts: 'Continue where you left off',
    foldersText: 'Import the files that your system exports each night automatically.',
    folders: 'Watched folders',
  },
  drop: {
    title: 'Drop a spreadsheet here',
    paste: 'or copy a table in Excel and paste it with',
    choose: 'Choose a spreadsheet',
    byHand: 'Add cars by hand',
    formats: [
      '.csv',
      ', ',
      '.xlsx',
      ', .xls and .ods exports of your dealer system. Title rows and mixed date formats are fine.',
    ],
  },
  opening: {
    title: (fileName: string) => `Reading ${fileName}`,
    progress: 'Reading the spreadsheet',
    firstRows: 'First rows of the file',
    promise: 'Nothing leaves this PC until you press Send.',
    cancel: 'Cancel',
    chooseAnother: 'Choose another file',
  },
  howItWorks: {
    title: 'How it works',
    columns:
      'Forecourt matches your columns automatically and tells you why. When you have sent a file, the next one with the same columns is set up too.',
    check: 'Every rego, VIN, mobile and date is checked. Fix errors in the table, many rows at once.',
    send: 'You see how many rows are sent and any charges first. Then track progress and cancel any time.',
  },
  naming: {
    label: 'Name of the draft',
    rename: (name: string) => `Rename ${name}`,
    renameShort: 'Rename',
    duplicate: (name: string) => `Duplicate ${name}`,
    duplicated: (name: string) => `“${name}” was created.`,
    file: (fileName: string) => `File: ${fileName}`,
  },
  removing: {
    button: (fileName: string) => `Remove ${fileName}`,
    title: (fileName: string) => `Remove ${fileName}?`,
    text: (rows: number, hasFile: boolean) =>
      `Its ${plural(rows, 'row')} and your changes are removed from this PC. ${hasFile ? 'Your spreadsheet and your customers don’t' : 'Your customers don’t'} change.`,
    confirm: 'Remove',
    done: (fileName: string) => `${fileName} was removed.`,
  },
  draft: {
    fallbackTitle: 'Draft',
    loading: 'Opening the draft',
    showFile: 'File details',
    hideFile: 'Hide file details',
    notFound: {
      title: 'Draft not found',
      text: 'It was sent or removed. What you sent is in the upload history.',
      uploads: 'Upload history',
      importMore: 'Import customers',
    },
  },
  region: {
    label: 'Region',
    looksLike: (region: Region) => `Looks like ${regionNames[region]}`,
    keeps: 'Your columns and edits stay.',
    change: (region: Region) => `Change to ${regionNames[region]}`,
    isFrom: ({ region, rows }: NonNullable<Draft['otherRegionRows']>) =>
      `${plural(rows, 'row is', 'rows are')} from ${regionNames[region]}`,
    movesTo:
      'They can become a second draft, and are excluded here. Undo includes them here again; the second draft stays.',
    move: (rows: number) => `Move ${plural(rows, 'row')} to a second draft`,
    moved: (rows: number, name: string) => `${plural(rows, 'row is', 'rows are')} now in the draft “${name}”.`,
    openMoved: 'Open draft',
    changed: (region: Region) => `Checked for ${regionNames[region]}.`,
    other: (region: Region, connection: Region) =>
      `This draft is checked and sent in ${regionNames[region]}; ${regionNames[connection]} is selected at the top. ` +
      `If your account does not include ${regionNames[region]}, the service refuses the upload.`,
  },
  otherTables: {
    title: (rows: number) => `${plural(rows, 'row is', 'rows are')} in another table`,
    text: 'They are not imported: a draft has the rows of one table. Choose the table, or take rows back, under “File details”.',
  },
  cutOff: {
    title: 'The file was probably cut off',
    text: 'Its last row has fewer cells than all others. Export the file again, or check that row.',
  },
  remembered: {
    notice: (template: Draft['source']['template']) => {
      if (!template) return 'Columns are set up as in an earlier file with the same header.'
      const fixes = template.fixes > 0 ? `, with ${plural(template.fixes, 'value fix', 'value fixes')}` : ''
      return `Columns are set up by the template “${template.name}”, saved from an earlier file with the same header${fixes}.`
    },
    change: 'Change',
    forget: 'Forget',
    forgetting: {
      title: (name: string | undefined) => (name ? `Forget the template “${name}”?` : 'Forget the earlier columns?'),
      text: 'The template is deleted, with its value fixes and contact answers. Columns of this file are suggested again.',
    },
    forgotten: 'Earlier columns forgotten. Columns are suggested again.',
  },
  nameCase: {
    title: 'Names are in capitals',
    examples: (names: Draft['nameCase']['capitals']) =>
      names.map(({ name, titleCase }) => `${name} → ${titleCase}`).join(', '),
    use: 'Use title case',
    done: 'Names in capitals are sent in title case.',
  },
  undo: {
    undo: 'Undo',
    redo: 'Redo',
    undoHint: (change: string | null) => (change ? keysOnThisPc(`Undo: ${change} (Ctrl+Z)`) : 'Nothing to undo'),
    redoHint: (change: string | null) => (change ? keysOnThisPc(`Redo: ${change} (Ctrl+Y)`) : 'Nothing to redo'),
    undone: (change: string) => `Undone: ${change}`,
    redone: (change: string) => `Redone: ${change}`,
  },
  steps: {
    label: 'Steps',
    names: { columns: 'Columns', check: 'Check', send: 'Send' } satisfies Record<DraftSummary['step'], string>,
    continueTo: (step: DraftSummary['step']) => `Continue to ${draftsText.steps.names[step]}`,
    progress: 'Processing rows',
    hint(step: DraftSummary['step'], counts: DraftCounts): string {
      if (step === 'columns') return 'Match your columns'
      if (step === 'send') return `${formatCount(rowsToSend(counts))} to send`
      if (counts.error > 0) return `${formatCount(counts.error)} with errors`
      return counts.warning > 0 ? plural(counts.warning, 'warning') : 'Nothing to fix'
    },
  },
  file: {
    label: 'File details',
    facts: ({ source, region, counts }: Draft): readonly (readonly [name: string, value: string])[] => [
      ['Size', formatBytes(source.sizeBytes)],
      ['Encoding', source.encoding ?? ''],
      ['Separator', source.delimiter ?? ''],
      ['Header row', source.headerRow === null ? 'None' : formatCount(source.headerRow)],
      ['Hidden sheets', hiddenSheets(source) ?? ''],
      ['Region', regionNames[region]],
      ['Customer rows', formatCount(counts.rows)],
      ['Skipped rows', counts.skipped > 0 ? formatCount(counts.skipped) : ''],
    ],
    notes: 'Notes',
  },
  skipped: {
    title: (count: number) => `${plural(count, 'skipped row')}`,
    hint: 'These rows look like titles, totals, footers or another table. Include any row that is a customer.',
    columns: ['Row', 'Content', { title: 'Include', hidden: true }],
    takeBack: 'Include',
    takeBackRow: (row: number) => `Include row ${rowText(row)}`,
    more: (count: number) => `And ${formatCount(count)} more.`,
  },
} as const

/** Names of the sheets that Excel does not show; null: it shows all. */
function hiddenSheets({ sheets }: Draft['source']): string | null {
  const names = sheets.filter(({ hidden }) => hidden).map(({ name }) => name)
  return names.length === 0 ? null : names.length > 4 ? formatCount(names.length) : names.join(', ')
}

export const statusLabels: Readonly<Record<RowStatus, string>> = {
  error: 'Error',
  warning: 'Warning',
  ready: 'Ready',
  update: 'Update',
  excluded: 'Excluded',
}

export const fieldLabels: Readonly<Record<CustomerField, string>> = {
  rego: 'Rego',
  state: 'State',
  vin: 'VIN',
  client_name: 'Name',
  mobile_number: 'Mobile',
  sale_date: 'Sale date',
  expiry_date: 'Expiry date',
}

/** A customer field inside a sentence: "Clear mobile". */
export const fieldNames: Readonly<Record<CustomerField, string>> = {
  rego: 'rego',
  state: 'state',
  vin: 'VIN',
  client_name: 'name',
  mobile_number: 'mobile',
  sale_date: 'sale date',
  expiry_date: 'expiry date',
}

/** "412 rows: 372 ready, 20 with warnings, 12 with errors, 5 excluded, 3 skipped". Parts that are zero are omitted. */
export function countsSentence(counts: DraftCounts): string {
  if (counts.rows === 0) return 'No customer rows yet'
  const parts = [
    counts.ready > 0 ? `${formatCount(counts.ready)} ready` : '',
    counts.warning > 0 ? `${formatCount(counts.warning)} with warnings` : '',
    counts.error > 0 ? `${formatCount(counts.error)} with errors` : '',
    counts.update > 0 ? `${formatCount(counts.update)} to update` : '',
    counts.excluded > 0 ? `${formatCount(counts.excluded)} excluded` : '',
    counts.skipped > 0 ? `${formatCount(counts.skipped)} skipped` : '',
  ].filter(Boolean)
  return `${plural(counts.rows + counts.skipped, 'row')}: ${parts.join(', ')}`
}

/** "sold-vehicles.csv" on 21 November 2026 -> "sold-vehicles 21/11/2026". At most 111 characters. */
export function defaultUploadName(fileName: string, today: Date): string {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || 'Customers'
  return `${stem.slice(0, 100)} ${formatDate(localDate(today))}`
}

const kindTexts: Readonly<Record<Draft['source']['kind'], string>> = {
  csv: 'CSV file',
  xlsx: 'Excel workbook',
  xls: 'Old Excel workbook (.xls)',
  xlsb: 'Binary Excel workbook (.xlsb)',
  ods: 'OpenDocument spreadsheet',
  'xml-2003': 'Excel XML workbook',
  'web-page': 'Web page with a table',
  sylk: 'SYLK spreadsheet',
  dif: 'DIF spreadsheet',
  'fixed-width': 'Printed list with aligned columns',
  'by-hand': 'Rows added by hand, without a file',
}
const kindsWithoutSheets: ReadonlySet<Draft['source']['kind']> = new Set([
  'csv',
  'fixed-width',
  'sylk',
  'dif',
  'by-hand',
])

/** The kind of file: "CSV file", "CSV file, Table 1" of several, "Excel workbook, sheet “Sold”". */
export function sourceText({ kind, sheet, sheets, choices }: Draft['source']): string {
  if (!kindsWithoutSheets.has(kind)) {
    return `${kindTexts[kind]}, ${choices.sheets.length > 1 ? `sheets ${sheet}` : `sheet “${sheet}”`}`
  }
  return sheets.length > 1 ? `${kindTexts[kind]}, ${sheet}` : kindTexts[kind]
}

/** Name of a column that has no header. */
export const columnName = ({ header, index }: { header: string; index: number }): string =>
  header || `Column ${index + 1}`

/** The texts of the recent files, on the import page and in the command palette. */
export const recentText = {
  title: 'Recent files',
  hint: 'Stored on this PC only.',
  remove: (name: string) => `Remove ${name} from the list`,
  clear: 'Clear list',
  cleared: 'The list of recent files was cleared. Your files, drafts and uploads stay.',
} as const
