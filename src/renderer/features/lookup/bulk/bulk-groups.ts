import type { BulkItemStatus, BulkLookup } from '../../../../contract/bulk-lookups.ts'
import type { GridCell } from '../../../ui/grid/grid.ts'

export type ItemGroup = 'all' | 'found' | 'check' | 'open' | 'saved' | 'problems' | 'cancelled'

/** Which statuses a filter of the list shows; none: all. */
export const groupStatuses: Readonly<Record<ItemGroup, readonly BulkItemStatus[]>> = {
  all: [],
  found: ['match'],
  check: ['low-quality', 'no-match', 'vin-only', 'nothing'],
  open: ['queued', 'asking'],
  saved: ['saved'],
  problems: ['failed', 'unsure', 'invalid'],
  cancelled: ['cancelled'],
}

export const statusTones: Readonly<Partial<Record<BulkItemStatus, NonNullable<GridCell['tone']>>>> = {
  saved: 'muted',
  queued: 'muted',
  asking: 'pending',
  'low-quality': 'warning',
  'no-match': 'warning',
  'vin-only': 'warning',
  nothing: 'warning',
  failed: 'error',
  unsure: 'error',
  cancelled: 'muted',
  invalid: 'error',
}

/** How many cars a filter shows. */
export function countOf(counts: BulkLookup['counts'], group: ItemGroup): number {
  const statuses = groupStatuses[group]
  return Object.entries(counts).reduce(
    (sum, [status, count]) =>
      statuses.length === 0 || statuses.includes(status as BulkItemStatus) ? sum + (count ?? 0) : sum,
    0,
  )
}

/** The filters that show something, and "All". */
export const groupsOf = (counts: BulkLookup['counts']): ItemGroup[] =>
  (Object.keys(groupStatuses) as ItemGroup[]).filter((group) => group === 'all' || countOf(counts, group) > 0)

/** Cars that need nothing more, of those that can be looked up; 0 to 100. */
export function progressOf(counts: BulkLookup['counts']): { done: number; total: number; percent: number } {
  const total = countOf(counts, 'all') - (counts.invalid ?? 0)
  const done = total - countOf(counts, 'open') - (counts.cancelled ?? 0)
  return { done, total, percent: total === 0 ? 100 : Math.floor((done / total) * 100) }
}
