import { formatNumber, plural } from '../../contract/regional-format.ts'
import type { Draft } from '../../contract/drafts.ts'
import type { ImportReport } from '../../contract/import-report.ts'
import type { ExcludedReason } from '../../contract/uploads.ts'
import { regionNames } from '../../contract/region-names.ts'
import { rowText } from '../../contract/row-id.ts'

type Failed = NonNullable<ImportReport['upload']>['failures'][number]

/** What the report of an import says. */
export const importText = {
  errors: (rows: number) => `${plural(rows, 'row')} ${rows === 1 ? 'has' : 'have'} errors.`,
  doubtful: (message: string, rows: number) => `${plural(rows, 'row')} to check before sending: ${message}`,
  contact: (header: string, rows: number) =>
    `The column “${header}” says for ${plural(rows, 'row')} not to contact the customer. Decide whether they are sent.`,
  notes: (header: string, notes: number) =>
    `${plural(notes, 'note')} in “${header}” may forbid contact. Open the draft, tick those that do and include the others.`,
  excludedNotes: (header: string, notes: readonly string[], rows: number) =>
    `${plural(rows, 'row')} excluded, as “${header}” says not to contact the customer: ${notes.map((note) => `“${note}”`).join(', ')}.`,
  dates: (header: string) => `The dates in “${header}” can be read in two ways. Choose the order of day and month.`,
  otherRegion: (evidence: string) => `The rows look like another region’s. ${evidence}`,
  otherRegionRows: ({ region, rows }: NonNullable<Draft['otherRegionRows']>) =>
    `${plural(rows, 'row')} ${rows === 1 ? 'is' : 'are'} from ${regionNames[region]}. Open the file in Forecourt and move them to a second draft.`,
  noMobile: 'No column has the mobile number of the customer. If one does, open the file in Forecourt and choose it.',
  cutOff:
    'The last row has fewer cells than all others, so the file was probably cut off. Export it again, or check that row and send the rows yourself.',
  otherTables: (rows: number) =>
    `${plural(rows, 'row')} of the file ${rows === 1 ? 'is' : 'are'} in another table with cars. Choose the table that is imported.`,
  nothingToSend: 'There is nothing to send: the service has every customer of the file, or the rows are excluded.',
  nothingReady: 'No row of the file can be sent.',
  sent: (accepted: number) => `${plural(accepted, 'customer')} accepted.`,
  updated: (rows: number) => `${plural(rows, 'existing customer')} updated.`,
  withErrors: (rows: number) =>
    `${plural(rows, 'row')} not sent because of errors. Fix ${rows === 1 ? 'it' : 'them'} in Forecourt.`,
  excluded: (rows: number, reasons: readonly ExcludedReason[]) =>
    `${plural(rows, 'row')} excluded (${reasons.map(({ reason, rows: of }) => `${formatNumber(of)}: ${reason}`).join('; ')}).`,
  partlySent: (accepted: number, failed: number) =>
    `${plural(accepted, 'customer')} accepted, ${plural(failed, 'row')} refused by the service.`,
  undecided:
    'It isn’t known whether a part of the upload arrived. Open Forecourt and decide. Until then, that part isn’t sent again.',
  duplicates: (customers: number) =>
    `${plural(customers, 'customer')} of the upload ${customers === 1 ? 'exists' : 'exist'} twice at the service. Open Forecourt and decide. Until then, both stay.`,
  rejected: (accepted: number, rejected: number): string =>
    `${plural(accepted, 'customer')} accepted. ${importText.rejectedRows(rejected)}`,
  rejectedRows: (rows: number) =>
    `The service rejected ${plural(rows, 'row')}. Open Forecourt and decide whether ${rows === 1 ? 'it is' : 'they are'} left out. Until then, ${rows === 1 ? 'it isn’t' : 'they aren’t'} sent.`,
  stopped: (reason: string) => `The upload has stopped. ${reason}`,
  cancelled: 'The upload was cancelled in Forecourt.',
  paused: 'The upload was paused in Forecourt.',
  row: ({ row, reason, clientName, rego, vin }: Omit<Failed, 'outcome'>): string => {
    const who = [clientName, rego ?? vin].filter(Boolean).join(', ')
    return `  Row ${rowText(row)}${who && ` (${who})`}: ${reason ?? 'refused without a reason'}`
  },
  andMore: (count: number) => `  and ${formatNumber(count)} more`,
}
