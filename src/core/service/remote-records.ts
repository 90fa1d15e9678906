import { z } from 'zod'
import { isRecord, listIn, OpenBodyAnswer, recordIn } from './open-body.ts'
import type { RemoteCounter, RemoteCustomer, RemoteSighting, RemoteUpload, VehicleAnswer } from './service-client.ts'

/**
 * The service's records, read tolerantly: an id may be a number, a number may be text, and optional fields may be
 * absent. Only the id is required. Field names: interface, part 2.
 */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String)
const optionalText = text
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? null : value))
/**
 * A number, or its digits as text. An unreadable counter must not count as 0: an upload would look complete or
 * without errors.
 */
const counter = z.unknown().transform((value): RemoteCounter => {
  if (value === undefined || value === null) return null
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : 'unreadable'
})
const amount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : null
  })

/** The calendar date as written, without its time: a time zone must not change it. */
const date = optionalText.transform((value) =>
  value === null ? null : (/^\d{4}-\d{2}-\d{2}/.exec(value)?.[0] ?? value),
)

const Fields = z.record(z.string(), z.unknown())
const optionalFields = Fields.nullish().transform((value) => value ?? {})

const Sighting = z
  .looseObject({
    at: text.default(''),
    lead_id: text.default(''),
    listing_url: text.default(''),
    listing_title: text.default(''),
    listing_price: amount,
  })
  .transform((sighting): RemoteSighting => ({
    at: sighting.at,
    listingId: sighting.lead_id,
    listingUrl: sighting.listing_url,
    listingTitle: sighting.listing_title,
    listingPrice: sighting.listing_price,
  }))

const Customer = z
  .looseObject({
    id: text.pipe(z.string().min(1)),
    last_updated: text.default(''),
    rego: optionalText,
    state: optionalText,
    vin: optionalText,
    client_name: optionalText,
    mobile_number: optionalText,
    sale_date: date,
    expiry_date: date,
    vehicle_title: optionalText,
    sightings: z
      .array(Sighting)
      .nullish()
      .transform((value) => value ?? []),
    additional_fields: optionalFields,
  })
  .transform((customer): RemoteCustomer => ({
    id: customer.id,
    lastUpdated: customer.last_updated,
    rego: customer.rego,
    state: customer.state,
    vin: customer.vin,
    clientName: customer.client_name,
    mobileNumber: customer.mobile_number,
    saleDate: customer.sale_date,
    expiryDate: customer.expiry_date,
    vehicleTitle: customer.vehicle_title,
    sightings: customer.sightings,
    additionalFields: customer.additional_fields,
    raw: customer,
  }))

const Upload = z
  .looseObject({
    id: text.pipe(z.string().min(1)),
    created_at: text.default(''),
    name: text.nullish().transform((value) => value ?? ''),
    total_uploaded_customers: counter,
    total_processed_customers: counter,
    total_errors: counter,
  })
  .transform((upload): RemoteUpload => ({
    id: upload.id,
    createdAt: upload.created_at,
    name: upload.name,
    uploaded: upload.total_uploaded_customers,
    processed: upload.total_processed_customers,
    errors: upload.total_errors,
    raw: upload,
  }))

export const UploadAnswer = z.object({ upload: Upload }).transform(({ upload }) => upload)
export const CustomerAnswer = z.object({ customer: Customer }).transform(({ customer }) => customer)
export const CustomersAnswer = z.object({ customers: z.array(Customer) }).transform(({ customers }) => customers)

/** The whole body or the vehicle may be null (interface). A list of one vehicle is read as that vehicle. */
export const VehicleAnswerBody = OpenBodyAnswer.transform((body): VehicleAnswer => {
  const raw = isRecord(body) ? body : body === null ? {} : { vehicles: body }
  return { vehicle: fieldsOrNull(raw['vehicle']), upstreamVehicle: fieldsOrNull(raw['upstream_vehicle']), raw }
})

function fieldsOrNull(value: unknown): Readonly<Record<string, unknown>> | null {
  return isRecord(value) ? value : null
}

/** The fields of a registration status are in the body itself (interface, part 2). */
export const StatusAnswer = Fields

const webhookNames = ['webhook'] as const
const oneRecord = (names: readonly string[]) => OpenBodyAnswer.transform((body) => recordIn(body, names)).pipe(Fields)

export const WebhookAnswer = oneRecord(webhookNames)
export const WebhooksAnswer = OpenBodyAnswer.transform((body) => listIn(body, ['webhooks'])).pipe(z.array(z.unknown()))
export const WebhookPatchAnswer = OpenBodyAnswer.transform((body) => {
  const updates = isRecord(body) ? body['updates'] : null
  return { webhook: recordIn(body, webhookNames), updates: isRecord(updates) ? updates : {} }
}).pipe(z.object({ webhook: Fields, updates: Fields }))
export const PingAnswer = oneRecord(['ping'])

/** Interface, part 5. A missing or unreadable lifetime counts as five minutes. */
export const TokenAnswer = z
  .looseObject({
    access_token: z.string().regex(/^[\x21-\x7e]+$/),
    expires_in: z.coerce.number().positive().catch(300),
  })
  .transform((token) => ({ accessToken: token.access_token, lifeSeconds: token.expires_in }))
