import type { DataExport } from '../../../contract/data-export.ts'
import type { ExportLogEntry } from '../../../contract/export-log.ts'
import { loggedActions } from '../../../contract/logged-actions.ts'
import type { DeletionReceipt, PersonMatch } from '../../../contract/privacy.ts'
import { personPlaceNames as places, type PersonPlace } from '../../../contract/privacy-places.ts'
import type { OutgoingCall } from './outgoing-calls.ts'
import type { RetentionStatus } from '../../../contract/retention.ts'
import {
  type RetentionCounts,
  type RetentionDays,
  type RetentionKind,
  retentionKinds,
} from '../../../contract/retention-kinds.ts'
import { formatCount, formatMobile, formatMoment, formatPlate, formatTimeLeft, plural } from '../../ui/format.ts'

const atService = ({ atService: { asked, deleted, refused, at } }: DeletionReceipt): string => {
  if (asked === 0) return 'There was nothing to delete at the service.'
  const done = `${formatCount(deleted)} of ${plural(asked, 'record')} deleted at the service${at ? `, the last on ${formatMoment(at)}` : ''}.`
  if (refused > 0) return `${done} The service refused ${formatCount(refused)}.`
  return deleted < asked ? `${done} The rest follows when the service can be reached.` : done
}

/** A deletion that another PC of the team asks for, and that has not begun here. */
export const isNoted = ({ byTeam, state }: DeletionReceipt): boolean => byTeam && state === 'erasing'

const text = {
  noted: 'Asked for by another PC of the team on',
  doneByTeam: 'Deleted for another PC of the team on',
  byTeam:
    'A person was deleted there. What this PC has of that person is deleted when Forecourt closes or starts, or when nobody has used it for an hour.',
  states: {
    erasing: 'The deletion was interrupted. It continues at the next start.',
    waiting: 'Rows are still being sent. They are deleted after the upload, when Forecourt closes or starts.',
    done: null,
  } satisfies Record<DeletionReceipt['state'], string | null>,
}

export const privacyTabs = ['person', 'old-data', 'exports', 'outgoing'] as const
export type PrivacyTab = (typeof privacyTabs)[number]

