import { LookupSettings } from '../../contract/lookup-settings.ts'
import { repeatAfterHours } from '../service/assumptions.ts'
import { savedPreferences } from '../app/saved-preferences.ts'
import type { Database } from '../database/database.ts'
import { createSavedValues } from '../database/settings.ts'

/** Look-up settings of this PC, for all connections. */
export type LookupSettingsRepository = ReturnType<typeof createLookupSettings>

const settingName = 'lookup'
const defaults: LookupSettings = { repeatAfterHours, state: null, pageLength: 10 }

export function createLookupSettings(database: Database) {
  const saved = createSavedValues(database, settingName, { schema: LookupSettings.partial(), defaults })
  const get = (): LookupSettings => {
    const known = saved.get()
    // Until a state is selected, it is the one of the preferences.
    return { ...known, state: known.state ?? savedPreferences(database).defaultState ?? null }
  }
  return {
    get,
    set(changed: Partial<LookupSettings>): LookupSettings {
      saved.set(changed)
      return get()
    },
  }
}
