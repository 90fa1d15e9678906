import { assertNever } from '../../../contract/result.ts'
import type { ClosedStorage } from '../../../contract/storage.ts'

/** What must be typed before the local data is set aside. */
const setAsideWord = 'start empty'

/** The heading and the explanation of each state of the local data. */
function storageState(status: ClosedStorage): { title: string; text: string } {
  switch (status.state) {
    case 'needs-choice':
      return {
        title: 'How should your data be stored on this PC?',
        text: 'This PC doesn’t have a secure keychain. Choose how to protect your data.',
      }
    case 'needs-password':
      return { title: 'Enter your password', text: 'It unlocks the data that Forecourt stores on this PC.' }
    case 'vault-locked':
      return {
        title: 'This PC’s keychain is locked',
        text: 'Unlock the keychain (signing in to this PC again usually does it), then try again. Nothing is lost.',
      }
    case 'unavailable':
      return {
        title: 'Your data can’t be opened',
        text: status.reason,
      }
    case 'key-lost':
      return {
        title: 'The key to your data is missing',
        text: 'The keychain of this PC may have been reset. Use your recovery key, or restore the keychain and try again. Nothing was changed.',
      }
    case 'unreadable':
      return {
        title: 'The data on this PC can’t be read',
        text: status.setAside
          ? `${status.reason} It was renamed to ${status.setAside}, not deleted.`
          : `${status.reason} Nothing is changed until you decide.`,
      }
    default:
      return assertNever(status)
  }
}

/** The technical reason behind a state. For the other states, the reason is the explanation itself. */
const storageDetails = (status: ClosedStorage): string =>
  status.state === 'needs-choice' || status.state === 'vault-locked' || status.state === 'key-lost' ? status.reason : ''

/** The texts of everything that comes before the program itself. */
export const welcomeText = {
  storageState,
  storageDetails,
  restore: (date: string) => `Restore backup of ${date}`,
  recovery: {
    title: 'Use your recovery key',
    text: 'It opens the data on this PC without the old password or keychain.',
    begin: 'Use recovery key',
    label: 'Recovery key',
    hint: '55 characters in eleven groups, as printed from Settings.',
    newPassword: 'New password',
    open: 'Open my data',
    cancel: 'Cancel',
  },
  password: {
    title: 'Use a password',
    text: 'Everything is stored encrypted. You enter the password each time Forecourt starts. If you forget it, only your recovery key opens the data: print it from Settings.',
    newPassword: 'New password',
    confirm: 'Confirm password',
    tooShort: (minLength: number) => `At least ${minLength} characters.`,
    mismatch: 'The passwords don’t match.',
    set: 'Set password',
  },
  storeNothing: {
    title: 'Don’t store anything',
    text: 'Nothing is saved on this PC. Drafts, call notes, Do Not Contact marks, paid look-ups and your sign-in are removed when you close Forecourt.',
    uploads: 'Rows and cars that are waiting then are not sent or looked up.',
    button: 'Don’t store anything',
  },
  unlock: { password: 'Password', open: 'Open', forgot: 'Forgot password?' },
  retry: 'Try again',
  setAside: {
    button: 'Set data aside and start empty',
    title: 'Start with empty data on this PC?',
    text: 'The old files stay on this PC under another name, but Forecourt no longer shows them. Customers at the service aren’t affected.',
    confirm: 'Start empty',
    typed: setAsideWord,
  },
  first: {
    title: 'Welcome to Forecourt',
    text: 'Upload your past customers, and the service watches the used-car sites. You’ll be the first to know when one of their cars is listed.',
    hint: 'You can change this at any time in Settings.',
  },
  another: {
    title: 'Add a connection',
    text: 'Connect another account, or use practice data. Your current connection stays in Settings.',
    back: 'Back to settings',
  },
  practice: {
    title: 'Try it with practice data',
    text: 'Try every feature with sample data. Nothing leaves this PC.',
    start: 'Start practising',
    starting: 'Starting practice',
  },
  account: {
    title: 'Connect my account',
    text: 'Work with your dealership’s customers. You need the service address and your API key, or a client ID and secret.',
    start: 'Enter account details',
    back: 'Back',
  },
  connect: {
    address: 'Service address',
    addressPlaceholder: 'https://',
    addressHint: 'The address that came with your account, starting with https.',
    region: 'Region',
    name: 'Connection name (optional)',
    namePlaceholder: 'Our dealership',
    test: 'Test connection',
    save: 'Save and connect',
    saveAnyway: 'Save anyway',
    offlineHint: 'You can save while offline. The connection is tested when you’re back online.',
  },
} as const
