import { formatCount, plural } from '../../../ui/format.ts'

export type CellChangeKind = 'paste' | 'fill-down' | 'clear'

/** The texts of changes of many cells. */
export const cellsText = {
  title: { paste: 'Paste cells', 'fill-down': 'Fill down', clear: 'Clear cells' } satisfies Record<
    CellChangeKind,
    string
  >,
  done: {
    paste: (cells: number) => `${plural(cells, 'cell')} pasted.`,
    'fill-down': (cells: number) => `${plural(cells, 'cell')} filled down.`,
    clear: (cells: number) => `${plural(cells, 'cell')} cleared.`,
  } satisfies Record<CellChangeKind, (cells: number) => string>,
  changes: (cells: number, customers: number) =>
    `${plural(cells, 'cell')} of ${plural(customers, 'customer')} will change.`,
  nothing: 'No cell changes.',
  unchanged: (cells: number) => `${plural(cells, 'cell')} already ${cells === 1 ? 'has' : 'have'} this value.`,
  refused: (cells: number) =>
    `${plural(cells, 'cell')} can’t be changed and ${cells === 1 ? 'stays' : 'stay'} as ${cells === 1 ? 'it is' : 'they are'}.`,
  refusedTitle: 'Not changed',
  refusedAfter: (cells: number) =>
    `${plural(cells, 'value')} ${cells === 1 ? 'was' : 'were'} not used. Copy ${cells === 1 ? 'it' : 'them'} to correct ${cells === 1 ? 'it' : 'them'}.`,
  preview: 'Preview',
  more: (cells: number) => `and ${formatCount(cells)} more`,
  columns: {
    customer: 'Customer',
    column: 'Column',
    before: 'Before',
    after: 'After',
    value: 'Value',
    reason: 'Reason',
  },
  empty: 'empty',
  apply: (cells: number) => `Change ${plural(cells, 'cell')}`,
  cancel: 'Cancel',
  close: 'Close',
  copyRefused: 'Copy these values',
  copied: (cells: number) => `${plural(cells, 'value')} copied.`,
  ready: 'Copy',
  belowLastRow: 'There is no row here.',
  beyondLastColumn: 'There is no column here.',
  notEditable: (column: string) => `${column} can’t be edited.`,
  hiddenSource: 'The number of a Do Not Contact customer can’t be filled down.',
  row: (row: number) => `Row ${formatCount(row + 1)}`,
  nothingEditable: 'These columns can’t be edited.',
  noRowAbove: 'There is no row above to fill from.',
  tooMany: (most: number) => `At most ${plural(most, 'cell')} can be changed at once. Select fewer cells.`,
} as const
