import { formatNumber } from '../../../contract/regional-format.ts'
import type { FileOutcome, WatchedFile, WatchedFolder } from '../../../contract/watched-folders.ts'
import { formatMoment, plural } from '../../ui/format.ts'

const sendsItself = (folder: WatchedFolder): string =>
  [
    folder.lookUpMissingVins ? `up to ${plural(folder.maxPaidLookups, 'paid look-up')} a file` : 'without VIN look-ups',
    ...(folder.updatesCustomers ? ['updates existing customers'] : []),
  ].join(', ')

export const foldersText = {
  title: 'Watched folders',
  subtitle: 'While Forecourt runs, also in the tray, new files in these folders become drafts or are sent.',
  add: 'Add folder',
  empty: 'No watched folders',
  emptyText: 'Add the folder into which your system exports customers each night.',
  loading: 'Loading watched folders',
  edit: 'Edit',
  /** A button of one folder, for screen readers. */
  named: (label: string, folder: string) => `${label}: ${folder}`,
  pause: 'Pause',
  resume: 'Resume',
  resuming: (folder: WatchedFolder) => ({
    title: `Resume “${folder.name}”?`,
    text: `${
      folder.unreachableSince === null
        ? `${plural(folder.filesToProcess, 'file')} will be imported now.`
        : 'The folder isn’t reachable. All files in it are imported as soon as it is.'
    } ${folder.sendByItself ? `Files without questions are sent: ${sendsItself(folder)}.` : 'You send each draft.'}`,
    confirmLabel: 'Resume',
  }),
  lookNow: 'Check now',
  checking: (name: string) => `Checking “${name}” for new files.`,
  isNow: (name: string, state: string) => `${name}: ${state}`,
  result: (file: WatchedFile) => `${file.name}: ${outcomeText(file)}`,
  remove: 'Remove',
  removing: {
    question: (name: string) => ({
      title: `Stop watching “${name}”?`,
      text: 'Its files, drafts and uploads stay. Its settings and the history of its files are removed.',
      confirmLabel: 'Stop watching',
      tone: 'danger' as const,
    }),
    done: (name: string) => `“${name}” is no longer watched.`,
  },
  states: {
    starting: 'Starting',
    watching: 'Watching',
    paused: 'Paused',
    unreachable: 'Not reachable',
    'no-connection': 'Connection removed',
  } satisfies Record<WatchedFolder['state'], string>,
  unreachable: (since: string | null) =>
    `This folder has not been reachable since ${formatMoment(since)}. It is checked again by itself.`,
  noConnection: 'Its connection was removed. Edit the folder to choose another one.',
  facts: {
    connection: 'Connection',
    template: 'Template',
    sending: 'Sending',
    usual: 'Usual rows',
    lastFile: 'Last file',
    waiting: 'Waiting',
  },
  noTemplate: 'None',
  templateGone: 'Removed. Choose another one.',
  sendsItself: (folder: WatchedFolder) => `By itself, ${sendsItself(folder)}`,
  sendsYou: 'You send each draft',
  usualRows: ({ usualRows }: WatchedFolder) =>
    usualRows === null
      ? 'Known after the first file that is sent'
      : `${formatNumber(usualRows.from)} to ${formatNumber(usualRows.to)}, from ${plural(usualRows.files, 'file')}`,
  noFile: 'No file so far',
  waiting: ({ filesToProcess, draftsWaiting }: WatchedFolder) =>
    [
      filesToProcess > 0 ? `${plural(filesToProcess, 'file')} to process` : '',
      draftsWaiting > 0 ? `${plural(draftsWaiting, 'draft')} for you` : '',
    ]
      .filter(Boolean)
      .join(', ') || 'Nothing',
  files: (name: string) => `Files of ${name}`,
  showFiles: 'Show files',
  hideFiles: 'Hide files',
  columns: ['File', 'Found', { title: 'Rows', end: true }, 'Result', 'Actions'],
  noFiles: 'No file has arrived so far.',
  more: 'Show more',
  report: 'Report',
  reportOf: (name: string) => `Report of ${name}`,
  noReport: 'This report is no longer stored. It is beside the file.',
  openDraft: 'Open draft',
  openUpload: 'Open upload',
  close: 'Close',
  dialog: {
    add: 'Add a watched folder',
    edit: 'Edit watched folder',
    folder: 'Folder',
    folderHint: 'The whole path, for example D:\\Exports.',
    presentFiles:
      'Spreadsheets that are in the folder now are imported too, and moved to “done” or “failed” beneath it.',
    connection: 'Connection',
    region: 'Region',
    template: 'Template',
    templateHint: 'A template sets up the columns. Templates are made when you import a file yourself.',
    none: 'None',
    send: 'Send by itself',
    sendHint: (updatesCustomers: boolean) =>
      `Only when the template fits, no row has an error, no question is open, and the number of rows is usual.${
        updatesCustomers ? ' This template also updates existing customers.' : ''
      }`,
    lookUp: 'Look up missing VINs (may be charged)',
    most: 'Most paid look-ups a file',
    mostHint: 'A file that needs more waits for you.',
    badNumber: 'Enter a whole number.',
    save: 'Save',
    saved: 'Watched folder saved',
  },
} as const

const outcomes: Record<FileOutcome, string> = {
  waiting: 'Needs your answer',
  discarded: 'Draft removed',
  sent: 'Sent',
  'nothing-to-send': 'Nothing to send',
  'same-file': 'Same content as before',
  refused: 'Can’t be imported',
}

/** The result of a file in a few words. */
export const outcomeText = ({ outcome }: Pick<WatchedFile, 'outcome'>): string =>
  outcome === null ? 'To process' : outcomes[outcome]

/** The colour of a result. */
export function outcomeTone({ outcome }: Pick<WatchedFile, 'outcome'>): 'neutral' | 'good' | 'warning' | 'error' {
  if (outcome === 'sent') return 'good'
  if (outcome === 'waiting') return 'warning'
  return outcome === 'refused' ? 'error' : 'neutral'
}
