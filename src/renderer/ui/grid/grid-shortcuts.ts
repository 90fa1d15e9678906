/** The keys of every grid, which its cells handle themselves; for the shortcuts dialog. */
export const gridShortcuts: readonly { readonly keys: string; readonly label: string }[] = [
  { keys: 'Arrows', label: 'Move between cells' },
  { keys: 'Page Up or Page Down', label: 'Move one page up or down' },
  { keys: 'Ctrl+Home or Ctrl+End', label: 'Go to the first or last row' },
  { keys: 'Enter or F2', label: 'Edit the cell, or open the row' },
  { keys: 'Enter', label: 'While editing: save and move down' },
  { keys: 'Tab', label: 'While editing: save and move right' },
  { keys: 'Esc', label: 'While editing: discard the change' },
  { keys: 'Space', label: 'Select, open or exclude the row' },
  { keys: 'Shift+Arrows', label: 'Select more than one cell' },
  { keys: 'Ctrl+A', label: 'Select all cells' },
  { keys: 'Backspace', label: 'Clear the cell' },
  { keys: 'Delete', label: 'Delete the row, or clear the cell' },
  { keys: 'Ctrl+C', label: 'Copy the selected cells for Excel' },
  { keys: 'Shift+Left or Shift+Right', label: 'On a heading: make the column narrower or wider' },
  { keys: 'Ctrl+Shift+Left or Ctrl+Shift+Right', label: 'On a heading: move the column' },
]
