import type { RemoteCustomer } from '../../src/core/service/service-client.ts'

/** A page of the customer list as the service writes it (interface, part 2). */
export const wirePage = (customers: readonly RemoteCustomer[]): Buffer =>
  Buffer.from(JSON.stringify({ success: true, customers: customers.map(wireRecord) }))

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
