import type { UploadUndone } from '../../../contract/upload-history.ts'
import type { UploadSummary } from '../../../contract/uploads.ts'
import { formatMoment, plural } from '../../ui/format.ts'

/** Whether an upload is undone, as a tag. */
export function undoneLabel({ left, deleting }: UploadUndone): {
  readonly text: string
  readonly tone: 'neutral' | 'info' | 'warning'
} {
  if (left === 0) return { text: 'Undone', tone: 'neutral' }
  return deleting > 0 ? { text: 'Undoing', tone: 'info' } : { text: 'Partly undone', tone: 'warning' }
}

/** The same as a sentence. */
export function undoneSentence({ at, left, deleting }: UploadUndone): string {
  const when = `Undone on ${formatMoment(at)}.`
  if (left === 0) return `${when} Its customers were deleted.`
  if (deleting > 0) return `${when} ${plural(deleting, 'customer is', 'customers are')} still being deleted.`
  return `${when} ${plural(left, 'customer is', 'customers are')} still in the list.`
}

/** What undoing, cancelling or withdrawing an upload leaves as it is. */
export const updatesStay = (updated: number): string =>
  `${plural(updated, 'update of an existing customer stays', 'updates of existing customers stay')}. You can undo ${updated === 1 ? 'it' : 'them'} in Customers.`

/** What paid look-ups of an upload cost when its rows are sent once more; "" where it makes none. */
export const lookupsStay = ({
  lookUpMissingVins,
  paidLookups,
}: Pick<UploadSummary, 'lookUpMissingVins' | 'paidLookups'>): string =>
  lookUpMissingVins && paidLookups > 0
    ? 'Look-ups already made stay charged. Sending these rows again may be charged again.'
    : ''
