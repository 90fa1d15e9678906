import { countOf, type GroupCounts } from '../../../contract/call-group.ts'
import type { Reachability } from '../../../contract/connections.ts'
import type { CustomersStatus } from '../../../contract/customers.ts'
import type { SightingFilter, SightingSource, SightingSummary } from '../../../contract/sightings.ts'
import { sourceLabel } from './car-source.ts'
import { isFiltered } from './sighting-filter.ts'
import { sightingsText } from './sightings-text.ts'

/** Why the call list cannot be shown. */
export type SightingsEmptyKind =
  | 'failed'
  | 'loading'
  | 'reading'
  | 'problem'
  | 'no-customers'
  | 'no-sightings'
  | 'all-called'
  | 'none-mine'
  | 'no-match'
  | 'no-person'

export interface SightingsState {
  readonly summary: SightingSummary | null
  readonly status: CustomersStatus | null
  /** Null until the first answer. */
  readonly groups: GroupCounts | null
  readonly filter: SightingFilter
  readonly failed: boolean
  /** It is known who is working. */
  readonly personKnown: boolean
}

/** The calls in the groups that are shown, whoever they are assigned to. */
export const callsOfEveryone = ({ summary, filter }: Pick<SightingsState, 'summary' | 'filter'>): number =>
  summary ? countOf(summary.groups, filter.groups ?? undefined) : 0

/** What is shown instead of the list; null when the list can be shown. */
export function sightingsEmptyKind({
  summary,
  status,
  groups,
  filter,
  failed,
  personKnown,
}: SightingsState): SightingsEmptyKind | null {
  if (!summary || !status) return failed ? 'failed' : 'loading'
  if (countOf(summary.groups) === 0) {
    if (status.total > 0) return 'no-sightings'
    if (status.syncing) return 'reading'
    if (status.problem) return 'problem'
    return status.syncedAt ? 'no-customers' : 'loading'
  }
  if (groups === null) return failed ? 'failed' : 'loading'
  if (countOf(groups) > 0) return null
  if (filter.assigned === 'mine' && !personKnown) return 'no-person'
  if (isFiltered(filter)) return 'no-match'
  return filter.assigned === 'mine' && callsOfEveryone({ summary, filter }) > 0 ? 'none-mine' : 'all-called'
}

/**
 * Why the list may be out of date; null when it is current. `problem`: the message of the last sync, which may be older
 * than the loss of the network.
 */
export function staleReason(reachability: Reachability | undefined, problem: string | null): string | null {
  if (reachability === 'offline') return sightingsText.offline
  return problem ?? (reachability === 'service-down' ? sightingsText.serviceDown : null)
}

/** Which of several connections may be out of date, why, and how old their saved lists are; null: none. */
export function staleSourcesText(sources: readonly SightingSource[], now: Date): string | null {
  const stale = sources.filter(({ problem }) => problem !== null)
  if (stale.length === 0) return null
  const { problem: text, state } = sightingsText.sources
  return stale
    .map(({ source, problem, syncing, checkedAt }) =>
      text(sourceLabel(source), state(problem, syncing, checkedAt, now)),
    )
    .join(' ')
}
