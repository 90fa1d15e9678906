import { LookupSettings } from '../../contract/lookup-settings.ts'
import { repeatAfterHours } from '../service/assumptions.ts'
import { savedPreferences } from '../app/saved-preferences.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** Look-up settings of this PC, for all connections. */
export type LookupSettingsRepository = ReturnType<typeof createLookupSettings>

const settingName = 'lookup'
const defaults: LookupSettings = { repeatAfterHours, state: null, pageLength: 10 }

export function createLookupSettings(database: Database) {
  const saved = (): Partial<LookupSettings> => {
    const text = readSetting(database, settingName)
    return text === null ? {} : (LookupSettings.partial().safeParse(JSON.parse(text)).data ?? {})
  }
  const get = (): LookupSettings => {
    const known = saved()
    // Until a state is selected, it is the one of the preferences.
    return { ...defaults, ...known, state: known.state ?? savedPreferences(database).defaultState ?? null }
  }
  return {
    get,
    set(changed: Partial<LookupSettings>): LookupSettings {
      writeSetting(database, settingName, JSON.stringify({ ...defaults, ...saved(), ...changed }))
      return get()
    },
  }
}
