import type { ConnectionTest } from '../../contract/connections.ts'

type Step = ConnectionTest['steps'][number]['step']

const passed: Readonly<Record<Step, string>> = {
  address: 'Address is valid.',
  network: 'The service answers.',
  certificate: 'Connection is encrypted.',
  credentials: 'Sign-in accepted.',
  licence: 'Your account has the customer recapture licence.',
  region: 'Your account can use this region.',
  list: 'Your customers can be read.',
}

/** All sentences of connections that core writes. */
export const connectionMessages = {
  test: {
    passed,
    noCertificateNeeded: 'Not needed. The service runs on this PC.',
    skipped: 'Skipped.',
  },
  notConnected: {
    message: 'Forecourt isn’t connected yet.',
    next: 'Connect your account, or try Forecourt with sample data.',
  },
  connectionRemoved: 'This connection is no longer on this PC.',
  connectAgain: 'Connect the account again.',
  credentialsMissing: {
    message: (name: string) => `The credentials of “${name}” are no longer on this PC.`,
    next: 'Enter the API key, or the client ID and secret, again.',
  },
  unlockKeychain: 'Unlock the keychain, then try again.',
  practiceNotStarted: { message: 'The practice service couldn’t be started.', next: 'Try again.' },
  notPractice: (name: string) => `“${name}” is an account, not practice.`,
  practiceNeedsNoCredentials: 'Practice doesn’t use credentials.',
  practiceHasNoAddress: 'Practice runs on this PC and has no address.',
  otherServer: {
    message: 'This address is on another server.',
    next: 'Enter the credentials again. Saved ones are only sent to the server they were entered for.',
  },
  sameKeys: {
    message: 'Two extra fields have the same name.',
    next: 'Use different names for the row reference, the chassis number and the second mobile.',
  },
  uploadsInProgress: {
    message: (name: string, uploads: number) =>
      `“${name}” has ${uploads === 1 ? 'an upload' : `${uploads} uploads`} in progress.`,
    next: 'Wait until they finish, or cancel them first.',
  },
  invalidApiKey: {
    message: 'This API key has invalid characters.',
    next: 'Copy the key again, on one line and without other text.',
  },
} as const
