import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { ConnectionState } from '../../contract/connections.ts'
import type { Region } from '../../contract/region.ts'
import type { Result } from '../../contract/result.ts'
import { call, onEvent } from '../bridge/client.ts'
import { useCall } from '../ui/useCall.ts'

/** Which connection and region the window works with; the top bar, the first screen and the settings share it. */
export const useConnectionStore = defineStore('connection', () => {
  const { value: state, failure, loading, run } = useCall('connections.state')
  const current = computed(() => state.value?.current ?? null)
  const region = computed<Region>(() => current.value?.region ?? 'au')

  const refresh = (): Promise<Result<ConnectionState>> => run({})
  onEvent('connections.changed', () => void refresh())

  /** Takes over the state that a changing call gave, without waiting for the event. */
  function adopt(result: Result<ConnectionState>): Result<ConnectionState> {
    if (result.ok) {
      state.value = result.value
      void refresh()
    }
    return result
  }

  const setRegion = async (to: Region): Promise<Result<ConnectionState>> =>
    adopt(await call('connections.setRegion', { region: to }))

  return { state, failure, loading, current, region, refresh, adopt, setRegion }
})
