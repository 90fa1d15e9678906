import { formatNumber, plural } from '../../contract/regional-format.ts'
import type { CallGoal } from '../../contract/call-figures.ts'
import type { Region } from '../../contract/region.ts'
import type { Failure } from '../../contract/result.ts'

/** Every sentence that core writes about sightings, calls and call notes. */

/** The message of a failure, and what to do. */
type FailureText = readonly [message: string, more: Pick<Failure, 'kept' | 'next'>]

const notSaved = (message: string, next: string): FailureText => [message, { kept: 'Nothing was saved.', next }]

export const sightingFailures = {
  notInList: ['This car is no longer in your list.', { kept: 'Its call history is saved.' }] satisfies FailureText,
  noConnection: ['This connection was removed.', { next: 'Refresh the list.' }] satisfies FailureText,
  doNotContact: notSaved(
    'This person is marked Do Not Contact, so you can’t record a call.',
    'If they agreed to be contacted, select Allow contact first.',
  ),
  nothingToUndo: ['There is nothing to undo: this PC has no call notes for this car.', {}] satisfies FailureText,
  needsDate: (outcome: string) => notSaved(`“${outcome}” needs a date.`, 'Enter a date, then save again.'),
  needsAmount: (outcome: string) => notSaved(`“${outcome}” needs an amount.`, 'Enter an amount, then save again.'),
  closed: (outcome: string) =>
    notSaved(
      `“${outcome}” closes this car, so it can’t have a next action.`,
      'Clear the next action and its date, or choose another outcome.',
    ),
  invalidTime: notSaved('The time isn’t valid.', 'Enter it like 2:30 pm.'),
  timeWithoutDate: notSaved('A time needs a date.', 'Enter the date as day/month/year.'),
  pastTime: notSaved('This time has passed.', 'Choose a later time.'),
  noMessages: notSaved(
    'This person is marked Do Not Contact, so you can’t send a message.',
    'If they agreed to be contacted, select Allow contact first.',
  ),
  templateWithoutName: notSaved('The template has no name.', 'Enter a name, then save again.'),
  templateWithoutText: notSaved('The template has no text.', 'Enter a text, then save again.'),
  templateWithoutSubject: notSaved('The email template has no subject.', 'Enter a subject, then save again.'),
  unknownField: (field: string) =>
    notSaved(`“{${field}}” isn’t a field.`, 'Use one of the fields below the text, or remove the braces.'),
  tooManyTemplates: notSaved('There are too many templates.', 'Delete one that you don’t need.'),
  invalidDate: notSaved('The next date isn’t a valid date.', 'Enter it as day/month/year.'),
  pastDate: notSaved('The next date is in the past.', 'Choose today or a later date.'),
  distantDate: notSaved('The next date is too far in the future.', 'Check the year.'),
} as const

/** The note that is recorded when a person may be contacted again. */
export const contactAllowedNote = 'Can be contacted again.'

export const callTimesText = {
  inAnHour: 'In 1 hour',
  today: 'Today',
  tomorrow: 'Tomorrow',
} as const

export const reminderText = {
  one: (outcome: string, time: string, day: string) => `${outcome}: ${[day, time].filter(Boolean).join(', ')}`,
  several: (count: number) => `${formatNumber(count)} calls are due`,
  cars: (titles: string, more: number) => (more > 0 ? `${titles} and ${formatNumber(more)} more` : titles),
}

/** Shown in a notification when neither the record nor the listing has a title. */
export const untitledCar = 'A car'

export const callingHoursText = {
  /** Of a planned call. */
  unknownPlanned: 'The customer’s state is unknown, so their local time is too.',
  plannedHoliday: (name: string) => `It’s ${name}: no calls.`,
  unknownState: (hours: string) =>
    `The customer’s state is unknown, so their local time is too. Calling hours: ${hours}.`,
  dayHours: (days: string, from: string, to: string) => `${days} ${from} to ${to}`,
  dayRange: (first: string, last: string) => `${first} to ${last}`,
  noHours: 'none. Set them in the settings',
  localTime: (weekday: string, time: string, city: string) => `${weekday} ${time} in ${city}.`,
  allowedUntil: (time: string) => `You can call until ${time}.`,
  allowedFrom: (time: string, day: string) => `You can call from ${time} ${day}.`,
  today: 'today',
  tomorrow: 'tomorrow',
  onWeekday: (weekday: string) => `on ${weekday}`,
  holiday: (name: string) => `Today is ${name}: no calls.`,
  noCallsOn: (weekday: string) => `No calls on ${weekday}s.`,
  neverAllowed: 'No day has calling hours. Set them in the settings.',
  tooEarly: 'Too early to call.',
  tooLate: 'Too late to call.',
  /** New Zealand and Malaysia have no law about calls by a person; New Zealand's act leaves voice calls out. */
  noLaw: {
    au: '',
    nz: ' New Zealand sets no calling hours by law; this is good practice.',
    my: ' Malaysia sets no calling hours by law; this is good practice.',
  } satisfies Readonly<Record<Region, string>>,
}

export const callSheetText = {
  name: (date: string, order: string) => (order === '' ? `Call sheet ${date}` : `Call sheet ${date}, ${order}`),
  columns: [
    'Order',
    'Due',
    'Customer',
    'Phone',
    'State',
    'Rego',
    'VIN',
    'Vehicle',
    'Sale date',
    'Asking price',
    'Earlier price',
    'First seen',
    'Last seen',
    'Listing',
    'Link',
    'Outcome',
    'Notes',
    'Next action',
    'Next date',
    'Offer',
    'Recorded by',
    'Assigned to',
  ],
  /** Only when the list has several connections. */
  connection: 'Connection',
  source: (name: string, region: string) => `${name}, ${region}`,
  notRecorded: 'Not recorded',
  overdue: 'Overdue',
  today: 'Today',
} as const

export const reportText = {
  name: (from: string, to: string) => `Calls ${from} to ${to}`,
  total: 'Total',
  goal: 'Goal',
  per: { dealership: 'Dealership', person: 'Each person' } satisfies Record<CallGoal['per'], string>,
  person: 'Person',
  day: 'Day',
  columns: { kind: 'Row', name: 'Person or day', percent: 'Conversion %' },
  nobody: 'Not recorded',
} as const

export const dailyDigestText = {
  title: 'Today’s calls',
  ofSource: (name: string, region: string, sentence: string) => `${name}, ${region}: ${sentence}`,
  /** "4 new sightings, 2 price drops, 3 calls due." */
  sentence: ({ fresh, drops, due }: { fresh: number; drops: number; due: number }) =>
    `${[
      fresh > 0 ? plural(fresh, 'new sighting') : '',
      drops > 0 ? plural(drops, 'price drop') : '',
      due > 0 ? `${plural(due, 'call')} due` : '',
    ]
      .filter(Boolean)
      .join(', ')}.`,
} as const
