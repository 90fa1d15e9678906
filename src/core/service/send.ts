import { pathOf } from './call-path.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { recoveryOf } from '../../contract/recovery.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import type { Authoriser, AuthHeaders } from './authoriser.ts'
import { createCallPace, type CallPace } from './call-pace.ts'
import type { CallsLeft } from './calls-left.ts'
import {
  callOnce,
  cancelledCall,
  readAnswer,
  type CallAnswer,
  type CallFailure,
  type HttpAnswer,
  type HttpRequest,
} from './http-call.ts'
import { readServiceAddress } from './service-address.ts'
import type { Answer, CallOptions, OwnedRecord, Product, ServiceFailure } from './service-client.ts'
import { faultFailure, noService, noSuchRecord } from './service-failures.ts'
import { CustomersAnswer } from './remote-records.ts'
import { explainNotFound, type Probes } from './service-presence.ts'

export interface ServiceClientOptions {
  readonly baseUrl: string
  readonly region: Region
  /** The region as it is sent. Malaysia's code is an assumption that each connection can change. */
  readonly regionCode: string
  /** Absent: the defaults. */
  readonly advanced?: AdvancedSettings
  readonly authoriser: Authoriser
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  /** Called after each call: null for an answer, else the kind of failure. */
  readonly onOutcome: (failure: FailureKind | null) => void
  /** Called after each answer that says how many calls are left. */
  readonly onCallsLeft?: (callsLeft: CallsLeft) => void
  /** What earlier calls showed about the service's paths; shared by the clients of a connection. */
  readonly knownPaths?: KnownPaths
  /** Shared by the clients of a connection. */
  readonly pace?: CallPace
  /** 0 to 1, for the jitter. */
  readonly random?: () => number
}

export type StatusForm = Exclude<AdvancedSettings['statusPath'], 'both'>

/** What earlier answers have shown. */
export interface KnownPaths {
  /** Which of the two forms of the status path works; null until one has. */
  statusForm: StatusForm | null
  readonly probes: Probes
}

export const newKnownPaths = (): KnownPaths => ({
  statusForm: null,
  probes: { running: null, next: null, failed: null },
})

const readTimeoutMs = 30_000
const writeTimeoutMs = 60_000

const maxAttempts = 5
const firstBackoffMs = 500
const maxBackoffMs = 8_000
/** No attempt starts after this time: the caller gets the failure, with the time to try again. */
const patienceMs = 45_000

export interface Call {
  readonly operation: string
  readonly product: Product
  readonly method: HttpRequest['method']
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  /** The body as it is posted (JSON in UTF-8), in place of `body`. */
  readonly posted?: Uint8Array<ArrayBuffer>
  readonly timeoutMs?: number
  /** It is about one record, so a refusal concerns that record only. */
  readonly isOfRecord?: boolean
  /** What it is about when another account may own it; see `OwnedRecord`. */
  readonly record?: OwnedRecord
  /** Each answer may be charged: it is repeated only when the service did not get it, also when its answer was lost. */
  readonly isCharged?: boolean
  readonly recogniseBody?: HttpRequest['recogniseBody']
}

/** The shortest customer list: a cheap call that every service answers. */
const probe: Call = {
  operation: 'probe',
  product: 'recapture',
  method: 'GET',
  path: ['recapture', 'customers'],
  query: { offset: 0, limit: 1 },
  timeoutMs: 15_000,
}

/** Whether a call is itself a list of customers, so that its 404 is a failed probe. */
const isProbe = ({ path, isOfRecord }: Call): boolean => !isOfRecord && path.join('/') === probe.path.join('/')

const invalidAddress = (): ServiceFailure =>
  faultFailure({ faultClass: 'bad-address', certainty: 'not-sent', code: null })

/** Makes a call and parses its answer. Never throws for an error of the service or the network. */
export type Send = <T>(
  call: Call,
  schema: Parameters<typeof readAnswer<T>>[1],
  callOptions?: CallOptions,
) => Promise<Answer<T>>

