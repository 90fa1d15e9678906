import { SightingSettings } from '../../contract/sighting-settings.ts'
import type { Database } from '../database/database.ts'
import { createSavedValues, type SavedValues } from '../database/settings.ts'

const settingName = 'sightings.settings'

const defaultSightingSettings: SightingSettings = {
  checkEveryMinutes: 5,
  notify: true,
  sort: 'suggested',
  digest: true,
  digestAt: null,
}

export const createSightingSettings = (database: Database): SavedValues<SightingSettings> =>
  createSavedValues(database, settingName, { schema: SightingSettings.partial(), defaults: defaultSightingSettings })
