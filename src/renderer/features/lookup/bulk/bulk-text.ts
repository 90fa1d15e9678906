import type { BulkItemStatus, BulkLookup, BulkLookupState } from '../../../../contract/bulk-lookups.ts'
import { formatCount, formatTime, plural } from '../../../ui/format.ts'

export const bulkText = {
  title: 'Look up several cars',
  single: 'Look up one car',

  home: {
    list: 'Regos and VINs',
    hint: 'One per line, with the state after a comma if you know it. You can also paste rows from a spreadsheet.',
    placeholder: 'ABC123, NSW\n1AB2CD, VIC\n6T153KK400X334447',
    check: 'Check list',
    file: 'Choose file',
    fileHint: 'Nothing is sent yet. You see the list and the cost first.',
    reading: 'Reading the list',
    recent: 'Recent bulk look-ups',
    none: 'No bulk look-ups yet.',
    loading: 'Loading bulk look-ups',
    remove: (name: string) => `Delete ${name}`,
    removed: 'Bulk look-up deleted. Its results stay saved.',
    confirmRemove: (name: string) => ({
      title: `Delete ${name}?`,
      text: 'The list is deleted from this PC. The results of its cars stay saved and can still be opened.',
      confirmLabel: 'Delete',
      tone: 'danger' as const,
    }),
  },

  states: {
    review: 'Not started',
    running: 'Running',
    paused: 'Paused',
    finished: 'Finished',
    cancelled: 'Cancelled',
  } satisfies Record<BulkLookupState, string>,

  statuses: {
    saved: 'Saved',
    queued: 'Queued',
    asking: 'Looking up…',
    match: 'Found',
    'low-quality': 'Check match',
    'no-match': 'No match',
    'vin-only': 'VIN only',
    nothing: 'No record',
    failed: 'Failed',
    unsure: 'May be charged',
    cancelled: 'Cancelled',
    invalid: 'Invalid',
  } satisfies Record<BulkItemStatus, string>,

  review: {
    cost: (count: number) =>
      count === 0 ? 'No look-ups needed' : count === 1 ? '1 look-up' : `${formatCount(count)} look-ups`,
    mayBeCharged: 'Each may be charged. Saved results cost nothing.',
    free: 'All results are saved on this PC and cost nothing.',
    nothing: 'No rego or VIN can be looked up yet. Check the list below.',
    figures: { cars: 'Cars', toAsk: 'To look up', saved: 'Saved', invalid: 'Invalid', duplicates: 'Duplicates merged' },
    defaultState: 'State for regos without one',
    selectState: 'Select a state',
    askAgain: (count: number) => `Look up ${plural(count, 'saved car')} again`,
    askAgainHint: 'May be charged again.',
    carColumn: 'Rego or VIN column',
    stateColumn: 'State column',
    noColumn: 'None',
    selectColumn: 'Select a column',
    column: (name: string, position: number, samples: readonly string[]) =>
      [name || `Column ${position + 1}`, samples.slice(0, 2).join(', ')].filter(Boolean).join(': '),
    start: (count: number) => (count === 0 ? 'Show saved results' : `Look up ${plural(count, 'car')}`),
    delete: 'Delete list',
    removeCars: (count: number) => (count > 1 ? `Remove ${formatCount(count)} cars` : 'Remove car'),
    removed: (count: number) => `${plural(count, 'car')} removed from the list.`,
  },

  progress: {
    label: (name: string) => `Progress of ${name}`,
    done: (done: number, total: number) => `${formatCount(done)} of ${plural(total, 'car')} done`,
    headline(job: BulkLookup): string {
      switch (job.state) {
        case 'running':
          return job.waiting ? 'Waiting for the service' : 'Looking up cars'
        case 'paused':
          return 'Paused'
        case 'cancelled':
          return 'Cancelled'
        default:
          return 'All cars done'
      }
    },
    waiting: (reason: string, until: string) => `${reason} Continues at ${formatTime(until)}.`,
    background: 'Continues in the background.',
    pausedByUser: 'Continue when you are ready.',
    cancelledText: (count: number) => `${plural(count, 'car')} not looked up. The other results are saved.`,
    finished: 'Open these results any time, at no cost.',
    pause: 'Pause',
    resume: 'Continue',
    cancel: 'Cancel',
    confirmCancel: (count: number) => ({
      title: 'Cancel this bulk look-up?',
      text: `${plural(count, 'car')} will not be looked up. Results so far stay saved.`,
      confirmLabel: 'Cancel look-up',
      cancelLabel: 'Keep going',
      tone: 'danger' as const,
    }),
    retryCharged: 'Cars that are looked up again may be charged',
    retryFailed: (count: number) => `Retry ${formatCount(count)} failed`,
    retryCancelled: (count: number) => `Look up the other ${formatCount(count)}`,
    retryUnsure: (count: number) => `Look up ${plural(count, 'car')} again`,
    confirmUnsure: (count: number) => ({
      title: `Look up ${plural(count, 'car')} again?`,
      text: 'Their answers were lost, so they may have been charged already. Looking them up again may be charged a second time.',
      confirmLabel: 'Look up again',
    }),
    unsureTitle: (count: number) => `${plural(count, 'look-up')} may have been charged`,
    unsureText: 'The connection was lost before the answer arrived. Forecourt doesn’t repeat these automatically.',
    announced: (name: string) => `${name}: all cars done.`,
  },

  items: {
    title: 'Cars',
    filter: 'Show',
    groups: {
      all: 'All',
      found: 'Found',
      check: 'To check',
      open: 'To look up',
      saved: 'Saved',
      problems: 'Problems',
      cancelled: 'Cancelled',
    },
    columns: {
      row: 'Row',
      query: 'Rego or VIN',
      state: 'State',
      status: 'Status',
      title: 'Vehicle',
      vin: 'VIN',
      note: 'Details',
    },
    lines: (count: number) => `${formatCount(count)} times in the list`,
    empty: 'No cars here',
    export: 'Export',
    exportText: 'All cars of this list with what was found.',
    excelNote: 'VINs and regos stay text.',
    exported: (rows: number, fileName: string) => `${plural(rows, 'car')} exported to ${fileName}.`,
  },
  removed: 'This bulk look-up isn’t on this PC',
  removedText: 'It was deleted, or it belongs to another account.',
  loading: 'Opening bulk look-up',
} as const

/** "12 found, 3 to check, 2 failed": what there is to say about a list in one line. */
export function summaryOf({ counts, state }: Pick<BulkLookup, 'counts' | 'state'>): string {
  const sum = (...statuses: BulkItemStatus[]): number =>
    statuses.reduce((total, each) => total + (counts[each] ?? 0), 0)
  const parts: readonly (readonly [number, string])[] = [
    [sum('match'), 'found'],
    [sum('low-quality', 'no-match', 'vin-only', 'nothing'), 'to check'],
    [sum('saved'), 'saved'],
    [sum('queued', 'asking'), state === 'review' ? 'to look up' : 'left'],
    [sum('failed'), 'failed'],
    [sum('unsure'), 'may be charged'],
    [sum('invalid'), 'invalid'],
    [sum('cancelled'), 'cancelled'],
  ]
  return parts.flatMap(([count, word]) => (count > 0 ? `${formatCount(count)} ${word}` : [])).join(', ')
}
