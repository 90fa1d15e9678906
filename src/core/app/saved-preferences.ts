import { z } from 'zod'
import { Preferences } from '../../contract/preferences.ts'
import type { Database } from '../database/database.ts'
import { readSetting } from '../database/settings.ts'

export const preferencesSetting = 'app.preferences'

/** The preferences that the data has. Each is read alone: one that only another version knows does not lose the rest. */
export function savedPreferences(database: Database | null): Partial<Preferences> {
  const saved = database && readSetting(database, preferencesSetting)
  if (saved === null) return {}
  const entries = z.record(z.string(), z.unknown()).catch({}).parse(JSON.parse(saved))
  const read = Object.entries(Preferences.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(entries[name])
    return value.success ? [[name, value.data]] : []
  })
  return Object.fromEntries(read) as Partial<Preferences>
}
