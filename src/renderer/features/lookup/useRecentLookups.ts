import { computed, ref } from 'vue'
import type { RecentLookup } from '../../../contract/lookup.ts'
import type { Result } from '../../../contract/result.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { useLookupSettings } from '../../vehicle/useLookupSettings.ts'
import { vehicleText } from '../../vehicle/vehicle-text.ts'
import { useAnswersStore } from './answer/answers-store.ts'
import { findVehicle } from './answer/useLookupQuery.ts'
import { lookupText } from './lookup-text.ts'

const text = lookupText.recent

/** The look-ups saved on this PC, for the current connection and region, and what their buttons do. */
export function useRecentLookups() {
  const client = useClient()
  const { call } = client
  const answers = useAnswersStore()
  const settings = useLookupSettings()
  const list = useQuery('lookup.recent', { refreshOn: ['lookup.changed', 'connections.changed'] })
  const lookups = computed(() => list.data.value?.lookups ?? [])
  /** Ids of the look-ups that are being looked up again. */
  const refreshing = ref<ReadonlySet<string>>(new Set())

  async function thenReload<T>({ id }: RecentLookup, command: Promise<Result<T>>): Promise<Result<T>> {
    const result = await command
    await list.refresh()
    answers.forget(id)
    return result
  }

  const pinning = useAction((lookup: RecentLookup) =>
    thenReload(lookup, call('lookup.pin', { id: lookup.id, pinned: !lookup.pinned })),
  )
  const removing = useAction((lookup: RecentLookup) => thenReload(lookup, call('lookup.remove', { id: lookup.id })), {
    confirm: ({ title }) => text.confirmRemove(title),
    done: () => text.removed,
  })
  async function lookUpAgain(lookup: RecentLookup) {
    const { id, kind, query, state } = lookup
    refreshing.value = new Set([...refreshing.value, id])
    const result = await thenReload<unknown>(
      lookup,
      kind === 'text'
        ? call('lookup.search', { text: query, count: settings.value.pageLength, refresh: true })
        : findVehicle(client, kind === 'vin' ? { kind, vin: query } : { kind, plate: query, state }, true),
    )
    refreshing.value = new Set([...refreshing.value].filter((each) => each !== id))
    return result
  }
  const refresh = useAction(lookUpAgain, {
    confirm: ({ kind, at }) => (kind === 'text' ? null : vehicleText.confirmLookUpAgain(at, new Date())),
    done: (_, { title }) => text.updated(title),
  })

  return {
    /** The pinned ones, then the others, newest first; a list without look-ups is left out. */
    lists: computed(() =>
      [
        { key: 'pinned' as const, lookups: lookups.value.filter(({ pinned }) => pinned) },
        { key: 'recent' as const, lookups: lookups.value.filter(({ pinned }) => !pinned) },
      ].filter((each) => each.lookups.length > 0),
    ),
    loaded: computed(() => list.data.value !== null),
    failure: list.failure,
    refreshing,
    load: list.refresh,
    pin: pinning.run,
    /** Looks it up again, whatever its age. */
    refresh: refresh.run,
    remove: removing.run,
  }
}
