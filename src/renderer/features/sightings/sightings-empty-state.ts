import type { CustomersStatus } from '../../../contract/customers.ts'
import type { SightingFilter, SightingSummary } from '../../../contract/sightings.ts'
import { isNarrowed } from './sighting-filter.ts'

/** Why there is no list to show. */
export type Instead =
  | 'failed'
  | 'loading'
  | 'reading'
  | 'problem'
  | 'no-customers'
  | 'no-sightings'
  | 'all-called'
  | 'nothing-fits'
  | 'empty-view'

export interface Standing {
  readonly summary: SightingSummary | null
  readonly status: CustomersStatus | null
  /** Null: not known yet. */
  readonly total: number | null
  readonly filter: SightingFilter
  readonly failed: boolean
}

/** What takes the place of the list; null where it can be shown. */
export function insteadOfSightings({ summary, status, total, filter, failed }: Standing): Instead | null {
  if (!summary || !status) return failed ? 'failed' : 'loading'
  if (summary.views.all === 0) {
    if (status.total > 0) return 'no-sightings'
    if (status.syncing) return 'reading'
    if (status.problem) return 'problem'
    return status.syncedAt ? 'no-customers' : 'loading'
  }
  if (total === null) return failed ? 'failed' : 'loading'
  if (total > 0) return null
  if (isNarrowed(filter)) return 'nothing-fits'
  return filter.view === 'to-call' ? 'all-called' : 'empty-view'
}
