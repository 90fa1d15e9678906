import type { CallSettings } from '../../contract/call-hours.ts'
import type { Database } from '../database/database.ts'
import { createCallRules, type CallRules } from './call-rules.ts'
import { createCallSettings } from './call-settings.ts'

/** The rules by the saved settings. */
export interface SavedCallRules {
  get(): CallRules
  settings(): CallSettings
  set(changes: Partial<CallSettings>): CallSettings
}

/** The rules are made once after each change: they find the holidays of a year only once. */
export function createSavedCallRules(database: Database): SavedCallRules {
  const settings = createCallSettings(database)
  let rules: CallRules | null = null
  return {
    get: () => (rules ??= createCallRules(settings.get())),
    settings: settings.get,
    set(changes) {
      rules = null
      return settings.set(changes)
    },
  }
}
