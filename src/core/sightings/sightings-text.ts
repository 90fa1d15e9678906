import type { Region } from '../../contract/region.ts'
import type { Failure } from '../../contract/result.ts'

/** Every sentence that core writes about sightings, calls and call notes. */

/** The message of a failure, and what to do. */
type FailureText = readonly [message: string, more: Pick<Failure, 'kept' | 'next'>]

const notSaved = (message: string, next: string): FailureText => [message, { kept: 'Nothing was saved.', next }]

export const sightingFailures = {
  notInList: ['This car is no longer in your list.', { kept: 'Its call history is saved.' }] satisfies FailureText,
  doNotContact: notSaved(
    'This person is marked Do Not Contact, so you can’t record a call.',
    'If they agreed to be contacted, select Allow contact first.',
  ),
  nothingToUndo: ['There is nothing to undo: this car has no call notes.', {}] satisfies FailureText,
  needsDate: (outcome: string) => notSaved(`“${outcome}” needs a date.`, 'Enter a date, then save again.'),
  needsAmount: (outcome: string) => notSaved(`“${outcome}” needs an amount.`, 'Enter an amount, then save again.'),
  closed: (outcome: string) =>
    notSaved(
      `“${outcome}” closes this car, so it can’t have a next action.`,
      'Clear the next action and its date, or choose another outcome.',
    ),
  invalidDate: notSaved('The next date isn’t a valid date.', 'Enter it as day/month/year.'),
  pastDate: notSaved('The next date is in the past.', 'Choose today or a later date.'),
  distantDate: notSaved('The next date is too far in the future.', 'Check the year.'),
} as const

/** The note that is recorded when a person may be contacted again. */
export const contactAllowedNote = 'Can be contacted again.'

/** Shown in a notification when neither the record nor the listing has a title. */
export const untitledCar = 'A car'

export const callingHoursText = {
  unknownState:
    'The customer’s state is unknown, so their local time is too. You can call from 9 am to 8 pm on weekdays and to 5 pm on Saturdays.',
  localTime: (weekday: string, time: string, city: string) => `${weekday} ${time} in ${city}.`,
  allowedUntil: (time: string) => `You can call until ${time}.`,
  allowedFrom: (time: string, day: string) => `You can call from ${time} ${day}.`,
  today: 'today',
  tomorrow: 'tomorrow',
  onWeekday: (weekday: string) => `on ${weekday}`,
  holiday: (name: string) => `Today is ${name}: no calls.`,
  sunday: 'No calls on Sundays.',
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
  name: (date: string) => `Call sheet ${date}`,
  columns: [
    'Due',
    'Customer',
    'Phone',
    'State',
    'Rego',
    'VIN',
    'Vehicle',
    'Sold on',
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
  ],
  overdue: 'Overdue',
  today: 'Today',
} as const
