import { type GroupCounts, noGroupCounts } from '../../../../../src/contract/call-group.ts'
import type { MethodOutput } from '../../../../../src/contract/methods.ts'
import type { SightedCar, SightingSummary } from '../../../../../src/contract/sightings.ts'
import { customer } from '../customers/sample-customer.ts'

export const sightedCar = (id: string, changes: Partial<SightedCar> = {}): SightedCar => ({
  customer: customer(id),
  sightings: [
    {
      at: '2026-11-19T02:00:00Z',
      listingId: 'listing-1',
      listingUrl: 'https://www.cars.example/1',
      listingTitle: '2019 Toyota RAV4 GXL AWD',
      listingPrice: 31_990,
    },
  ],
  firstSeenAt: '2026-11-19T02:00:00Z',
  lastSeenAt: '2026-11-19T02:00:00Z',
  daysSinceFirstSeen: 2,
  listings: 1,
  price: 31_990,
  earlierPrice: null,
  isNew: false,
  hasDropped: false,
  callNote: null,
  outcome: 'new',
  due: 'none',
  group: 'open',
  assignedTo: null,
  callingHours: { now: 'allowed', words: 'Tuesday 10 am in Sydney. Calls are fine until 8 pm.' },
  phone: { shown: '0491 570 006', tel: 'tel:+61491570006' },
  email: null,
  comparison: null,
  marketPercent: null,
  chance: 0,
  ...changes,
})

export const summary = (changes: Partial<SightingSummary> = {}): SightingSummary => ({
  groups: { ...noGroupCounts(), open: 3, later: 1, done: 1 },
  week: [],
  lastVisitAt: null,
  checkedAt: '2026-11-21T00:00:00.000Z',
  doNotContact: 0,
  ...changes,
})

export const groupsOf = (cars: readonly SightedCar[]): GroupCounts =>
  cars.reduce((groups, { group }) => ({ ...groups, [group]: groups[group] + 1 }), noGroupCounts())

/** The answer of `sightings.list` with these cars, of all cars that there are. */
export const listOf = (
  cars: readonly SightedCar[],
  all: readonly SightedCar[] = cars,
): MethodOutput<'sightings.list'> => ({ total: all.length, groups: groupsOf(all), cars: [...cars] })