export const privacyText = {
  title: 'Privacy',
  subtitle: 'What is stored about people, and what leaves this PC.',
  tabsLabel: 'Parts of Privacy',
  tabs: {
    person: 'One person',
    'old-data': 'Old data',
    exports: 'Exports',
    outgoing: 'What leaves this PC',
  } satisfies Readonly<Record<PrivacyTab, string>>,
  findPerson: 'Find a person',
  search: 'Name, mobile, rego or VIN',
  find: 'Find',
  finding: 'Searching everything on this PC…',
  none: { title: 'Nothing found', text: 'Nothing on this PC has this name, mobile, rego or VIN.' },
  found: 'Which of these are the person?',
  cut: 'Only the first 200 are shown. Search for a mobile number or VIN instead.',
  match: ({ name, mobileNumber, rego, vin }: PersonMatch) =>
    [name ?? 'No name', formatMobile(mobileNumber), formatPlate(rego), vin ?? '']
      .filter((part) => part !== '')
      .join(', '),
  reason: {
    same: 'Matches your search',
    mobile: 'Same mobile number',
    car: 'Same car. This may be another owner.',
  } satisfies Record<PersonMatch['reason'], string>,
  place: (place: PersonPlace, count: number) => `${places[place]}: ${formatCount(count)}`,
  planned: (rows: number) => `${plural(rows, 'row')} of an unfinished upload won’t be sent if you delete them.`,
  sent: (rows: number) =>
    `${plural(rows, 'row')} of an upload ${rows === 1 ? 'is' : 'are'} being sent. What you delete of them is deleted after the upload.`,
  exportPage: 'Export as a page',
  exportData: 'Export as data',
  delete: 'Delete everywhere…',
  confirm: ({
    team,
    isDoNotContact,
  }: {
    readonly team: 'none' | 'practice' | 'real'
    readonly isDoNotContact: boolean
  }) => ({
    title: 'Delete this person everywhere?',
    text: [
      'All selected records are deleted on this PC and at the service. This can’t be undone. The undo history and saved file of drafts with this person are deleted too.',
      isDoNotContact
        ? 'So are the Do Not Contact marks that only this person has: imported again, this person can be called.'
        : '',
      team === 'practice' ? 'The practice team ends.' : '',
      team === 'real'
        ? 'The other PCs of your team also delete their records with the same name and the same number or car, without a question and also at the service.'
        : '',
    ]
      .filter(Boolean)
      .join(' '),
    confirmLabel: 'Delete everywhere',
    tone: 'danger' as const,
  }),
  backups:
    'Backups that you saved outside the data folder can’t be reached. When one is restored on this PC, the person is deleted again.',
  receipts: 'Receipts',
  noReceipts: 'Nobody has been deleted yet.',
  receipt: (receipt: DeletionReceipt) =>
    `${isNoted(receipt) ? text.noted : receipt.byTeam ? text.doneByTeam : 'Deleted on'} ${formatMoment(receipt.at)}`,
  /** A notice, when another PC asks for deletions. */
  noted: (people: number) =>
    `${people === 1 ? 'A person was' : `${formatCount(people)} people were`} deleted on another PC of your team, and ${people === 1 ? 'is' : 'are'} deleted here and at the service when Forecourt closes or starts, or when nobody has used it for an hour.`,
  receiptNumber: (id: string) => `Receipt ${id.slice(0, 8).toUpperCase()}`,
  state: (receipt: DeletionReceipt): string | null => (isNoted(receipt) ? text.byTeam : text.states[receipt.state]),
  lines: (receipt: DeletionReceipt): readonly string[] => [
    ...(receipt.byTeam && receipt.state === 'done' && receipt.places.length === 0
      ? ['There was nothing on this PC.']
      : []),
    ...receipt.places.map(({ place, count }) => `${places[place]}: ${formatCount(count)} deleted`),
    ...(receipt.withdrawnRows > 0 ? [`${plural(receipt.withdrawnRows, 'row')} withdrawn from uploads`] : []),
    ...(receipt.waitingRows > 0 ? [`${plural(receipt.waitingRows, 'row')} being sent`] : []),
    ...receipt.unreadableFiles.map((name) => `Not checked, because it can’t be opened: ${name}`),
    ...(isNoted(receipt) ? [] : [atService(receipt)]),
  ],
  continue: (receipt: DeletionReceipt) => (isNoted(receipt) ? 'Delete now' : 'Continue now'),
  outgoing: {
    title: 'What leaves this PC',
    text: 'Each kind of call, with example data. All calls except those of the updater and of a team go to the address of your connection, with your region and your key in a header. A team’s calls go to its database. Emails, SMS, calls and websites are opened in your own programs. Backups, exports and the files of watched folders are where you choose, which may be a network drive.',
    rows: ({ when, turnOff, body }: OutgoingCall): readonly (readonly [string, string])[] => [
      ['When', when],
      ['To turn it off', turnOff],
      ['Body', body === undefined ? 'None' : 'As in this example:'],
    ],
  },
  save: 'Save',
  print: 'Print',
  receiptFile: (id: string) => `Deletion receipt ${id.slice(0, 8).toUpperCase()}.txt`,
} as const

export const dataExportText = {
  title: 'Export everything',
  text: 'Customers, sightings, call history, uploads and look-ups as files that other programs can open. Your sign-in is never part of it.',
  open: 'Export everything…',
  dialogTitle: 'Export everything',
  connection: 'Connection',
  allConnections: 'All connections',
  format: 'Format',
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV' } satisfies Record<DataExport['format'], string>,
  folder: 'Folder',
  folderHint: 'The whole path, for example E:\\Exports. A new folder is made in it.',
  includeNumbers: 'Include numbers of Do Not Contact people',
  includeHint: 'Otherwise their mobile numbers and e-mail addresses are left out. Including them is logged.',
  unencrypted: 'The files are not encrypted. Keep them where only the right people can read them.',
  start: 'Export',
  states: {
    running: 'Exporting… It is cancelled when you close Forecourt or delete a person.',
    failed: 'This export has stopped.',
    done: 'Export complete.',
  } satisfies Record<DataExport['state'], string>,
  progress: ({ rows, files, secondsLeft }: Pick<DataExport, 'rows' | 'files' | 'secondsLeft'>) =>
    [`${plural(rows, 'row')} in ${plural(files, 'file')}`, formatTimeLeft(secondsLeft)].filter(Boolean).join(', '),
  done: ({ rows, files, endedAt }: Pick<DataExport, 'rows' | 'files' | 'endedAt'>) =>
    `${formatCount(rows)} rows in ${plural(files, 'file')}, ${formatMoment(endedAt)}`,
  where: 'Saved to',
  stop: 'Cancel export',
  stopTitle: 'Cancel this export?',
  stopText: 'The files that it has written are deleted.',
  keep: 'Keep',
  openFolder: 'Open folder',
  cancelled: 'Export cancelled. Its files are deleted.',
} as const

