import { LookupSettings } from '../../contract/lookup.ts'
import { repeatAfterHours } from '../service/assumptions.ts'
import type { Database } from '../database/database.ts'

/** Look-up settings of this PC, for all connections. */
export interface LookupSettingsRepository {
  get(): LookupSettings
  set(changed: Partial<LookupSettings>): LookupSettings
}

const settingName = 'lookup'
const defaults: LookupSettings = { repeatAfterHours, state: null, pageLength: 10 }

export function createLookupSettings(database: Database): LookupSettingsRepository {
  const get = (): LookupSettings => {
    const row = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [settingName])
    if (!row) return defaults
    const read = LookupSettings.partial().safeParse(JSON.parse(row.value))
    return { ...defaults, ...read.data }
  }
  return {
    get,
    set(changed) {
      const settings: LookupSettings = { ...get(), ...changed }
      database.run(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [settingName, JSON.stringify(settings)],
      )
      return settings
    },
  }
}
