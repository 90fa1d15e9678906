import { computed, type ComputedRef, ref, type Ref, type ShallowRef } from 'vue'
import type { RecentLookup } from '../../../contract/lookup.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { findVehicle } from './answer/useLookupQuery.ts'

export interface RecentLookups {
  /** Newest first. */
  readonly pinned: ComputedRef<readonly RecentLookup[]>
  readonly others: ComputedRef<readonly RecentLookup[]>
  /** The list has arrived. */
  readonly loaded: ComputedRef<boolean>
  readonly failure: ShallowRef<Failure | null>
  /** Ids of the look-ups that are being looked up again. */
  readonly refreshing: Ref<ReadonlySet<string>>
  load(): Promise<void>
  pin(id: string, pinned: boolean): Promise<Result<unknown>>
  remove(id: string): Promise<Result<unknown>>
  /** Looks it up again, whatever its age. `pageLength` is for keyword searches. */
  refresh(recent: RecentLookup, pageLength: number): Promise<Result<unknown>>
}

/** The look-ups saved on this PC, for the current connection and region. */
export function useRecentLookups(client: ProgramClient): RecentLookups {
  const { call } = client
  const list = useQuery(client, 'lookup.recent', { refreshOn: ['lookup.changed', 'connections.changed'] })
  const refreshing = ref<ReadonlySet<string>>(new Set())
  const lookups = computed(() => list.data.value?.lookups ?? [])

  async function thenReload<T>(command: Promise<Result<T>>): Promise<Result<T>> {
    const result = await command
    await list.refresh()
    return result
  }

  return {
    pinned: computed(() => lookups.value.filter(({ pinned }) => pinned)),
    others: computed(() => lookups.value.filter(({ pinned }) => !pinned)),
    loaded: computed(() => list.data.value !== null),
    failure: list.failure,
    refreshing,
    load: list.refresh,
    pin: (id, pinned) => thenReload(call('lookup.pin', { id, pinned })),
    remove: (id) => thenReload(call('lookup.remove', { id })),
    async refresh(recent, pageLength) {
      refreshing.value = new Set([...refreshing.value, recent.id])
      const { kind, query, state } = recent
      const result = await thenReload<unknown>(
        kind === 'text'
          ? call('lookup.search', { text: query, count: pageLength, refresh: true })
          : findVehicle(client, kind === 'vin' ? { kind, vin: query } : { kind, plate: query, state }, true),
      )
      refreshing.value = new Set([...refreshing.value].filter((id) => id !== recent.id))
      return result
    },
  }
}
