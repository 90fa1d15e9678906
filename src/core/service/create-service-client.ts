import type { FacetChoice } from '../../contract/lookup.ts'
import { recoveryOf } from '../../contract/recovery.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { Region } from '../../contract/region.ts'
import { facetParameter } from './assumptions.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch } from '../ports/host.ts'
import type { Log } from '../ports/log.ts'
import type { Authoriser, AuthHeaders } from './authoriser.ts'
import { faultFailure } from './failure-text.ts'
import {
  calledOff,
  callOnce,
  readAnswer,
  type CallAnswer,
  type CallFailure,
  type HttpAnswer,
  type HttpRequest,
} from './http-call.ts'
import { OpenBodyAnswer, type RawRecord } from './open-body.ts'
import {
  CustomerAnswer,
  CustomersAnswer,
  PingAnswer,
  StatusAnswer,
  UploadAnswer,
  VehicleAnswerBody,
  WebhookAnswer,
  WebhookPatchAnswer,
  WebhooksAnswer,
} from './remote-records.ts'
import { readServiceAddress } from './service-address.ts'
import type { Answer, CallOptions, Product, ServiceClient } from './service-client.ts'

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
  /** What was learnt about the service's paths; shared by the clients of a connection. */
  readonly learnt?: LearntPaths
  /** 0 to 1; for the jitter. */
  readonly random?: () => number
}

