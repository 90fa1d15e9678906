import type { Failure } from '../../../contract/result.ts'

export type ServerText = Pick<Failure, 'kind' | 'message' | 'next'>

const askAdministrator = 'Ask the administrator of the database.'
const ifItContinues = 'If this continues, ask the administrator of the database.'

/**
 * All sentences about the team's database that core writes. None promises another attempt: a test of an address is not repeated, and the
 * sync says itself when it tries again. Codes and the server's own words are in `details`.
 */
export const serverMessages = {
  address: {
    invalid: {
      kind: 'invalid-input',
      message: 'This isn’t an address of a PostgreSQL database.',
      next: 'Paste an address like postgres://user:password@server:5432/database. In a password, write @ as %40 and / as %2F.',
    },
    noUser: {
      kind: 'invalid-input',
      message: 'The address has no user name.',
      next: 'Paste an address like postgres://user:password@server:5432/database.',
    },
    noDatabase: {
      kind: 'invalid-input',
      message: 'The address doesn’t name a database.',
      next: 'Add its name after the server, like postgres://user:password@server:5432/database.',
    },
    weakMode: {
      kind: 'invalid-input',
      message: 'With this sslmode, others on the network could read or change the connection.',
      next: 'Remove sslmode from the address. Forecourt always checks the certificate.',
    },
    refusedParameter: (name: string): ServerText => ({
      kind: 'invalid-input',
      message: `Forecourt doesn’t accept “${name}” in an address.`,
      next: name === 'sslrootcert' ? 'Remove it, and choose the CA file in its own field.' : 'Remove it.',
    }),
  },
  nameNotFound: {
    kind: 'offline',
    message: 'Can’t find the server of the team’s database.',
    next: 'Check the address and your internet connection.',
  },
  noRoute: {
    kind: 'offline',
    message: 'Can’t connect to the team’s database.',
    next: 'Check the address and your internet connection, or ask the administrator of the database.',
  },
  lost: { kind: 'offline', message: 'The connection to the team’s database was lost.', next: ifItContinues },
  timeout: { kind: 'timeout', message: 'The team’s database didn’t answer in time.', next: ifItContinues },
  noEncryption: {
    kind: 'certificate',
    message: 'The team’s database doesn’t offer encryption. Nothing was sent.',
    next: 'Ask the administrator of the database to turn on TLS.',
  },
  certificate: {
    kind: 'certificate',
    message: 'The certificate of the team’s database can’t be trusted. Nothing was sent.',
    next: 'Choose the CA file of the database, or ask its administrator.',
  },
  certificateName: {
    kind: 'certificate',
    message: 'The certificate of the team’s database is for another server. Nothing was sent.',
    next: 'Check the address, or ask the administrator of the database.',
  },
  certificateExpired: {
    kind: 'certificate',
    message: 'The certificate of the team’s database has expired or isn’t valid yet. Nothing was sent.',
    next: 'Check this PC’s date, or ask the administrator of the database.',
  },
  signIn: {
    kind: 'sign-in-required',
    message: 'The team’s database doesn’t accept this user name or password.',
    next: 'Check the address. If you were removed from the team, ask for a new invitation.',
  },
  unknownDatabase: {
    kind: 'wrong-address',
    message: 'The server has no database of this name.',
    next: 'Check the name after the last / in the address.',
  },
  serverFull: {
    kind: 'service-down',
    message: 'The server of the team’s database has no free connection.',
    next: 'If this continues, ask the administrator of the database to allow more connections.',
  },
  diskFull: {
    kind: 'service-down',
    message: 'The team’s database is full.',
    next: `${askAdministrator} Your work is saved on this PC and sent later.`,
  },
  unavailable: { kind: 'service-down', message: 'The team’s database isn’t available.', next: ifItContinues },
  readOnly: {
    kind: 'service-down',
    message: 'The team’s database is read-only at the moment.',
    next: 'If this continues, check that the address is that of the main server.',
  },
  permission: {
    kind: 'rejected',
    message: 'This user name isn’t allowed to use the team’s tables.',
    next: askAdministrator,
  },
  noTeam: {
    kind: 'not-found',
    message: 'This database has no team yet.',
    next: 'Create the team first, or check the address.',
  },
  newer: {
    kind: 'rejected',
    message: 'The team uses a newer version of Forecourt.',
    next: 'Update Forecourt on this PC. Your work is saved and sent after that.',
  },
  otherEntries: {
    kind: 'conflict',
    message: 'The team’s database has other entries of this PC.',
    next: 'This happens after data was restored from a backup. Nothing was overwritten.',
  },
  tooLarge: { kind: 'rejected', message: 'An entry is too large for the team’s database.', next: 'Shorten it.' },
  unexpected: { kind: 'service-down', message: 'The team’s database refused the request.', next: askAdministrator },
  test: {
    passed: {
      address: 'Address is valid.',
      network: 'The server answers.',
      certificate: 'Connection is encrypted and the certificate is valid.',
      credentials: 'Sign-in accepted.',
      tables: 'The team’s tables can be used.',
    },
    noCertificateNeeded: 'Not needed. The database runs on this PC.',
    tablesMissing: 'No team yet. Create the team to add its tables.',
    mayNotCreate: {
      kind: 'rejected',
      message: 'This user name isn’t allowed to create the team’s tables.',
      next: askAdministrator,
    },
    skipped: 'Skipped.',
  },
} as const satisfies Readonly<Record<string, unknown>>
