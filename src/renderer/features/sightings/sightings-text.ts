import { dateParts, daysBetween, localDate, monthNames, weekdayName } from '../../../contract/calendar-date.ts'
import { type CallGroup, countOf } from '../../../contract/call-group.ts'
import type { SightingSettings } from '../../../contract/sighting-settings.ts'
import { maxBulkCars, type SightingSummary } from '../../../contract/sightings.ts'
import { formatAge, formatCount, formatDate, formatFrom, formatMinutes, formatTime, plural } from '../../ui/format.ts'

/** "every hour", "every 5 minutes". */
const every = (minutes: number): string => `every ${formatMinutes(minutes).replace(/^1 /, '')}`

export const sightingsText = {
  title: 'Sightings',
  subtitle: 'Past customers’ cars listed for sale',
  checked: (at: string, now: Date, everyMinutes: number | null): string =>
    `Checked ${formatAge(at, now)}.${everyMinutes === null ? '' : ` Checks ${every(everyMinutes)}.`}`,
  offline: 'You’re offline.',
  serviceDown: 'Can’t connect to the service.',
  stale: (reason: string, at: string | null, now: Date): string =>
    `${reason} Showing the list ${formatFrom(at, now)}. Your notes are saved on this PC.`,
  retry: 'Try again',
  sources: {
    name: 'Connections in the list',
    one: 'This connection',
    all: 'All connections',
    allHint: 'Also downloads the customer lists of the others, and keeps them up to date.',
    some: (shown: number, all: number): string => `${shown} of ${all} connections`,
    show: 'Show sightings of',
    only: (source: string): string => `${source} only`,
    connections: 'Connections',
    count: (source: string, cars: string): string => `${source} (${cars})`,
    /** How current the saved list of a connection is. */
    state: (problem: string | null, syncing: boolean, at: string | null, now: Date): string => {
      const age = at === null ? 'Not downloaded yet.' : `Updated ${formatAge(at, now)}.`
      if (problem !== null) return `${problem} ${age}`
      return syncing && at === null ? 'Downloading customers.' : age
    },
    problem: (source: string, state: string): string => `${source}: ${state}`,
  },
  report: 'Report',
  settings: 'Settings',

  groups: {
    overdue: 'Overdue',
    today: 'Today',
    new: 'New',
    'price-drops': 'Price drops',
    open: 'Open',
    later: 'Later',
    done: 'Done',
  } satisfies Record<CallGroup, string>,
  groupNotes: {
    overdue: 'planned for an earlier day',
    today: 'planned for today',
    new: 'listed since your last visit, and not called about',
    'price-drops': 'cheaper since your last visit, and not called about since',
    open: 'all other cars to call: without a date',
    later: 'planned for a later day',
    done: 'with a final outcome, or marked Do Not Contact',
  } satisfies Record<CallGroup, string>,
  menu: {
    label: 'List options',
    filter: (count: number): string => (count === 0 ? 'Filter' : `Filter (${formatCount(count)} in use)`),
    markSeen: 'Mark all as seen',
    markedSeen: (connections: number): string =>
      connections > 1
        ? `All calls of ${formatCount(connections)} connections and regions marked as seen.`
        : 'All calls marked as seen.',
    back: 'Back',
  },
  search: 'Search sightings',
  searchPlaceholder: 'Name, rego, note',

  filter: {
    name: 'Filter sightings',
    state: 'State',
    noState: 'No state',
    seen: 'Last seen',
    seenFrom: 'Last seen from',
    seenTo: 'Last seen to',
    from: (form: string): string => `from ${form}`,
    to: (form: string): string => `to ${form}`,
    price: 'Asking price',
    priceFrom: 'Lowest price',
    priceTo: 'Highest price',
    min: 'from',
    max: 'to',
    upload: 'Upload',
    allUploads: 'All uploads',
    outcome: 'Outcome',
    groups: { none: 'No outcome yet', 'in-progress': 'In progress', won: 'Won', closed: 'Closed without a deal' },
    openGroup: (group: string, isOpen: boolean): string => `${isOpen ? 'Hide' : 'Show'} outcomes: ${group}`,
    person: 'Last outcome recorded by',
    noPerson: 'Not recorded',
    anyPerson: 'Anyone',
    retiredPerson: (name: string): string => `${name} (retired)`,
    wrongDate: (form: string): string => `Enter the date as ${form}.`,
    wrongPrice: 'Enter the price in whole dollars.',
    seenFromChip: (date: string): string => `Seen from ${date}`,
    seenToChip: (date: string): string => `Seen to ${date}`,
    minChip: (amount: string): string => `${amount} or more`,
    maxChip: (amount: string): string => `${amount} or less`,
    searchChip: (search: string): string => `Search: “${search}”`,
    personChip: (name: string | undefined): string => (name === undefined ? 'One person' : `By: ${name}`),
    uploadChip: (name: string | undefined): string => (name === undefined ? 'One upload' : `Upload: ${name}`),
  },

  list: {
    label: 'Call list',
    showNew: (count: number): string => `Show ${formatCount(count)} new`,
    count: (count: number): string => `${plural(count, 'car')}.`,
    moved: (group: string): string => `Moved to ${group}`,
    matches: (count: number): string => `${plural(count, 'car matches', 'cars match')} the search and filters.`,
    unnamed: 'No name',
    unknownCar: 'Unknown car',
    noPrice: 'no price',
    listed: (days: number): string =>
      days === 0 ? 'Listed today' : days === 1 ? 'Listed yesterday' : `Listed ${days} days ago`,
    cheaper: (amount: string): string => `${amount} less`,
    dearer: (amount: string): string => `${amount} more`,
  },

  sort: 'Order',
  points: (points: number): string => `${points} points`,
  ofMarket: (percent: number | null): string => (percent === null ? 'not compared' : `${percent}% of market`),
  help: {
    label: 'Groups and orders explained',
    groups: 'Groups',
    orders: 'Orders',
  },

  bulk: {
    tick: (name: string): string => `Select ${name}`,
    selected: (count: number): string => `${formatCount(count)} selected`,
    open: 'Outcome',
    clear: 'Clear selection',
    all: `Select all shown (at most ${formatCount(maxBulkCars)})`,
    outcome: 'Outcome for all',
    choose: 'Choose an outcome',
    date: 'Next date',
    amount: 'Our offer',
    note: 'Notes',
    record: (count: number): string => `Record for ${plural(count, 'car')}`,
    question: (outcome: string, count: number): string => `Record “${outcome}” for ${plural(count, 'car')}?`,
    /** `planned`: cars whose planned call is replaced. */
    explanation: (leftOut: number, planned: number, forbids: boolean, shared: string): string =>
      [
        leftOut > 0
          ? `${plural(leftOut, 'selected car')} ${leftOut === 1 ? 'is' : 'are'} left out: the owner is marked Do Not Contact.`
          : '',
        planned > 0 ? `${plural(planned, 'planned call is', 'planned calls are')} replaced.` : '',
        forbids ? 'Their numbers are hidden, and their cars leave the call list.' : '',
        shared,
        'You can undo this once for all.',
      ]
        .filter(Boolean)
        .join(' '),
    confirm: (count: number): string => `Record for ${plural(count, 'car')}`,
    nobody: 'All selected cars belong to people marked Do Not Contact. Nothing was recorded.',
    saved: (outcome: string, count: number, leftOut: number): string =>
      `${outcome}: recorded for ${plural(count, 'car')}.${leftOut > 0 ? ` ${formatCount(leftOut)} left out (Do Not Contact).` : ''}`,
    undone: (count: number): string => `Outcome of ${plural(count, 'car')} undone.`,
    allowedAgain: (count: number): string =>
      count === 1 ? ' This person can be contacted again.' : ' These people can be contacted again.',
  },

  status: {
    doNotContact: 'Do not contact',
    overdue: 'Overdue',
    now: 'Due now',
    today: 'Due today',
    new: 'New',
    notCalled: 'Not called',
  },

  digest: {
    daily: (text: string): string => `Daily digest: ${text}`,
    open: 'Open the report',
  },

  empty: {
    loading: 'Loading sightings',
    reading: 'Downloading your customers',
    readingText: 'Cars listed for sale appear here as they are downloaded.',
    offline: 'You’re offline and no sightings are saved on this PC',
    problem: 'Sightings couldn’t be loaded',
    noCustomers: 'No customers yet',
    noCustomersText:
      'Import your past customers. When the service sees one of their cars for sale, the customers to call appear here.',
    import: 'Import customers',
    noSightings: 'No cars listed yet',
    /** `problem`: why Forecourt can't check now. */
    noSightingsText: (
      customers: number,
      problem: string | null,
      settings: Pick<SightingSettings, 'checkEveryMinutes' | 'notify'> | null,
    ): string =>
      [
        `The service watches for the cars of your ${plural(customers, 'customer')}, and the first sightings can take days.`,
        problem ??
          (settings &&
            `Forecourt checks ${every(settings.checkEveryMinutes)}${settings.notify ? ' and notifies you' : ''}.`),
      ]
        .filter(Boolean)
        .join(' '),
    checkNow: 'Check now',
    allCalled: 'All calls done.',
    allCalledText: (later: number): string =>
      later > 0
        ? `Nothing is due today. ${plural(later, 'call')} planned for later.`
        : 'Nothing is due today and there are no new sightings.',
    noneMine: 'No open calls are assigned to you',
    noneMineText: (calls: number): string =>
      `There ${calls === 1 ? 'is' : 'are'} ${plural(calls, 'call')} to make for everyone.`,
    showEveryone: 'Show everyone’s calls',
    noMatch: 'No matching cars',
    noMatchText: 'Try clearing the search or filters.',
    noPerson: 'Nobody is working',
    noPersonText: '“Mine” shows the calls of the person who is working.',
    pickPerson: 'Pick who is working',
    clear: 'Clear search and filters',
    showAll: 'Show all sightings',
  },

  sheet: {
    text: (count: number): string =>
      `${plural(count, 'car')}, in the order shown. People marked Do Not Contact are not printed, and have no number in files.`,
    print: 'Print the call sheet',
    printNote: (cars: number, printed: number, rowsOfPage: number): string =>
      `${cars > printed ? `the first ${formatCount(printed)}, ` : ''}up to ${rowsOfPage} on a page, with room to write`,
    excelNote: 'keeps leading zeros',
    saved: (count: number): string => `Call sheet with ${plural(count, 'car')} saved.`,
    /** "Calls for Monday 30 November 2026". */
    heading: (day: string): string => {
      const { day: dayOfMonth, month, year } = dateParts(day)
      return `Calls for ${weekdayName(day)} ${dayOfMonth} ${monthNames[month - 1] ?? ''} ${year}`
    },
    summary: (cars: number, total: number, doNotContact: number, filters: readonly string[]): string =>
      [
        cars < total ? `The first ${formatCount(cars)} of ${formatCount(total)} calls.` : `${plural(total, 'call')}.`,
        doNotContact > 0
          ? `${plural(doNotContact, 'person', 'people')} marked Do Not Contact ${doNotContact === 1 ? 'is' : 'are'} left out.`
          : '',
        filters.length > 0 ? `Only: ${filters.join(', ')}.` : '',
      ]
        .filter(Boolean)
        .join(' '),
    hours: 'Call within the calling hours in the customer’s local time, and not on public holidays.',
    customer: 'Customer',
    car: 'Car, asking price and why to call',
    outcome: 'Outcome',
    noNumber: 'no number',
    on: (site: string): string => (site === '' ? '' : ` on ${site}`),
    later: (count: number): string => `${formatCount(count)} more on the next page`,
    page: (page: number, pages: number): string => `Page ${page} of ${pages}`,
    salesperson: 'Salesperson:',
  },
}

