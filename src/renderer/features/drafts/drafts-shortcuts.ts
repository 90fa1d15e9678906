import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

/** The keys that a draft registers, in the order of the shortcuts dialog. */
export const draftsShortcuts = {
  next: { keys: 'Ctrl+Enter', label: 'Continue to the next step' },
  send: { keys: 'Ctrl+Enter', label: 'In the last step: go to the Send button' },
  undo: { keys: 'Ctrl+Z', label: 'Undo' },
  redo: { keys: 'Ctrl+Y or Ctrl+Shift+Z', label: 'Redo' },
  nextIssue: { keys: 'F8 or N', label: 'Go to the next issue' },
  replace: { keys: 'Ctrl+H', label: 'Find and replace' },
  addRow: { keys: 'Insert', label: 'Add a car by hand' },
  details: { keys: 'Ctrl+I', label: 'Show or close the details of the row' },
} satisfies Record<string, Shortcut>

/** All keys of the import, for the shortcuts dialog. */
export const listedDraftsShortcuts: readonly Shortcut[] = [
  ...Object.values(draftsShortcuts),
  { keys: 'Ctrl+V', label: 'On the first page: paste a table or file' },
]
