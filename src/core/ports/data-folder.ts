import { posix, win32 } from 'node:path'

/** What decides the default folder: the platform, the environment and the home folder of the user. */
export interface FolderInputs {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
}

/**
 * The default folder of database, log and practice data. On Windows it is in the local profile, not in the roaming one: a roaming
 * profile can be on the network, where SQLite's write-ahead log does not work.
 */
export function defaultDataFolder({ platform, env, home }: FolderInputs): string {
  switch (platform) {
    case 'win32':
      return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'Forecourt')
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support', 'Forecourt')
    default: {
      const dataHome = env.XDG_DATA_HOME
      // The XDG specification says to ignore a relative path.
      const base = dataHome && posix.isAbsolute(dataHome) ? dataHome : posix.join(home, '.local', 'share')
      return posix.join(base, 'forecourt')
    }
  }
}
