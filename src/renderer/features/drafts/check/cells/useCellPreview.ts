import { useDebounceFn } from '@vueuse/core'
import { computed, ref, type Ref, shallowRef, watch } from 'vue'
import type { CellChange } from '../../../../../contract/draft-changes.ts'
import { useQuery } from '../../../../bridge/useQuery.ts'

/** Typing pauses this long before the preview follows. */
const typingPauseMs = 200

/** What a change of cells would do, kept up to date while the change is put together. Null: there is no change yet. */
export function useCellPreview(
  id: string,
  change: Readonly<Ref<CellChange | null>>,
  options: { readonly limit: number; readonly withRefused?: boolean } = { limit: 200 },
) {
  const withRefused = ref(options.withRefused ?? false)
  const settled = shallowRef(change.value)
  const follow = useDebounceFn(() => (settled.value = change.value), typingPauseMs)
  watch(change, () => void follow())
  const query = useQuery('drafts.previewCells', {
    input: () => settled.value && { id, change: settled.value, withRefused: withRefused.value, limit: options.limit },
    refreshOn: { 'drafts.changed': ({ subject }) => subject === id },
  })
  return {
    withRefused,
    preview: computed(() => (settled.value ? query.data.value : null)),
    failure: computed(() => (settled.value ? query.failure.value : null)),
    /** The preview is of an earlier change, or none has arrived. */
    isStale: computed(() => change.value !== settled.value || query.loading.value),
  }
}
