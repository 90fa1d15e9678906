import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  Answer,
  CallOptions,
  CustomerInput,
  CustomerPatch,
  RemoteCustomer,
  RemoteUpload,
  ServiceClient,
} from '../../src/core/service/service-client.ts'
import type { Clock } from '../../src/core/ports/clock.ts'
import { dateInRegion } from '../../src/simulator/service-clock.ts'
import { readUpload, type QueuedCustomer } from '../../src/simulator/uploads/upload-input.ts'
import { readDate, readText, type JsonObject } from '../../src/simulator/wire/reading.ts'
import { Refusal } from '../../src/simulator/wire/refusal.ts'
import { problem, rejection, type Rejection } from './service-problems.ts'
import { readWirePage } from './wire-page.ts'

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
  /** As for a record of another account. */
  | { readonly kind: 'not-found' }

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
  /** The same as the service reads them. */
  readonly queued: readonly QueuedCustomer[]
  readonly readyAtMs: number
  processed: number
  errors: number
  isCancelled: boolean
}

type TwinCustomer = RemoteCustomer & { readonly uploadId: string }

/**
 * The service in memory, with its client: one queue, processed by the clock; the test controls every answer. What a customer may be is
 * read as the practice service reads it. `service/service-twin.test.ts` compares both.
 */
