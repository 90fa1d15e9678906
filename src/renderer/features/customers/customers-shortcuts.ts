import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

export const customersShortcuts = {
  /** Handled by the grid. */
  open: { keys: 'Ctrl+Enter', label: 'Open the details of the customer' },
  undo: { keys: 'Ctrl+Z', label: 'Undo the last change' },
} satisfies Record<string, Shortcut>
