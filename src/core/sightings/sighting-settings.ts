import { SightingSettings } from '../../contract/sightings.ts'
import type { Database } from '../database/database.ts'

const settingName = 'sightings.settings'

export const defaultSightingSettings: SightingSettings = { checkEveryMinutes: 5, notify: true }

export interface SightingSettingsRepository {
  get(): SightingSettings
  set(changes: Partial<SightingSettings>): SightingSettings
}

export function createSightingSettings(database: Database): SightingSettingsRepository {
  const get = (): SightingSettings => {
    const row = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [settingName])
    if (!row) return defaultSightingSettings
    // Settings that a later version added are missing in older data; unreadable settings count as not set.
    const saved = SightingSettings.partial().safeParse(JSON.parse(row.value))
    return { ...defaultSightingSettings, ...(saved.success ? saved.data : {}) }
  }
  return {
    get,
    set(changes) {
      const settings = { ...get(), ...changes }
      database.run(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [settingName, JSON.stringify(settings)],
      )
      return settings
    },
  }
}
