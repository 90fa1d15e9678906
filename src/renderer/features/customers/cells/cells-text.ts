import { formatCount, plural } from '../../../ui/format.ts'
import type { RangeEdit } from '../../../ui/grid/virtual-grid.ts'

/** The texts of changes of many cells of customers, beside those of every grid (`cell-edits-text.ts`). */
export const cellsText = {
  done: {
    paste: (cells: number) => `${plural(cells, 'cell')} pasted.`,
    fillDown: (cells: number) => `${plural(cells, 'cell')} filled down.`,
    clearCells: (cells: number) => `${plural(cells, 'cell')} cleared.`,
  } satisfies Record<RangeEdit['kind'], (cells: number) => string>,
  changes: (cells: number, customers: number) =>
    `${plural(cells, 'cell')} of ${plural(customers, 'customer')} will change.`,
  refused: (cells: number) =>
    `${plural(cells, 'cell')} can’t be changed and ${cells === 1 ? 'stays' : 'stay'} as ${cells === 1 ? 'it is' : 'they are'}.`,
  refusedTitle: 'Not changed',
  refusedAfter: (cells: number) =>
    `${plural(cells, 'value')} ${cells === 1 ? 'was' : 'were'} not used. Copy ${cells === 1 ? 'it' : 'them'} to correct ${cells === 1 ? 'it' : 'them'}.`,
  columns: {
    customer: 'Customer',
    value: 'Value',
    reason: 'Reason',
  },
  close: 'Close',
  copyRefused: 'Copy these values',
  copied: (cells: number) => `${plural(cells, 'value')} copied.`,
  belowLastRow: 'There is no row here.',
  beyondLastColumn: 'There is no column here.',
  notEditable: (column: string) => `${column} can’t be edited.`,
  hiddenSource: 'The number of a Do Not Contact customer can’t be filled down.',
  row: (row: number) => `Row ${formatCount(row + 1)}`,
  nothingEditable: 'These columns can’t be edited.',
  noRowAbove: 'There is no row above to fill from.',
  tooMany: (most: number) => `At most ${plural(most, 'cell')} can be changed at once. Select fewer cells.`,
} as const
