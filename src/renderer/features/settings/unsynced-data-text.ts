import type { OnlyHere } from '../../../contract/connections.ts'
import { plural } from '../../ui/format.ts'

/** What would be lost with a connection, a line each; nothing where all of it is at the service as well. */
export function onlyHereWords({ drafts, edits, deletions, callNotes, inBin }: OnlyHere): string[] {
  const lines: readonly [count: number, one: string, many: string][] = [
    [edits, 'change that is not saved at the service', 'changes that are not saved at the service'],
    [deletions, 'deletion that is not carried out', 'deletions that are not carried out'],
    [drafts, 'spreadsheet that is being prepared', 'spreadsheets that are being prepared'],
    [callNotes, 'outcome of a call', 'outcomes of calls'],
    [inBin, 'deleted customer in the bin', 'deleted customers in the bin'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
}
