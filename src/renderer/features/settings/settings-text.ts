import type { Connection } from '../../../contract/connections.ts'
import type { OnlyHere } from '../../../contract/only-here.ts'
import type { StorageStatus } from '../../../contract/storage.ts'
import { formatMoment, plural } from '../../ui/format.ts'
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
    holidays: 'dates, days off, state, area',
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
    cancel: 'Cancel',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    add: 'Add a connection',
    usePractice: 'Use practice data',
    credentialsSaved: 'Credentials saved.',
    /** `next`: the connection that is used instead; null: another one was removed, or there is none. */
    removed: (name: string, next: string | null) => `${name} removed.${next === null ? '' : ` Now using ${next}.`}`,
  },
  team: {
    title: 'Team',
    text: 'Share calls and Do Not Contact marks with other PCs of your dealership.',
  },
  connectionDialog: {
    title: (name: string) => `Edit ${name}`,
    name: 'Name',
    nameHint: 'Only you see this.',
    address: 'Service address',
    addressHint: 'Takes effect at the next request. The connection is tested after you save.',
    uploadsContinue: (uploads: number) =>
      `${plural(uploads, 'upload')} not finished yet will continue at the new address.`,
    otherServer: 'This is another server. Enter its credentials: saved ones aren’t sent there.',
    cancel: 'Cancel',
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
      `Its credentials, downloaded customers and upload history are removed from this PC, and its watched folders stop. Customers and uploads at the service stay, and so do your other connections.${
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
    replace: 'Replace…',
    replacing: {
      title: 'Replace the recovery key',
      what: 'Your data gets a new key, and the present recovery key no longer opens it. Do this when somebody may have seen it. Forecourt closes your data for a moment; uploads continue afterwards.',
      stays:
        'Copies that were made before still open with the present key: files that were set aside in the data folder, and copies of the data folder. Backup files open with their own passwords.',
      current: 'Your password',
      confirm: 'Replace',
      cancel: 'Cancel',
      done: 'The recovery key was replaced. Print or store the new one.',
    },
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
    text: 'Files that arrive in a folder become drafts by themselves, or are sent.',
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
  },
} as const
