import type { Credentials } from '../../../../src/contract/connections.ts'
import { createAuthoriser } from '../../../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../../../src/core/service/create-service-client.ts'
import { newKnownPaths } from '../../../../src/core/service/send.ts'
import { createClockTwin, type ClockTwin } from '../../../twins/clock-twin.ts'
import { createFetchTwin, json, type Behaviour } from '../../../twins/fetch-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

export const baseUrl = 'https://api.example.com.au/base'
export const oauth: Credentials = { scheme: 'oauth', clientId: 'dealer', clientSecret: 'planted-secret' }
export const upload = {
  id: 'u1',
  name: 'May',
  total_uploaded_customers: 2,
  total_processed_customers: 0,
  total_errors: 0,
}
export const uploadAnswer = { success: true, upload }
export const customersAnswer = { success: true, customers: [] }
export const request = { name: 'May', enable_rego_lookups: false, customers: [{ rego: 'ABC123' }] }
export const page = { offset: 0, limit: 10 }

export function connect(
  behaviours: readonly Behaviour[],
  credentials: Credentials = { scheme: 'api-key', apiKey: 'planted-key' },
) {
  const far = createFetchTwin(...behaviours)
  const clock = createClockTwin(new Date('2026-11-21T00:00:00Z'))
  const log = createLogTwin()
  const outcomes: (string | null)[] = []
  const authoriser = createAuthoriser({ baseUrl, credentials, fetch: far.fetch, clock, log })
  const knownPaths = newKnownPaths()
  const sibling = () =>
    createServiceClient({
      baseUrl,
      region: 'my',
      regionCode: 'mys',
      authoriser,
      knownPaths,
      fetch: far.fetch,
      clock,
      log,
      onOutcome: (kind) => void outcomes.push(kind),
      random: () => 1,
    })
  return {
    client: sibling(),
    /** Another client of the same connection. */
    sibling,
    far,
    clock,
    log,
    outcomes,
  }
}

/** Advances the clock until the call is answered. */
export async function answered<T>(clock: ClockTwin, call: Promise<T>): Promise<T> {
  let done = false
  const watched = call.finally(() => void (done = true))
  while (!done) await clock.advance(1_000)
  return watched
}

export const token = (value: string, expiresIn: unknown = 3_600): Behaviour =>
  json({ access_token: value, expires_in: expiresIn, scope: '', token_type: 'bearer' })
