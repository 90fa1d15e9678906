import { useIntervalFn, useNow } from '@vueuse/core'
import type { Ref } from 'vue'
import type { MethodOutput } from '../../../../contract/methods.ts'
import type { ProgramClient } from '../../../bridge/program-client.ts'
import { type Query, useQuery } from '../../../bridge/useQuery.ts'

export type ShownInvitation = MethodOutput<'team.invite'>

/** The times of a team that is up to date move without an event. */
const everyMs = 10_000

/** The team of this PC for the settings. */
export function useTeam(client: ProgramClient): {
  readonly query: Query<MethodOutput<'team.status'>>
  readonly now: Ref<Date>
} {
  const query = useQuery(client, 'team.status', { refreshOn: ['team.changed'], minGapMs: 500 })
  useIntervalFn(query.requestRefresh, everyMs)
  return { query, now: useNow({ scheduler: (tick) => useIntervalFn(tick, everyMs) }) }
}
