import { rowText } from '../../../contract/row-id.ts'
import type { UploadSearchState } from '../../../contract/upload-search.ts'
import { regionNames } from '../../../contract/region-names.ts'
import type { TeamUploadRow } from '../../../contract/team.ts'
import { formatPlate, plural, formatCount } from '../../ui/format.ts'
import type { SearchPeriod } from './useUploadSearch.ts'
import { updatesStay } from './result-text.ts'

/** The texts of the actions of an upload: order, pause, name, draft, removal and search. */
export const uploadListText = {
  search: {
    name: 'Search in the upload history',
    label: 'Search uploads',
    hint: 'Name, file, date, ID or customer',
    state: 'Status',
    states: {
      any: 'Any status',
      open: 'In progress',
      attention: 'Needs attention',
      complete: 'Complete',
      cancelled: 'Cancelled',
      undone: 'Undone',
      removed: 'Removed from list',
    } satisfies Readonly<Record<UploadSearchState, string>>,
    period: 'Period',
    periods: {
      any: 'Any date',
      week: 'Last 7 days',
      month: 'Last 30 days',
      year: 'Last 12 months',
      dates: 'From … to …',
    } satisfies Readonly<Record<SearchPeriod, string>>,
    from: 'From',
    until: 'To',
    wrongOrder: 'The first date is after the last.',
    file: (fileName: string) => `File ${fileName}`,
    found: (count: number, more: boolean) => (more ? `${plural(count, 'upload')} and more` : plural(count, 'upload')),
    nothing: (text: string) => ({
      title: text === '' ? 'No matching uploads' : `No uploads found for “${text}”`,
      text: 'Try another name, file name, ID, rego or VIN, or another status and period.',
    }),
    clear: 'Clear search',
    searching: 'Searching',
    results: 'Found uploads',
    row: ({
      row,
      rego,
      vin,
      clientName,
    }: Readonly<Record<'rego' | 'vin' | 'clientName', string | null>> & { row: number }) =>
      `Row ${rowText(row)}: ${[clientName, formatPlate(rego) || vin].filter(Boolean).join(', ') || 'excluded'}`,
  },
  showMore: 'Show more',
  place: (place: number, size: number) =>
    size < 2 ? '' : place === 1 ? 'Sent first.' : `Number ${place} of ${size} in the queue.`,
  open: 'Open',
  up: (name: string) => `Send ${name} earlier`,
  down: (name: string) => `Send ${name} later`,
  pause: 'Pause',
  pauseOf: (name: string) => `Pause ${name}`,
  resume: 'Resume',
  resumeOf: (name: string) => `Resume ${name}`,
  remove: 'Remove from list',
  removeOf: (name: string) => `Remove ${name} from the list`,
  removed: {
    done: (name: string) => `${name} removed from the list. Its customers stay.`,
    show: (count: number) => `Show ${plural(count, 'removed upload')}`,
    hide: 'Hide removed uploads',
    title: 'Removed',
    putBack: 'Put back',
    putBackOf: (name: string) => `Put ${name} back in the list`,
  },
  withdraw: {
    button: 'Back to draft',
    question: (name: string, updated: number) => ({
      title: `Make ${name} a draft again?`,
      text: [
        'The service has none of its rows. The upload is removed, and the draft opens with all your changes.',
        updated > 0 ? updatesStay(updated) : '',
      ]
        .filter(Boolean)
        .join(' '),
      confirmLabel: 'Back to draft',
    }),
  },
  rename: {
    button: 'Rename',
    title: 'Rename upload',
    label: 'Name',
    hint: 'The file name stays.',
    serviceHint: (serviceName: string) => `The service keeps the name “${serviceName}”.`,
    save: 'Save name',
  },
} as const

export const teamUploadsText = {
  whose: 'Uploads of',
  choices: { 'this-pc': 'This PC', team: 'Team' },
  caption: 'Uploads of the team',
  columns: [
    'Upload',
    'Uploaded by',
    'Started',
    { title: 'Rows', end: true },
    { title: 'Customers', end: true },
    'Connection',
  ],
  person: 'Uploaded by',
  everyone: 'Everyone',
  nobody: 'Not recorded',
  thisPc: 'this PC',
  by: ({ person, pcName, isThisPc }: TeamUploadRow): { readonly name: string; readonly pc: string } => ({
    name: person?.name ?? teamUploadsText.nobody,
    pc: isThisPc ? teamUploadsText.thisPc : pcName,
  }),
  customers: ({ created, finished }: TeamUploadRow): string =>
    finished ? formatCount(created) : `${formatCount(created)} so far`,
  connection: ({ connectionName, region }: TeamUploadRow): string => `${connectionName}, ${regionNames[region]}`,
  note: 'You see a summary of your colleagues’ uploads. The rows of a file stay on the PC that uploaded it.',
  loading: 'Loading the uploads of the team',
  showMore: 'Show more',
  empty: {
    title: 'No uploads in the team yet',
    text: 'Uploads of all PCs of the team appear here.',
  },
} as const
