import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

const Settings = z.object({
  /** The secret part of the inspector's address. Saved, so that webhooks reach it after a restart. */
  token: z.string().regex(/^[0-9a-f]{48}$/),
  port: z.number().int().min(1).max(65_535).nullable(),
  startsByItself: z.boolean(),
})
export type InspectorSettings = z.infer<typeof Settings>

/** Reads the saved settings, or creates them with a new token. */
export function createInspectorSettings(database: Database) {
  const saved = readSetting(database, inspectorSetting)
  let current: InspectorSettings = saved
    ? Settings.parse(JSON.parse(saved))
    : { token: randomBytes(24).toString('hex'), port: null, startsByItself: false }
  return {
    current: (): InspectorSettings => current,
    change(change: Partial<InspectorSettings>): void {
      current = { ...current, ...change }
      writeSetting(database, inspectorSetting, JSON.stringify(current))
    },
  }
}

/** The name under which the inspector's settings are saved. */
const inspectorSetting = 'inspector'
