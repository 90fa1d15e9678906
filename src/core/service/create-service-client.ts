import type { FacetChoice } from '../../contract/facets.ts'
import type { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { defaultAdvanced } from './assumptions.ts'
import { uploadPath } from './call-path.ts'
import { isSameId } from './field-values.ts'
import { type OpenBody, OpenBodyAnswer } from './open-body.ts'
import {
  customerAnswer,
  customersAnswer,
  PingAnswer,
  recognisedOrRead,
  uploadAnswer,
  WebhookAnswer,
  WebhookPatchAnswer,
  WebhooksAnswer,
} from './remote-records.ts'
import {
  createSend,
  type Call,
  newKnownPaths,
  type KnownPaths,
  type Send,
  type ServiceClientOptions,
  type StatusForm,
} from './send.ts'
import type { Answer, CallOptions, RemoteCustomer, ServiceClient, ServiceFailure } from './service-client.ts'
import { otherRecord } from './service-failures.ts'

/** The service creates the whole batch before it answers. */
const uploadTimeoutMs = 180_000

/** The service over HTTP (interface, part 4). Never throws for an error of the service or the network. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { knownPaths = newKnownPaths() } = options
  const send = createSend({ ...options, knownPaths })
  const { dates, facetParameter, statusPath } = options.advanced ?? defaultAdvanced
  return {
    region: options.region,
    ...recaptureCalls(send, dates),
    ...vehicleCalls(send, facetParameter, registrationStatus(send, statusPath, knownPaths)),
    ...webhookCalls(send),
  }
}

type Calls<Name extends keyof ServiceClient> = Pick<ServiceClient, Name>
type Method = Call['method']

const ofRecord = { isOfRecord: true } as const
const charged = { isOfRecord: true, isCharged: true } as const

/** Uploads and customers. */
function recaptureCalls(
  send: Send,
  dates: AdvancedSettings['dates'],
): Calls<
  'createUpload' | 'getUpload' | 'cancelUpload' | 'listCustomers' | 'getCustomer' | 'patchCustomer' | 'deleteCustomer'
> {
  const product = 'recapture'
  const pageAnswer = customersAnswer(dates)
  const uploadCall = (operation: string, method: Method, id: string): Call => {
    return { operation, ...ofRecord, record: 'upload', product, method, path: ['recapture', 'upload', id] }
  }
  const customerCall = async (
    operation: string,
    method: Method,
    id: string,
    callOptions?: CallOptions,
    body?: unknown,
  ): Promise<Answer<RemoteCustomer>> => {
    const path = ['recapture', 'customers', id]
    const call = { operation, ...ofRecord, record: 'customer', product, method, path } as const
    const answer = await send(body === undefined ? call : { ...call, body }, customerAnswer(id, dates), callOptions)
    // Nothing of another record may be saved as this one.
    const isOther = answer.ok && !isSameId(answer.value.id, id)
    return isOther ? { ok: false, error: otherRecord(method !== 'GET') } : answer
  }
  return {
    createUpload(upload, callOptions) {
      const posted = upload.posted ?? Buffer.from(JSON.stringify(upload))
      const call = { operation: 'createUpload', product, method: 'POST', path: uploadPath, posted } as const
      return send({ ...call, timeoutMs: uploadTimeoutMs }, uploadAnswer(), callOptions)
    },
    getUpload: (id, callOptions) => send(uploadCall('getUpload', 'GET', id), uploadAnswer(id), callOptions),
    cancelUpload: (id, callOptions) => send(uploadCall('cancelUpload', 'DELETE', id), uploadAnswer(id), callOptions),
    listCustomers({ offset, limit, uploadId }, callOptions, recognise) {
      const reading = recognise ? recognisedOrRead(recognise, pageAnswer) : { answer: pageAnswer }
      const { answer, ...recognition } = reading
      return send(
        {
          operation: 'listCustomers',
          product,
          method: 'GET',
          path: ['recapture', 'customers'],
          query: { offset, limit, upload_id: uploadId },
          isOfRecord: uploadId !== undefined,
          ...recognition,
        },
        answer,
        callOptions,
      )
    },
    getCustomer: (id, callOptions) => customerCall('getCustomer', 'GET', id, callOptions),
    patchCustomer: (id, patch, callOptions) => customerCall('patchCustomer', 'PATCH', id, callOptions, patch),
    deleteCustomer: (id, callOptions) => customerCall('deleteCustomer', 'DELETE', id, callOptions),
  }
}

/** Look-ups and market values. */
function vehicleCalls(
  send: Send,
  facetParameter: string,
  registrationStatus: ServiceClient['registrationStatus'],
): Calls<'findByPlate' | 'findByVin' | 'searchVehicles' | 'facets' | 'registrationStatus' | 'specs' | 'marketOverlay'> {
  const read = (
    call: Omit<Call, 'method' | 'product'> & { readonly product?: 'market' },
    callOptions?: CallOptions,
  ): Promise<Answer<OpenBody>> => send({ product: 'look-up', method: 'GET', ...call }, OpenBodyAnswer, callOptions)
  return {
    findByPlate(plate, state, callOptions) {
      const path = ['vehicles', 'registrations', plate]
      return read({ operation: 'findByPlate', ...charged, path, query: { state: state ?? undefined } }, callOptions)
    },
    findByVin: (vin, callOptions) =>
      read({ operation: 'findByVin', ...charged, path: ['vehicles', 'vins', vin] }, callOptions),
    searchVehicles({ text, chosen, count }, callOptions) {
      const query = { search: text === '' ? undefined : text, count, ...narrowing(chosen, facetParameter) }
      return read({ operation: 'searchVehicles', path: ['vehicles'], query }, callOptions)
    },
    facets(names, chosen, callOptions) {
      const query = { facets: names.join(','), ...narrowing(chosen, facetParameter) }
      return read({ operation: 'facets', path: ['vehicles'], query }, callOptions)
    },
    registrationStatus,
    specs(vehicleId, categories, callOptions) {
      const query = { selectors: categories?.join(',') }
      return read({ operation: 'specs', ...ofRecord, path: ['vehicles', vehicleId, 'specs'], query }, callOptions)
    },
    marketOverlay(vehicleId, minimumDays, callOptions) {
      const path = ['sourcing', 'market_overlay', vehicleId]
      const query = { minimum_days: minimumDays ?? undefined }
      return read({ operation: 'marketOverlay', product: 'market', ...charged, path, query }, callOptions)
    },
  }
}

function webhookCalls(
  send: Send,
): Calls<'listWebhooks' | 'getWebhook' | 'createWebhook' | 'patchWebhook' | 'deleteWebhook' | 'pingWebhook'> {
  const product = 'webhooks'
  const path = ['webhooks']
  const callOf = (operation: string, method: Method, id: string, more?: Partial<Call>): Call => {
    return { operation, ...ofRecord, record: 'webhook', product, method, path: [...path, id], ...more }
  }
  return {
    listWebhooks: (callOptions) =>
      send({ operation: 'listWebhooks', product, method: 'GET', path }, WebhooksAnswer, callOptions),
    getWebhook: (id, callOptions) => send(callOf('getWebhook', 'GET', id), WebhookAnswer, callOptions),
    createWebhook: (body, callOptions) =>
      send({ operation: 'createWebhook', product, method: 'POST', path, body }, WebhookAnswer, callOptions),
    patchWebhook: (id, body, callOptions) =>
      send(callOf('patchWebhook', 'PATCH', id, { body }), WebhookPatchAnswer, callOptions),
    deleteWebhook: (id, callOptions) => send(callOf('deleteWebhook', 'DELETE', id), WebhookAnswer, callOptions),
    pingWebhook: (id, callOptions) =>
      send(callOf('pingWebhook', 'POST', id, { path: [...path, id, 'ping'] }), PingAnswer, callOptions),
  }
}

/** The two forms of the path (interface, part 4). */
const statusPaths: Readonly<Record<StatusForm, (plate: string) => readonly string[]>> = {
  registrations: (plate) => ['vehicles', 'registrations', plate, 'status'],
  vehicles: (plate) => ['vehicles', plate, 'status'],
}

/**
 * The forms to call, in this order. With `both`, the form of the interface's table is tried first, then the other after a
 * 404, and from then on the one that works.
 */
function formsToCall(statusPath: AdvancedSettings['statusPath'], known: StatusForm | null): readonly StatusForm[] {
  if (statusPath !== 'both') return [statusPath]
  return known === null ? ['registrations', 'vehicles'] : [known]
}

function registrationStatus(
  send: Send,
  statusPath: AdvancedSettings['statusPath'],
  knownPaths: KnownPaths,
): ServiceClient['registrationStatus'] {
  return async (plate: string, state: string, callOptions?: CallOptions): Promise<Answer<OpenBody>> => {
    let refused: { readonly ok: false; readonly error: ServiceFailure } | null = null
    for (const form of formsToCall(statusPath, knownPaths.statusForm)) {
      const answer = await send(
        {
          operation: 'registrationStatus',
          isOfRecord: true,
          isCharged: true,
          product: 'look-up',
          method: 'GET',
          path: statusPaths[form](plate),
          query: { state },
        },
        OpenBodyAnswer,
        callOptions,
      )
      if (answer.ok) knownPaths.statusForm = form
      if (answer.ok || answer.error.failure.kind !== 'not-found') return answer
      // Of two 404 answers the one with a message is about the plate: the other may only mean that the path does not
      // exist.
      if (refused === null || (refused.error.words === undefined && answer.error.words !== undefined)) refused = answer
    }
    if (refused === null) throw new Error('There is at least one form of the status path')
    return refused
  }
}

function narrowing(chosen: FacetChoice, parameter: string): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [parameter.replace('{facet}', name), value]))
}
