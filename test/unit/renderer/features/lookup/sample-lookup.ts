import type { Detail } from '../../../../../src/contract/details.ts'
import type { Interpretation, RecentLookup, Vehicle, VehicleLookup } from '../../../../../src/contract/lookup.ts'

export const detail = (name: string, text: string | null): Detail => ({ name, label: name, text, children: [] })

export const sampleVehicle = (over: Partial<Vehicle> = {}): Vehicle => ({
  vehicleId: 'v-1',
  title: '2019 Toyota HiLux SR5',
  confidence: { part: null, words: 'standard' },
  facets: { year: '2019', make: 'Toyota', model: 'HiLux', body: 'Utility' },
  details: [],
  ...over,
})

export const sampleLookup = (over: Partial<VehicleLookup> = {}): VehicleLookup => ({
  id: 'l-1',
  kind: 'plate',
  query: 'ABC123',
  state: 'NSW',
  region: 'au',
  outcome: 'match',
  vehicle: sampleVehicle(),
  optionPacks: [],
  authority: {
    description: '2019 TOYOTA HILUX UTILITY',
    vin: 'MR0HA3CD500123456',
    details: [detail('year', '2019'), detail('make', 'TOYOTA'), detail('model', 'HILUX'), detail('colour', 'WHITE')],
  },
  warnings: [],
  facets: {},
  other: [],
  pinned: false,
  at: '2026-11-21T02:00:00.000Z',
  kept: false,
  problem: null,
  ...over,
})

export const sampleRecent = (over: Partial<RecentLookup> = {}): RecentLookup => ({
  id: 'l-1',
  kind: 'plate',
  query: 'ABC123',
  state: 'NSW',
  region: 'au',
  title: '2019 Toyota HiLux SR5',
  pinned: false,
  at: '2026-11-21T02:00:00.000Z',
  ...over,
})

export const sampleReading = (over: Partial<Interpretation> = {}): Interpretation => ({
  kind: 'plate',
  query: 'ABC123',
  reason: 'A plate.',
  state: null,
  states: [],
  others: ['text'],
  warning: null,
  blocked: null,
  suggestion: null,
  ...over,
})
