import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { LookupSettings } from '../../../contract/lookup.ts'
import type { Result } from '../../../contract/result.ts'
import { call, onEvent } from '../../bridge/client.ts'
import { useCall } from '../../ui/useCall.ts'

/** What stands until the program has said what was chosen. */
const unread: LookupSettings = { repeatAfterHours: 24, state: null, pageLength: 10 }

/** How look-ups are made: the box, the answers, the lists and the settings page share it. */
export const useLookupSettingsStore = defineStore('lookup-settings', () => {
  const { value, failure, run } = useCall('lookup.settings')
  const settings = computed<LookupSettings>(() => value.value ?? unread)

  const load = (): Promise<Result<LookupSettings>> => run({})
  onEvent('lookup.changed', () => void load())
  onEvent('connections.changed', () => void load())

  /** Takes a choice over at once; a failure leaves the setting as it was. */
  async function set(change: Partial<LookupSettings>): Promise<Result<LookupSettings>> {
    const result = await call('lookup.setSettings', change)
    if (result.ok) value.value = result.value
    return result
  }

  return { settings, failure, load, set }
})
