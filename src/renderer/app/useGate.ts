import { computed, type ComputedRef, type ShallowRef } from 'vue'
import type { Failure, Result } from '../../contract/result.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { useCall } from '../ui/useCall.ts'
import { useEvent } from '../ui/useEvent.ts'
import { useConnectionStore } from './connection-store.ts'

/** What stands between the start and the screens. */
export type GateState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'storage'; readonly status: Exclude<StorageStatus, { state: 'open' }> }
  | { readonly kind: 'first-run' }
  | { readonly kind: 'ready' }

export interface Gate {
  readonly state: ComputedRef<GateState>
  readonly storage: ShallowRef<StorageStatus | null>
  load(): Promise<void>
  /** Takes over what a storage call gave, and goes on when it is open. */
  adopt(result: Result<StorageStatus>): Promise<void>
}

/** First the local data is opened, then there is a connection, then the program. */
export function useGate(): Gate {
  const connection = useConnectionStore()
  const { value: storage, failure, run } = useCall('storage.status')

  const state = computed<GateState>(() => {
    const status = storage.value
    if (!status) return failure.value ? { kind: 'failed', failure: failure.value } : { kind: 'starting' }
    if (status.state !== 'open') return { kind: 'storage', status }
    if (connection.state) return { kind: connection.state.current ? 'ready' : 'first-run' }
    return connection.failure ? { kind: 'failed', failure: connection.failure } : { kind: 'starting' }
  })

  async function load(): Promise<void> {
    await adopt(await run({}))
  }

  async function adopt(result: Result<StorageStatus>): Promise<void> {
    if (!result.ok) return
    storage.value = result.value
    if (result.value.state === 'open') await connection.refresh()
  }

  useEvent('storage.changed', () => void load())

  return { state, storage, load, adopt }
}
