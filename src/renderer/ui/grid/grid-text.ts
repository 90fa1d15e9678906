import { formatCount, plural } from '../format.ts'
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
  printed: (rows: number, all: number): string =>
    `${formatCount(rows)} of ${plural(all, 'row')}: those on the screen. To print all, export them.`,
  cellsSelected: (cells: number): string => `${plural(cells, 'cell')} selected`,
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

/** The keys of every grid, which its cells handle themselves; for the shortcuts dialog. */
export const gridShortcuts: readonly { readonly keys: string; readonly label: string }[] = [
  { keys: 'Arrows', label: 'Move between cells' },
  { keys: 'Page Up or Page Down', label: 'Move one page up or down' },
  { keys: 'Ctrl+Home or Ctrl+End', label: 'Go to the first or last row' },
  { keys: 'Enter or F2', label: 'Edit the cell, or open the row' },
  { keys: 'Enter or Shift+Enter', label: 'While editing: save and move down or up' },
  { keys: 'Tab', label: 'While editing: save and move right' },
  { keys: 'Esc', label: 'While editing: discard the change' },
  { keys: 'Space', label: 'Select, open or exclude the row' },
  { keys: 'Shift+Arrows', label: 'Select more than one cell' },
  { keys: 'Shift+Space', label: 'Select the whole row' },
  { keys: 'Ctrl+A', label: 'Select all cells' },
  { keys: 'Delete or Backspace', label: 'Clear the selected cells' },
  { keys: 'Ctrl+V', label: 'Paste cells copied from a spreadsheet' },
  { keys: 'Ctrl+D', label: 'Fill the first selected cell down' },
  { keys: 'Ctrl+C or Ctrl+X', label: 'Copy or cut the selected cells for Excel' },
  { keys: 'Shift+F10', label: 'Open the menu of the cell or the heading' },
  { keys: 'Alt+Down', label: 'On a heading: sort, filter or hide the column' },
  { keys: 'Shift+Left or Shift+Right', label: 'On a heading: make the column narrower or wider' },
  { keys: 'Ctrl+Shift+Left or Ctrl+Shift+Right', label: 'On a heading: move the column' },
]
