import { plural } from '../format.ts'
import { keysOnThisPc } from '../key-names.ts'

/** The words of the grid itself, for screen readers. */
export const gridText = {
  loading: 'Loading',
  open: 'Open',
  menu: (title: string): string => `Sort and filter by ${title}`,
  filtered: 'Filtered',
  selected: 'Selected',
  notSelected: 'Not selected',
  selectAll: (state: 'none' | 'some' | 'all'): string =>
    `Select all. ${{ all: 'All rows are selected', some: 'Some rows are selected', none: 'No rows are selected' }[state]}`,
  cellsSelected: (cells: number): string => `${plural(cells, 'cell')} selected`,
  cellMenu: 'Cell',
  menuEdit: 'Edit',
  menuCopy: 'Copy',
  menuPaste: 'Paste',
  menuFillDown: 'Fill down',
  menuClear: 'Clear',
  sortAscending: 'Sort ascending',
  sortDescending: 'Sort descending',
  pin: 'Pin to the left',
  unpin: 'Unpin',
  pinsFull: 'No more columns can be pinned.',
  fit: 'Size to content',
  hide: 'Hide column',
  lastColumn: 'One column stays visible.',
  pasteByKey: keysOnThisPc('Press Ctrl+V to paste. This browser doesn’t let Forecourt read the clipboard.'),
  nothingToPaste: 'The clipboard has no text to paste.',
  rowLeft: (typed: string | null): string =>
    `The row that you were editing is no longer in the list. Nothing was changed.${typed === null ? '' : ` You had typed: ${typed}`}`,
  editor: (title: string, row: number): string => `${title}, row ${row + 1}`,
} as const