/** A moment as text: "today at 9:05 am", "yesterday at 4:10 pm", "Monday at 4:10 pm", "3/11/2026". */
export function momentText(iso: string, now: Date): string {
  const then = new Date(iso)
  const days = daysBetween(localDate(then), localDate(now))
  const time = formatTime(iso)
  if (days === 0) return `today at ${time}`
  if (days === 1) return `yesterday at ${time}`
  if (days > 1 && days < 7) return `${weekdayName(localDate(then))} at ${time}`
  return formatDate(localDate(then))
}

/** What is new and due, of a list with calls: "4 new since yesterday at 4:10 pm, 2 price drops, 3 calls due today, 1 overdue." */
export function digestText({ groups, lastVisitAt }: SightingSummary, now: Date): string {
  const { new: added, 'price-drops': priceDrops, today, overdue } = groups
  const news = added > 0 ? `${formatCount(added)} new` : 'Nothing new'
  const parts = [
    lastVisitAt === null
      ? `${plural(countOf(groups), 'of your past customers’ cars has', 'of your past customers’ cars have')} been listed for sale`
      : `${news} since ${momentText(lastVisitAt, now)}`,
    priceDrops > 0 ? plural(priceDrops, 'price drop') : '',
    today > 0 ? `${plural(today, 'call')} due today` : '',
    overdue > 0 ? `${formatCount(overdue)} overdue` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** The last seven days: "Last 7 days: 12 calls, 3 booked, 1 bought.", or "No calls in the last 7 days." */
export function weekText(week: SightingSummary['week']): string {
  const sum = (key: 'called' | 'booked' | 'bought'): number => week.reduce((total, day) => total + day[key], 0)
  if (sum('called') + sum('booked') + sum('bought') === 0) return 'No calls in the last 7 days.'
  return `Last 7 days: ${plural(sum('called'), 'call')}, ${formatCount(sum('booked'))} booked, ${formatCount(sum('bought'))} bought.`
}
