import { rowText, shortRowText } from '../../../../contract/row-id.ts'
import type { IssueGroup, KnownVin, Severity } from '../../../../contract/drafts.ts'
import type { Failure } from '../../../../contract/result.ts'
import { type ColumnFilter, CustomerField } from '../../../../contract/draft-rows.ts'
import type { CellPreview } from '../../../../contract/draft-changes.ts'
import type { Region } from '../../../../contract/region.ts'
import { formatCount, formatDate, plural } from '../../../ui/format.ts'
import { fieldLabels, fieldNames } from '../drafts-text.ts'
import type { RowFilter } from './useRowOrder.ts'

export const checkText = {
  issues: {
    label: 'Issues',
    none: 'Nothing to fix.',
    sections: {
      error: 'Errors (must be fixed)',
      warning: 'Warnings',
      info: 'Cleaned automatically',
      unchanged: 'Good to know (not changed)',
    } satisfies Record<Severity | 'unchanged', string>,
    cleaned: (cells: number) => `${plural(cells, 'cell')} cleaned`,
    excluded: (rows: number) => `Excluded (${formatCount(rows)})`,
    skipped: (rows: number) => `Show ${plural(rows, 'skipped row')}`,
    excludeErrors: (rows: number) => `Exclude ${plural(rows, 'row')} with errors`,
    errorsExcluded: (rows: number) => `${plural(rows, 'row')} with errors excluded`,
  },
  nextIssue: {
    button: 'Next issue',
    hint: 'Next issue (F8, or N outside a cell)',
    noErrors: 'No more errors.',
    noIssues: 'No more issues here.',
  },
  group: {
    acceptAll: (rows: number) => `Accept all ${formatCount(rows)}`,
    accept: (value: string, rows: number) => {
      if (value === '') return rows === 1 ? 'Leave blank' : `Leave all ${formatCount(rows)} blank`
      return rows === 1 ? `Use ${value}` : `Use ${value} for all ${formatCount(rows)}`
    },
    keepAsInFile: 'Keep as in the file',
    enterValue: 'Enter a value',
    valueLabel: ({ field, rows }: IssueGroup) => `${field ? fieldLabels[field] : ''} for ${plural(rows, 'row')}`,
    leaveBlank: 'Leave blank',
    fix: 'Fix',
    clear: ({ field }: IssueGroup) => `Clear ${field ? fieldNames[field] : ''}`,
    exclude: (rows: number) => (rows === 1 ? 'Exclude row' : 'Exclude rows'),
    fixed: (rows: number) => `${plural(rows, 'row')} fixed`,
    excluded: (rows: number) => `${plural(rows, 'row')} excluded`,
  },
  stateFixes: {
    vinOnly: (rows: number) => (rows === 1 ? 'Send VIN only' : `Send VIN only (${formatCount(rows)})`),
    defaultState: 'Default state for all rows',
    setDefault: 'Set default state',
  },
  toolbar: {
    label: 'Find rows',
    show: 'Show rows',
    tabs: {
      all: 'All',
      error: 'Errors',
      warning: 'Warnings',
      ready: 'Ready',
      update: 'Update',
      excluded: 'Excluded',
    } satisfies Record<RowFilter['show'], string>,
    allFixed: 'All fixed',
    showAll: 'Show all rows',
    sort: 'Sort again, errors first',
    add: 'Add a car',
    addHint: 'Add a car by hand (Insert)',
    search: 'Search rows',
  },
  grid: {
    label: 'Rows of the spreadsheet',
    row: 'Row',
    status: 'Status',
    found: (rows: number) => `${plural(rows, 'row')} found`,
    empty({ search, show }: RowFilter): string {
      if (search) return `No rows match “${search}”`
      if (show === 'error') return 'No errors'
      return show === 'warning' ? 'No warnings' : 'No rows'
    },
  },
  menu: {
    filter: 'Filter…',
    notEditable: 'These columns can’t be edited.',
  },
  cell: {
    pending: 'Checking',
    original: (text: string) => `In your file: ${text === '' ? 'blank' : text}`,
    rejected: (value: string, failure: Failure) => `Not saved: ${value}\n${failure.message}`,
  },
  knownVin: ({ source, at }: KnownVin) => {
    const sources = {
      'look-up': `a saved look-up of ${formatDate(at)}`,
      upload: `an upload of ${formatDate(at)}`,
      customer: `a customer record last changed ${formatDate(at)}`,
    } satisfies Record<KnownVin['source'], string>
    return `VIN from ${sources[source]}`
  },
  copying: {
    progress: (rows: number, wanted: number) => `Copying ${formatCount(rows)} of ${plural(wanted, 'row')}`,
    done: (rows: number) => `${plural(rows, 'row')} copied.`,
    ready: (rows: number) => `${plural(rows, 'row')} ready to copy.`,
    copy: 'Copy',
  },
  row: {
    label: 'Details of the row',
    lineLabel: 'Selected row',
    details: 'Details',
    more: 'More for this row',
    close: 'Close details',
    originalValue: (original: string) => `In your file: ${original}`,
    title: (row: number) => `Row ${rowText(row)}`,
    error: (row: number, field: keyof typeof fieldLabels, message: string) =>
      `Row ${rowText(row)}, ${fieldLabels[field]}: ${message}`,
    exclude: (rows: number) => (rows === 1 ? 'Exclude row' : `Exclude ${plural(rows, 'row')}`),
    include: (rows: number) => (rows === 1 ? 'Include row' : `Include ${plural(rows, 'row')}`),
    remove: (rows: number) => (rows === 1 ? 'Remove row' : `Remove ${plural(rows, 'row')}`),
    skip: 'Not a customer',
    useOther: 'Use other reading',
    useRepaired: 'Use repaired reading',
    otherReading: (rows: readonly (readonly string[])[]) =>
      `Other reading: ${rows.map((cells) => cells.map((cell) => cell || '–').join(' · ')).join(' / ')}`,
    blank: 'Blank',
    edited: '(edited)',
    rejected: (value: string, failure: Failure) => `“${value}” was not saved. ${failure.message}`,
    noIssues: 'No issues.',
    selected: (rows: number) => `${plural(rows, 'row')} selected`,
    hint: 'Select a cell to see its issues.',
    keys: [
      { keys: 'Enter', label: 'edit' },
      { keys: 'Alt+Enter', label: 'accept suggestion' },
      { keys: 'Space', label: 'exclude or include the selected rows' },
    ],
  },
  suggestion: {
    vinOnly: 'Send VIN only',
    use: (value: string) => (value === '' ? 'Leave blank' : `Use ${value}`),
    useFor: (field: keyof typeof fieldNames, value: string) =>
      value === '' ? `Leave ${fieldNames[field]} blank` : `Use ${value} as ${fieldNames[field]}`,
  },
} as const

