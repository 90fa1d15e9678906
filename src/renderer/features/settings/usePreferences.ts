import { computed, type ComputedRef } from 'vue'
import type { Preferences } from '../../../contract/preferences.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useToasts } from '../../ui/useToasts.ts'

export interface PreferencesForm {
  /** Null until they are read. */
  readonly preferences: ComputedRef<Preferences | null>
  /** True when the change was saved; else a notice says why not. */
  change(changes: Partial<Preferences>): Promise<boolean>
}

/** The preferences of this PC; each change is saved at once. */
export function usePreferences(client: Pick<ProgramClient, 'call' | 'onEvent' | 'read'>): PreferencesForm {
  const toasts = useToasts()
  const query = useQuery(client, 'app.preferences')
  return {
    preferences: computed(() => query.data.value),
    async change(changes) {
      const saved = await client.call('app.setPreferences', changes)
      if (saved.ok) query.set(saved.value)
      else toasts.failure(saved.error)
      return saved.ok
    },
  }
}
