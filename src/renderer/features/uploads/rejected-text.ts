import { rowText } from '../../../contract/row-id.ts'
import type { UploadRow, UploadSummary } from '../../../contract/uploads.ts'
import { formatPlate, plural } from '../../ui/format.ts'

/** The texts about rows that the service rejects. */
export const rejectedText = {
  title: (rows: number) => `The service rejected ${plural(rows, 'row')}`,
  text: ({ rejectedRows, rows, state }: Pick<UploadSummary, 'rejectedRows' | 'rows' | 'state'>): string => {
    const them = rejectedRows === 1 ? 'it' : 'them'
    const meanwhile = state === 'undecided' ? '' : 'Other rows are sent meanwhile. '
    const ofAll = rows.sent === 0 ? 'No row was accepted so far, so the reason may be about the whole upload. ' : ''
    return `${ofAll}${meanwhile}Until you answer, ${rejectedRows === 1 ? 'it isn’t' : 'they aren’t'} sent. If you leave ${them} out, you can correct ${them} here and send ${them} later.`
  },
  row({ row, rego, vin, clientName, reason }: UploadRow): string {
    const car = [clientName, formatPlate(rego) || vin].filter(Boolean).join(', ')
    return `Row ${rowText(row)}${car === '' ? '' : ` (${car})`}: ${reason ?? ''}`
  },
  more: (count: number) => `And ${plural(count, 'more row')}.`,
  leaveOut: { one: 'Leave it out and go on', several: 'Leave them out and go on' },
  tryAgain: 'Try again',
} as const
