import { computed } from 'vue'
import type { DraftSummary } from '../../../contract/drafts.ts'
import type { Result } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** The drafts: spreadsheets that were opened and not yet sent. `drafts` is null until the first answer. */
export function useDraftList(client: ProgramClient) {
  const list = useQuery(client, 'drafts.list', { refreshOn: ['drafts.changed'] })

  async function remove(id: string): Promise<Result<unknown>> {
    const answer = await client.call('drafts.remove', { id })
    if (answer.ok && list.data.value) {
      list.set({ drafts: list.data.value.drafts.filter((draft) => draft.id !== id) })
    }
    await list.refresh()
    return answer
  }

  return {
    drafts: computed(() => list.data.value?.drafts ?? null),
    failure: list.failure,
    refresh: list.refresh,
    /** A draft without a file, for cars that are added by hand. */
    create: () => client.call('drafts.create', {}),
    remove,
    async rename(id: string, name: string): Promise<Result<unknown>> {
      const answer = await client.call('drafts.rename', { id, name })
      await list.refresh()
      return answer
    },
    async duplicate(id: string): Promise<Result<DraftSummary>> {
      const answer = await client.call('drafts.duplicate', { id })
      await list.refresh()
      return answer
    },
  }
}
