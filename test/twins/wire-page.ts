import { readBody } from '../../src/core/service/answer-body.ts'
import { CustomersAnswer, recognisedOrRead } from '../../src/core/service/remote-records.ts'
import type { CustomerPage, RecognisePage, RemoteCustomer } from '../../src/core/service/service-client.ts'

/** A page of the customer list as the service writes it (interface, part 2). */
const wirePage = (customers: readonly RemoteCustomer[]): string =>
  JSON.stringify({ success: true, customers: customers.map(wireRecord) })

/** The page as the client reads it from the wire, or as `recognise` gives it. */
export function readWirePage(customers: readonly RemoteCustomer[], recognise: RecognisePage): CustomerPage {
  const text = wirePage(customers)
  const { recogniseBody, answer } = recognisedOrRead(recognise, CustomersAnswer)
  const body = recogniseBody(Buffer.from(text)) ?? readBody(text)
  const read = body.kind === 'json' ? answer.safeParse(body.value) : { success: false as const }
  if (!read.success) throw new Error('The page cannot be read')
  return read.data
}

const midnight = (date: string | null): string | null =>
  date !== null && /^\d{4}-\d{2}-\d{2}$/.test(date) ? `${date}T00:00:00.000Z` : date

const wireRecord = (customer: RemoteCustomer): object => ({
  id: customer.id,
  last_updated: customer.lastUpdated,
  rego: customer.rego,
  state: customer.state,
  vin: customer.vin,
  client_name: customer.clientName,
  mobile_number: customer.mobileNumber,
  sale_date: midnight(customer.saleDate),
  expiry_date: midnight(customer.expiryDate),
  vehicle_title: customer.vehicleTitle,
  sightings: customer.sightings.map((sighting) => ({
    at: sighting.at,
    lead_id: sighting.listingId,
    listing_url: sighting.listingUrl,
    listing_title: sighting.listingTitle,
    listing_price: sighting.listingPrice,
  })),
  additional_fields: customer.additionalFields,
  ...customer.other,
})
