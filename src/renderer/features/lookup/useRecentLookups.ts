import { computed, onScopeDispose, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import type { RecentLookup } from '../../../contract/lookup.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { askFor } from './answer/useLookupQuery.ts'

export interface RecentLookups {
  /** Null: not read yet. Newest first, as the program gives them. */
  readonly pinned: ComputedRef<readonly RecentLookup[]>
  readonly others: ComputedRef<readonly RecentLookup[]>
  readonly read: ComputedRef<boolean>
  readonly failure: ShallowRef<Failure | null>
  /** Ids of those that are being asked for again. */
  readonly refreshing: Ref<ReadonlySet<string>>
  load(): Promise<void>
  pin(id: string, pinned: boolean): Promise<Result<unknown>>
  remove(id: string): Promise<Result<unknown>>
  /** Asks the service again, whatever the age. Words are asked with the page length given. */
  refresh(recent: RecentLookup, pageLength: number): Promise<Result<unknown>>
}

/** The look-ups that are kept on this PC, for the connection and region in use. */
export function useRecentLookups({ call, onEvent }: ProgramClient): RecentLookups {
  const lookups: ShallowRef<readonly RecentLookup[] | null> = shallowRef(null)
  const failure = shallowRef<Failure | null>(null)
  const refreshing = ref<ReadonlySet<string>>(new Set())
  let latest = 0

  async function load(): Promise<void> {
    latest += 1
    const mine = latest
    const result = await call('lookup.recent', {})
    if (mine !== latest) return
    failure.value = result.ok ? null : result.error
    if (result.ok) lookups.value = result.value.lookups
  }

  const stopHearing = [onEvent('lookup.changed', () => void load()), onEvent('connections.changed', () => void load())]
  onScopeDispose(() => {
    for (const stop of stopHearing) stop()
  })

  async function thenLoad<T>(work: Promise<Result<T>>): Promise<Result<T>> {
    const result = await work
    await load()
    return result
  }

  return {
    pinned: computed(() => lookups.value?.filter((one) => one.pinned) ?? []),
    others: computed(() => lookups.value?.filter((one) => !one.pinned) ?? []),
    read: computed(() => lookups.value !== null),
    failure,
    refreshing,
    load,
    pin: (id, pinned) => thenLoad(call('lookup.pin', { id, pinned })),
    remove: (id) => thenLoad(call('lookup.remove', { id })),
    async refresh(recent, pageLength) {
      refreshing.value = new Set([...refreshing.value, recent.id])
      const { kind, query, state } = recent
      const result = await thenLoad<unknown>(
        kind === 'text'
          ? call('lookup.search', { text: query, count: pageLength, refresh: true })
          : askFor(call, kind === 'vin' ? { kind, vin: query } : { kind, plate: query, state }, true),
      )
      refreshing.value = new Set([...refreshing.value].filter((id) => id !== recent.id))
      return result
    },
  }
}
