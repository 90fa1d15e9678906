import type { Shortcut } from '../../app/shortcuts/shortcut.ts'

export const showHelp: Shortcut = { keys: 'F1', label: 'Help for this screen' }
