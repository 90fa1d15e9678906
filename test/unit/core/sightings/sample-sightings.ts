import type { Customer, Sighting } from '../../../../src/contract/customer-record.ts'
import type { CallNote, OutcomeCode } from '../../../../src/contract/call-note.ts'
import type { CallListCar } from '../../../../src/core/sightings/call-list.ts'
import { carHistory } from '../../../../src/core/sightings/car-history.ts'

export const sighting = (at: string, listingPrice: number | null, listingId = 'listing-1'): Sighting => ({
  at,
  listingId,
  listingUrl: `https://cars.example/${listingId}`,
  listingTitle: '2019 Toyota RAV4 GXL AWD',
  listingPrice,
})

export const sightedCustomer = (id: string, changes: Partial<Customer> = {}): Customer => ({
  id,
  lastUpdated: '2026-11-20T03:12:00Z',
  rego: 'ABC12D',
  state: 'NSW',
  vin: null,
  clientName: 'Priya Raman',
  mobileNumber: '0491570006',
  saleDate: '2022-03-14',
  expiryDate: null,
  vehicleTitle: '2019 Toyota RAV4 GXL',
  sightings: [sighting('2026-11-18T02:00:00Z', 31_990)],
  additionalFields: {},
  edits: [],
  deleting: null,
  doNotContact: false,
  hiddenNumbers: [],
  vehicle: { title: '2019 Toyota RAV4 GXL', source: 'service' },
  savedLookup: null,
  ...changes,
})

export const entry = (outcome: OutcomeCode, changes: Partial<CallNote> = {}): CallNote => ({
  id: 'entry-1',
  at: '2026-11-19T02:00:00.000Z',
  outcome,
  note: '',
  nextAction: '',
  nextDate: null,
  nextTime: null,
  amount: null,
  person: null,
  ...changes,
})

/** A line of the list; what was seen is taken to have arrived as it was seen. */
export function line(customer: Customer, changes: Partial<CallListCar> = {}): CallListCar {
  const history = carHistory(customer.sightings, ({ at }) => new Date(at).toISOString())
  if (!history) throw new Error('It was never seen')
  const scope = { connectionId: 'c1', region: 'au' } as const
  return { scope, customer, history, callNote: null, isNew: false, hasDropped: false, due: 'none', ...changes }
}
