import { useEventListener } from '@vueuse/core'
import { computed } from 'vue'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** Whether the file of a draft was changed after it was read. It is compared when the user comes back to the window. */
export function useSourceFile(client: ProgramClient, draftId: string) {
  const query = useQuery(client, 'drafts.sourceFile', { input: () => ({ id: draftId }) })
  useEventListener(window, 'focus', () => query.requestRefresh())
  return {
    change: computed(() => (query.data.value?.state === 'changed' ? query.data.value : null)),
    refresh: query.refresh,
  }
}
