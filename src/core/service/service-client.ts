import type { Region } from '../../contract/region.ts'
import type { SpecsCategory } from '../../contract/specs-categories.ts'
import type { FacetChoice, FacetName } from '../../contract/facets.ts'
import type { Failure } from '../../contract/result.ts'
import type { OpenedList } from './open-answer.ts'
import type { OpenBody, RawRecord } from './open-body.ts'

/**
 * What a failed call means for its effect. `not-sent`: it did not reach the service, or was refused before any effect
 * (429, 401, no connection), so the same call may be made again. `unknown`: the answer was lost, and the call may
 * have had its effect. `refused`: the service answered with an error.
 */
export type Certainty = 'not-sent' | 'unknown' | 'refused'

/**
 * What a failure shows about the address, if anything. A connection test then says that the address is wrong; any other
 * call looks for another cause, because the network or one record can be the reason. `not-found`: 404 without a message of
 * the interface. `no-service`: 404 to a call that every service answers.
 */
export type AddressDoubt =
  | 'web-page'
  | 'not-found'
  | 'no-service'
  | 'redirect'
  | 'foreign-certificate'
  | 'not-tls'
  | 'name-not-found'
  | 'refused-connection'

export interface ServiceFailure {
  readonly failure: Failure
  readonly certainty: Certainty
  readonly status: number | null
  /** How long the service asks to wait, in ms (429, 503). */
  readonly retryAfterMs: number | null
  /** What the service said; absent: nothing. */
  readonly words?: string
  readonly doubt?: AddressDoubt
  /**
   * Present when the service rejected what the call contains, in a body of its own: the records of the list that it names. The same list
   * can then be sent again in parts.
   */
  readonly refusedRecords?: readonly RefusedRecord[]
}

/** A record of a list that the service refused. `index`: its place in the list, from 0. `reason`: the service's words; null: none. */
export interface RefusedRecord {
  readonly index: number
  readonly reason: string | null
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ServiceFailure }

/**
 * A counter of the service: its value, null when it is absent, or `unreadable` when it is not a whole number of at
 * least 0.
 */
export type RemoteCounter = number | null | 'unreadable'

/** An upload as the service writes it (interface, part 2). */
export interface RemoteUpload {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly uploaded: RemoteCounter
  readonly processed: RemoteCounter
  readonly errors: RemoteCounter
  /** Fields that the interface does not name, as received. */
  readonly other?: Readonly<Record<string, unknown>>
}

export interface RemoteSighting {
  readonly at: string
  readonly listingId: string
  readonly listingUrl: string
  readonly listingTitle: string
  readonly listingPrice: number | null
}

export interface RemoteCustomer {
  readonly id: string
  readonly lastUpdated: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly clientName: string | null
  readonly mobileNumber: string | null
  readonly saleDate: string | null
  readonly expiryDate: string | null
  readonly vehicleTitle: string | null
  readonly sightings: readonly RemoteSighting[]
  readonly additionalFields: Readonly<Record<string, unknown>>
  /** Fields that the interface does not name, and those that cannot be read, as received. */
  readonly other?: Readonly<Record<string, unknown>>
  /** Fields that an answer about this record alone left out; absent: none. They are as they were, not empty. */
  readonly missing?: readonly CustomerField[]
}

export type CustomerField = Exclude<keyof RemoteCustomer, 'id' | 'other' | 'missing'>

/** A page of the customer list. */
export interface CustomerPage {
  readonly customers: readonly RemoteCustomer[]
  /** Entries without a readable id, as received. They count as entries of the page. */
  readonly unreadable: readonly unknown[]
  /** How many entries the whole list has, where the service says it. */
  readonly total?: number
  /** The digest of the page's bytes, when a `RecognisePage` was asked for it. */
  readonly digest?: string
  /** The ids of a page that was recognised: its customers were not read. */
  readonly ids?: readonly string[]
}

/** Gives what is known of a page by the digest of its bytes, so that it need not be read; null: read it. */
export type RecognisePage = (digest: string) => CustomerPage | null

/** One customer as sent (interface, part 4, customer input). Absent properties are not sent. */
export interface CustomerInput {
  readonly rego?: string
  readonly state?: string
  readonly vin?: string
  readonly client_name?: string
  readonly mobile_number?: string
  readonly sale_date?: string
  readonly expiry_date?: string
  readonly additional_fields?: Readonly<Record<string, unknown>>
}

