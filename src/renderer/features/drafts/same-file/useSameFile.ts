import { computed } from 'vue'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** The earlier uploads of a draft's file, newest first; empty while they are loaded. */
export function useSameFile(client: ProgramClient, draftId: string) {
  const query = useQuery(client, 'uploads.sameFile', {
    input: () => ({ draftId }),
    refreshOn: ['uploads.changed'],
    minGapMs: 1_000,
  })
  return { uploads: computed(() => query.data.value?.uploads ?? []), refresh: query.refresh }
}
