import type { FailureKind } from '../../contract/result.ts'
import type { Region } from '../../contract/region.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import type { Authoriser, AuthHeaders } from './authoriser.ts'
import { faultFailure } from './failure-words.ts'
import {
  calledOff,
  callOnce,
  readAnswer,
  type CallAnswer,
  type CallFailure,
  type HttpAnswer,
  type HttpRequest,
} from './http-call.ts'
import { CustomerAnswer, CustomersAnswer, UploadAnswer, VehicleAnswerBody } from './remote-records.ts'
import { readServiceAddress } from './service-address.ts'
import type { Answer, CallOptions, ServiceClient } from './service-client.ts'

export interface ServiceClientOptions {
  readonly baseUrl: string
  readonly region: Region
  /** What is sent for the region: Malaysia's code is an assumption of the connection. */
  readonly regionCode: string
  readonly authoriser: Authoriser
  readonly fetch: Fetch
  readonly clock: Clock
  readonly log: Log
  /** Hears how each call ended: null for an answer, else the kind of failure. */
  readonly onOutcome: (failure: FailureKind | null) => void
  /** 0 to 1; for the jitter. */
  readonly random?: () => number
}

const readTimeoutMs = 30_000
const writeTimeoutMs = 60_000
/** A batch is created while the service answers: give it time. */
const uploadTimeoutMs = 180_000

const maxAttempts = 5
const firstBackoffMs = 500
const maxBackoffMs = 8_000
/** No further attempt begins after this long: whoever waits is told instead, with the time at which it is worth trying again. */
const patienceMs = 45_000

const worthAnotherTry: ReadonlySet<FailureKind> = new Set(['offline', 'timeout', 'rate-limited', 'service-down'])

interface Call {
  readonly operation: string
  readonly method: HttpRequest['method']
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly timeoutMs?: number
}

/** The service over HTTP (interface, part 4); see `ServiceClient` for what is retried. Never throws for what the service or the line do. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { authoriser, clock, log, random = Math.random } = options
  const address = readServiceAddress(options.baseUrl)

  const urlOf = ({ path, query = {} }: Call): string | null => {
    // A dot or nothing as a part of the path would lead elsewhere, however it is escaped.
    if (!address.ok || path.some((part) => part === '' || part === '.' || part === '..')) return null
    const parameters = new URLSearchParams({ region: options.regionCode })
    for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value))
    return `${address.url}/v2/${path.map(encodeURIComponent).join('/')}?${parameters.toString()}`
  }

  const request = (
    call: Call,
    url: string,
    headers: AuthHeaders,
    { signal, timeoutMs }: CallOptions,
  ): Promise<CallAnswer> =>
    callOnce(options, {
      method: call.method,
      url,
      headers: call.body === undefined ? headers : { ...headers, 'Content-Type': 'application/json' },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      timeoutMs: timeoutMs ?? call.timeoutMs ?? (call.method === 'GET' ? readTimeoutMs : writeTimeoutMs),
      ...(signal ? { signal } : {}),
    })

  /** With the headers at hand, and once more with fresh ones after a 401. */
  const authorised = async (call: Call, url: string, callOptions: CallOptions): Promise<Answer<HttpAnswer>> => {
    const first = await authoriser.headers(callOptions.signal)
    if (!first.ok) return first
    const answer = await request(call, url, first.value, callOptions)
    if (answer.ok || answer.error.status !== 401) return answer
    const renewed = await authoriser.renew(first.value, callOptions.signal)
    if (renewed === null) return answer
    return renewed.ok ? request(call, url, renewed.value, callOptions) : renewed
  }

  const send = async <T>(
    call: Call,
    schema: Parameters<typeof readAnswer<T>>[1],
    callOptions: CallOptions = {},
  ): Promise<Answer<T>> => {
    const url = urlOf(call)
    if (url === null)
      return { ok: false, error: faultFailure({ faultClass: 'bad-address', certainty: 'not-sent', code: null }) }
    const startedMs = clock.monotonicMs()
    const attempts = call.method === 'GET' ? (callOptions.attempts ?? maxAttempts) : 1
    for (let attempt = 1; ; attempt += 1) {
      const called = await authorised(call, url, callOptions)
      const answer = called.ok ? readAnswer(called.value, schema) : called
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
      // Full jitter: many PCs that lost the service together must not all come back together.
      const backoffMs = random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1))
      const waitMs = Math.max(retryAfterMs ?? 0, backoffMs)
      const isFinal = called.ok || attempt >= attempts || !worthAnotherTry.has(failure.kind)
      if (isFinal || elapsedMs + waitMs > patienceMs) return answer
      try {
        await clock.sleep(waitMs, callOptions.signal)
      } catch (error) {
        if (!callOptions.signal?.aborted) throw error
        return { ok: false, error: calledOff(false) }
      }
    }
  }

  const customer = (id: string): readonly string[] => ['recapture', 'customers', id]

  return {
    region: options.region,
    createUpload: (upload, callOptions) =>
      send(
        {
          operation: 'createUpload',
          method: 'POST',
          path: ['recapture', 'upload'],
          body: upload,
          timeoutMs: uploadTimeoutMs,
        },
        UploadAnswer,
        callOptions,
      ),
    getUpload: (id, callOptions) =>
      send({ operation: 'getUpload', method: 'GET', path: ['recapture', 'upload', id] }, UploadAnswer, callOptions),
    cancelUpload: (id, callOptions) =>
      send(
        { operation: 'cancelUpload', method: 'DELETE', path: ['recapture', 'upload', id] },
        UploadAnswer,
        callOptions,
      ),
    listCustomers: ({ offset, limit, uploadId }, callOptions) =>
      send(
        {
          operation: 'listCustomers',
          method: 'GET',
          path: ['recapture', 'customers'],
          query: { offset, limit, upload_id: uploadId },
        },
        CustomersAnswer,
        callOptions,
      ),
    getCustomer: (id, callOptions) =>
      send({ operation: 'getCustomer', method: 'GET', path: customer(id) }, CustomerAnswer, callOptions),
    patchCustomer: (id, patch, callOptions) =>
      send(
        { operation: 'patchCustomer', method: 'PATCH', path: customer(id), body: patch },
        CustomerAnswer,
        callOptions,
      ),
    deleteCustomer: (id, callOptions) =>
      send({ operation: 'deleteCustomer', method: 'DELETE', path: customer(id) }, CustomerAnswer, callOptions),
    findByPlate: (plate, state, callOptions) =>
      send(
        {
          operation: 'findByPlate',
          method: 'GET',
          path: ['vehicles', 'registrations', plate],
          query: { state: state ?? undefined },
        },
        VehicleAnswerBody,
        callOptions,
      ),
    findByVin: (vin, callOptions) =>
      send({ operation: 'findByVin', method: 'GET', path: ['vehicles', 'vins', vin] }, VehicleAnswerBody, callOptions),
  }
}

function codeOf(called: Answer<HttpAnswer>): string | null {
  return called.ok ? 'unreadable' : ((called.error as Partial<CallFailure>).code ?? null)
}