const quote = (text: string): string => `“${text}”`

export const columnText = {
  tests: {
    contains: 'Contains',
    equals: 'Is exactly',
    empty: 'Is blank',
    filled: 'Is not blank',
    issue: 'Has an issue',
  } satisfies Record<ColumnFilter['test'], string>,
  menu: {
    label: (title: string) => `Sort and filter by ${title}`,
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    errorsFirst: 'Show errors first',
    rows: 'Show rows where it',
    text: 'Text',
    filter: 'Filter',
    clear: 'Clear filter',
  },
  chip: {
    filter: (title: string, { test, text = '' }: ColumnFilter): string =>
      ({
        contains: `${title} contains ${quote(text)}`,
        equals: `${title} is ${quote(text)}`,
        empty: `${title} is blank`,
        filled: `${title} is not blank`,
        issue: `${title} has an issue`,
      })[test],
    sort: (title: string, descending: boolean): string =>
      `Sorted by ${title}, ${descending ? 'descending' : 'ascending'}`,
  },
  columns: {
    button: 'Columns',
    fields: 'Customer',
    others: 'In your file',
  },
} as const

export const exportText = {
  menu: 'Export',
  title: 'Export the checked rows',
  text: 'The values as they would be sent, with extra fields and issues, and with the numbers of people marked Do Not Contact. Nothing is sent.',
  rows: 'Rows',
  all: (rows: number) => `All ${formatCount(rows)}`,
  ready: (rows: number) => `To send (${formatCount(rows)})`,
  error: (rows: number) => `With errors (${formatCount(rows)})`,
  excelNote: 'Cells with issues are coloured.',
  preparing: 'Preparing the file',
  saved: (rows: number) => `${plural(rows, 'row')} exported.`,
  close: 'Close',
} as const

export const cellsText = {
  actions: 'Edit',
  applied: (undo: string | null) => undo ?? 'Nothing changed.',
  group: {
    apply: (cells: number) => `Fix ${plural(cells, 'row')}`,
  },
  set: {
    menu: 'Set a value',
    title: 'Set a value',
    field: 'Column',
    value: 'Value',
    blank: 'Leave blank to clear the cells',
    where: 'In',
    selected: (rows: number) => `The selected ${plural(rows, 'row')}`,
    shown: (rows: number) => `All ${plural(rows, 'row')} shown`,
    apply: (cells: number) => `Change ${plural(cells, 'cell')}`,
  },
  replace: {
    menu: 'Find and replace',
    title: 'Find and replace',
    find: 'Find',
    text: 'Replace with',
    column: 'In',
    allColumns: 'All columns',
    wholeCell: 'Whole cells only',
    matchCase: 'Match case',
    none: 'No cell in the rows shown contains this text.',
    noneCleared: 'No cell in the rows shown would change. Check the text, or enter its replacement.',
    apply: (cells: number) => `Replace in ${plural(cells, 'cell')}`,
    keep: (row: number) => `Replace in row ${rowText(row)}`,
  },
  preview: {
    loading: 'Checking the values',
    changes: ({ cells, rows }: CellPreview) => `${plural(cells, 'cell')} in ${plural(rows, 'row')} will change.`,
    refused: (cells: number) =>
      cells === 1
        ? '1 value can’t be used and is left out.'
        : `${formatCount(cells)} values can’t be used and are left out.`,
    outside: (cells: number) => `${plural(cells, 'cell')} outside the table or its editable columns.`,
    withRefused: 'Use these values anyway and fix them later',
    columns: {
      replace: 'Replace',
      row: 'Row',
      rows: 'Rows',
      cells: 'Cells',
    },
    examples: (rows: readonly number[], cells: number) =>
      `${rows.map(shortRowText).join(', ')}${cells > rows.length ? ' …' : ''}`,
    inRows: (rows: readonly number[], cells: number) =>
      `${cells === 1 ? 'Row' : 'Rows'} ${rows.map(shortRowText).join(', ')}${cells > rows.length ? ' and more' : ''}`,
    showAll: 'Show all values',
  },
} as const

/** The fields that can be edited, with their labels. Only Australia has states. */
export const editableFields = (region: Region): { readonly value: CustomerField; readonly label: string }[] =>
  CustomerField.options
    .filter((field) => field !== 'state' || region === 'au')
    .map((field) => ({ value: field, label: fieldLabels[field] }))
