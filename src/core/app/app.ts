import { Preferences, type AppInfo } from '../../contract/app.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Opener } from '../ports/host.ts'

export interface AppParts {
  readonly host: AppInfo['host']
  readonly version: string
  readonly dataFolder: string
  readonly opener: Opener
  /** Null until storage is open. */
  readonly database: () => Database | null
}

export type AppHandlers = DomainHandlers<'app', AbortSignal> & {
  /** Storage has opened: a choice that was made before is kept now. */
  opened(): void
}

const defaults: Preferences = { theme: 'system' }
const settingName = 'app.preferences'

export function createApp(parts: AppParts): AppHandlers {
  /** What was chosen while nothing could be kept. */
  let chosen: Partial<Preferences> = {}

  const kept = (database: Database | null): Partial<Preferences> => {
    const row = database?.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [settingName])
    return row === undefined ? {} : Preferences.partial().catch({}).parse(JSON.parse(row.value))
  }

  const current = (): Preferences => ({ ...defaults, ...kept(parts.database()), ...chosen })

  const keep = (): void => {
    const database = parts.database()
    if (!database) return
    database.run(
      'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [settingName, JSON.stringify(current())],
    )
    chosen = {}
  }

  return {
    opened() {
      if (Object.keys(chosen).length > 0) keep()
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
      chosen = { ...chosen, ...changes }
      keep()
      return current()
    },
    async openLink({ url }) {
      const address = URL.parse(url)
      if (!address || address.protocol !== 'https:' || address.username !== '' || address.password !== '') {
        fail('invalid-input', 'Forecourt opens https addresses only.')
      }
      await parts.opener(address.href)
      return {}
    },
  }
}

/** Of what this runs on, what somebody who helps would ask for. */
function versions(): Record<string, string> {
  const wanted = ['electron', 'chrome', 'node', 'v8']
  const known = Object.entries(process.versions).flatMap(([name, version]) =>
    wanted.includes(name) && version ? [[name, version]] : [],
  )
  return Object.fromEntries([...known, ['platform', `${process.platform} ${process.arch}`]]) as Record<string, string>
}
