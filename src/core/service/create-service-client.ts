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

/** Uploads and customers. */
function recaptureCalls(
  send: Send,
  dates: AdvancedSettings['dates'],
): Calls<
  'createUpload' | 'getUpload' | 'cancelUpload' | 'listCustomers' | 'getCustomer' | 'patchCustomer' | 'deleteCustomer'
> {
  const pageAnswer = customersAnswer(dates)
  const customer = (id: string): readonly string[] => ['recapture', 'customers', id]
  const customerCall = async (
    operation: string,
    method: 'GET' | 'PATCH' | 'DELETE',
    id: string,
    callOptions?: CallOptions,
    body?: unknown,
  ): Promise<Answer<RemoteCustomer>> => {
    const call = {
      operation,
      isOfRecord: true,
      record: 'customer',
      product: 'recapture',
      method,
      path: customer(id),
    } as const
    const answer = await send(body === undefined ? call : { ...call, body }, customerAnswer(id, dates), callOptions)
    // Nothing of another record may be saved as this one.
    const isOther = answer.ok && !isSameId(answer.value.id, id)
    return isOther ? { ok: false, error: otherRecord(method !== 'GET') } : answer
  }

  return {
    createUpload: (upload, callOptions) =>
      send(
        {
          operation: 'createUpload',
          product: 'recapture',
          method: 'POST',
          path: uploadPath,
          posted: upload.posted ?? Buffer.from(JSON.stringify(upload)),
          timeoutMs: uploadTimeoutMs,
        },
        uploadAnswer(),
        callOptions,
      ),
    getUpload: (id, callOptions) =>
      send(
        {
          operation: 'getUpload',
          isOfRecord: true,
          record: 'upload',
          product: 'recapture',
          method: 'GET',
          path: ['recapture', 'upload', id],
        },
        uploadAnswer(id),
        callOptions,
      ),
    cancelUpload: (id, callOptions) =>
      send(
        {
          operation: 'cancelUpload',
          isOfRecord: true,
          record: 'upload',
          product: 'recapture',
          method: 'DELETE',
          path: ['recapture', 'upload', id],
        },
        uploadAnswer(id),
        callOptions,
      ),
    listCustomers({ offset, limit, uploadId }, callOptions, recognise) {
      const reading = recognise ? recognisedOrRead(recognise, pageAnswer) : { answer: pageAnswer }
      const { answer, ...recognition } = reading
      return send(
        {
          operation: 'listCustomers',
          product: 'recapture',
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
  status: ServiceClient['registrationStatus'],
): Calls<'findByPlate' | 'findByVin' | 'searchVehicles' | 'facets' | 'registrationStatus' | 'specs' | 'marketOverlay'> {
  return {
    findByPlate: (plate, state, callOptions) =>
      send(
        {
          operation: 'findByPlate',
          isOfRecord: true,
          isCharged: true,
          product: 'look-up',
          method: 'GET',
          path: ['vehicles', 'registrations', plate],
          query: { state: state ?? undefined },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    findByVin: (vin, callOptions) =>
      send(
        {
          operation: 'findByVin',
          isOfRecord: true,
          isCharged: true,
          product: 'look-up',
          method: 'GET',
          path: ['vehicles', 'vins', vin],
        },
        OpenBodyAnswer,
        callOptions,
      ),
    searchVehicles: ({ text, chosen, count }, callOptions) =>
      send(
        {
          operation: 'searchVehicles',
          product: 'look-up',
          method: 'GET',
          path: ['vehicles'],
          query: { search: text === '' ? undefined : text, count, ...narrowing(chosen, facetParameter) },
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
          query: { facets: names.join(','), ...narrowing(chosen, facetParameter) },
        },
        OpenBodyAnswer,
        callOptions,
      ),
    registrationStatus: status,
    specs: (vehicleId, categories, callOptions) =>
      send(
        {
          operation: 'specs',
          isOfRecord: true,
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
          isOfRecord: true,
          isCharged: true,
          product: 'market',
          method: 'GET',
          path: ['sourcing', 'market_overlay', vehicleId],
          query: { minimum_days: minimumDays ?? undefined },
        },
        OpenBodyAnswer,
        callOptions,
      ),
  }
}

function webhookCalls(
  send: Send,
): Calls<'listWebhooks' | 'getWebhook' | 'createWebhook' | 'patchWebhook' | 'deleteWebhook' | 'pingWebhook'> {
  const webhook = (id: string): readonly string[] => ['webhooks', id]
  return {
    listWebhooks: (callOptions) =>
      send(
        { operation: 'listWebhooks', product: 'webhooks', method: 'GET', path: ['webhooks'] },
        WebhooksAnswer,
        callOptions,
      ),
    getWebhook: (id, callOptions) =>
      send(
        {
          operation: 'getWebhook',
          isOfRecord: true,
          record: 'webhook',
          product: 'webhooks',
          method: 'GET',
          path: webhook(id),
        },
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
        {
          operation: 'patchWebhook',
          isOfRecord: true,
          record: 'webhook',
          product: 'webhooks',
          method: 'PATCH',
          path: webhook(id),
          body: patch,
        },
        WebhookPatchAnswer,
        callOptions,
      ),
    deleteWebhook: (id, callOptions) =>
      send(
        {
          operation: 'deleteWebhook',
          isOfRecord: true,
          record: 'webhook',
          product: 'webhooks',
          method: 'DELETE',
          path: webhook(id),
        },
        WebhookAnswer,
        callOptions,
      ),
    pingWebhook: (id, callOptions) =>
      send(
        {
          operation: 'pingWebhook',
          isOfRecord: true,
          record: 'webhook',
          product: 'webhooks',
          method: 'POST',
          path: [...webhook(id), 'ping'],
        },
        PingAnswer,
        callOptions,
      ),
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
