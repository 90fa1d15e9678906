import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { SavedPin } from './pin.ts'

const settingName = 'app.lock'

const LockSettings = z.object({
  afterMinutes: z.number().int().nullable().catch(null),
  pin: SavedPin.nullable().catch(null),
})
export type LockSettings = z.infer<typeof LockSettings>

export function readLockSettings(database: Database | null): LockSettings {
  const saved = database && readSetting(database, settingName)
  return LockSettings.parse(saved ? JSON.parse(saved) : {})
}

export function writeLockSettings(database: Database, settings: LockSettings): void {
  writeSetting(database, settingName, JSON.stringify(settings))
}
