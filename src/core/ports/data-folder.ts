import { posix, win32 } from 'node:path'

/** Where the folder is looked for: the platform's name, the environment, and the user's home folder. */
export interface FolderFacts {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * The folder that holds database, log and practice data when none was named. On Windows the local, not the roaming, one: a roaming
 * profile would carry the database over the network, where SQLite's write-ahead log does not work.
 */
export function defaultDataFolder({ platform, env, home }: FolderFacts): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Forecourt')
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'Forecourt')
    default: {
      const dataHome = env.XDG_DATA_HOME
      // The XDG specification says that a relative path is to be ignored.
      const base = dataHome && posix.isAbsolute(dataHome) ? dataHome : posix.join(home, '.local', 'share')
      return posix.join(base, 'forecourt')
    }
  }
}
