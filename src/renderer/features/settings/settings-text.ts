import type { AdvancedSettings, Connection, OnlyHere } from '../../../contract/connections.ts'
import type { StorageStatus } from '../../../contract/storage.ts'
import { plural } from '../../ui/format.ts'

interface AdvancedText {
  readonly label: string
  /** Why the setting exists. */
  readonly reason: string
}

const advancedFields: Readonly<Record<keyof AdvancedSettings, AdvancedText>> = {
  mobileForm: {
    label: 'Mobile number format',
    reason: 'The provider doesn’t say which format it expects. Dealers usually write the national one.',
  },
  firstBatchSize: {
    label: 'Rows in the first batch',
    reason:
      'The provider doesn’t publish a maximum batch size. If a batch is refused, Forecourt halves it and sends it again.',
  },
  pageSize: {
    label: 'Customers per request',
    reason: 'The provider doesn’t publish a maximum. Use a lower number if downloading customers fails.',
  },
  referenceKey: {
    label: 'Row reference field',
    reason:
      'The extra field that links each customer to its row, so that nothing is sent twice. Lowercase letters, digits and underscores.',
  },
  malaysiaRegionCode: {
    label: 'Malaysia region code',
    reason: 'The provider doesn’t publish the code. Ask your provider if this one is refused.',
  },
}

const mobileForms: Readonly<Record<AdvancedSettings['mobileForm'], string>> = {
  national: 'National: 0491 570 006',
  international: 'International: +61 491 570 006',
}
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
function unsyncedDataLines({ drafts, edits, deletions, callNotes, inBin }: OnlyHere): string[] {
  const lines: readonly [count: number, one: string, many: string][] = [
    [edits, 'unsaved change', 'unsaved changes'],
    [deletions, 'pending deletion', 'pending deletions'],
    [drafts, 'draft', 'drafts'],
    [callNotes, 'call outcome', 'call outcomes'],
    [inBin, 'deleted customer in the bin', 'deleted customers in the bin'],
  ]
  return lines.filter(([count]) => count > 0).map(([count, one, many]) => plural(count, one, many))
}

export const settingsText = {
  title: 'Settings',
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
    updateCredentials: 'Update credentials',
    saveCredentials: 'Save credentials',
    cancel: 'Cancel',
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    add: 'Add a connection',
    usePractice: 'Use practice data',
    nowUsing: (name: string) => `Now using ${name}.`,
    credentialsSaved: 'Credentials saved.',
    removed: (name: string) => `${name} removed.`,
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: (losesData: boolean) =>
      `Its credentials and downloaded customers are removed from this PC. Customers at the service aren’t affected.${
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
    title: 'Look-ups',
    text: 'A look-up may be charged. Saved results are reused for this time at no cost.',
    reuse: 'Reuse results for',
    reuseHint: 'You can look up again at any time. Forecourt tells you first if a charge may apply.',
    reuseTime: (hours: number) => {
      if (hours === 0) return 'Never'
      return hours % 24 === 0 && hours > 24 ? plural(hours / 24, 'day') : plural(hours, 'hour')
    },
    perPage: 'Results per page',
  },
  appearance: {
    title: 'Appearance',
    choices: { system: 'Same as system', light: 'Light', dark: 'Dark' },
  },
  closing: {
    title: 'When you close the window',
    label: 'While an upload runs',
    choices: {
      ask: 'Ask me',
      background: 'Continue in the tray',
      quit: 'Stop, and continue next time',
    },
  },
  advanced: {
    title: 'Advanced',
    text: 'For behaviour your provider hasn’t documented. Applies to this connection. Most people never change these.',
    fields: advancedFields,
    mobileForms,
    undo: 'Undo changes',
    save: 'Save',
    saved: 'Advanced settings saved.',
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
  about: {
    title: 'About',
    version: (version: string) => `Version ${version}`,
    runningIn: 'Running in',
    hosts: { electron: 'Desktop window', browser: 'Browser on this PC' },
    data: 'Your data',
    protections,
    folder: 'Data folder',
    diagnostics: 'Diagnostics',
    notices: 'Third-party notices',
    noticesText: 'Forecourt contains software of other authors under these licences.',
  },
} as const
