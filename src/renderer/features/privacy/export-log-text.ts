import type { ExportLogEntry } from '../../../contract/export-log.ts'
import { loggedActions } from '../../../contract/logged-actions.ts'
import { formatCount, formatMoment, plural } from '../../ui/format.ts'

/** The sentences about the log of exports and revealed numbers. */
export const exportLogText = {
  title: 'Exports and revealed numbers',
  text: 'Each file that was exported on this PC, each backup, each hidden number of a Do Not Contact person that was shown or copied, and each call, SMS or email that was opened. Cells that you copy from a list are not logged: these numbers are visible anyway.',
  listLabel: 'Exported files and revealed numbers',
  search: 'Search by what, who or file',
  from: 'From day',
  to: 'Until day',
  wrongOrder: 'The first day is after the last one.',
  empty: 'Nothing was exported or revealed yet.',
  none: 'Nothing matches your search.',
  columns: ['When', 'What', 'Who', 'Rows', 'File'],
  when: ({ at }: ExportLogEntry) => formatMoment(at),
  what: ({ action, hasHiddenNumbers }: ExportLogEntry) =>
    hasHiddenNumbers && action === 'customers.export'
      ? `${loggedActions[action]}, with hidden numbers`
      : loggedActions[action],
  who: ({ person }: ExportLogEntry) => person ?? 'Not recorded',
  rows: ({ rows }: ExportLogEntry) => (rows === null ? '' : formatCount(rows)),
  total: (shown: number, total: number) =>
    shown < total ? `${formatCount(shown)} of ${plural(total, 'entry', 'entries')}` : plural(total, 'entry', 'entries'),
  more: 'Show more',
  export: 'Export as CSV',
} as const
