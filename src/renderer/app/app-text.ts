import type { StartStep } from '../../contract/storage.ts'
import type { Shortcut } from './shortcuts/shortcut.ts'

const startSteps: Readonly<Record<StartStep, string>> = {
  keychain: 'Waiting for this PC’s keychain. It may be asking you to unlock it.',
  opening: 'Opening your data. After an update this can take a minute.',
  checking: 'Checking your data, because part of it could not be read earlier. Nothing is changed.',
  deleting: 'Deleting personal data on this PC. Closing Forecourt doesn’t stop it: it continues at the next start.',
  erasing: 'Deleting all data on this PC. Closing Forecourt doesn’t stop it: the next start finishes it.',
}

export const appText = {
  skip: 'Skip to content',
  starting: {
    title: 'Opening Forecourt',
    /** Shown when a step takes long. */
    text: (step: StartStep, progress = 0) =>
      progress > 0 ? `${startSteps[step]} ${Math.round(progress * 100)}% done.` : startSteps[step],
  },
  close: 'Close',
  lockedTitle: 'Forecourt (locked)',
  disconnected: {
    title: 'Forecourt isn’t responding on this PC.',
    text: 'Reconnecting. Everything saved so far is safe. If this continues, restart Forecourt.',
  },
  navigation: 'Sections',
  back: 'Back',
  forward: 'Forward',
  notifications: {
    title: 'Notifications',
    button: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
    count: (unread: number) => (unread > 99 ? '99+' : String(unread)),
    clear: 'Clear',
    empty: 'No notifications',
    emptyText: 'New sightings, ended uploads and failures since you opened Forecourt appear here.',
  },
  search: 'Search or run a command',
  shortcuts: {
    title: 'Keyboard shortcuts',
    anywhere: 'Anywhere',
    table: 'In a table',
    onThisScreen: 'On this screen',
    groups: 'Groups',
    search: 'Search shortcuts',
    none: 'No matching shortcuts.',
    print: 'Print',
    or: 'or',
  },
} as const

export const historyShortcuts = {
  back: { keys: 'Alt+Left', label: 'Go back' },
  forward: { keys: 'Alt+Right', label: 'Go forward' },
} satisfies Record<string, Shortcut>

export const openPalette: Shortcut = { keys: 'Ctrl+K', label: 'Search and run commands' }
export const searchScreen: Shortcut = { keys: 'Ctrl+F', label: 'Search this screen' }
export const showShortcuts: Shortcut = { keys: '?', label: 'Show shortcuts' }
