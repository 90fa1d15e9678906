import { formatCount, plural } from '../../ui/format.ts'

export const callText = {
  label: (name: string): string => `Call ${name}`.trim(),
  person: 'this person',
  record: 'Customer record',
  doNotContact: 'Do not contact.',
  doNotContactText:
    'This customer, or another one with this number, asked not to be contacted. The number is hidden in your lists and left out of exports of customers and calls. Showing it is recorded.',
  allow: 'Allow contact again',
  call: 'Call',
  callAnyway: 'Call anyway',
  sms: 'SMS',
  copied: 'Number copied.',
  noNumber: 'There is no valid phone number.',
  addNumber: 'Add a number',

  car: {
    label: 'The car',
    details: 'More about the car',
    vin: 'VIN',
    gap: (dollars: number, amount: string): string =>
      dollars === 0 ? 'priced like similar cars' : `${amount} ${dollars < 0 ? 'below' : 'above'} similar cars`,
    soldAgo: (ago: string): string => (ago === 'today' ? 'Sold to them today.' : `Sold to them ${ago}.`),
    sold: (date: string): string => `Sold ${date}`,
    owned: (time: string): string => `owned ${time}`,
    lessThanAMonth: 'less than a month',
    noSaleDate: 'Sale date not provided',
    noPrice: 'No price',
    bar: { cheaper: 'Cheaper', dearer: 'Dearer' },
    changed: (change: string, earlier: string): string => `${change}, was ${earlier}`,
    steps: 'Price history, newest first',
    listings: (count: number): string => `${formatCount(count)} listings`,
    open: 'View listing',
    unsafe: 'This listing can’t be opened because its address is not secure (https).',
    showTimeline: (count: number): string => `Show all ${formatCount(count)} sightings`,
    hideTimeline: (count: number): string => `Hide all ${formatCount(count)} sightings`,
    timeline: 'All sightings',
  },

  menu: {
    label: (person: string): string => `Menu for ${person}`,
    call: 'Call',
    callNumber: (number: string): string => `Call ${number}`,
    doNotContact: 'Marked as Do Not Contact',
  },
  more: {
    label: 'More',
    copyNumber: 'Copy the number',
    undo: 'Undo the last outcome',
    copyEntry: 'Copy details as text',
    copied: 'Call details copied.',
    sms: 'Write an SMS',
    email: 'Write an email',
    noNumber: 'No phone number in the record',
    noEmail: 'No email address in the record',
    templates: 'Message templates',
  },

  otherCars: {
    button: (count: number): string => `+${formatCount(count)} ${count === 1 ? 'car' : 'cars'}`,
    name: 'Other cars of this person',
    listed: 'Listed for sale',
    unknown: 'Car not looked up',
  },

  doNotContactIn: (sources: readonly string[]): string =>
    `This number is marked Do Not Contact in ${sources.join('; ')}. Check before you contact this person.`,

  attempts: {
    channels: { call: 'Call outside calling hours', sms: 'SMS opened', email: 'Email opened' },
    text: (channel: 'call' | 'sms' | 'email', template: string | null): string =>
      template === null ? callText.attempts.channels[channel] : `${callText.attempts.channels[channel]}: ${template}`,
  },

  entry: {
    doNotContact: 'Do not contact',
    noNumber: 'No phone number',
    sold: (date: string): string => `Sold ${date}`,
    price: (price: string): string => `Asking price: ${price}`,
    last: (outcome: string, date: string, note: string): string =>
      `Last: ${outcome}, ${date}${note === '' ? '' : `. ${note}`}`,
    notCalled: 'Not called yet',
    next: (steps: string): string => `Next: ${steps}`,
  },

  due: {
    label: 'Due now',
    more: (count: number): string => `and ${formatCount(count)} more`,
    reminder: (outcome: string, name: string, time: string): string => `${outcome}: ${name}, ${time}`,
    several: (count: number): string => `${formatCount(count)} calls are due.`,
  },

  market: {
    label: 'Market',
    question: 'How does this price compare?',
    questionNoPrice: 'What do similar cars cost?',
    measures: (priceToMarket: number | null, daysSupply: number | null): string =>
      [
        priceToMarket === null ? '' : `${priceToMarket}% of the market price.`,
        daysSupply === null ? '' : `${plural(daysSupply, 'day’s supply', 'days’ supply')}.`,
      ]
        .filter(Boolean)
        .join(' '),
    position: (percent: number): string =>
      percent === 100
        ? '100% of the market price (at the median).'
        : `${formatCount(percent)}% of the market price (${formatCount(Math.abs(percent - 100))}% ${percent < 100 ? 'below' : 'above'} the median).`,
    compared: (at: string): string => `Compared ${at}.`,
    more: 'View market',
    moreCharged: 'View market (may be charged)',
    priceChanged: 'Price has changed.',
    kms: 'Kilometres (optional)',
    kmsPlaceholder: 'km (optional)',
    wrongKms: 'Enter the kilometres as a whole number.',
    compare: 'Compare with market',
    compareAgain: 'Compare again',
    charge: 'Up to 3 look-ups, which may be charged.',
    again: 'Compare again',
  },

  questions: {
    start: 'Did you reach them?',
    reached: 'What did they say?',
    deal: 'What happened?',
    'not-now': 'Why not?',
    'no-call': 'Why is no call needed?',
    branches: {
      reached: 'Spoke',
      deal: 'Bought or traded in',
      'not-now': 'Not now',
      'no-call': 'No call needed',
    },
  },

  form: {
    label: 'Outcome',
    chooseOutcome: 'Choose an outcome.',
    wrongDate: (form: string): string => `Enter the date as ${form}.`,
    needsDate: (outcome: string): string => `“${outcome}” needs a date.`,
    needsAmount: (outcome: string): string => `“${outcome}” needs an amount.`,
    offer: 'Our offer',
    note: 'Notes',
    nextAction: 'Next action',
    nextActionPlaceholder: 'Call again after work',
    date: 'Date',
    calendar: 'Choose the date from a calendar',
    time: 'Time',
    timePlaceholder: '2:30 pm',
    wrongTime: 'Enter the time like 2:30 pm.',
    pastTime: 'This time has passed.',
    timeNeedsDate: 'Enter the date as well.',
    reminder: 'You’ll be reminded at this time, on this PC.',
    quickDates: 'Suggested times',
    inThreeDays: 'In 3 days',
    next: (date: string): string => (date === '' ? 'No date for the next call.' : `Next call: ${date}.`),
    changeNext: 'Change',
    saveAndNext: 'Save and next',
    save: 'Save',
    saved: (name: string, outcome: string): string => `${name}: ${outcome.toLowerCase()}.`,
    undone: (name: string): string => `${name}: last outcome undone.`,
    undo: 'Undo',
  },

  log: {
    label: 'Call history',
    by: (at: string, name: string | null): string => (name === null ? `${at}, name not recorded` : `${at}, ${name}`),
    next: (steps: string): string => `Next: ${steps}`,
    reason: (reason: string): string => `Reason: ${reason}`,
    undo: 'Undo',
    showAll: (count: number): string => `Show all ${formatCount(count)}`,
    showLatest: 'Show the latest only',
  },

  forbid: {
    title: (name: string): string => `Mark ${name} as Do Not Contact?`,
    text: 'Their number is hidden in the customer list, and their cars leave the call list; in a team, on all PCs. You can allow contact again later.',
    confirm: 'Mark as Do Not Contact',
    again: (name: string): string => `${name} is marked Do Not Contact again.`,
  },

  assign: {
    label: 'Assign',
    panel: 'Assign to',
    assigned: (to: string): string => `Assigned to ${to}`,
    me: (name: string): string => `${name} (you)`,
    nobody: 'Nobody',
    newName: 'New name',
    note: 'A new name is added to the people of this PC, and stays after Undo. Reminders stay on the PC that planned the call.',
    assign: 'Assign',
    menu: 'Assign to…',
    /** `from`: who had each call that somebody else has now. */
    done: (customer: string, to: string | null, from: readonly string[]): string =>
      `${customer}: assigned to ${to ?? 'nobody'}${from[0] === undefined ? '' : ` instead of ${from[0]}`}.`,
    doneMany(count: number, to: string | null, from: readonly string[]): string {
      const done = `${plural(count, 'call')} assigned to ${to ?? 'nobody'}.`
      if (from.length === 0) return done
      const names = [...new Set(from)]
      return `${done} ${formatCount(from.length)} of them ${from.length === 1 ? 'was' : 'were'} assigned to ${names.length === 1 ? names[0] : 'others'}.`
    },
    undone: (changedSince: number): string =>
      changedSince === 0
        ? 'Assignment undone.'
        : `Assignment undone, except for ${plural(changedSince, 'call')} assigned again meanwhile.`,
    share: 'Whose calls',
    shares: { everyone: 'Everyone', mine: 'Mine', unassigned: 'Not assigned' },
  },

  team: {
    label: 'Team',
    calledBy: (name: string, time: string): string =>
      name === '' ? `Being called by a colleague until ${time}` : `Being called by ${name} until ${time}`,
    calledHere: (time: string): string => `You are calling until ${time}`,
    free: 'Nobody is calling',
    take: 'Take',
    release: 'Release',
    takeCar: 'Take the car',
    releaseCar: 'Release the car',
    takenBy: (name: string): string => (name === '' ? 'A colleague is calling' : `${name} is calling`),
    replaced: (to: string, by: string): string =>
      `Also assigned to ${to} at the same time${by === '' ? '' : `, by ${by}`}. Agree on who calls.`,
    age: (age: string): string => `Team data ${age}`,
    neverSynced: 'No team data yet',
    waiting: (count: number): string => `${plural(count, 'change')} to send`,
  },
}
