import type { DataToDelete } from '../../../contract/privacy.ts'
import { formatCount, plural } from '../../ui/format.ts'

export const deleteAllText = {
  open: 'Delete all data on this PC…',
  title: 'Delete all data on this PC',
  explanation: 'This can’t be undone. Afterwards Forecourt starts as if it were newly installed.',
  loading: 'Looking at your data…',
  gone: 'What is deleted',
  counted: ({
    connections,
    drafts,
    uploads,
    callEntries,
    doNotContact,
    inBin,
    unsent,
    lookups,
    people,
  }: DataToDelete) => [
    `${plural(connections, 'connection')} with all downloaded customers, keys and passwords`,
    plural(drafts, 'draft'),
    `${plural(uploads, 'upload')} with the outcome of each row`,
    plural(callEntries, 'call outcome or note', 'call outcomes and notes'),
    `${plural(doNotContact, 'Do Not Contact mark')}: these people can appear in the call list again`,
    `${plural(inBin, 'deleted customer')} in the bin`,
    ...(unsent > 0
      ? [
          `${plural(unsent, 'edit or deletion', 'edits and deletions')} that the service doesn’t have yet: it never gets ${unsent === 1 ? 'it' : 'them'}`,
        ]
      : []),
    plural(lookups, 'saved look-up'),
    `${plural(people, 'person', 'people')} working on this PC`,
    'Settings, views, templates, logs and Forecourt’s own backups in its data folder',
  ],
  stays: 'What stays',
  service: 'Everything at the service: customers, uploads, sightings, and webhooks, which go on sending.',
  saved: 'Backups and exports that you saved. Delete these files yourself if you no longer need them.',
  backupFolder: (folder: string) => `Automatic backups in ${folder}`,
  exported: (path: string) => `Export ${path}`,
  watched: (folder: string) => `Files in ${folder}, also in “done” and “failed”`,
  unfinished: (uploads: DataToDelete['unfinishedUploads']) =>
    `${plural(uploads.length, 'upload')} not finished. You would never learn the outcome here, and rows that were not sent are lost:`,
  upload: ({ name, connectionName, rowsNotSent, rowsInProcess }: DataToDelete['unfinishedUploads'][number]) =>
    `${name} (${connectionName}): ${plural(rowsNotSent, 'row')} not sent, ${formatCount(rowsInProcess)} without a result`,
  sending: (name: string) => `“${name}” is being sent. Pause or cancel it in Upload history first.`,
  uploads: 'Open Upload history',
  team: 'This PC stays in the list of its team’s members. Leave the team first: without an owner, nobody can invite or remove members.',
  openTeam: 'Open Team',
  backup: 'Save a backup first…',
  password: 'Password of your data',
  typed: 'delete all',
  confirm: 'Delete all data',
} as const
