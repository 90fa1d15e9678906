import type { CallSettings } from '../../contract/call-hours.ts'
import type { Database } from '../database/database.ts'
import { createCallRules, type CallRules } from './call-rules.ts'
import { createCallSettings } from './call-settings.ts'

/** The rules by the saved settings. */
export type SavedCallRules = ReturnType<typeof createSavedCallRules>

/** The rules are made once after each change: they find the holidays of a year only once. */
export function createSavedCallRules(database: Database) {
  const settings = createCallSettings(database)
  let rules: CallRules | null = null
  return {
    get: (): CallRules => (rules ??= createCallRules(settings.get())),
    settings: settings.get,
    set(changes: Partial<CallSettings>): CallSettings {
      rules = null
      return settings.set(changes)
    },
  }
}
