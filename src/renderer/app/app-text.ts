import type { Shortcut } from './shortcuts/shortcut.ts'

/** The texts of the shell. */
export const appText = {
  skip: 'Skip to content',
  starting: {
    title: 'Opening Forecourt',
    /** Shown when a step takes long. */
    step: {
      keychain: 'Waiting for this PC’s keychain. It may be asking you to unlock it.',
      opening: 'Opening your data. After an update this can take a minute.',
      checking: 'Checking your data, because part of it could not be read earlier. Nothing is changed.',
    },
  },
  close: 'Close',
  disconnected: {
    title: 'Forecourt isn’t responding on this PC.',
    text: 'Reconnecting. Everything saved so far is safe. If this continues, restart Forecourt.',
  },
  navigation: 'Sections',
  version: (version: string) => `Version ${version}`,
  region: 'Region',
  connectionSettings: 'Connection settings',
  useTheme: (theme: 'light' | 'dark') => `Use the ${theme} theme`,
  notifications: {
    title: 'Notifications',
    /** The name of the bell. */
    button: (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`),
    count: (unread: number) => (unread > 99 ? '99+' : String(unread)),
    clear: 'Clear',
    empty: 'No notifications',
    emptyText: 'Messages since you opened Forecourt appear here.',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    buttonTitle: 'Keyboard shortcuts (?)',
    anywhere: 'Anywhere',
    table: 'In a table',
    onThisScreen: 'On this screen',
    or: 'or',
  },
} as const

export const showShortcuts: Shortcut = { keys: '?', label: 'Show shortcuts' }
