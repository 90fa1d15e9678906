import { computed } from 'vue'
import type { Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

/** The spreadsheets that were opened last from this PC. `files` is empty until the first answer. */
export function useRecentFiles(client: ProgramClient) {
  const list = useQuery(client, 'drafts.recentFiles', { refreshOn: ['drafts.changed', 'connections.changed'] })

  async function change(command: Promise<Result<unknown>>): Promise<Result<unknown>> {
    const answer = await command
    await list.refresh()
    return answer
  }

  return {
    files: computed(() => list.data.value?.files ?? []),
    failure: list.failure,
    refresh: list.refresh,
    remove: (id: string) => change(client.call('drafts.removeRecentFile', { id })),
    clear: () => change(client.call('drafts.clearRecentFiles', {})),
  }
}