/** Calls with credentials, renewed after a 401, and with retries of reads. See `ServiceClient` for what is retried. */
export function createSend(options: ServiceClientOptions): Send {
  const { authoriser, clock, log, random = Math.random } = options
  const address = readServiceAddress(options.baseUrl)
  const { probes } = options.knownPaths ?? newKnownPaths()
  const pace = options.pace ?? createCallPace(clock)

  const urlOf = ({ path, query = {} }: Call): string | null => {
    if (!address.ok) return null
    return address.url + pathOf(path, options.regionCode, query)
  }

  const request = (
    call: Call,
    url: string,
    headers: AuthHeaders,
    { signal, timeoutMs }: CallOptions,
  ): Promise<CallAnswer> => {
    const body = call.posted ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
    return callOnce(options, {
      method: call.method,
      product: call.product,
      ...(call.isOfRecord ? { isOfRecord: true } : {}),
      ...(call.record ? { record: call.record } : {}),
      ...(call.recogniseBody ? { recogniseBody: call.recogniseBody } : {}),
      url,
      headers: body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body }),
      timeoutMs: timeoutMs ?? call.timeoutMs ?? (call.method === 'GET' ? readTimeoutMs : writeTimeoutMs),
      ...(signal ? { signal } : {}),
    })
  }

  /** Calls with the current credentials, and again with new ones after a 401. */
  const authorised = async (call: Call, url: string, callOptions: CallOptions): Promise<Answer<HttpAnswer>> => {
    const first = await authoriser.headers(callOptions.signal)
    if (!first.ok) return first
    const answer = await request(call, url, first.value, callOptions)
    if (answer.ok || answer.error.status !== 401) return answer
    const renewed = await authoriser.renew(first.value, callOptions.signal)
    if (renewed === null) return answer
    return renewed.ok ? request(call, url, renewed.value, callOptions) : renewed
  }

  const callProbe = async (): Promise<Answer<unknown>> => {
    const url = urlOf(probe)
    if (url === null) return { ok: false, error: invalidAddress() }
    const called = await authorised(probe, url, {})
    return called.ok ? readAnswer(called.value, CustomersAnswer) : called
  }
  const presence = { probes, callProbe, clock }

  return async (call, schema, callOptions = {}) => {
    if (call.path.some((part) => !isPathPart(part))) return { ok: false, error: noSuchRecord() }
    const url = urlOf(call)
    if (url === null) return { ok: false, error: invalidAddress() }
    const startedMs = clock.monotonicMs()
    const attempts = call.method === 'GET' ? (callOptions.attempts ?? maxAttempts) : 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (await pace.take(call.operation, callOptions.signal)) {
          log.write('warning', 'service.paced', { operation: call.operation })
        }
      } catch (error) {
        if (!callOptions.signal?.aborted) throw error
        return { ok: false, error: cancelledCall(false) }
      }
      const called = await authorised(call, url, callOptions)
      const read = called.ok ? readAnswer(called.value, schema) : called
      const answer: typeof read =
        !read.ok && read.error.doubt === 'not-found'
          ? {
              ok: false,
              error: isProbe(call)
                ? noService(read.error)
                : await explainNotFound(call, read.error, presence, callOptions.signal),
            }
          : read
      const elapsedMs = clock.monotonicMs() - startedMs
      if (answer.ok) {
        options.onOutcome(null)
        return answer
      }
      const { failure, status, certainty, retryAfterMs } = answer.error
      if (failure.kind !== 'cancelled') {
        options.onOutcome(failure.kind)
        log.write('warning', 'service.failed', {
          operation: call.operation,
          attempt,
          status,
          failureKind: failure.kind,
          certainty,
          code: codeOf(called),
          durationMs: Math.round(elapsedMs),
        })
      }
      // Full jitter: many PCs that lost the service at the same time must not all retry at the same time.
      const backoffMs = random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1))
      const waitMs = Math.max(retryAfterMs ?? 0, backoffMs)
      const mayBePaid = call.isCharged === true && certainty !== 'not-sent'
      const isFinal = called.ok || mayBePaid || attempt >= attempts || recoveryOf(failure.kind) !== 'time'
      if (isFinal || elapsedMs + waitMs > (callOptions.patienceMs ?? patienceMs)) return answer
      try {
        await clock.sleep(waitMs, callOptions.signal)
      } catch (error) {
        if (!callOptions.signal?.aborted) throw error
        return { ok: false, error: cancelledCall(false) }
      }
    }
  }
}

/** An empty part or a dot would lead to another path, even when escaped. */
const isPathPart = (part: string): boolean => part !== '' && part !== '.' && part !== '..'

function codeOf(called: Answer<HttpAnswer>): string | null {
  return called.ok ? 'unreadable' : ((called.error as Partial<CallFailure>).code ?? null)
}
