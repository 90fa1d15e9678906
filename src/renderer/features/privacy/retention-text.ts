import type { RetentionStatus } from '../../../contract/retention.ts'
import {
  retentionKinds,
  type RetentionCounts,
  type RetentionDays,
  type RetentionKind,
} from '../../../contract/retention-kinds.ts'
import { formatMoment, plural } from '../../ui/format.ts'

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
    hint: 'With bulk look-ups that have ended, market results and VINs known for a rego. Pinned ones too.',
  },
  uploads: {
    label: 'Uploads',
    hint: 'Deletes the rows of uploads that have finished. Their numbers stay, and the references by which duplicates are found.',
  },
  notes: {
    label: 'Call notes and history',
    hint: 'A car without later notes counts as not called. Notes with a later next action and Do Not Contact marks stay.',
  },
  logs: { label: 'Log', hint: 'The technical log on this PC. It has no names, numbers or regos.' },
  exports: { label: 'Exports and revealed numbers', hint: 'The list under Exports.' },
}

/** The sentences about old data that is deleted by its age. */
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
    last === null ? 'No old data was deleted yet.' : `Deleted on ${formatMoment(last.at)}: ${listed(last.deleted)}.`,
  waits: (until: string) =>
    `The clock of this PC has jumped ahead. Nothing is deleted before ${formatMoment(until)}, in case it is wrong.`,
  /** Whether two choices are the same. */
  isSame: (a: RetentionDays, b: RetentionDays) => retentionKinds.every((kind) => a[kind] === b[kind]),
} as const
