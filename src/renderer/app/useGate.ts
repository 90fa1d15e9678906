import { computed, watch } from 'vue'
import type { Failure, Result } from '../../contract/result.ts'
import type { ClosedStorage, StartStep, StorageStatus } from '../../contract/storage.ts'
import { useQuery } from '../bridge/useQuery.ts'
import { useConnectionStore } from './connection-store.ts'

export type GateState =
  | { readonly kind: 'starting'; readonly step: StartStep; readonly progress?: number | undefined }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'storage'; readonly status: ClosedStorage }
  | { readonly kind: 'first-run' }
  | { readonly kind: 'ready' }

const opening: GateState = { kind: 'starting', step: 'opening' }

/** First local storage is opened, then a connection is chosen, then the screens show. */
export function useGate() {
  const connection = useConnectionStore()
  const query = useQuery('storage.status', { lazy: true, refreshOn: ['storage.changed'] })
  const { data: storage, failure } = query

  const state = computed<GateState>(() => {
    const status = storage.value
    if (!status) return failure.value ? { kind: 'failed', failure: failure.value } : opening
    if (status.state === 'starting') return { kind: 'starting', step: status.step, progress: status.progress }
    if (status.state !== 'open') return { kind: 'storage', status }
    if (connection.state) return { kind: connection.state.current ? 'ready' : 'first-run' }
    return connection.failure ? { kind: 'failed', failure: connection.failure } : opening
  })

  // Each status that arrives, by this window's call or an event: with open storage the connections can be read.
  watch(storage, (status) => status?.state === 'open' && void connection.refresh())

  return {
    state,
    storage,
    load: query.refresh,
    /** Shows what a storage call returned, and continues when storage is open. */
    async adopt(result: Result<StorageStatus>) {
      if (!result.ok) return
      query.set(result.value)
      if (result.value.state === 'open') await connection.refresh()
    },
    /** Removes the notice that opening the storage left. */
    closeNotice() {
      if (storage.value?.state === 'open') storage.value = { ...storage.value, notice: null }
    },
  }
}
