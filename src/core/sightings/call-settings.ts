import { CallSettings } from '../../contract/call-hours.ts'
import type { Database } from '../database/database.ts'
import { createSavedValues, type SavedValues } from '../database/settings.ts'

const settingName = 'sightings.calling'

const weekday = { from: '09:00', to: '20:00' }

/** The hours are those of Australia's standard of 2017: weekdays 9 to 20, Saturdays 9 to 17, never on Sundays. */
export const defaultCallSettings: CallSettings = {
  hours: [null, weekday, weekday, weekday, weekday, weekday, { from: '09:00', to: '17:00' }],
  holidays: 'state',
  changes: [],
}

export const createCallSettings = (database: Database): SavedValues<CallSettings> =>
  createSavedValues(database, settingName, { schema: CallSettings.partial(), defaults: defaultCallSettings })
