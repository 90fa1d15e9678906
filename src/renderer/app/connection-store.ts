import { defineStore } from 'pinia'
import { computed, watchEffect } from 'vue'
import type { ConnectionState } from '../../contract/connections.ts'
import type { Region } from '../../contract/region.ts'
import type { Result } from '../../contract/result.ts'
import { useClient } from '../bridge/program-client.ts'
import { useQuery } from '../bridge/useQuery.ts'
import { formatSettings } from '../ui/format-settings.ts'

/** Which connection and region the window works with; the top bar, the first screen and the settings share it. */
export const useConnectionStore = defineStore('connection', () => {
  const client = useClient()
  const query = useQuery('connections.state', { lazy: true, refreshOn: ['connections.changed'] })
  const current = computed(() => query.data.value?.current ?? null)
  const region = computed<Region>(() => current.value?.region ?? 'au')

  watchEffect(() => {
    formatSettings.region = current.value?.region ?? null
  })

  /** Shows the state that a changing call returned, without waiting for the event. */
  function adopt(result: Result<ConnectionState>): Result<ConnectionState> {
    if (result.ok) {
      query.set(result.value)
      query.requestRefresh()
    }
    return result
  }

  let switching: Promise<unknown> = Promise.resolve()
  const switchBy = (call: Promise<Result<ConnectionState>>): Promise<Result<ConnectionState>> => {
    const adopted = call.then(adopt)
    switching = adopted
    return adopted
  }
  const setRegion = (region: Region): Promise<Result<ConnectionState>> =>
    switchBy(client.call('connections.setRegion', { region }))
  const select = (id: string): Promise<Result<ConnectionState>> => switchBy(client.call('connections.select', { id }))

  const startPractice = (): Promise<Result<ConnectionState>> =>
    switchBy(client.call('connections.startPractice', { region: region.value }))

  const setShowsAll = async (showsAll: boolean): Promise<Result<ConnectionState>> =>
    adopt(await client.call('connections.setShowsAll', { showsAll }))

  return {
    state: query.data,
    failure: query.failure,
    loading: query.loading,
    current,
    region,
    refresh: query.refresh,
    adopt,
    setRegion,
    select,
    startPractice,
    /** The region when a switch of it or of the connection that is under way has ended. */
    settledRegion: async (): Promise<Region> => {
      await switching
      return region.value
    },
    setShowsAll,
  }
})
