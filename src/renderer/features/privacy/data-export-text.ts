import type { DataExport } from '../../../contract/data-export.ts'
import { formatCount, formatMoment, formatTimeLeft, plural } from '../../ui/format.ts'

/** The sentences of "Export everything". */
export const dataExportText = {
  title: 'Export everything',
  text: 'Customers, sightings, call history, uploads and look-ups as files that other programs can open. Your sign-in is never part of it.',
  open: 'Export everything…',
  dialogTitle: 'Export everything',
  connection: 'Connection',
  allConnections: 'All connections',
  form: 'Save as',
  forms: { folder: 'Folder', zip: 'One .zip file' } satisfies Record<DataExport['form'], string>,
  format: 'Format',
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV' } satisfies Record<DataExport['format'], string>,
  folder: 'Folder',
  folderHint: 'The whole path, for example E:\\Exports. A new folder or file is made in it.',
  includeNumbers: 'Include numbers of Do Not Contact people',
  includeHint: 'Otherwise their mobile numbers and e-mail addresses are left out. Including them is logged.',
  unencrypted: 'The files are not encrypted. Keep them where only the right people can read them.',
  start: 'Export',
  cancel: 'Cancel',
  states: {
    running: 'Exporting…',
    interrupted: 'This export was interrupted. It continues where it stopped.',
    failed: 'This export has stopped.',
    done: 'Export complete.',
  } satisfies Record<DataExport['state'], string>,
  progress: ({ rows, files, secondsLeft }: Pick<DataExport, 'rows' | 'files' | 'secondsLeft'>) =>
    [`${plural(rows, 'row')} in ${plural(files, 'file')}`, formatTimeLeft(secondsLeft)].filter(Boolean).join(', '),
  done: ({ rows, files, endedAt }: Pick<DataExport, 'rows' | 'files' | 'endedAt'>) =>
    `${formatCount(rows)} rows in ${plural(files, 'file')}, ${formatMoment(endedAt)}`,
  where: 'Saved to',
  connections: 'Connections',
  stop: 'Cancel export',
  stopTitle: 'Cancel this export?',
  stopText: 'The files that it has written are deleted.',
  keep: 'Keep',
  resume: 'Continue',
  openFolder: 'Open folder',
  dismiss: 'Remove from list',
  cancelled: 'Export cancelled. Its files are deleted.',
} as const
