import { ownAccountId, type Accounts, type Credentials } from '../auth/accounts.ts'
import type { CustomerJson, Customers } from '../customers/customers.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { SightingKind } from '../sightings/sighting-plan.ts'
import type { SightingMaker } from '../sightings/sighting-maker.ts'
import type { Processing } from '../uploads/processing.ts'
import type { UploadJson, Uploads } from '../uploads/uploads.ts'
import type { Deliveries } from '../webhooks/deliveries.ts'
import type { PricingRecord } from '../webhooks/valuations.ts'
import type { Region } from '../wire/reading.ts'
import type { CallMatch, Calls } from './calls.ts'
import type { Fault, Faults } from './faults.ts'
import type { EventWaiter } from './event-waiter.ts'
import type { ServiceSettings } from './service-settings.ts'

/** A call that the service holds. */
export interface HeldCall {
  /** Resolves when the call has come in (or, for `after: 'effect'`, has taken effect). */
  readonly arrived: Promise<void>
  /** Continues the call. */
  release(): void
}

/**
 * The controls of the practice service, for tests in the same process. Matches are by `{method, path}`, where `path` is
 * a route's pattern ('/v2/recapture/upload', '/v2/recapture/upload/:upload_id') or an actual path; faults wait until
 * such a call comes and are used up in the order in which they were added. Waits reject after `timeoutMs` (10,000 by
 * default).
 */
export interface PracticeControl {
  /** Speeds, shares and limits: assign to them at any time. */
  readonly settings: ServiceSettings

  /** Breaks the connection of the next fitting call, before or after it took effect. */
  dropNextResponse(match: CallMatch & { readonly after: 'effect' | 'before'; readonly times?: number }): void
  /**
   * Sends the headers and `afterBytes` bytes of the next fitting answer, after the effect, then breaks the connection.
   */
  cutNextBody(match: CallMatch & { readonly afterBytes: number; readonly times?: number }): void
  /**
   * The next `times` fitting calls get 429 with Rate-Limit-Remaining, -Total and -Reset (unix seconds), and take no
   * effect.
   */
  rateLimit(
    match?: CallMatch & { readonly times?: number; readonly resetInSeconds?: number; readonly retryAfter?: boolean },
  ): void
  /** The next `times` fitting calls get this status, and take no effect. */
  failNext(
    match: CallMatch & {
      readonly status: number
      readonly times?: number
      readonly message?: string
      readonly retryAfterSeconds?: number
    },
  ): void
  /** The next fitting calls are never answered, and take no effect. */
  hangNext(match?: CallMatch & { readonly times?: number }): void
  /** The next fitting answers are a 200 with a page that is not JSON, after the effect. */
  garbleNext(match?: CallMatch & { readonly times?: number }): void
  /** Holds the next fitting call until released. */
  holdNext(match?: CallMatch & { readonly after?: 'effect' | 'before' }): HeldCall
  /** Removes the faults that are still waiting for a call. */
  clearFaults(): void
  faultsWaiting(): number

  /** Refuses every connection, as a stopped service does. */
  goDown(): Promise<void>
  /** Listens again, at the same address. */
  comeUp(): Promise<void>

  /** Rejects every OAuth token issued so far. */
  expireTokens(): void
  /** Creates another account. Its data is refused to the first one. */
  addAccount(): Credentials

  /** Moves the service's clock ahead and runs the work that is due then. */
  advanceClock(ms: number): void
  /** Processes the next `count` queued customers now, at any speed. Returns how many there were. */
  process(count: number): number
  /** Makes a sighting of a customer now. Fails when there is no such customer. */
  makeSighting(customerId: string, kind?: SightingKind): CustomerJson
  /**
   * Makes a sighting of any trackable customer of the first account, preferably one without sightings; undefined when
   * there is none.
   */
  makeAnySighting(region: Region): CustomerJson | undefined
  /** Makes an upload of made-up customers for the first account, as another program would. */
  makeUpload(region: Region): UploadJson
  /**
   * The market moves by `share` (0.03 is 3 % up) for one earlier price prediction: valuation_change is sent to its
   * webhooks.
   */
  shiftValuation(region: 'au' | 'nz', share: number): PricingRecord

  /** Events queued for webhooks and not delivered yet. */
  deliveriesWaiting(): number
  /** Every customer of every account, in the order in which they were made. */
  customers(): CustomerJson[]
  customerCount(): number
  customer(customerId: string): CustomerJson | undefined
  uploads(): UploadJson[]
  /** Customers that are uploaded but not yet processed. */
  queuedCustomers(): number
  /** Registration look-ups that uploads caused: each would have cost money. */
  paidLookups(): number
  readonly calls: Calls

  /** Resolves when at least `count` customers exist. */
  waitForCustomers(count: number, timeoutMs?: number): Promise<CustomerJson[]>
  /** Resolves when the upload has processed all that was uploaded; without `uploadId`, when all uploads have. */
  waitForUpload(uploadId?: string, timeoutMs?: number): Promise<UploadJson[]>
  /** Resolves when at least `count` fitting calls have come in, counted from the start of the service. */
  waitForCalls(match: CallMatch & { readonly count: number }, timeoutMs?: number): Promise<void>
  /** Resolves with the customer once it has at least `count` sightings (1 by default); without an ID, any customer. */
  waitForSighting(
    match?: { readonly customerId?: string; readonly count?: number },
    timeoutMs?: number,
  ): Promise<CustomerJson>
  /** Resolves with what `look` gives once it is not undefined; it looks again after every effect. */
  waitUntil<T>(what: string, look: () => T | undefined, timeoutMs?: number): Promise<T>
}

