import type { Credentials } from '../../contract/connections.ts'
import { tokenMarginSeconds } from './assumptions.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import { calledOff, callOnce, readAnswer } from './http-call.ts'
import { TokenAnswer } from './remote-records.ts'
import type { Answer, ServiceFailure } from './service-client.ts'

export type AuthHeaders = Readonly<Record<string, string>>

/** What makes a call ours. One a connection, shared by all its clients, so that all share one token. */
export interface Authoriser {
  headers(signal?: AbortSignal): Promise<Answer<AuthHeaders>>
  /** Newer headers after a 401 on these; null where there can be none. */
  renew(refused: AuthHeaders, signal?: AbortSignal): Promise<Answer<AuthHeaders>> | null
}

export interface AuthoriserOptions {
  readonly baseUrl: string
  readonly credentials: Credentials
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
}

/** Where the token is asked for; no version prefix (interface, parts 5 and 9). */
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
  /** By both clocks: the PC's may be set, the other stands still while the PC sleeps. */
  readonly endsAtMs: number
  readonly endsMonotonicMs: number
}

/**
 * OAuth 2.0 client credentials (interface, part 5). The token lives in this closure alone; it is fetched when first needed and again a
 * margin before its end, once for all who wait.
 */
function createTokenAuthoriser(
  { baseUrl, fetch, clock, log }: AuthoriserOptions,
  credentials: Extract<Credentials, { scheme: 'oauth' }>,
): Authoriser {
  let token: Token | null = null
  let fetching: Promise<Answer<Token>> | null = null

  const isFresh = (held: Token): boolean =>
    clock.now().getTime() < held.endsAtMs && clock.monotonicMs() < held.endsMonotonicMs

  const request = async (): Promise<Answer<Token>> => {
    const [askedAtMs, askedMonotonicMs] = [clock.now().getTime(), clock.monotonicMs()]
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
      const failed = tokenFailure(answer.error)
      log.write('warning', 'service.token-refused', { status: failed.status, failureKind: failed.failure.kind })
      return { ok: false, error: failed }
    }
    const { accessToken, lifeSeconds } = answer.value
    // A short life keeps four fifths of itself: a margin longer than the life would ask before every call.
    const usableMs = (lifeSeconds - Math.min(tokenMarginSeconds, lifeSeconds / 5)) * 1000
    return {
      ok: true,
      value: {
        headers: { Authorization: `Bearer ${accessToken}` },
        endsAtMs: askedAtMs + usableMs,
        endsMonotonicMs: askedMonotonicMs + usableMs,
      },
    }
  }

  const current = async (signal: AbortSignal | undefined): Promise<Answer<AuthHeaders>> => {
    if (token && isFresh(token)) return { ok: true, value: token.headers }
    fetching ??= request().then((answer) => {
      token = answer.ok ? answer.value : null
      fetching = null
      return answer
    })
    const answer = await orCalledOff(fetching, signal)
    return answer.ok ? { ok: true, value: answer.value.headers } : answer
  }

  return {
    headers: current,
    renew(refused, signal) {
      // Somebody else may have fetched a newer one while this call was under way.
      if (token && token.headers['Authorization'] === refused['Authorization']) token = null
      return current(signal)
    },
  }
}

/** One who waits may leave; the token is still fetched for the others. */
function orCalledOff(fetching: Promise<Answer<Token>>, signal: AbortSignal | undefined): Promise<Answer<Token>> {
  if (!signal) return fetching
  return new Promise((resolve) => {
    const leave = (): void => resolve({ ok: false, error: calledOff(false) })
    if (signal.aborted) return leave()
    signal.addEventListener('abort', leave, { once: true })
    void fetching.then((answer) => {
      signal.removeEventListener('abort', leave)
      resolve(answer)
    })
  })
}

/** The call that wanted the token was never made. A 4xx means wrong credentials (interface, part 5, rule 3); bodies are not shown. */
function tokenFailure(error: ServiceFailure): ServiceFailure {
  const { status } = error
  const isRefusal = status !== null && status >= 400 && status < 500 && ![404, 407, 408, 429].includes(status)
  if (isRefusal || (status === 200 && error.failure.kind === 'rejected')) {
    return {
      failure: {
        kind: 'sign-in-required',
        message: 'The service does not accept the client id and secret.',
        next: 'Enter both again, as your provider gave them.',
      },
      certainty: 'not-sent',
      status,
      retryAfterMs: null,
    }
  }
  return { ...error, certainty: 'not-sent' }
}