export interface UploadRequest {
  readonly name: string
  readonly enable_rego_lookups: boolean
  readonly customers: readonly CustomerInput[]
  /** The same as it is posted (JSON in UTF-8). Absent: it is made of the other properties. */
  readonly posted?: Uint8Array<ArrayBuffer>
}

/** PATCH of one customer; an empty string clears the field (interface, part 4, rule 2). */
export type CustomerPatch = Partial<Record<'client_name' | 'mobile_number' | 'sale_date' | 'expiry_date', string>>

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** The most attempts of a read; 1 for a connection test. */
  readonly attempts?: number
  /** No attempt starts after this time; shorter when the user waits. */
  readonly patienceMs?: number
}

/** The products with separate licences (interface, part 1). */
export type Product = 'look-up' | 'market' | 'webhooks' | 'recapture'

/** A record that may belong to another account, which has no access to it then (interface, part 7). */
export type OwnedRecord = 'customer' | 'webhook' | 'upload'

/** A vehicle search (interface, part 4): text, facet values, or both. */
export interface VehicleQuery {
  readonly text: string
  /** Sent as query parameters with the facets' names (see `facetParameter` of the advanced settings). */
  readonly chosen: FacetChoice
  readonly count: number
}

/** A new webhook (interface, part 4, webhooks). All properties are required. */
export interface WebhookRequest {
  readonly name: string
  readonly region: 'au' | 'nz'
  readonly format: 'json'
  readonly endpoint: string
}

/**
 * PATCH of a webhook: changes only the given properties; an empty text removes one (interface, part 4, webhooks, rule
 * 1).
 */
export interface WebhookPatch {
  readonly name?: string
  readonly endpoint?: string
  readonly events?: readonly string[]
}

/**
 * The service for one connection and region. Reads (GET) are retried with backoff after network errors, 429 and 5xx.
 * Writes are made once, except that a call is repeated once with a new token after a 401. A caller may repeat a write
 * with the certainty `not-sent`.
 */
export interface ServiceClient {
  readonly region: Region
  createUpload(request: UploadRequest, options?: CallOptions): Promise<Answer<RemoteUpload>>
  getUpload(uploadId: string, options?: CallOptions): Promise<Answer<RemoteUpload>>
  cancelUpload(uploadId: string, options?: CallOptions): Promise<Answer<RemoteUpload>>
  listCustomers(
    page: { readonly offset: number; readonly limit: number; readonly uploadId?: string },
    options?: CallOptions,
    recognise?: RecognisePage,
  ): Promise<Answer<CustomerPage>>
  getCustomer(customerId: string, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  patchCustomer(customerId: string, patch: CustomerPatch, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  deleteCustomer(customerId: string, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  findByPlate(plate: string, state: string | null, options?: CallOptions): Promise<Answer<OpenBody>>
  findByVin(vin: string, options?: CallOptions): Promise<Answer<OpenBody>>
  searchVehicles(query: VehicleQuery, options?: CallOptions): Promise<Answer<OpenBody>>
  /** Counts of the facets' values among the vehicles that match the chosen values. */
  facets(names: readonly FacetName[], chosen: FacetChoice, options?: CallOptions): Promise<Answer<OpenBody>>
  /** Australia only. */
  registrationStatus(plate: string, state: string, options?: CallOptions): Promise<Answer<OpenBody>>
  /** `categories` null: all. */
  specs(
    vehicleId: string,
    categories: readonly SpecsCategory[] | null,
    options?: CallOptions,
  ): Promise<Answer<OpenBody>>
  marketOverlay(vehicleId: string, minimumDays: number | null, options?: CallOptions): Promise<Answer<OpenBody>>
  /** The records as received: one that cannot be read must not hide the others. */
  listWebhooks(options?: CallOptions): Promise<Answer<OpenedList>>
  getWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
  /** The region is also in the body (interface, part 4). */
  createWebhook(webhook: WebhookRequest, options?: CallOptions): Promise<Answer<RawRecord>>
  /** `updates`: all changed properties, as the service reports them; undefined when it does not. */
  patchWebhook(
    webhookId: string,
    patch: WebhookPatch,
    options?: CallOptions,
  ): Promise<Answer<{ readonly webhook: RawRecord; readonly updates: unknown }>>
  /** Returns the deleted webhook. */
  deleteWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
  /** Sends an event and waits for the endpoint's answer. Never retried. */
  pingWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
}
