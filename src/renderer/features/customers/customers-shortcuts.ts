import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

export const customersShortcuts = {
  undo: { keys: 'Ctrl+Z', label: 'Undo the last change' },
} satisfies Record<string, Shortcut>
