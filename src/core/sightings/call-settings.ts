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

/**
 * Earlier versions saved changes of areas of New Zealand and Malaysia. What was added counts in the whole region; what was removed was a
 * day of the area.
 */
const StoredSettings = CallSettings.partial().transform(({ changes, ...others }) => ({
  ...others,
  ...(changes && {
    changes: changes.flatMap((change) =>
      change.region === 'au' || change.area === null
        ? [change]
        : change.name === null
          ? []
          : [{ ...change, area: null }],
    ),
  }),
}))

export const createCallSettings = (database: Database): SavedValues<CallSettings> =>
  createSavedValues(database, settingName, { schema: StoredSettings, defaults: defaultCallSettings })
