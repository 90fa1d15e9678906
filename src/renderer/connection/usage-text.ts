import { monthNames } from '../../contract/calendar-date.ts'
import type { ConnectionUsage } from '../../contract/connections.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { formatCount, formatMoment, plural } from '../ui/format.ts'

const monthName = (month: string): string => {
  const [year = '', number = ''] = month.split('-')
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`
}

/** What makes a call for each record, or for each batch of records. */
export type ManyCalls = 'upload' | 'edit' | 'deletion' | 'restore' | 'lookup'

const actions: Readonly<Record<ManyCalls, string>> = {
  upload: 'This upload',
  edit: 'This change',
  deletion: 'This deletion',
  restore: 'This restore',
  lookup: 'This bulk look-up',
}

/** How much a connection has used, and what its service still accepts. */
export const usageText = {
  paidLookups({ month, lookups, uploads }: ConnectionUsage, isPractice: boolean): string {
    const figures = `${monthName(month)}: ${formatCount(lookups)} looked up, ${formatCount(uploads)} for uploads.`
    if (isPractice) return `Practice look-ups (not charged) in ${figures}`
    return lookups + uploads === 0 ? `No paid look-ups in ${monthName(month)}.` : `Paid look-ups in ${figures}`
  },
  callsLeft({ callsLeft }: ConnectionUsage): string {
    if (!callsLeft) return ''
    const { remaining, limit, until } = callsLeft
    const left =
      limit === null
        ? `${plural(remaining, 'call')} left`
        : `${formatCount(remaining)} of ${plural(limit, 'call')} left`
    return until === null ? `${left}.` : `${left} until ${formatMoment(until)}.`
  },
  fewCalls: (callsLeft: NonNullable<ConnectionUsage['callsLeft']>, needed: number, action: ManyCalls): string => {
    const { remaining, until } = callsLeft
    const accepted = `The service accepts only ${plural(remaining, 'more call')}${until === null ? '' : ` until ${formatMoment(until)}`}.`
    return `${accepted} ${actions[action]} needs about ${formatCount(needed)}, so it pauses and continues by itself.`
  },
} as const

/** The calls for this number of records. A customer is read before it is changed; restored ones are uploaded. */
export function callsNeeded(
  action: ManyCalls,
  records: number,
  { firstBatchSize, pageSize }: Pick<AdvancedSettings, 'firstBatchSize' | 'pageSize'>,
): number {
  if (action === 'edit') return records * 2
  return action === 'deletion' || action === 'lookup' ? records : callsOfUpload(records, firstBatchSize, pageSize)
}

/** The calls that an upload makes: for each batch a POST, a few readings of its progress, and its customers page by page. */
function callsOfUpload(rows: number, batchSize: number, pageSize: number): number {
  const batches = Math.ceil(rows / batchSize)
  return batches * 5 + Math.ceil(rows / pageSize)
}
