import type { Region } from '../../contract/region.ts'
import type { FacetChoice, FacetName, SpecsCategory } from '../../contract/lookup.ts'
import type { Failure } from '../../contract/result.ts'
import type { OpenBody, RawRecord } from './open-body.ts'

/**
 * What a failed call means for what was sent. `not-sent`: it never reached the service, or was turned away before any effect
 * (429, 401, no connection): the same call may be made again. `unknown`: the answer was lost; it may have taken effect.
 * `refused`: the service answered no.
 */
export type Certainty = 'not-sent' | 'unknown' | 'refused'

export interface ServiceFailure {
  readonly failure: Failure
  readonly certainty: Certainty
  readonly status: number | null
  /** How long the service asked us to wait, in ms (429, 503). */
  readonly retryAfterMs: number | null
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ServiceFailure }

/** A counter of the service: its value, null when it is absent, or `unreadable` when it is not a whole number of at least 0. */
export type RemoteCounter = number | null | 'unreadable'

/** An upload as the service writes it (interface, part 2); unknown fields are in `raw`. */
export interface RemoteUpload {
  readonly id: string
  readonly createdAt: string
  readonly name: string
  readonly uploaded: RemoteCounter
  readonly processed: RemoteCounter
  readonly errors: RemoteCounter
  /** The whole record as it came. */
  readonly raw?: Readonly<Record<string, unknown>>
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
  /** The whole record as it came. */
  readonly raw?: Readonly<Record<string, unknown>>
}

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
}

/** PATCH of one customer; an empty string clears the field (interface, part 4, rule 2). */
export type CustomerPatch = Partial<Record<'client_name' | 'mobile_number' | 'sale_date' | 'expiry_date', string>>

/** A vehicle, read tolerantly: the interface leaves its fields open (design, part 8). */
export interface VehicleAnswer {
  readonly vehicle: Readonly<Record<string, unknown>> | null
  readonly upstreamVehicle: Readonly<Record<string, unknown>> | null
  /** The whole answer as it came. */
  readonly raw: Readonly<Record<string, unknown>>
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** How often a read is tried at most; a test of a connection wants to know now. */
  readonly attempts?: number
  /** No further attempt begins after this long; who sits before the screen is told sooner. */
  readonly patienceMs?: number
}

/** What is licensed apart (interface, part 1). */
export type Product = 'look-up' | 'market' | 'webhooks' | 'recapture'

/** What a text search asks for (interface, part 4, vehicle search): words, facet values, or both. */
export interface VehicleQuery {
  readonly text: string
  /** How a value narrows is an assumption: by a query parameter of the facet's name. */
  readonly chosen: FacetChoice
  readonly count: number
}

/** A new webhook (interface, part 4, webhooks): all of it is to be given. */
export interface WebhookRequest {
  readonly name: string
  readonly region: 'au' | 'nz'
  readonly format: 'json'
  readonly endpoint: string
}

/** PATCH of a webhook: only what is there is changed; an empty text removes a property (interface, part 4, webhooks, rule 1). */
export interface WebhookPatch {
  readonly name?: string
  readonly endpoint?: string
  readonly events?: readonly string[]
}

/**
 * The service as one connection and region sees it. Reads (GET) are retried on network faults, 429 and 5xx with backoff; writes
 * are made once, except that a call turned away with 401 is made again once with a fresh token, and one that was
 * certainly not sent may be made again by the caller.
 */
export interface ServiceClient {
  readonly region: Region
  createUpload(request: UploadRequest, options?: CallOptions): Promise<Answer<RemoteUpload>>
  getUpload(uploadId: string, options?: CallOptions): Promise<Answer<RemoteUpload>>
  cancelUpload(uploadId: string, options?: CallOptions): Promise<Answer<RemoteUpload>>
  listCustomers(
    page: { readonly offset: number; readonly limit: number; readonly uploadId?: string },
    options?: CallOptions,
  ): Promise<Answer<readonly RemoteCustomer[]>>
  getCustomer(customerId: string, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  patchCustomer(customerId: string, patch: CustomerPatch, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  deleteCustomer(customerId: string, options?: CallOptions): Promise<Answer<RemoteCustomer>>
  findByPlate(plate: string, state: string | null, options?: CallOptions): Promise<Answer<VehicleAnswer>>
  findByVin(vin: string, options?: CallOptions): Promise<Answer<VehicleAnswer>>
  searchVehicles(query: VehicleQuery, options?: CallOptions): Promise<Answer<OpenBody>>
  /** Aggregations of the facets named, among the vehicles that fit what is chosen. */
  facets(names: readonly FacetName[], chosen: FacetChoice, options?: CallOptions): Promise<Answer<OpenBody>>
  /** Australia only. In the form of the interface's table of paths; after a 404 in its other form, and then in that which worked. */
  registrationStatus(plate: string, state: string, options?: CallOptions): Promise<Answer<RawRecord>>
  /** Without categories, all of them. */
  specs(
    vehicleId: string,
    categories: readonly SpecsCategory[] | null,
    options?: CallOptions,
  ): Promise<Answer<OpenBody>>
  marketOverlay(vehicleId: string, minimumDays: number | null, options?: CallOptions): Promise<Answer<OpenBody>>
  listWebhooks(options?: CallOptions): Promise<Answer<readonly RawRecord[]>>
  getWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
  /** The region goes in the body, too (interface, part 4). */
  createWebhook(webhook: WebhookRequest, options?: CallOptions): Promise<Answer<RawRecord>>
  /** `updates`: every property that changed, as the service reports it. */
  patchWebhook(
    webhookId: string,
    patch: WebhookPatch,
    options?: CallOptions,
  ): Promise<Answer<{ readonly webhook: RawRecord; readonly updates: RawRecord }>>
  /** Gives the deleted configuration. */
  deleteWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
  /** Sends an event and waits for the endpoint; never made twice. */
  pingWebhook(webhookId: string, options?: CallOptions): Promise<Answer<RawRecord>>
}
