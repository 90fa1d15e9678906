import type { Credentials } from '../../contract/connections.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { Clock } from '../ports/clock.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Fetch, Practice, PracticeLevers } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import { createAuthoriser, type Authoriser } from '../service/authoriser.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import type { KnownPaths } from '../service/send.ts'
import type { Answer, ServiceClient } from '../service/service-client.ts'
import { setPracticeAside } from '../storage/data-files.ts'
import type { ConnectionRow } from './connection-rows.ts'
import type { CredentialVault } from './credential-vault.ts'

/** What a call needs: where to, and as whom. One for all clients of a connection, so that they share one token. */
export interface ServiceEndpoint {
  readonly baseUrl: string
  readonly authoriser: Authoriser
  readonly knownPaths: KnownPaths
}

export interface ServiceEndpoints {
  /** The way to a connection's service; not ok when its credentials are missing or unreadable, or practice does not start. */
  of(row: ConnectionRow): Promise<Answer<ServiceEndpoint>>
  /** A way with credentials that are kept nowhere. */
  over(baseUrl: string, credentials: Credentials): ServiceEndpoint
  client(endpoint: ServiceEndpoint, target: ClientTarget): ServiceClient
  /** The practice service, started if it does not run; not ok when it cannot be. */
  practice(): Promise<Answer<PracticeLevers>>
  /** Ends the practice service and removes what it keeps; rejects when its files cannot be removed. */
  erasePractice(): Promise<void>
  /** The credentials have changed or are gone: the next call looks for them again. */
  forget(connectionId: string): void
}

export interface ClientTarget {
  readonly region: Region
  readonly malaysiaRegionCode: string
  /** Hears how each call ended; null for an answer. */
  readonly onOutcome: (failure: FailureKind | null) => void
}

export interface ServiceEndpointParts {
  readonly credentials: CredentialVault
  readonly practice: Practice
  /** Where practice remembers; null for memory. */
  readonly practicePlace: { readonly folder: string; readonly storeKey: string } | null
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

export function createServiceEndpoints(parts: ServiceEndpointParts): ServiceEndpoints {
  const { practice, fetch, clock, log } = parts
  const endpoints = new Map<string, Promise<Answer<ServiceEndpoint>>>()
  let practising: { readonly apiKey: string; readonly endpoint: ServiceEndpoint } | null = null

  const over = (baseUrl: string, credentials: Credentials): ServiceEndpoint => ({
    baseUrl,
    authoriser: createAuthoriser({ baseUrl, credentials, fetch, clock, log }),
    knownPaths: { statusForm: null },
  })

  const startPractice = async (): ReturnType<Practice['start']> => {
    const place = parts.practicePlace
    if (!place) return practice.start({ folder: null, storeKey: null })
    try {
      return await practice.start(place)
    } catch (error) {
      log.write('warning', 'practice.recordsSetAside', errorFields(error))
      // Records that do not open must not close the way to practice for good; where they were not the cause, they stay.
      const aside = setPracticeAside(place.folder, localDate(clock.now()))
      if (!aside) throw error
      try {
        return await practice.start(place)
      } catch (again) {
        aside.undo()
        throw again
      }
    }
  }

  const runningPractice = async (): Promise<Answer<Awaited<ReturnType<Practice['start']>>>> => {
    try {
      return { ok: true, value: await startPractice() }
    } catch (error) {
      log.write('error', 'practice.notStarted', errorFields(error))
      return notReached('service-down', 'The practice service on this PC could not be started.', 'Try again.')
    }
  }

  /** Practice is asked each time: its port is new at each start, and its key after a reset. */
  const toPractice = async (): Promise<Answer<ServiceEndpoint>> => {
    const running = await runningPractice()
    if (!running.ok) return running
    const { url, apiKey } = running.value
    if (practising?.apiKey !== apiKey || practising.endpoint.baseUrl !== url) {
      practising = { apiKey, endpoint: over(url, { scheme: 'api-key', apiKey }) }
    }
    return { ok: true, value: practising.endpoint }
  }

  const toAccount = async (row: ConnectionRow): Promise<Answer<ServiceEndpoint>> => {
    const answer = await parts.credentials.get(row.id, row.scheme, row.credentialsIn)
    switch (answer.state) {
      case 'found':
        return { ok: true, value: over(row.baseUrl, answer.credentials) }
      case 'missing':
        return notReached(
          'sign-in-required',
          `The sign-in of “${row.name}” is not on this PC any more.`,
          'Enter the key, or the client id and secret, again.',
        )
      case 'unavailable':
        return notReached('vault-unreadable', answer.reason, 'Unlock the keychain and try again.')
    }
  }

  return {
    of(row) {
      if (row.kind === 'practice') return toPractice()
      const known = endpoints.get(row.id)
      if (known) return known
      const making = toAccount(row)
      endpoints.set(row.id, making)
      // What was missing or locked is looked for again at the next call.
      const forgetFailed = (): void => {
        if (endpoints.get(row.id) === making) endpoints.delete(row.id)
      }
      void making.then((made) => (made.ok ? undefined : forgetFailed()), forgetFailed)
      return making
    },
    over,
    async practice() {
      const running = await runningPractice()
      return running.ok ? { ok: true, value: running.value.levers } : running
    },
    erasePractice: () => practice.erase(parts.practicePlace?.folder ?? null),
    client: ({ baseUrl, authoriser, knownPaths }, { region, malaysiaRegionCode, onOutcome }) =>
      createServiceClient({
        baseUrl,
        region,
        regionCode: region === 'my' ? malaysiaRegionCode : region,
        authoriser,
        knownPaths,
        fetch,
        clock,
        log,
        onOutcome,
      }),
    forget: (connectionId) => void endpoints.delete(connectionId),
  }
}

/** An answer for a call that was never made. */
export const notReached = (kind: FailureKind, message: string, next: string): Answer<never> => ({
  ok: false,
  error: { failure: { kind, message, next }, certainty: 'not-sent', status: null, retryAfterMs: null },
})
