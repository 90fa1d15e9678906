import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Failure } from '../../src/contract/result.ts'
import type {
  Answer,
  Certainty,
  CustomerInput,
  RemoteCustomer,
  RemoteUpload,
  ServiceClient,
  ServiceFailure,
} from '../../src/core/service/service-client.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { wirePage } from './wire-page.ts'

/** The fault of the next call: refused, lost before it arrives, or its answer lost (after its effect). */
export type Fault =
  | { readonly kind: 'none' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'lost-before' }
  | { readonly kind: 'lost-after' }
  | { readonly kind: 'rate-limited'; readonly retryAfterMs: number }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'unauthorised' }
  | { readonly kind: 'refused' }

export type CallName =
  | 'createUpload'
  | 'getUpload'
  | 'cancelUpload'
  | 'listCustomers'
  | 'getCustomer'
  | 'patchCustomer'
  | 'deleteCustomer'

interface TwinUpload {
  readonly id: string
  readonly name: string
  readonly createdAt: string
  readonly inputs: readonly CustomerInput[]
  readonly readyAtMs: number
  processed: number
  errors: number
  isCancelled: boolean
}

type TwinCustomer = RemoteCustomer & { readonly uploadId: string }

/** The service in memory: one queue, processed by the clock; the test controls every answer. */
export interface ServiceTwin {
  readonly client: ServiceClient
  customers: () => readonly TwinCustomer[]
  readonly uploads: () => readonly { readonly id: string; readonly name: string; readonly rows: number }[]
  readonly calls: readonly CallName[]
  /** Called before each call. */
  faults: (call: CallName, number: number) => Fault
  /** The most customers of one upload; more are refused with 413. */
  maxBatch: number
  /** Turns of the event loop until a batch arrives: with two, the program has prepared the next one, as over a network. */
  postTurns: number
  /** The most customers of one page. */
  maxPage: number
  rowsPerSecond: number
  /** Rows that the service cannot create a record from. */
  fails: (input: CustomerInput) => boolean
  /** How long an accepted upload waits before its first row is processed. */
  queueDelayMs: number
  /** Adds a customer without an upload, or replaces one. */
  put(customer: RemoteCustomer): void
  remove(customerId: string): void
}

