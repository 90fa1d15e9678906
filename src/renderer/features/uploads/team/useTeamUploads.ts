import { computed, type ComputedRef, ref, type Ref, type ShallowRef, watch } from 'vue'
import type { MethodOutput } from '../../../../contract/methods.ts'
import type { Failure, Result } from '../../../../contract/result.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { useQuery } from '../../../bridge/useQuery.ts'

type TeamUploadPage = MethodOutput<'teamWork.uploads'>
type Client = Pick<ProgramClient, 'read' | 'onEvent'>

const pageRows = 100
const refreshOn = ['team.changed', 'uploads.changed', 'connections.changed'] as const

/** Whether this PC is in a team that is open. */
export function useHasTeam(client: Client): ComputedRef<boolean> {
  const { data } = useQuery(client, 'teamWork.uploads', {
    input: () => ({ limit: 0 }),
    refreshOn: ['team.changed'],
    minGapMs: 2_000,
  })
  return computed(() => data.value?.hasTeam ?? false)
}

export interface TeamUploads {
  /** Null until they are loaded. */
  readonly list: ShallowRef<TeamUploadPage | null>
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Readonly<Ref<boolean>>
  /** The name to filter by; null: everyone, empty: nobody known. */
  readonly person: Ref<string | null>
  readonly hasMore: ComputedRef<boolean>
  showMore(): void
  refresh(): Promise<void>
}

/** The uploads of all PCs of the team, newest first. */
export function useTeamUploads(client: Client): TeamUploads {
  const person = ref<string | null>(null)
  const pages = ref(1)
  watch(person, () => (pages.value = 1), { flush: 'sync' })
  const fetchPages = async (wanted: {
    readonly of: string | null
    readonly count: number
  }): Promise<Result<TeamUploadPage>> => {
    let all: Result<TeamUploadPage> | null = null
    for (let page = 0; page < wanted.count; page += 1) {
      const answer: Result<TeamUploadPage> = await client.read('teamWork.uploads', {
        person: wanted.of,
        offset: page * pageRows,
        limit: pageRows,
      })
      if (!answer.ok) return answer
      const before: TeamUploadPage['uploads'] = all?.ok ? all.value.uploads : []
      all = { ok: true, value: { ...answer.value, uploads: [...before, ...answer.value.uploads] } }
    }
    return all ?? { ok: true, value: { hasTeam: false, total: 0, people: [], uploads: [] } }
  }
  const query = useQuery(client, fetchPages, {
    input: () => ({ of: person.value, count: pages.value }),
    refreshOn,
    minGapMs: 1_000,
  })
  return {
    list: query.data,
    failure: query.failure,
    loading: query.loading,
    person,
    hasMore: computed(() => (query.data.value ? query.data.value.uploads.length < query.data.value.total : false)),
    showMore: () => void (pages.value += 1),
    refresh: query.refresh,
  }
}