export interface ControlParts {
  readonly settings: ServiceSettings
  readonly faults: Faults
  readonly calls: Calls
  readonly eventWaiter: EventWaiter
  readonly accounts: Accounts
  readonly clock: ServiceClock
  readonly uploads: Uploads
  readonly customers: Customers
  readonly processing: Processing
  readonly sightingMaker: SightingMaker
  readonly deliveries: Deliveries
  readonly makeUpload: (region: Region) => UploadJson
  readonly shiftValuation: (region: 'au' | 'nz', share: number) => PricingRecord
  /** One turn of all that goes on by itself. */
  readonly runDueWork: () => void
  readonly goDown: () => Promise<void>
  readonly comeUp: () => Promise<void>
}

export function practiceControl(parts: ControlParts): PracticeControl {
  const { faults, calls, eventWaiter, customers, uploads, processing } = parts
  const add = (fault: Fault, match: CallMatch & { readonly times?: number } = {}): void =>
    faults.add(fault, match, match.times)
  return {
    settings: parts.settings,
    dropNextResponse: (match) => add({ kind: 'drop', after: match.after }, match),
    cutNextBody: (match) => add({ kind: 'cut', afterBytes: match.afterBytes }, match),
    rateLimit: (match = {}) =>
      add(
        { kind: 'rate-limit', resetInSeconds: match.resetInSeconds ?? 1, retryAfter: match.retryAfter ?? false },
        match,
      ),
    failNext: ({ status, message, retryAfterSeconds, ...match }) =>
      add({ kind: 'status', status, message, retryAfterSeconds }, match),
    hangNext: (match) => add({ kind: 'hang' }, match),
    garbleNext: (match) => add({ kind: 'garbage' }, match),
    holdNext: ({ after = 'before', ...match } = {}) => {
      const arrival = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      add({ kind: 'hold', after, arrived: arrival.resolve, released: release.promise }, match)
      return { arrived: arrival.promise, release: release.resolve }
    },
    clearFaults: () => faults.clear(),
    faultsWaiting: () => faults.waiting(),
    goDown: parts.goDown,
    comeUp: parts.comeUp,
    expireTokens: () => parts.accounts.expireTokens(),
    addAccount: () => parts.accounts.add(),
    advanceClock: (ms) => {
      parts.clock.advance(ms)
      parts.runDueWork()
    },
    process: (count) => processing.processNow(count),
    makeSighting: (customerId, kind) => {
      const sighted = parts.sightingMaker.makeSighting(customerId, kind)
      if (!sighted) throw new Error(`No customer ${customerId}`)
      return sighted
    },
    makeAnySighting: (region) => parts.sightingMaker.makeAnySighting(ownAccountId, region),
    makeUpload: parts.makeUpload,
    shiftValuation: parts.shiftValuation,
    deliveriesWaiting: () => parts.deliveries.waiting(),
    customers: () => customers.all(),
    customerCount: () => customers.count(),
    customer: (customerId) => customers.byId(customerId),
    uploads: () => uploads.all(),
    queuedCustomers: () => processing.queued(),
    paidLookups: () => processing.paidLookups(),
    calls,
    waitForCustomers: async (count, timeoutMs) => {
      const enough = (): true | undefined => (customers.count() >= count ? true : undefined)
      await eventWaiter.until(`${count} customers exist`, enough, timeoutMs)
      return customers.all()
    },
    waitForUpload: (uploadId, timeoutMs) =>
      eventWaiter.until(
        uploadId === undefined ? 'all uploads are complete' : `upload ${uploadId} is complete`,
        () => {
          const meant = uploads.all().filter((upload) => uploadId === undefined || upload.id === uploadId)
          const complete = meant.every((upload) => upload.total_processed_customers === upload.total_uploaded_customers)
          return meant.length > 0 && complete ? meant : undefined
        },
        timeoutMs,
      ),
    waitForCalls: async (match, timeoutMs) => {
      const enough = (): true | undefined => (calls.count(match) >= match.count ? true : undefined)
      await eventWaiter.until(
        `${match.count} calls of ${match.method ?? ''} ${match.path ?? 'any path'}`,
        enough,
        timeoutMs,
      )
    },
    waitForSighting: ({ customerId, count = 1 } = {}, timeoutMs) =>
      eventWaiter.until(
        customerId === undefined ? 'a sighting' : `${count} sightings of ${customerId}`,
        () => {
          if (customerId === undefined) return customers.withSightings(count)
          const customer = customers.byId(customerId)
          return customer && customer.sightings.length >= count ? customer : undefined
        },
        timeoutMs,
      ),
    waitUntil: (what, look, timeoutMs) => eventWaiter.until(what, look, timeoutMs),
  }
}