export function createServiceTwin(clock: Clock): ServiceTwin {
  const uploads: TwinUpload[] = []
  const customers = new Map<string, TwinCustomer>()
  const calls: CallName[] = []
  let freeAtMs = clock.monotonicMs()
  let made = 0

  /** Processes the queue up to now, one row at a time, each at its own time. */
  const work = (): void => {
    const nowMs = clock.monotonicMs()
    const msPerRow = 1_000 / twin.rowsPerSecond
    for (const upload of uploads) {
      while (!upload.isCancelled && upload.processed < upload.inputs.length) {
        const atMs = Math.max(freeAtMs, upload.readyAtMs) + msPerRow
        if (atMs > nowMs) return
        freeAtMs = atMs
        const input = upload.inputs[upload.processed]
        upload.processed += 1
        if (!input || twin.fails(input)) upload.errors += 1
        else create(upload.id, input)
      }
    }
  }

  const create = (uploadId: string, input: CustomerInput): void => {
    made += 1
    const id = `customer-${made}`
    customers.set(id, {
      id,
      uploadId,
      lastUpdated: clock.now().toISOString(),
      rego: input.rego ?? null,
      state: input.state ?? null,
      vin: input.vin ?? null,
      clientName: input.client_name ?? null,
      mobileNumber: input.mobile_number ?? null,
      saleDate: input.sale_date ?? null,
      expiryDate: input.expiry_date ?? null,
      vehicleTitle: null,
      sightings: [],
      additionalFields: input.additional_fields ?? {},
    })
  }

  const answer = async <T>(name: CallName, effect: () => Answer<T>): Promise<Answer<T>> => {
    calls.push(name)
    await Promise.resolve()
    work()
    const fault = twin.faults(name, calls.length)
    switch (fault.kind) {
      case 'none':
        return effect()
      case 'offline':
        return problem('offline', 'not-sent', null)
      case 'lost-before':
        return problem('timeout', 'unknown', null)
      case 'lost-after':
        effect()
        return problem('timeout', 'unknown', null)
      case 'rate-limited':
        return problem('rate-limited', 'not-sent', 429, fault.retryAfterMs)
      case 'unavailable':
        return problem('service-down', 'unknown', 503)
      case 'unauthorised':
        return problem('sign-in-required', 'not-sent', 401)
      case 'refused':
        return problem('rejected', 'refused', 422)
    }
  }

  const shown = (upload: TwinUpload): RemoteUpload => ({
    id: upload.id,
    createdAt: upload.createdAt,
    name: upload.name,
    uploaded: upload.inputs.length,
    processed: upload.processed,
    errors: upload.errors,
  })
  const upload = (id: string): Answer<TwinUpload> => {
    const found = uploads.find((each) => each.id === id)
    return found ? { ok: true, value: found } : problem('not-found', 'refused', 404)
  }
  const customer = (id: string): Answer<TwinCustomer> => {
    const found = customers.get(id)
    return found ? { ok: true, value: found } : problem('not-found', 'refused', 404)
  }

  const client: ServiceClient = {
    region: 'au',
    async createUpload(request) {
      for (let turn = 0; turn < twin.postTurns; turn += 1) await nextTurn()
      return answer('createUpload', () => {
        if (request.customers.length > twin.maxBatch) return problem('rejected', 'refused', 413)
        if (request.customers.length === 0) return problem('rejected', 'refused', 400)
        const created: TwinUpload = {
          id: `upload-${uploads.length + 1}`,
          name: request.name,
          createdAt: clock.now().toISOString(),
          // A copy, as over the network: a later change by the caller must not reach the service.
          inputs: JSON.parse(JSON.stringify(request.customers)) as CustomerInput[],
          readyAtMs: clock.monotonicMs() + twin.queueDelayMs,
          processed: 0,
          errors: 0,
          isCancelled: false,
        }
        uploads.push(created)
        return { ok: true, value: shown(created) }
      })
    },
    getUpload: (id) =>
      answer('getUpload', () => {
        const found = upload(id)
        return found.ok ? { ok: true, value: shown(found.value) } : found
      }),
    cancelUpload: (id) =>
      answer('cancelUpload', () => {
        const found = upload(id)
        if (!found.ok) return found
        found.value.isCancelled = true
        return { ok: true, value: shown(found.value) }
      }),
    listCustomers: ({ offset, limit, uploadId }, _, readPage) =>
      answer('listCustomers', () => {
        const page = [...customers.values()]
          .filter((each) => uploadId === undefined || each.uploadId === uploadId)
          .slice(offset, offset + Math.min(limit, twin.maxPage))
        return { ok: true, value: readPage?.(wirePage(page)) ?? { customers: page, unreadable: [] } }
      }),
    getCustomer: (id) => answer('getCustomer', () => customer(id)),
    patchCustomer: (id, patch) =>
      answer('patchCustomer', () => {
        const found = customer(id)
        if (!found.ok) return found
        const text = (value: string | undefined, before: string | null): string | null =>
          value === undefined ? before : value === '' ? null : value
        const changed: TwinCustomer = {
          ...found.value,
          clientName: text(patch.client_name, found.value.clientName),
          mobileNumber: text(patch.mobile_number, found.value.mobileNumber),
          saleDate: text(patch.sale_date, found.value.saleDate),
          expiryDate: text(patch.expiry_date, found.value.expiryDate),
          lastUpdated: new Date(Math.max(clock.now().getTime(), Date.parse(found.value.lastUpdated) + 1)).toISOString(),
        }
        customers.set(id, changed)
        return { ok: true, value: changed }
      }),
    deleteCustomer: (id) =>
      answer('deleteCustomer', () => {
        const found = customer(id)
        if (found.ok) customers.delete(id)
        return found
      }),
    findByPlate: async () => problem('not-found', 'refused', 404),
    findByVin: async () => problem('not-found', 'refused', 404),
    searchVehicles: async () => problem('not-found', 'refused', 404),
    facets: async () => problem('not-found', 'refused', 404),
    registrationStatus: async () => problem('not-found', 'refused', 404),
    specs: async () => problem('not-found', 'refused', 404),
    marketOverlay: async () => problem('not-found', 'refused', 404),
    listWebhooks: async () => problem('not-found', 'refused', 404),
    getWebhook: async () => problem('not-found', 'refused', 404),
    createWebhook: async () => problem('not-found', 'refused', 404),
    patchWebhook: async () => problem('not-found', 'refused', 404),
    deleteWebhook: async () => problem('not-found', 'refused', 404),
    pingWebhook: async () => problem('not-found', 'refused', 404),
  }

  const twin: ServiceTwin = {
    client,
    customers: () => [...customers.values()],
    uploads: () => uploads.map(({ id, name, inputs }) => ({ id, name, rows: inputs.length })),
    calls,
    faults: () => ({ kind: 'none' }),
    maxBatch: Number.POSITIVE_INFINITY,
    postTurns: 0,
    maxPage: 200,
    rowsPerSecond: 100,
    fails: () => false,
    queueDelayMs: 0,
    put: (put) => void customers.set(put.id, { ...put, uploadId: customers.get(put.id)?.uploadId ?? '' }),
    remove: (id) => void customers.delete(id),
  }
  return twin
}

function problem(
  kind: Failure['kind'],
  certainty: Certainty,
  status: number | null,
  retryAfterMs: number | null = null,
): { readonly ok: false; readonly error: ServiceFailure } {
  return {
    ok: false,
    error: { failure: { kind, message: `The service twin says ${kind}.` }, certainty, status, retryAfterMs },
  }
}
