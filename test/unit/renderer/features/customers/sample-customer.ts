import type { Customer } from '../../../../../src/contract/customer-record.ts'

export const customer = (id: string, changes: Partial<Customer> = {}): Customer => ({
  id,
  lastUpdated: '2026-11-20T03:12:00Z',
  rego: 'ABC12D',
  state: 'NSW',
  vin: '6T1BF3FK10000001',
  clientName: 'Priya Raman',
  mobileNumber: '0491570006',
  saleDate: '2019-03-07',
  expiryDate: null,
  vehicleTitle: '2019 Toyota RAV4 GXL',
  sightings: [],
  additionalFields: {},
  edits: [],
  deleting: null,
  doNotContact: false,
  hiddenNumbers: [],
  vehicle: { title: '2019 Toyota RAV4 GXL', source: 'service' },
  savedLookup: null,
  ...changes,
})
