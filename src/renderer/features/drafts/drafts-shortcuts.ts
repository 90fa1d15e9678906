import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

/** The keys that a draft registers. */
export const draftsShortcuts = {
  undo: { keys: 'Ctrl+Z', label: 'Undo' },
  next: { keys: 'Ctrl+Enter', label: 'Continue to the next step' },
  replace: { keys: 'Ctrl+H', label: 'Find and replace' },
  details: { keys: 'Ctrl+I', label: 'Show or close the details of the row' },
  nextIssue: { keys: 'N or F8', label: 'Go to the next issue' },
  addRow: { keys: 'Insert', label: 'Add a car by hand' },
  redo: { keys: 'Ctrl+Y or Ctrl+Shift+Z', label: 'Redo' },
} satisfies Record<string, Shortcut>

/** All keys of the import, for the shortcuts dialog. */
export const listedDraftsShortcuts: readonly Shortcut[] = [
  draftsShortcuts.next,
  draftsShortcuts.undo,
  draftsShortcuts.redo,
  draftsShortcuts.nextIssue,
  draftsShortcuts.replace,
  draftsShortcuts.addRow,
  draftsShortcuts.details,
  { keys: 'Ctrl+V', label: 'On the first page: paste a table or file' },
]
