import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

export const customersShortcuts = {
  /** Handled by the grid. */
  open: { keys: 'Ctrl+Enter', label: 'Open the details of the customer' },
  undo: { keys: 'Ctrl+Z', label: 'Undo the last change' },
  redo: { keys: 'Ctrl+Y or Ctrl+Shift+Z', label: 'Redo' },
  /** Handled by the grid. */
  remove: { keys: 'Ctrl+Delete', label: 'Delete the customer, or the customers of the selected rows' },
} satisfies Record<string, Shortcut>
