import { Preferences, type AppInfo } from '../../contract/app.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Opener } from '../ports/host.ts'
import { checkedLink } from './checked-link.ts'
import { isKnownSite } from './known-sites.ts'
import type { OpenedFiles } from './opened-files.ts'

export interface AppParts {
  readonly host: AppInfo['host']
  readonly version: string
  readonly dataFolder: string
  readonly opener: Opener
  readonly openedFiles: Pick<OpenedFiles, 'take'>
  /** Hosts of the services of all connections; none until storage is open. */
  readonly serviceHosts: () => readonly string[]
  readonly showTheme?: (theme: Preferences['theme']) => void
  /** Null until storage is open. */
  readonly database: () => Database | null
}

export type AppHandlers = DomainHandlers<'app', AbortSignal> & {
  /** Called when storage has opened: saves preferences that were set before. */
  handleStorageOpened(): void
}

const defaults: Preferences = { theme: 'system', whenClosing: 'ask' }
const settingName = 'app.preferences'

export function createApp(parts: AppParts): AppHandlers {
  /** Preferences that were set before storage was open. */
  let unsaved: Partial<Preferences> = {}

  const saved = (database: Database | null): Partial<Preferences> => {
    const row = database?.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [settingName])
    return row === undefined ? {} : Preferences.partial().catch({}).parse(JSON.parse(row.value))
  }

  const current = (): Preferences => ({ ...defaults, ...saved(parts.database()), ...unsaved })

  const save = (): void => {
    const database = parts.database()
    if (!database) return
    database.run(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [settingName, JSON.stringify(current())],
    )
    unsaved = {}
  }

  return {
    handleStorageOpened() {
      if (Object.keys(unsaved).length > 0) save()
      parts.showTheme?.(current().theme)
    },
    info: async () => ({
      name: 'Forecourt',
      version: parts.version,
      host: parts.host,
      versions: versions(),
      dataFolder: parts.dataFolder,
    }),
    preferences: async () => current(),
    async setPreferences(changes) {
      unsaved = { ...unsaved, ...changes }
      save()
      parts.showTheme?.(current().theme)
      return current()
    },
    takeOpenedFile: () => parts.openedFiles.take(),
    async openLink({ url, confirmed = false }) {
      const address = checkedLink(url)
      if (address === null) {
        fail('invalid-input', 'This link can’t be opened.', {
          kept: 'Only https, phone, text message and email links are opened.',
        })
      }
      const { protocol, hostname } = new URL(address)
      if (protocol === 'https:' && !confirmed && !isKnownSite(hostname, parts.serviceHosts())) {
        return { address, result: 'unknown-site' }
      }
      return { address, result: await parts.opener(address) }
    },
  }
}

/** Versions that support asks for. */
function versions(): Record<string, string> {
  const wanted = ['electron', 'chrome', 'node', 'v8']
  const known = Object.entries(process.versions).flatMap(([name, version]) =>
    wanted.includes(name) && version ? [[name, version]] : [],
  )
  return Object.fromEntries([...known, ['platform', `${process.platform} ${process.arch}`]]) as Record<string, string>
}
