import { computed } from 'vue'
import { isSameSource } from '../../../contract/source-key.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { useAction } from '../../bridge/useAction.ts'

/** Whether the call list shows one connection or all. */
export function useListSources() {
  const store = useConnectionStore()
  const switching = useAction((showsAll: boolean) => store.setShowsAll(showsAll))
  const known = computed(() => store.state?.sources ?? [])
  return {
    showsAll: computed(() => store.state?.showsAll ?? false),
    /** The one in use, where the user can choose; null: there is no other. */
    current: computed(() => {
      const { current } = store
      if (!current || known.value.length < 2) return null
      return known.value.find((each) => isSameSource(each, { connectionId: current.id, region: store.region })) ?? null
    }),
    setShowsAll: switching.run,
  }
}
