import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

/** The keys of the call list that the screen registers. */
export const sightingsShortcuts = {
  saveAndNext: { keys: 'Ctrl+Enter', label: 'Save and go to the next call' },
  toList: { keys: 'Esc', label: 'Back to the list' },
} satisfies Record<string, Shortcut>

/** All keys of the call list, for the shortcuts dialog. */
export const listedSightingsShortcuts: readonly Shortcut[] = [
  { keys: 'Up or Down', label: 'Next or previous call' },
  { keys: 'Enter', label: 'Open the call' },
  { keys: 'N, V, C, A, O …', label: 'Choose an outcome: the letter on its button' },
  sightingsShortcuts.saveAndNext,
  sightingsShortcuts.toList,
]
