import type { FacetChoice } from '../../contract/lookup.ts'
import { facetParameter } from './assumptions.ts'
import { uploadPath } from './call-path.ts'
import { OpenBodyAnswer, type RawRecord } from './open-body.ts'
import {
  customerAnswer,
  CustomersAnswer,
  PingAnswer,
  StatusAnswer,
  uploadAnswer,
  VehicleAnswerBody,
  WebhookAnswer,
  WebhookPatchAnswer,
  WebhooksAnswer,
} from './remote-records.ts'
import { createSend, type KnownPaths, type Send, type ServiceClientOptions } from './send.ts'
import type { Answer, CallOptions, ServiceClient, ServiceFailure } from './service-client.ts'

/** The service creates the whole batch before it answers. */
const uploadTimeoutMs = 180_000

/** The service over HTTP (interface, part 4). Never throws for an error of the service or the network. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const send = createSend(options)
  const customer = (id: string): readonly string[] => ['recapture', 'customers', id]
  const webhook = (id: string): readonly string[] => ['webhooks', id]

  return {
    region: options.region,
    createUpload: (upload, callOptions) =>
      send(
        {
          operation: 'createUpload',
          product: 'recapture',
          method: 'POST',
          path: uploadPath,
          body: upload,
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
          product: 'recapture',
          method: 'DELETE',
          path: ['recapture', 'upload', id],
        },
        uploadAnswer(id),
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
          isOfRecord: uploadId !== undefined,
        },
        CustomersAnswer,
        callOptions,
      ),
    getCustomer: (id, callOptions) =>
      send(
        { operation: 'getCustomer', isOfRecord: true, product: 'recapture', method: 'GET', path: customer(id) },
        customerAnswer(id),
        callOptions,
      ),
    patchCustomer: (id, patch, callOptions) =>
      send(
        {
          operation: 'patchCustomer',
          isOfRecord: true,
          product: 'recapture',
          method: 'PATCH',
          path: customer(id),
          body: patch,
        },
        customerAnswer(id),
        callOptions,
      ),
    deleteCustomer: (id, callOptions) =>
      send(
        { operation: 'deleteCustomer', isOfRecord: true, product: 'recapture', method: 'DELETE', path: customer(id) },
        customerAnswer(id),
        callOptions,
      ),
    findByPlate: (plate, state, callOptions) =>
      send(
        {
          operation: 'findByPlate',
          isOfRecord: true,
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
        {
          operation: 'findByVin',
          isOfRecord: true,
          product: 'look-up',
          method: 'GET',
          path: ['vehicles', 'vins', vin],
        },
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
    registrationStatus: registrationStatus(send, options.knownPaths ?? { statusForm: null, seenAtMs: null }),
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
        { operation: 'getWebhook', isOfRecord: true, product: 'webhooks', method: 'GET', path: webhook(id) },
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
        { operation: 'deleteWebhook', isOfRecord: true, product: 'webhooks', method: 'DELETE', path: webhook(id) },
        WebhookAnswer,
        callOptions,
      ),
    pingWebhook: (id, callOptions) =>
      send(
        {
          operation: 'pingWebhook',
          isOfRecord: true,
          product: 'webhooks',
          method: 'POST',
          path: [...webhook(id), 'ping'],
        },
        PingAnswer,
        callOptions,
      ),
  }
}

/**
 * The interface shows two forms of the path, and not which is canonical (part 4). The form of its table is tried
 * first, then the other after a 404, and from then on the one that works.
 */
const statusForms: readonly ((plate: string) => readonly string[])[] = [
  (plate) => ['vehicles', 'registrations', plate, 'status'],
  (plate) => ['vehicles', plate, 'status'],
]

function registrationStatus(send: Send, knownPaths: KnownPaths): ServiceClient['registrationStatus'] {
  return async (plate: string, state: string, callOptions?: CallOptions): Promise<Answer<RawRecord>> => {
    let refused: { readonly ok: false; readonly error: ServiceFailure } | null = null
    for (const [number, form] of statusForms.entries()) {
      if (knownPaths.statusForm !== null && knownPaths.statusForm !== number) continue
      const answer = await send(
        {
          operation: 'registrationStatus',
          isOfRecord: true,
          product: 'look-up',
          method: 'GET',
          path: form(plate),
          query: { state },
        },
        StatusAnswer,
        callOptions,
      )
      if (answer.ok) knownPaths.statusForm = number
      if (answer.ok || answer.error.failure.kind !== 'not-found') return answer
      // Of two 404 answers the one with a message is about the plate: the other may only mean that the path does not
      // exist.
      if (refused === null || (refused.error.words === undefined && answer.error.words !== undefined)) refused = answer
    }
    if (refused === null) throw new Error('There is at least one form of the status path')
    return refused
  }
}

function narrowing(chosen: FacetChoice): Record<string, string> {
  return Object.fromEntries(Object.entries(chosen).map(([name, value]) => [facetParameter(name), value]))
}
