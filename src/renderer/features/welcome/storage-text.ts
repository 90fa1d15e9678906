import { assertNever } from '../../../contract/result.ts'
import type { StorageStatus } from '../../../contract/storage.ts'

/** What must be typed before the local data is set aside. */
export const setAsideWord = 'start empty'

/** What each state of the local data means, for the person at the desk. */
export function storageWords(status: Exclude<StorageStatus, { state: 'open' }>): { title: string; text: string } {
  switch (status.state) {
    case 'needs-choice':
      return {
        title: 'How should this PC keep your data?',
        text: 'Forecourt keeps customers, drafts and uploads encrypted on this PC. This PC has no keychain for the key, so please choose.',
      }
    case 'needs-password':
      return { title: 'Enter your password', text: 'It opens the data that Forecourt keeps encrypted on this PC.' }
    case 'vault-locked':
      return {
        title: "This PC's keychain is locked",
        text: 'The key to your data is in it. Unlock the keychain (signing in to the PC again usually does it), then try again. Nothing is lost.',
      }
    case 'unavailable':
      return {
        title: 'Your data cannot be opened just now',
        text: 'Another Forecourt may be open on this PC, or its folder cannot be written. Nothing was touched: close the other one, then try again.',
      }
    case 'key-lost':
      return {
        title: 'The key to your data is missing',
        text: "Your data is on this PC, but its key is no longer in the keychain, which happens when a keychain was reset or the PC's user changed. Nothing was changed. If the keychain comes back, try again.",
      }
    case 'unreadable':
      return {
        title: 'The data on this PC cannot be read',
        text: status.setAside
          ? `The file is damaged or not from Forecourt. It was set aside as ${status.setAside}, not deleted.`
          : 'The file is damaged or not from Forecourt. It is kept as it is until you decide.',
      }
    default:
      return assertNever(status)
  }
}