export const exportLogText = {
  title: 'Exports and revealed numbers',
  text: 'Each file that was exported on this PC, each backup, each hidden number of a Do Not Contact person that was shown or copied, and each call, SMS or email that was opened. Cells that you copy from a list are not logged: these numbers are visible anyway.',
  listLabel: 'Exported files and revealed numbers',
  search: 'Search by what, who or file',
  from: 'From day',
  to: 'Until day',
  wrongOrder: 'The first day is after the last one.',
  empty: 'Nothing has been exported or revealed yet.',
  none: 'Nothing matches your search.',
  columns: ['When', 'What', 'Who', 'Rows', 'File'],
  when: ({ at }: ExportLogEntry) => formatMoment(at),
  /** The name of what shows a hidden number says so itself. */
  what: ({ action, hasHiddenNumbers }: ExportLogEntry) =>
    hasHiddenNumbers && action !== 'customers.revealMobile' && action !== 'customers.copyNumbers'
      ? `${loggedActions[action]}, with hidden numbers`
      : loggedActions[action],
  who: ({ person }: ExportLogEntry) => person ?? 'Not recorded',
  rows: ({ rows }: ExportLogEntry) => (rows === null ? '' : formatCount(rows)),
  total: (shown: number, total: number) =>
    shown < total ? `${formatCount(shown)} of ${plural(total, 'entry', 'entries')}` : plural(total, 'entry', 'entries'),
  more: 'Show more',
  export: 'Export as CSV',
} as const

const items: Readonly<Record<RetentionKind, (count: number) => string>> = {
  lookups: (count) => plural(count, 'saved look-up'),
  uploads: (count) => `the rows of ${plural(count, 'upload')}`,
  notes: (count) => plural(count, 'call note'),
  logs: (count) => plural(count, 'line of the log', 'lines of the log'),
  exports: (count) => plural(count, 'entry of the list of exports', 'entries of the list of exports'),
}
const listed = (counts: RetentionCounts): string =>
  retentionKinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => items[kind](counts[kind]))
    .join(', ')

const periods: Readonly<Record<number, string>> = {
  30: '30 days',
  90: '90 days',
  180: '180 days',
  365: '1 year',
  730: '2 years',
  1825: '5 years',
  2555: '7 years',
}
const kinds: Readonly<Record<RetentionKind, { readonly label: string; readonly hint: string }>> = {
  lookups: {
    label: 'Look-ups',
    hint: 'With bulk look-ups that have ended, market results and VINs known for a rego. Pinned ones too. Asking for them again may be charged.',
  },
  uploads: {
    label: 'Uploads',
    hint: 'Deletes the rows of uploads that have finished, also those to fix. Their numbers stay, and the references by which duplicates are found.',
  },
  notes: {
    label: 'Call notes and history',
    hint: 'A car without later notes counts as not called. Notes with a later next action and Do Not Contact marks stay.',
  },
  logs: { label: 'Log', hint: 'The technical log on this PC. It has no names, numbers or regos.' },
  exports: { label: 'Exports and revealed numbers', hint: 'The list under Exports.' },
}

export const retentionText = {
  title: 'Delete old data',
  text: 'Deletes data on this PC by its age, at the start and once a day. Customers and the service are not changed.',
  kinds,
  period: (days: number | null) =>
    days === null ? 'Keep everything' : `After ${periods[days] ?? plural(days, 'day')}`,
  periods: Object.keys(periods).map(Number),
  save: 'Save',
  discard: 'Discard changes',
  next: (counts: RetentionCounts): string => {
    const list = listed(counts)
    return list === '' ? 'Nothing is old enough to be deleted now.' : `The next run deletes ${list}.`
  },
  counting: 'Counting what is old…',
  confirm: (counts: RetentionCounts) => ({
    title: 'Delete old data now?',
    text: `${listed(counts)} on this PC will be deleted. This can’t be undone. From now on, older data is deleted every day.`,
    confirmLabel: 'Delete',
    tone: 'danger' as const,
  }),
  saved: 'Saved',
  running: 'Deleting old data…',
  last: ({ last }: Pick<RetentionStatus, 'last'>) =>
    last === null
      ? 'No old data has been deleted yet.'
      : `Deleted on ${formatMoment(last.at)}: ${listed(last.deleted)}.`,
  waits: (until: string) =>
    `The clock of this PC has jumped ahead. Nothing is deleted before ${formatMoment(until)}, in case it is wrong.`,
  /** Whether two choices are the same. */
  isSame: (a: RetentionDays, b: RetentionDays) => retentionKinds.every((kind) => a[kind] === b[kind]),
} as const
