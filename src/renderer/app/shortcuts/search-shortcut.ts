import type { Shortcut } from './shortcut.ts'

/** Every screen with a search box registers it, to move the focus there. */
export const searchShortcut: Shortcut = { keys: 'Ctrl+F', label: 'Search this screen' }
