import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../database/database.ts'

const Settings = z.object({
  /** A part of the inspector's address that nobody else knows. Kept, so that a webhook reaches it after a restart, too. */
  token: z.string().regex(/^[0-9a-f]{48}$/),
  port: z.number().int().min(1).max(65_535).nullable(),
  startsByItself: z.boolean(),
})
export type InspectorSettings = z.infer<typeof Settings>

const settingName = 'inspector'

/** Reads what is kept, or makes it: a token of its own for each data folder. */
export function createInspectorSettings(database: Database) {
  const kept = database.get<{ value: string }>('SELECT value FROM setting WHERE name = ?', [settingName])
  let current: InspectorSettings = kept
    ? Settings.parse(JSON.parse(kept.value))
    : { token: randomBytes(24).toString('hex'), port: null, startsByItself: false }
  return {
    current: (): InspectorSettings => current,
    change(change: Partial<InspectorSettings>): void {
      current = { ...current, ...change }
      database.run(
        'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        [settingName, JSON.stringify(current)],
      )
    },
  }
}
