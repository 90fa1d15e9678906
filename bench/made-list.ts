import type { RemoteCustomer, ServiceClient } from '../src/core/service/service-client.ts'
import { madeCustomer } from './made-files.ts'

/** A list of customers that are made in this process, in place of the service's. Each twentieth, or what is given, was seen for sale. */
export const madeList =
  (count: number, sightedEvery = 20): ServiceClient['listCustomers'] =>
  async ({ offset, limit }) => {
    const length = Math.max(0, Math.min(limit, count - offset))
    return {
      ok: true,
      value: { customers: Array.from({ length }, (_, at) => remote(offset + at, sightedEvery)), unreadable: [] },
    }
  }

function remote(index: number, sightedEvery: number): RemoteCustomer {
  const input = madeCustomer(index)
  const day = String(1 + (index % 28)).padStart(2, '0')
  const listing = {
    listingId: `l${index}`,
    listingUrl: `https://cars.example/${index}`,
    listingTitle: '2019 Toyota HiLux',
  }
  return {
    id: `0f8fad5b-d9cb-469f-a165-${index.toString(16).padStart(12, '0')}`,
    lastUpdated: `2026-11-${day}T01:02:03.000Z`,
    rego: input.rego,
    state: input.state,
    vin: input.vin,
    clientName: input.client_name,
    mobileNumber: input.mobile_number,
    saleDate: input.sale_date,
    expiryDate: `2029-0${1 + (index % 9)}-${day}`,
    vehicleTitle: `2019 Toyota HiLux ${index % 50}`,
    sightings:
      index % sightedEvery === 0
        ? [{ at: `2026-11-${day}T00:00:00.000Z`, ...listing, listingPrice: 20_000 + index }]
        : [],
    additionalFields: input.additional_fields,
    other: {},
  }
}
