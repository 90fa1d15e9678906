import { monthNames } from '../../contract/calendar-date.ts'
import type { ConnectionUsage } from '../../contract/connections.ts'
import { formatCount, formatMoment, plural } from '../ui/format.ts'

const monthName = (month: string): string => {
  const [year = '', number = ''] = month.split('-')
  return `${monthNames[Number(number) - 1] ?? ''} ${year}`
}

/** How much a connection has used, and what its service still accepts. */
export const usageText = {
  paidLookups: ({ month, lookups, uploads }: ConnectionUsage): string =>
    lookups + uploads === 0
      ? `No paid look-ups in ${monthName(month)}.`
      : `Paid look-ups in ${monthName(month)}: ${formatCount(lookups)} looked up, ${formatCount(uploads)} for uploads.`,
  callsLeft({ callsLeft }: ConnectionUsage): string {
    if (!callsLeft) return ''
    const { remaining, limit, until } = callsLeft
    const left =
      limit === null
        ? `${plural(remaining, 'call')} left`
        : `${formatCount(remaining)} of ${plural(limit, 'call')} left`
    return until === null ? `${left}.` : `${left} until ${formatMoment(until)}.`
  },
  fewCalls: (callsLeft: NonNullable<ConnectionUsage['callsLeft']>, needed: number): string => {
    const { remaining, until } = callsLeft
    const accepted = `The service accepts only ${plural(remaining, 'more call')}${until === null ? '' : ` until ${formatMoment(until)}`}.`
    return `${accepted} This upload needs about ${formatCount(needed)}, so it pauses and continues by itself.`
  },
} as const

/** The calls that an upload makes: for each batch a POST, a few readings of its progress, and its customers page by page. */
export function callsOfUpload(rows: number, batchSize: number, pageSize: number): number {
  const batches = Math.ceil(rows / batchSize)
  return batches * 5 + Math.ceil(rows / pageSize)
}
