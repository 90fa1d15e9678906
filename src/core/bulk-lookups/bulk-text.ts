import { formatNumber, plural } from '../../contract/regional-format.ts'

/** Every sentence that core writes about bulk look-ups. */

export const bulkText = {
  pasted: (cars: number) => (cars === 0 ? 'Pasted list' : `Pasted list, ${plural(cars, 'car')}`),
  customers: (cars: number) => plural(cars, 'customer'),
  exported: (name: string) => `${name} – look-ups`,
  blank: 'There is no rego or VIN in this row.',
  notACar: 'This isn’t a rego or a VIN.',
  noDigits: 'It has no digits. Check that it is a rego.',
  missingState: 'A rego in Australia is looked up by state. Select the state.',
  lost: 'The answer was lost, so this look-up may have been charged.',
  usedUp: 'The service accepts no more calls until then.',
  interrupted: 'Forecourt was closed before the answer arrived, so this look-up may have been charged.',
}

export const bulkFailures = {
  removed: ['This bulk look-up is no longer on this PC.', { next: 'Start a new one.' }],
  empty: ['No rego or VIN was found.', { next: 'Paste regos or VINs, one per line, or choose another file.' }],
  tooMany: (max: number) =>
    [
      `A bulk look-up has at most ${formatNumber(max)} cars.`,
      { next: 'Split the list and look up the parts one after the other.' },
    ] as const,
  started: ['This bulk look-up was already started.', { next: 'Create a new one to change the list.' }],
  nothingToAsk: ['There is nothing to look up.', { next: 'Check the list for regos and VINs.' }],
  costChanged: (count: number) =>
    [
      `The number of look-ups has changed to ${formatNumber(count)}.`,
      { next: 'Check the list, then start again.' },
    ] as const,
  running: ['This bulk look-up is running.', { next: 'Cancel it first.' }],
  ended: ['This bulk look-up has ended.', { next: 'Retry its cars, or start a new one.' }],
} as const

export const pausedByLoss = {
  kind: 'offline',
  message: 'Several answers were lost, so the bulk look-up was paused.',
  kept: 'The cars concerned are listed as “May be charged”. All answers are saved.',
  next: 'Check your internet connection, then continue.',
} as const

/** Why a bulk look-up in restored data is paused. */
export const restoredLookup = {
  message:
    'Your data was restored, so this bulk look-up was paused. Cars that were looked up since would be charged again.',
  next: 'Check which cars are still needed, then continue.',
} as const

/** Names in exported files. */
export const bulkFileText = {
  statuses: {
    saved: 'Saved',
    queued: 'Not looked up',
    asking: 'Not looked up',
    match: 'Found',
    'low-quality': 'Check match',
    'no-match': 'No matching vehicle',
    'vin-only': 'VIN only',
    nothing: 'No record',
    failed: 'Failed',
    unsure: 'May be charged',
    cancelled: 'Cancelled',
    invalid: 'Invalid',
  },
} as const