/** Which of the two forms of the status path worked; null until one has. */
export interface LearntPaths {
  statusForm: number | null
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

interface Call {
  readonly operation: string
  readonly product: Product
  readonly method: HttpRequest['method']
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly timeoutMs?: number
}

/** The service over HTTP (interface, part 4); see `ServiceClient` for what is retried. Never throws for what the service or the line do. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { authoriser, clock, log, learnt = { statusForm: null }, random = Math.random } = options
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
      product: call.product,
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
      const isFinal = called.ok || attempt >= attempts || recoveryOf(failure.kind) !== 'time'
      if (isFinal || elapsedMs + waitMs > (callOptions.patienceMs ?? patienceMs)) return answer
      try {
        await clock.sleep(waitMs, callOptions.signal)
      } catch (error) {
        if (!callOptions.signal?.aborted) throw error
        return { ok: false, error: calledOff(false) }
      }
    }
  }

  const customer = (id: string): readonly string[] => ['recapture', 'customers', id]
  const webhook = (id: string): readonly string[] => ['webhooks', id]

  // Two forms of the path are shown and not which is canonical (interface, part 4): the table's first.
  const statusForms: readonly ((plate: string) => readonly string[])[] = [
    (plate) => ['vehicles', 'registrations', plate, 'status'],
    (plate) => ['vehicles', plate, 'status'],
  ]
  const registrationStatus = async (
    plate: string,
    state: string,
    callOptions?: CallOptions,
  ): Promise<Answer<RawRecord>> => {
    let refused: Answer<RawRecord> | null = null
    for (const [number, form] of statusForms.entries()) {
      if (learnt.statusForm !== null && learnt.statusForm !== number) continue
      const answer = await send(
        {
          operation: 'registrationStatus',
          product: 'look-up',
          method: 'GET',
          path: form(plate),
          query: { state },
        },
        StatusAnswer,
        callOptions,
      )
      if (answer.ok) learnt.statusForm = number
      if (answer.ok || answer.error.status !== 404) return answer
      // Of two 404 the one with the service's own words tells more: the other may only mean that the path is not there.
      if (refused === null || answer.error.failure.kind === 'not-found') refused = answer
    }
    if (refused === null) throw new Error('There is at least one form of the status path')
    return refused
  }

  return {
    region: options.region,
    createUpload: (upload, callOptions) =>
      send(
        {
          operation: 'createUpload',
          product: 'recapture',
          method: 'POST',
          path: ['recapture', 'upload'],
          body: upload,
          timeoutMs: uploadTimeoutMs,
        },
        UploadAnswer,
        callOptions,
      ),
    getUpload: (id, callOptions) =>
      send(
        { operation: 'getUpload', product: 'recapture', method: 'GET', path: ['recapture', 'upload', id] },
        UploadAnswer,
        callOptions,
      ),
    cancelUpload: (id, callOptions) =>
      send(
        { operation: 'cancelUpload', product: 'recapture', method: 'DELETE', path: ['recapture', 'upload', id] },
        UploadAnswer,
        callOptions,
      ),
    listCustomers: ({ offset, limit, uploadId }, callOptions) =>
      send(
        {
          operation: 'listCustomers',
          product: 'recapture',
          method: 'GET',
          path: ['recapture', 'customers'],
          query: { offset, limit, upload_id: uploadId },
        },
        CustomersAnswer,
        callOptions,
      ),
    getCustomer: (id, callOptions) =>
      send(
        { operation: 'getCustomer', product: 'recapture', method: 'GET', path: customer(id) },
        CustomerAnswer,
        callOptions,
      ),
    patchCustomer: (id, patch, callOptions) =>
      send(
        { operation: 'patchCustomer', product: 'recapture', method: 'PATCH', path: customer(id), body: patch },
        CustomerAnswer,
        callOptions,
      ),
    deleteCustomer: (id, callOptions) =>
      send(
        { operation: 'deleteCustomer', product: 'recapture', method: 'DELETE', path: customer(id) },
        CustomerAnswer,
        callOptions,
      ),
    findByPlate: (plate, state, callOptions) =>
      send(
        {
          operation: 'findByPlate',
          product: 'look-up',
          method: 'GET',
          path: ['vehicles', 'registrations', plate],
          query: { state: state ?? undefined },
        },
        VehicleAnswerBody,
        callOptions,
      ),
    findByVin: (vin, callOptions) =>
      send(
        { operation: 'findByVin', product: 'look-up', method: 'GET', path: ['vehicles', 'vins', vin] },
        VehicleAnswerBody,
        callOptions,
      ),
    searchVehicles: ({ text, chosen, count }, callOptions) =>
      send(
        {
          operation: 'searchVehicles',
          product: 'look-up',
          method: 'GET',
          path: ['vehicles'],
          query: { search: text === '' ? undefined : text, count, ...narrowing(chosen) },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    facets: (names, chosen, callOptions) =>
      send(
        {
          operation: 'facets',
          product: 'look-up',
          method: 'GET',
          path: ['vehicles'],
          query: { facets: names.join(','), ...narrowing(chosen) },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    registrationStatus,
    specs: (vehicleId, categories, callOptions) =>
      send(
        {
          operation: 'specs',
          product: 'look-up',
          method: 'GET',
          path: ['vehicles', vehicleId, 'specs'],
          query: { selectors: categories?.join(',') },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    marketOverlay: (vehicleId, minimumDays, callOptions) =>
      send(
        {
          operation: 'marketOverlay',
          product: 'market',
          method: 'GET',
          path: ['sourcing', 'market_overlay', vehicleId],
          query: { minimum_days: minimumDays ?? undefined },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    listWebhooks: (callOptions) =>
      send(
        { operation: 'listWebhooks', product: 'webhooks', method: 'GET', path: ['webhooks'] },
        WebhooksAnswer,
        callOptions,
      ),
    getWebhook: (id, callOptions) =>
      send(
        { operation: 'getWebhook', product: 'webhooks', method: 'GET', path: webhook(id) },
        WebhookAnswer,
        callOptions,
      ),
    createWebhook: (request, callOptions) =>
      send(
        { operation: 'createWebhook', product: 'webhooks', method: 'POST', path: ['webhooks'], body: request },
        WebhookAnswer,
        callOptions,
      ),
    patchWebhook: (id, patch, callOptions) =>
      send(
        { operation: 'patchWebhook', product: 'webhooks', method: 'PATCH', path: webhook(id), body: patch },
        WebhookPatchAnswer,
        callOptions,
      ),
    deleteWebhook: (id, callOptions) =>
      send(
        { operation: 'deleteWebhook', product: 'webhooks', method: 'DELETE', path: webhook(id) },
        WebhookAnswer,
        callOptions,
      ),
    pingWebhook: (id, callOptions) =>
      send(
        { operation: 'pingWebhook', product: 'webhooks', method: 'POST', path: [...webhook(id), 'ping'] },
        PingAnswer,
        callOptions,
      ),
  }
}

function narrowing(chosen: FacetChoice): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [facetParameter(name), value]))
}

function codeOf(called: Answer<HttpAnswer>): string | null {
  return called.ok ? 'unreadable' : ((called.error as Partial<CallFailure>).code ?? null)
}
