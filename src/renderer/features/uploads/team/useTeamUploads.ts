import { computed, ref, watch } from 'vue'
import type { MethodOutput } from '../../../../contract/methods.ts'
import { type Result, success } from '../../../../contract/result.ts'
import { useClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

type TeamUploadPage = MethodOutput<'teamWork.uploads'>

const pageRows = 100
const refreshOn = ['team.changed', 'uploads.changed', 'connections.changed'] as const

/** Whether this PC is in a team that is open. */
export function useHasTeam() {
  const { data } = useQuery('teamWork.uploads', {
    input: () => ({ limit: 0 }),
    refreshOn: ['team.changed'],
    minGapMs: 2_000,
  })
  return computed(() => data.value?.hasTeam ?? false)
}

/** The uploads of all PCs of the team, newest first. */
export function useTeamUploads() {
  const client = useClient()
  /** The name to filter by; null: everyone, empty: nobody known. */
  const person = ref<string | null>(null)
  const pages = ref(1)
  watch(person, () => (pages.value = 1), { flush: 'sync' })
  async function fetchPages({ of, count }: { readonly of: string | null; readonly count: number }) {
    const uploads: TeamUploadPage['uploads'] = []
    for (let page = 1; ; page += 1) {
      const offset = (page - 1) * pageRows
      const answer: Result<TeamUploadPage> = await client.read('teamWork.uploads', {
        person: of,
        offset,
        limit: pageRows,
      })
      if (!answer.ok) return answer
      uploads.push(...answer.value.uploads)
      if (page >= count) return success({ ...answer.value, uploads })
    }
  }
  const query = useQuery(fetchPages, {
    input: () => ({ of: person.value, count: pages.value }),
    refreshOn,
    minGapMs: 1_000,
  })
  return {
    /** Null until they are loaded. */
    list: query.data,
    failure: query.failure,
    loading: query.loading,
    person,
    hasMore: computed(() => (query.data.value ? query.data.value.uploads.length < query.data.value.total : false)),
    showMore: () => void (pages.value += 1),
    refresh: query.refresh,
  }
}
