import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { SavedPin } from './pin.ts'

const settingName = 'app.lock'

const LockSettings = z.object({
  afterMinutes: z.number().int().nullable().catch(null),
  pin: SavedPin.nullable().catch(null),
  /** Wrong tries since the last right one. Saved, so that a restart does not end a wait. */
  wrongTries: z.number().int().catch(0),
  /** ISO 8601. */
  lastWrongAt: z.string().nullable().catch(null),
})
export type LockSettings = z.infer<typeof LockSettings>

export function readLockSettings(database: Database | null): LockSettings {
  const saved = database && readSetting(database, settingName)
  return LockSettings.parse(saved ? JSON.parse(saved) : {})
}

export function writeLockSettings(database: Database, settings: LockSettings): void {
  writeSetting(database, settingName, JSON.stringify(settings))
}

/** Seconds to wait after so many wrong tries. The first three are typing mistakes. */
export function waitAfter(wrongTries: number): number {
  const waits = [0, 0, 0, 10, 30, 60, 300]
  return waits[Math.min(wrongTries, waits.length - 1)] ?? 0
}
