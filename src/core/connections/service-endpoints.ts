import type { Credentials } from '../../contract/connections.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { Clock } from '../ports/clock.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Fetch, Practice, PracticeControls } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import { createAuthoriser, type Authoriser } from '../service/authoriser.ts'
import { createCallPace, type CallPace } from '../service/call-pace.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import { newKnownPaths, type KnownPaths } from '../service/send.ts'
import type { Answer, ServiceClient } from '../service/service-client.ts'
import { setPracticeAside } from '../storage/data-files.ts'
import type { ConnectionRow } from './connection-rows.ts'
import { connectionMessages } from './connection-messages.ts'
import type { CredentialVault } from './credential-vault.ts'

/**
 * The address of a service with its authoriser. All clients of a connection share one, so that they share one token.
 */
export interface ServiceEndpoint {
  readonly baseUrl: string
  readonly authoriser: Authoriser
  readonly knownPaths: KnownPaths
  readonly pace: CallPace
}

export type ServiceEndpoints = ReturnType<typeof createServiceEndpoints>

export interface ClientTarget {
  readonly region: Region
  readonly advanced: AdvancedSettings
  /** Called after each call; null for an answer. */
  readonly onOutcome: (failure: FailureKind | null) => void
  readonly onCallsLeft?: (callsLeft: CallsLeft) => void
}

export interface ServiceEndpointParts {
  readonly credentials: CredentialVault
  readonly practice: Practice
  /** Where practice saves its data; null for memory. */
  readonly practicePlace: { readonly folder: string; readonly storeKey: string } | null
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

export function createServiceEndpoints(parts: ServiceEndpointParts) {
  const { practice, fetch, clock, log } = parts
  const endpoints = new Map<string, Promise<Answer<ServiceEndpoint>>>()
  let practiceEndpoint: { readonly apiKey: string; readonly endpoint: ServiceEndpoint } | null = null

  const forCredentials = (baseUrl: string, credentials: Credentials, tokenMarginSeconds: number): ServiceEndpoint => ({
    baseUrl,
    authoriser: createAuthoriser({ baseUrl, credentials, tokenMarginSeconds, fetch, clock, log }),
    knownPaths: newKnownPaths(),
    pace: createCallPace(clock),
  })

  const startPractice = async (): ReturnType<Practice['start']> => {
    const place = parts.practicePlace
    if (!place) return practice.start({ folder: null, storeKey: null })
    try {
      return await practice.start(place)
    } catch (error) {
      log.write('warning', 'practice.recordsSetAside', errorFields(error))
      // Data that cannot be opened is set aside, so that practice starts. It is moved back when it was not the cause.
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
      const { message, next } = connectionMessages.practiceNotStarted
      return notReached('service-down', message, next)
    }
  }

  /** Read for each call: the port changes at each start, and the key after a reset. */
  const forPractice = async (): Promise<Answer<ServiceEndpoint>> => {
    const running = await runningPractice()
    if (!running.ok) return running
    const { url, apiKey } = running.value
    if (practiceEndpoint?.apiKey !== apiKey || practiceEndpoint.endpoint.baseUrl !== url) {
      practiceEndpoint = { apiKey, endpoint: forCredentials(url, { scheme: 'api-key', apiKey }, 0) }
    }
    return { ok: true, value: practiceEndpoint.endpoint }
  }

  const forAccount = async (row: ConnectionRow): Promise<Answer<ServiceEndpoint>> => {
    const answer = await parts.credentials.get(row.id, row.scheme, row.credentialsIn)
    switch (answer.state) {
      case 'found':
        return { ok: true, value: forCredentials(row.baseUrl, answer.credentials, row.advanced.tokenMarginSeconds) }
      case 'missing':
        return notReached(
          'sign-in-required',
          connectionMessages.credentialsMissing.message(row.name),
          connectionMessages.credentialsMissing.next,
        )
      case 'unavailable':
        return notReached('vault-unreadable', answer.reason, connectionMessages.unlockKeychain)
    }
  }

  return {
    /**
     * The endpoint of a connection; not ok when its credentials are missing or unreadable, or practice does not start.
     */
    forConnection(row: ConnectionRow): Promise<Answer<ServiceEndpoint>> {
      if (row.kind === 'practice') return forPractice()
      const known = endpoints.get(row.id)
      if (known) return known
      const making = forAccount(row)
      endpoints.set(row.id, making)
      // Missing or locked credentials are read again at the next call.
      const forgetFailed = (): void => {
        if (endpoints.get(row.id) === making) endpoints.delete(row.id)
      }
      void making.then((made) => (made.ok ? undefined : forgetFailed()), forgetFailed)
      return making
    },
    /** An endpoint with credentials that are not saved. */
    forCredentials,
    /** The practice service, started when it does not run; not ok when it cannot be started. */
    async practice(): Promise<Answer<PracticeControls>> {
      const running = await runningPractice()
      return running.ok ? { ok: true, value: running.value.controls } : running
    },
    /** Stops the practice service and deletes its data; rejects when its files cannot be deleted. */
    erasePractice: (): Promise<void> => practice.erase(parts.practicePlace?.folder ?? null),
    client: (
      { baseUrl, authoriser, knownPaths, pace }: ServiceEndpoint,
      { region, advanced, onOutcome, onCallsLeft }: ClientTarget,
    ): ServiceClient =>
      createServiceClient({
        baseUrl,
        region,
        regionCode: region === 'my' ? advanced.malaysiaRegionCode : region,
        advanced,
        authoriser,
        knownPaths,
        pace,
        fetch,
        clock,
        log,
        onOutcome,
        ...(onCallsLeft && { onCallsLeft }),
      }),
    /** Call when credentials or the address were changed or removed: the next call reads them again. */
    forget: (connectionId: string): void => void endpoints.delete(connectionId),
  }
}

/** The answer of a call that was not made. */
export const notReached = (kind: FailureKind, message: string, next: string): Answer<never> => ({
  ok: false,
  error: { failure: { kind, message, next }, certainty: 'not-sent', status: null, retryAfterMs: null },
})
