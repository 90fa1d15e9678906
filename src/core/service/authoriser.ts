import type { Credentials } from '../../contract/connections.ts'
import { createRepeatLimit } from '../scheduling/repeat-limit.ts'
import { defaultAdvanced } from './assumptions.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import { callOnce, orCancelled, readAnswer } from './http-call.ts'
import { statusText } from './failure-text.ts'
import { TokenAnswer } from './remote-records.ts'
import { noService } from './service-failures.ts'
import type { Answer, ServiceFailure } from './service-client.ts'

export type AuthHeaders = Readonly<Record<string, string>>

/** Adds the credentials to a call. All clients of a connection share one, so that they share one token. */
export interface Authoriser {
  headers(signal?: AbortSignal): Promise<Answer<AuthHeaders>>
  /** New headers after a 401 for these; null when there cannot be any. */
  renew(refused: AuthHeaders, signal?: AbortSignal): Promise<Answer<AuthHeaders>> | null
}

export interface AuthoriserOptions {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  readonly tokenMarginSeconds?: number
}

/** The path for tokens; without a version prefix (interface, parts 5 and 9). */
const tokenPath = '/auth-broker/request-token'

const tokenTimeoutMs = 30_000

export function createAuthoriser(options: AuthoriserOptions): Authoriser {
  const { credentials } = options
  switch (credentials.scheme) {
    case 'api-key':
      return {
        headers: async () => ({ ok: true, value: { ApiKey: credentials.apiKey } }),
        renew: () => null,
      }
    case 'oauth':
      return createTokenAuthoriser(options, credentials)
  }
}

interface Token {
  readonly headers: AuthHeaders
  /** Both clocks are checked: the wall clock can be changed, and the monotonic clock stops while the PC sleeps. */
  readonly endsAtMs: number
  readonly endsMonotonicMs: number
}

/** The shortest time for which a token is used, whatever its lifetime: if it ends earlier, a 401 says so. */
const leastUsableMs = 5_000

/**
 * OAuth 2.0 client credentials (interface, part 5). The token exists only in this closure. It is fetched when first
 * needed, and again shortly before it expires, once for all waiting calls. Requests that bring no token, or one that is
 * refused at once, are followed by pauses: meanwhile calls get the failure, or are made with the refused token.
 */
function createTokenAuthoriser(
  { baseUrl, fetch, clock, log, tokenMarginSeconds = defaultAdvanced.tokenMarginSeconds }: AuthoriserOptions,
  credentials: Extract<Credentials, { scheme: 'oauth' }>,
): Authoriser {
  let token: Token | null = null
  let fetching: Promise<Answer<Token>> | null = null
  const limit = createRepeatLimit()
  let pausedUntilMs = 0
  let lastFailure: ServiceFailure | null = null

  const pauseLeftMs = (): number => Math.max(0, pausedUntilMs - clock.monotonicMs())
  const pause = (): void => {
    pausedUntilMs = clock.monotonicMs() + limit.add()
  }

  const isFresh = (current: Token): boolean =>
    clock.now().getTime() < current.endsAtMs && clock.monotonicMs() < current.endsMonotonicMs

  const request = async (): Promise<Answer<Token>> => {
    const [requestedAtMs, requestedMonotonicMs] = [clock.now().getTime(), clock.monotonicMs()]
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`, 'utf8').toString('base64')
    const called = await callOnce(
      { fetch, clock },
      {
        method: 'POST',
        url: `${baseUrl}${tokenPath}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${basic}` },
        body: 'grant_type=client_credentials',
        timeoutMs: tokenTimeoutMs,
      },
    )
    const answer = called.ok ? readAnswer(called.value, TokenAnswer) : called
    if (!answer.ok) {
      const hasNoToken = called.ok && called.value.body.kind === 'json'
      const failed = hasNoToken ? noToken(answer.error) : tokenFailure(answer.error)
      log.write('warning', 'service.token-refused', { status: failed.status, failureKind: failed.failure.kind })
      return { ok: false, error: failed }
    }
    const { accessToken, lifeSeconds } = answer.value
    // A short-lived token is used for four fifths of its life: with the full margin, each call would fetch a new one.
    const usableMs = Math.max(leastUsableMs, (lifeSeconds - Math.min(tokenMarginSeconds, lifeSeconds / 5)) * 1000)
    return {
      ok: true,
      value: {
        headers: { Authorization: `Bearer ${accessToken}` },
        endsAtMs: requestedAtMs + usableMs,
        endsMonotonicMs: requestedMonotonicMs + usableMs,
      },
    }
  }

  const current = async (signal: AbortSignal | undefined): Promise<Answer<AuthHeaders>> => {
    if (token && isFresh(token)) return { ok: true, value: token.headers }
    // A token that was used until its end.
    if (token) limit.reset()
    const leftMs = pauseLeftMs()
    if (lastFailure && leftMs > 0) return { ok: false, error: { ...lastFailure, retryAfterMs: leftMs } }
    fetching ??= request().then((answer) => {
      token = answer.ok ? answer.value : null
      lastFailure = answer.ok ? null : answer.error
      if (!answer.ok) pause()
      fetching = null
      return answer
    })
    const answer = await orCancelled(fetching, signal, false)
    return answer.ok ? { ok: true, value: answer.value.headers } : answer
  }

  return {
    headers: current,
    renew(refused, signal) {
      // Another call may have fetched a newer token meanwhile.
      if (token && token.headers['Authorization'] === refused['Authorization']) {
        if (pauseLeftMs() > 0) return null
        token = null
        pause()
      }
      return current(signal)
    },
  }
}

/**
 * A call without a token is never sent. A 4xx means wrong credentials (interface, part 5, rule 3); bodies are not
 * shown.
 */
function tokenFailure(error: ServiceFailure): ServiceFailure {
  const { status } = error
  const isRefusal =
    error.doubt === undefined &&
    status !== null &&
    status >= 400 &&
    status < 500 &&
    ![404, 407, 408, 429].includes(status)
  if (isRefusal || (status === 200 && error.failure.kind === 'rejected')) {
    return {
      failure: { ...statusText.clientRefused, details: `HTTP ${status}` },
      certainty: 'not-sent',
      status,
      retryAfterMs: null,
    }
  }
  // The address of the service and that of its tokens are one, so this is a failed probe.
  return { ...(error.doubt === 'not-found' ? noService(error) : error), certainty: 'not-sent' }
}

/** A good answer without a token, or with an empty one. */
function noToken({ status, failure }: ServiceFailure): ServiceFailure {
  const { details } = failure
  return {
    failure: { ...statusText.noToken, ...(details === undefined ? {} : { details }) },
    certainty: 'not-sent',
    status,
    retryAfterMs: null,
  }
}
