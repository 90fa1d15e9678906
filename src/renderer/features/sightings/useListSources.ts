import { computed, type ComputedRef } from 'vue'
import type { Source } from '../../../contract/connection-region.ts'
import { isSameSource } from '../../../contract/source-key.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { Toasts } from '../../ui/useToasts.ts'

export interface ListSources {
  /** The list shows all connections and regions. */
  readonly showsAll: ComputedRef<boolean>
  readonly known: ComputedRef<readonly Source[]>
  /** The one in use, where the user can choose; null: there is no other. */
  readonly current: ComputedRef<Source | null>
  setShowsAll(showsAll: boolean): Promise<void>
}

/** Whether the call list shows one connection or all. */
export function useListSources(toasts: Pick<Toasts, 'failure'>): ListSources {
  const store = useConnectionStore()
  const known = computed(() => store.state?.sources ?? [])
  return {
    showsAll: computed(() => store.state?.showsAll ?? false),
    known,
    current: computed(() => {
      const { current } = store
      if (!current || known.value.length < 2) return null
      return known.value.find((each) => isSameSource(each, { connectionId: current.id, region: store.region })) ?? null
    }),
    async setShowsAll(showsAll) {
      const result = await store.setShowsAll(showsAll)
      if (!result.ok) toasts.failure(result.error)
    },
  }
}