export interface ServiceTwin {
  readonly client: ServiceClient
  customers: () => readonly TwinCustomer[]
  readonly uploads: () => readonly { readonly id: string; readonly name: string; readonly rows: number }[]
  readonly calls: readonly CallName[]
  /** Called before each call. */
  faults: (call: CallName, number: number) => Fault
  /** The most customers of one upload; more are refused with 413. */
  maxBatch: number
  /** How an upload is rejected in words, and which of its rows are named; null: it is not. */
  rejects: (customers: readonly CustomerInput[]) => Rejection | null
  /** Turns of the event loop until a batch arrives: with two, the program has prepared the next one, as over a network. */
  postTurns: number
  /** The most customers of one page. */
  maxPage: number
  rowsPerSecond: number
  /** How the service saves the additional fields of a customer: it may drop or change references. */
  savedFields: (fields: TwinCustomer['additionalFields']) => TwinCustomer['additionalFields']
  /** How the service counts an upload. */
  counted: (upload: RemoteUpload) => RemoteUpload
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
        const [input, queued] = [upload.inputs[upload.processed], upload.queued[upload.processed]]
        upload.processed += 1
        if (!input || !queued || twin.fails(input)) upload.errors += 1
        else create(upload.id, queued)
      }
    }
  }

  /** Interface, part 3, rule 6. */
  const expire = (): void => {
    const today = dateInRegion('au', clock.now().getTime())
    for (const { id, expiryDate } of customers.values()) {
      if (expiryDate !== null && expiryDate.slice(0, 10) <= today) customers.delete(id)
    }
  }

  const create = (uploadId: string, input: QueuedCustomer): void => {
    made += 1
    const id = `customer-${made}`
    customers.set(id, {
      id,
      uploadId,
      lastUpdated: clock.now().toISOString(),
      rego: input.rego,
      state: input.state,
      vin: input.vin,
      clientName: input.client_name,
      mobileNumber: input.mobile_number,
      saleDate: input.sale_date,
      expiryDate: input.expiry_date,
      vehicleTitle: null,
      sightings: [],
      additionalFields: twin.savedFields(input.additional_fields),
    })
  }

  /** Makes a call, unless its caller has cancelled it; `effect` throws what the service refuses. */
  const answer = async <T>(
    name: CallName,
    options: CallOptions | undefined,
    effect: () => Answer<T>,
  ): Promise<Answer<T>> => {
    if (options?.signal?.aborted) return problem('cancelled', 'not-sent', null)
    calls.push(name)
    await Promise.resolve()
    work()
    expire()
    const answered = atService(twin.faults(name, calls.length), effect)
    return options?.signal?.aborted ? problem('cancelled', 'unknown', null) : answered
  }

  const atService = <T>(fault: Fault, effect: () => Answer<T>): Answer<T> => {
    switch (fault.kind) {
      case 'none':
        return orRefused(effect)
      case 'offline':
        return problem('offline', 'not-sent', null)
      case 'lost-before':
        return problem('timeout', 'unknown', null)
      case 'lost-after':
        orRefused(effect)
        return problem('timeout', 'unknown', null)
      case 'rate-limited':
        return problem('rate-limited', 'not-sent', 429, fault.retryAfterMs)
      case 'unavailable':
        return problem('service-down', 'unknown', 503)
      case 'unauthorised':
        return problem('sign-in-required', 'not-sent', 401)
      case 'refused':
        return rejection({ words: 'Not like this' })
      case 'not-found':
        return problem('not-found', 'refused', 404)
    }
  }

  const shown = (upload: TwinUpload): RemoteUpload =>
    twin.counted({
      id: upload.id,
      createdAt: upload.createdAt,
      name: upload.name,
      uploaded: upload.inputs.length,
      processed: upload.processed,
      errors: upload.errors,
    })
  const upload = (id: string): Answer<TwinUpload> => {
    if (!isPathPart(id)) return noRecord()
    const found = uploads.find((each) => each.id === id)
    return found ? { ok: true, value: found } : problem('not-found', 'refused', 404)
  }
  const customer = (id: string): Answer<TwinCustomer> => {
    if (!isPathPart(id)) return noRecord()
    const found = customers.get(id)
    return found ? { ok: true, value: found } : problem('not-found', 'refused', 404)
  }

  const client: ServiceClient = {
    region: 'au',
    async createUpload(request, options) {
      for (let turn = 0; turn < twin.postTurns; turn += 1) await nextTurn()
      return answer('createUpload', options, () => {
        // A copy, as over the network: a later change by the caller must not reach the service.
        const sent = JSON.parse(JSON.stringify(request)) as typeof request & JsonObject
        const mostCustomers = Number.isFinite(twin.maxBatch) ? twin.maxBatch : null
        const rejected = twin.rejects(sent.customers)
        if (rejected) return rejection(rejected)
        const created: TwinUpload = {
          id: `upload-${uploads.length + 1}`,
          name: request.name,
          createdAt: clock.now().toISOString(),
          queued: readUpload(sent, 'au', mostCustomers).customers,
          inputs: sent.customers,
          readyAtMs: clock.monotonicMs() + twin.queueDelayMs,
          processed: 0,
          errors: 0,
          isCancelled: false,
        }
        uploads.push(created)
        return { ok: true, value: shown(created) }
      })
    },
    getUpload: (id, options) =>
      answer('getUpload', options, () => {
        const found = upload(id)
        return found.ok ? { ok: true, value: shown(found.value) } : found
      }),
    cancelUpload: (id, options) =>
      answer('cancelUpload', options, () => {
        const found = upload(id)
        if (!found.ok) return found
        found.value.isCancelled = true
        return { ok: true, value: shown(found.value) }
      }),
    listCustomers: ({ offset, limit, uploadId }, options, recognise) =>
      answer('listCustomers', options, () => {
        const isPage = Number.isInteger(offset) && Number.isInteger(limit) && offset >= 0 && limit >= 1
        if (!isPage) throw new Refusal(400, 'offset and limit must be whole numbers')
        const page = [...customers.values()]
          .filter((each) => uploadId === undefined || each.uploadId === uploadId)
          .slice(offset, offset + Math.min(limit, twin.maxPage))
          .map(shownCustomer)
        return { ok: true, value: recognise ? readWirePage(page, recognise) : { customers: page, unreadable: [] } }
      }),
    getCustomer: (id, options) => answer('getCustomer', options, () => shownAnswer(customer(id))),
    patchCustomer: (id, patch, options) =>
      answer('patchCustomer', options, () => {
        const found = customer(id)
        if (!found.ok) return found
        const text = (name: keyof CustomerPatch, before: string | null, read = readText): string | null =>
          patch[name] === undefined ? before : read(patch[name], name)
        const changed: TwinCustomer = {
          ...found.value,
          clientName: text('client_name', found.value.clientName),
          mobileNumber: text('mobile_number', found.value.mobileNumber),
          saleDate: text('sale_date', found.value.saleDate, readDate),
          expiryDate: text('expiry_date', found.value.expiryDate, readDate),
          lastUpdated: new Date(Math.max(clock.now().getTime(), Date.parse(found.value.lastUpdated) + 1)).toISOString(),
        }
        customers.set(id, changed)
        return { ok: true, value: shownCustomer(changed) }
      }),
    deleteCustomer: (id, options) =>
      answer('deleteCustomer', options, () => {
        const found = customer(id)
        if (found.ok) customers.delete(id)
        return shownAnswer(found)
      }),
    findByPlate: noPart,
    findByVin: noPart,
    searchVehicles: noPart,
    facets: noPart,
    registrationStatus: noPart,
    specs: noPart,
    marketOverlay: noPart,
    listWebhooks: noPart,
    getWebhook: noPart,
    createWebhook: noPart,
    patchWebhook: noPart,
    deleteWebhook: noPart,
    pingWebhook: noPart,
  }

  const twin: ServiceTwin = {
    client,
    customers: () => [...customers.values()],
    uploads: () => uploads.map(({ id, name, inputs }) => ({ id, name, rows: inputs.length })),
    calls,
    faults: () => ({ kind: 'none' }),
    maxBatch: Number.POSITIVE_INFINITY,
    rejects: () => null,
    postTurns: 0,
    maxPage: 200,
    rowsPerSecond: 100,
    savedFields: (fields) => fields,
    counted: (upload) => upload,
    fails: () => false,
    queueDelayMs: 0,
    put: (put) => void customers.set(put.id, { ...put, uploadId: customers.get(put.id)?.uploadId ?? '' }),
    remove: (id) => void customers.delete(id),
  }
  return twin
}

/** An empty id or a dot would lead to another path: the client does not ask. */
const isPathPart = (id: string): boolean => id !== '' && id !== '.' && id !== '..'
const noRecord = (): Answer<never> => problem('not-found', 'not-sent', null)

/** What is on the wire of a customer: no service says of which upload it is. */
const shownCustomer = ({ uploadId: _uploadId, ...customer }: TwinCustomer): RemoteCustomer => customer
const shownAnswer = (answer: Answer<TwinCustomer>): Answer<RemoteCustomer> =>
  answer.ok ? { ok: true, value: shownCustomer(answer.value) } : answer

/** The twin has customers and uploads only: a test of another call takes the practice service. */
const noPart = (): never => {
  throw new Error('The service twin has customers and uploads only')
}

/** A refusal of the service as an answer of the client. */
function orRefused<T>(effect: () => Answer<T>): Answer<T> {
  try {
    return effect()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return problem('rejected', 'refused', error.status)
  }
}
