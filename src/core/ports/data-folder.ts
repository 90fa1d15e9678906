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

/** Where files are damaged: on a network, SQLite's log does not work; a program that synchronises a folder copies files that are open. */
export type SharedFolder = 'network' | 'synced'

/** Types of `statfs` on Linux: NFS, SMB, CIFS, SMB 2, 9P (a folder of the host of a virtual machine), Ceph, AFS. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x00c36400, 0x5346414f,
])

/** Folders that OneDrive, Dropbox, Google Drive and iCloud create under names of their own. */
const syncedNames = /^(OneDrive( - .+)?|Dropbox( \(.+\))?|Google Drive|iCloud ?Drive|Mobile Documents|CloudStorage)$/i

/**
 * Whether a folder is on the network or synchronised. `path`: real, so without links; Windows then gives the share of a mapped drive.
 * `fileSystem`: its type by `statfs`.
 */
export function sharedFolderOf(
  path: string,
  fileSystem: number,
  { platform, env }: Pick<FolderInputs, 'platform' | 'env'>,
): SharedFolder | null {
  const { sep } = platform === 'win32' ? win32 : posix
  // \\?\C:\ is a long path of this PC, \\?\UNC\server\share one of the network.
  const isShare = platform === 'win32' && /^[\\/]{2}(?![?.][\\/](?!UNC[\\/]))/i.test(path)
  if (isShare || (platform === 'linux' && networkFileSystems.has(fileSystem))) return 'network'
  const roots = [env.OneDrive, env.OneDriveConsumer, env.OneDriveCommercial].flatMap((root) => root || [])
  const isInRoot = roots.some((root) => `${path}${sep}`.toLowerCase().startsWith(`${root}${sep}`.toLowerCase()))
  return isInRoot || path.split(sep).some((name) => syncedNames.test(name)) ? 'synced' : null
}
