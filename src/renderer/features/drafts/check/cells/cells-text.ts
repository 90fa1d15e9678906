import type { CellPreview } from '../../../../../contract/draft-changes.ts'
import { rowText, shortRowText } from '../../../../../contract/row-id.ts'
import { formatCount, plural } from '../../../../ui/format.ts'
import { CustomerField } from '../../../../../contract/draft-rows.ts'
import type { Region } from '../../../../../contract/region.ts'
import { fieldLabels } from '../../drafts-text.ts'

/** The texts of changes of many cells. */
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
