import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { LookupSettings } from '../../contract/lookup-settings.ts'
import type { Result } from '../../contract/result.ts'
import { useClient } from '../bridge/program-client.ts'
import { useQuery } from '../bridge/useQuery.ts'

/** Used until the saved settings have been read. */
const defaults: LookupSettings = { repeatAfterHours: 24, state: null, pageLength: 10 }

/** The look-up settings, shared by the search box, the results and the settings page. */
export const useLookupSettingsStore = defineStore('lookup-settings', () => {
  const client = useClient()
  const query = useQuery(client, 'lookup.settings', {
    lazy: true,
    refreshOn: ['lookup.changed', 'connections.changed'],
  })
  /** Changes that are being saved. */
  const unsaved = shallowRef<Partial<LookupSettings>>({})
  let saving = 0
  const settings = computed<LookupSettings>(() => ({ ...(query.data.value ?? defaults), ...unsaved.value }))

  /** Shows a change at once. A failure does not change the settings. */
  async function set(change: Partial<LookupSettings>): Promise<Result<LookupSettings>> {
    saving += 1
    unsaved.value = { ...unsaved.value, ...change }
    const result = await client.call('lookup.setSettings', change)
    if (result.ok) query.set(result.value)
    saving -= 1
    if (saving === 0) unsaved.value = {}
    return result
  }

  return { settings, failure: query.failure, load: query.refresh, set }
})
