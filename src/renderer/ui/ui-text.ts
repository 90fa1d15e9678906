import { formatCount, plural } from './format.ts'

/** The words of the kit itself: what its controls say on every screen. */
export const uiText = {
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  details: 'Details',
  tryAgain: 'Try again',
  tryAgainAfter: (moment: string) => `Try again after ${moment}.`,
  reference: (reference: string) => `Reference for support: ${reference}`,
  report: { copy: 'Copy report', copied: 'Report copied. Paste it into your message to support.' },
  notProvided: 'Not provided',
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  andMore: (count: number) => `and ${formatCount(count)} more`,
  clearSearch: 'Clear search',
  secret: { show: (label: string) => `Show ${label}`, hide: (label: string) => `Hide ${label}` },
  filter: {
    label: 'Filter',
    clearAll: 'Clear all filters',
    active: 'Active filters',
    remove: (label: string) => `Remove filter: ${label}`,
  },
  formats: { excel: 'Excel workbook', csv: 'CSV', csvNote: 'for other software' },
  calendar: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    open: (label: string) => `Choose a day: ${label}`,
    wrongDate: (order: string) => `Enter the date as ${order}.`,
  },
  folder: { none: 'No folder chosen', choose: 'Choose a folder…' },
  notices: {
    label: 'Notices',
    close: 'Close this notice',
    more: (count: number) => `+${count}`,
    moreName: (count: number) => (count === 1 ? 'Show 1 more notice' : `Show ${count} more notices`),
  },
  unreadable: {
    title: (count: number) => `${plural(count, 'record')} could not be read`,
    text: 'All other records are shown. Send the details to your provider.',
    show: 'Show as received',
  },
} as const
