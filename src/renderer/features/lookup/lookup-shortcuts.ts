import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

/** Ctrl+K opens the command palette. */
export const lookupShortcuts = {
  focus: { keys: 'Ctrl+Shift+K', label: 'Look up a car' },
} satisfies Record<string, Shortcut>
