import type { ConnectionTest, Credentials } from '../../contract/connections.ts'

type TestStep = ConnectionTest['steps'][number]

const schemes: Readonly<Record<Credentials['scheme'], string>> = {
  'api-key': 'API key',
  oauth: 'Client ID and secret',
}
const steps: Readonly<Record<TestStep['step'], string>> = {
  address: 'Address',
  network: 'Network',
  certificate: 'Certificate',
  credentials: 'Sign-in',
  licence: 'Licence',
  region: 'Region',
  list: 'Customer list',
}
const stepStates: Readonly<Record<TestStep['state'], string>> = {
  passed: 'passed',
  failed: 'failed',
  'not-reached': 'skipped',
}

/** The texts of credentials and of a connection test, for the first connection and the settings alike. */
export const connectionFormText = {
  authentication: 'Authentication',
  schemes,
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  /** How long the credentials are saved, by what protects the data of this PC. */
  storedIn: (protection: 'keychain' | 'password' | 'nothing-kept' | null) => {
    if (protection === null) return 'Never shown again.'
    return protection === 'keychain'
      ? 'Stored in this PC’s keychain. Never shown again.'
      : 'Your key is kept only until you close Forecourt.'
  },
  test: {
    running: 'Testing the address, the network and the credentials',
    passed: 'Connection works.',
    failed: 'Connection failed.',
    steps,
    stepStates,
  },
}
