import { rowText, shortRowText } from '../../../contract/row-id.ts'
import type { UploadBatch } from '../../../contract/upload-batch.ts'
import type { UploadRow, UploadSummary, BatchComparison } from '../../../contract/uploads.ts'
import { formatCount, formatPlate, plural } from '../../ui/format.ts'

type RejectedUpload = Pick<UploadSummary, 'rejectedRows' | 'rows' | 'state' | 'lookUpMissingVins' | 'paidLookups'>

/** The questions of an upload that wait for the user, each with what happens until it is answered. */
export const questionsText = {
  lostAnswer: {
    title: (batch: UploadBatch) => `Did batch ${batch.number} arrive?`,
    text: (batch: UploadBatch) =>
      [
        batch.note,
        `It isn’t known whether ${plural(batch.rows, 'row')} arrived.`,
        `Until you answer, ${batch.rows === 1 ? 'it isn’t' : 'they aren’t'} sent again, and the upload stays open.`,
      ]
        .filter(Boolean)
        .join(' '),
    comparing: 'Comparing the rows with the customer list',
    recommendations: {
      arrived: 'Recommended: They arrived.',
      'not-arrived': 'Recommended: They didn’t arrive.',
      later: 'Recommended: Decide later.',
    },
    arrived: 'They arrived',
    arrivedHint: (found: { total: number; found: number } | null) =>
      found && found.found < found.total
        ? `Nothing is sent again. ${plural(found.total - found.found, 'row')} not in the list will be looked for again.`
        : 'Nothing is sent again.',
    notArrived: 'They didn’t arrive',
    notArrivedHint: (batch: UploadBatch, upload: Pick<UploadSummary, 'lookUpMissingVins' | 'paidLookups'>) =>
      `${plural(batch.rows, 'row is', 'rows are')} sent again. If they did arrive, those customers are duplicated${upload.lookUpMissingVins && upload.paidLookups > 0 ? ', and their look-ups are charged twice' : ''}.`,
    later: 'Decide later',
    laterHint: 'The rows are kept. The list may show them in a few minutes.',
    compareAgain: 'Check again',
    decideNow: 'Decide now',
  },
  lostRows: {
    title: 'Rows of the batch and the customer list',
    columns: ['Row', 'Car', 'Name', 'In the customer list'],
    missing: 'Not in the list',
    more: (count: number) => `And ${plural(count, 'more row')}.`,
  },
  duplicates: {
    title: (count: number) =>
      `${plural(count, 'customer')} of this upload ${count === 1 ? 'exists' : 'exist'} twice at the service`,
    text: 'Rows were received twice. The customer with sightings or changes is kept, otherwise the older one. Duplicates move to the bin. Until you answer, both stay and both can be called.',
    sentence: (count: number) =>
      `${plural(count, 'customer exists', 'customers exist')} twice at the service. Until you answer, both stay.`,
    keep: 'Keep both',
    delete: (count: number) => (count === 1 ? 'Delete duplicate' : `Delete ${formatCount(count)} duplicates`),
  },
  rejected: {
    title: (rows: number) => `The service rejected ${plural(rows, 'row')}`,
    text: ({ rejectedRows, rows, state, lookUpMissingVins, paidLookups }: RejectedUpload): string => {
      const them = rejectedRows === 1 ? 'it' : 'them'
      const meanwhile = state === 'undecided' ? '' : 'Other rows are sent meanwhile. '
      const ofAll = rows.sent === 0 ? 'No row was accepted so far, so the reason may be about the whole upload. ' : ''
      return `${ofAll}${meanwhile}Until you answer, ${rejectedRows === 1 ? 'it isn’t' : 'they aren’t'} sent. If you leave ${them} out, you can correct ${them} here and send ${them} later.${lookUpMissingVins && paidLookups > 0 ? ` Sending ${them} also looks up ${rejectedRows === 1 ? 'its missing VIN' : 'their missing VINs'}, which may be charged.` : ''}`
    },
    row({ row, rego, vin, clientName, reason }: UploadRow): string {
      const car = [clientName, formatPlate(rego) || vin].filter(Boolean).join(', ')
      return `Row ${rowText(row)}${car === '' ? '' : ` (${car})`}: ${reason ?? ''}`
    },
    more: (count: number) => `And ${plural(count, 'more row')}.`,
    leaveOut: { one: 'Leave it out and go on', several: 'Leave them out and go on' },
    tryAgain: 'Try again',
  },
} as const

const carOf = ({ rego, vin }: { rego: string | null; vin: string | null }): string => formatPlate(rego) || vin || ''

/** The texts of a row of a lost batch. `found`: the customer that the list has for it; null: none. */
export const lostRowCells = ({ row, rego, vin, clientName, customer }: BatchComparison['rows'][number]) => ({
  row: shortRowText(row),
  car: carOf({ rego, vin }),
  name: clientName ?? '',
  found: customer && [carOf(customer), customer.clientName].filter(Boolean).join(', '),
})
