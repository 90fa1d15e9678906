import { weekdayNames } from '../../../contract/calendar-date.ts'
import type { DayHours } from '../../../contract/call-hours.ts'
import type { Connection } from '../../../contract/connections.ts'
import type { LockState } from '../../../contract/lock.ts'
import type { OnlyHere } from '../../../contract/only-here.ts'
import type { StorageStatus } from '../../../contract/storage.ts'
import { formatMoment, formatTimeOfDay, plural } from '../../ui/format.ts'
import type { SettingsPage } from './settings-pages.ts'

const schemes: Readonly<Record<Connection['scheme'], string>> = { 'api-key': 'API key', oauth: 'Client ID and secret' }
const credentialStates: Readonly<Record<Connection['credentials'], string>> = {
  kept: 'stored in this PC’s keychain',
  'this-session': 'kept until you close Forecourt',
  missing: 'missing. Update the credentials.',
}
const protections: Readonly<Record<Extract<StorageStatus, { state: 'open' }>['protection'], string>> = {
  keychain: 'Encrypted. The key is in this PC’s keychain.',
  password: 'Encrypted with your password',
  'nothing-kept': 'Not stored. Removed when you close Forecourt.',
}

/** What would be lost with a connection, a line each; nothing where all of it is at the service as well. */
function unsyncedDataLines(data: OnlyHere): string[] {
  const { drafts, edits, deletions, callNotes, inBin, doNotContact, lookups, bulkLookups, views, assignments } = data
  const lines: readonly [count: number, one: string, many: string][] = [
    [edits, 'unsaved change', 'unsaved changes'],
    [deletions, 'pending deletion', 'pending deletions'],
    [drafts, 'draft', 'drafts'],
    [callNotes, 'call outcome', 'call outcomes'],
    [doNotContact, 'Do Not Contact mark', 'Do Not Contact marks'],
    [assignments, 'assigned call', 'assigned calls'],
    [inBin, 'deleted customer in the bin', 'deleted customers in the bin'],
    [lookups, 'saved look-up', 'saved look-ups'],
    [bulkLookups, 'bulk look-up', 'bulk look-ups'],
    [views, 'saved view', 'saved views'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
}

/** What another address does besides: what waits is sent there, and a team shares the work of an address. */
function addressChange({ openUploads, edits, deletions }: OnlyHere, isShared: boolean): string {
  const waiting = [
    { count: openUploads, one: 'unfinished upload' },
    { count: edits, one: 'unsaved change' },
    { count: deletions, one: 'pending deletion' },
  ].flatMap(({ count, one }) => (count > 0 ? [plural(count, one)] : []))
  return [
    'Takes effect at the next request. The connection is tested after you save.',
    ...(waiting.length > 0 ? [`Sent to the new address: ${waiting.join(', ')}.`] : []),
    ...(isShared ? ['You share calls only with colleagues who use the same address.'] : []),
  ].join(' ')
}

export const settingsText = {
  title: 'Settings',
  index: 'Pages of Settings',
  pages: {
    connection: 'Connection',
    'this-pc': 'This PC',
    calls: 'Calls',
    team: 'Team',
    privacy: 'Privacy and data',
    advanced: 'Advanced and about',
  } satisfies Readonly<Record<SettingsPage, string>>,
  search: 'Search settings',
  results: 'Found settings',
  nothingFound: 'No setting found. Try another word.',
  /** Words by which Search finds a section. */
  find: {
    connections: 'accounts, API key, credentials, address, sign in',
    region: 'country, Australia, New Zealand, Malaysia',
    team: 'colleagues, share, PostgreSQL, database, server, invitation, members, several PCs',
    lookups: 'paid, charges, imports',
    calling: 'call times, phone, weekdays, weekend',
    holidays: 'dates, days off, state',
    lock: 'screen lock, idle, password',
    advanced: 'expert, options, provider',
    protection: 'password, encryption, keychain, security',
    recoveryKey: 'forgot password, lost password',
    backup: 'save, restore, export',
    automatic: 'scheduled backups, daily',
    folders: 'import by itself, exports, scheduled import',
    privacy: 'delete all data, personal data',
    about: 'version, data folder, licences, support',
    updates: 'new version, upgrade',
  },
  connections: {
    title: 'Connections',
    text: 'Accounts Forecourt connects to.',
    inUse: 'In use',
    practice: 'Sample cars and customers on this PC',
    account: (connection: Connection) =>
      `${connection.baseUrl}. ${schemes[connection.scheme]} ${credentialStates[connection.credentials]}`,
    lastAnswer: (status: string, moment: string) => `${status}. Last response ${moment}`,
    test: 'Test',
    testName: (name: string) => `Test ${name}`,
    use: 'Use',
    useName: (name: string) => `Use ${name}`,
    change: 'Edit',
    changeName: (name: string) => `Edit ${name}`,
    updateCredentials: 'Update credentials',
    saveCredentials: 'Save credentials',
    uploadsContinue: 'Uploads and changes that wait for the sign-in are sent with the new credentials.',
    cancel: 'Cancel',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    add: 'Add a connection',
    usePractice: 'Use practice data',
    credentialsSaved: 'Credentials saved.',
    removed: (name: string) => `${name} removed.`,
  },
  team: {
    title: 'Team',
    text: 'Share calls and Do Not Contact marks with other PCs of your dealership.',
  },
  connectionDialog: {
    title: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHint: 'The service doesn’t get this name.',
    address: 'Service address',
    addressChange,
    otherServer: 'This is another server. Enter its credentials: saved ones aren’t sent there.',
    save: 'Save',
    saved: 'Connection saved.',
  },
  removal: {
    blockedTitle: (name: string) => `${name} can’t be removed yet`,
    /** `switchesTo`: the connection of the uploads, when another one is in use. */
    blocked: (uploads: number, switchesTo: string | null) =>
      `${plural(uploads, 'upload')} not finished yet. Wait for ${uploads === 1 ? 'it' : 'them'} to finish, or cancel first.${
        switchesTo === null ? '' : ` To show ${uploads === 1 ? 'it' : 'them'}, Forecourt switches to ${switchesTo}.`
      }`,
    showUploads: 'Show uploads',
    title: (name: string) => `Remove ${name}?`,
    text: (losesData: boolean) =>
      `Its credentials, downloaded customers and upload history are removed from this PC, and its watched folders stop. Customers, uploads and webhooks at the service stay, and so do your other connections.${
        losesData ? ' You will lose:' : ''
      }`,
    confirm: 'Remove',
    unsyncedDataLines,
  },
  region: {
    title: 'Region',
    text: 'Customers, uploads and the rules for regos depend on the region.',
    label: 'Region of this connection',
  },
  lookups: {
    title: 'Look-ups and imports',
    text: 'A look-up may be charged. Saved results are reused at no cost.',
  },
  appearance: {
    title: 'Appearance',
  },
  closing: {
    title: 'When you close the window',
  },
  recoveryKey: {
    title: 'Recovery key',
    text: 'Opens your data when the password is forgotten or the keychain is lost.',
    explanation:
      'Print it and lock it away. Anyone who has it and this PC can open your data. Without it, a lost password or keychain can’t be replaced.',
    notYet: 'You haven’t printed or stored it yet.',
    stored: 'You have printed or stored it.',
    show: 'Show recovery key',
    hide: 'Hide',
    print: 'Print',
    copy: 'Copy',
    confirm: 'I’ve stored it',
    sheetTitle: 'Forecourt recovery key',
    sheetMade: (date: string) => `Printed ${date}`,
    sheetUse: 'To use it: start Forecourt, choose “Use recovery key” or “Forgot password?”, and enter it.',
  },
  updates: {
    title: 'Updates',
    check: 'Check for updates',
    checking: 'Checking for updates…',
    idle: (checkedAt: string | null) =>
      checkedAt === null ? 'Not checked yet.' : `Forecourt is up to date. Checked ${formatMoment(checkedAt)}.`,
    downloading: (version: string) => `Downloading version ${version}`,
    ready: (version: string) => `Version ${version} is ready to install.`,
    blocked: 'An upload is running: the update waits until it has finished.',
    restart: 'Restart to update',
    atClose: 'Install when I close Forecourt',
    notice: (version: string) => `Forecourt ${version} is ready to install.`,
    show: 'Show',
  },
  folders: {
    title: 'Watched folders',
    text: 'New files in a folder become drafts or are sent automatically.',
    open: 'Open Watched folders',
  },
  privacy: {
    title: 'Privacy',
    text: 'What is stored about one person, and what leaves this PC.',
    open: 'Open Privacy',
  },
  about: {
    title: 'About',
    version: (version: string) => `Version ${version}`,
    runningIn: 'Running in',
    hosts: { electron: 'Desktop window', browser: 'Browser on this PC' },
    data: 'Your data',
    protections,
    folder: 'Data folder',
    notices: 'Third-party notices',
    noticesText: 'Forecourt contains software of other authors under these licences.',
    copy: 'Copy versions',
    copied: 'Versions copied.',
    report: 'Report for support…',
    reportTitle: 'Report for support',
    reportText:
      'This is exactly what is copied or saved: versions, settings, counts, timings and the last errors. It has no names, phone numbers, regos, VINs, emails, keys or file names, and of your service only its host.',
    making: 'Making the report…',
    save: 'Save…',
    close: 'Close',
    /** Names of what Forecourt runs on, by the keys of `app.info`. */
    versions: {
      electron: 'Electron',
      chromium: 'Chromium',
      node: 'Node.js',
      sqlite: 'SQLite',
      system: 'Operating system',
      dataFormat: 'Data format',
    } as Readonly<Record<string, string>>,
  },
  sightings: {
    title: 'New sightings',
    text: 'When Forecourt checks for them, and how it tells you.',
  },
  start: {
    title: 'Start',
  },
  lock: {
    title: 'Lock',
    text: 'Hides your customers when you leave the desk. Uploads, look-ups and watched folders continue.',
    explanations: {
      password: 'Forecourt unlocks with the password that protects your data.',
      pin: 'Forecourt unlocks with your PIN, also at the next start. A PIN keeps people at this desk out. It doesn’t encrypt your data: that is done with the key in this PC’s keychain.',
      none: 'Your data has no password, so a lock needs a PIN. A PIN keeps people at this desk out. Your data is encrypted with the key in this PC’s keychain, or not stored at all.',
    } satisfies Readonly<Record<LockState['by'], string>>,
    now: 'Lock now',
    set: 'Set a PIN',
    change: 'Change or remove PIN',
    current: 'Current PIN',
    pin: 'New PIN',
    pinHint: 'At least 4 characters. If you forget it, your recovery key unlocks too.',
    again: 'Confirm PIN',
    tooShort: (least: number) => `Use at least ${least} characters.`,
    mismatch: 'The PINs don’t match.',
    cancel: 'Cancel',
    remove: 'Remove PIN',
    save: 'Save PIN',
    saved: 'PIN saved.',
    removed: 'PIN removed. Forecourt no longer locks.',
  },
  calling: {
    title: 'Calling hours',
    text: 'In the customer’s local time. Outside these hours, Forecourt warns before a call and asks for a reason.',
    from: (day: string) => `${day}, from`,
    to: (day: string) => `${day}, to`,
    toLabel: 'to',
    noCalls: 'No calls',
    order: 'Choose an end after the start.',
    change: 'Change hours…',
    done: 'Done',
    days: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
    hours: ({ from, to }: DayHours) => `${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}`,
  },
  holidays: {
    title: 'Public holidays',
    show: 'Show holidays…',
    done: 'Done',
    region: 'Region',
    state: 'State',
    nationalOnly: 'National holidays only',
    hints: {
      au: 'The state of each customer decides. Here you see and change its list.',
      nz: 'The holidays of all of New Zealand. Add those of your area.',
      my: 'Forecourt has no list for Malaysia. Add the days without calls.',
    },
    year: 'Year',
    list: 'Public holidays',
    sources: { national: 'National', state: 'State', added: 'Added by you' },
    remove: 'Remove',
    removeName: (name: string, date: string) => `Remove ${name}, ${date}`,
    restore: 'Restore',
    restoreName: (name: string, date: string) => `Restore ${name}, ${date}`,
    removed: 'Calls allowed',
    addDate: 'Date',
    addName: 'Name',
    addNamePlaceholder: 'e.g. Show Day',
    add: 'Add holiday',
    none: 'None listed for this year.',
  },
} as const

/** The days of a week from Monday on, as JavaScript counts them. */
export const weekdays = [1, 2, 3, 4, 5, 6, 0] as const

/** The hours of calls in words, a line for neighbouring days with the same hours. `hours`: by weekday, Sunday first; null: no calls. */
export function hoursOfWeek(hours: readonly (DayHours | null | undefined)[]): readonly (readonly [string, string])[] {
  const { calling: text } = settingsText
  const lines: { first: string; last: string; hours: string }[] = []
  for (const weekday of weekdays) {
    const name = weekdayNames[weekday] ?? ''
    const day = hours[weekday]
    const shown = day ? text.hours(day) : text.noCalls
    const before = lines.at(-1)
    if (before?.hours === shown) before.last = name
    else lines.push({ first: name, last: name, hours: shown })
  }
  return lines.map((line) => [text.days(line.first, line.last), line.hours])
}
