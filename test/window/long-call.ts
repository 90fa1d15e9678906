import type { SightedCar } from '../../src/contract/sightings.ts'
import type { CallNote } from '../../src/contract/call-note.ts'
import type { TeamCarState } from '../../src/contract/team.ts'

/** The longest texts that a call card may have to show. */
export const longName = 'Maximilian Bartholomew Featherstonehaugh-Cholmondeley van der Westhuizen'
export const longCar = (car: SightedCar): SightedCar => ({
  ...car,
  email: 'maximilian.featherstonehaugh@dealership.example',
  customer: {
    ...car.customer,
    clientName: longName,
    saleDate: '2019-01-31',
    vehicleTitle: '2015 Mercedes-Benz Sprinter 516CDI High Roof Extra Long Wheelbase Automatic 7G-Tronic Plus',
  },
  sightings: Array.from({ length: 12 }, (_, at) => ({
    at: new Date(Date.UTC(2026, 9, 20 - at)).toISOString(),
    listingId: `listing-${at}`,
    listingUrl: 'https://www.carsales.example/1',
    listingTitle: 'Sprinter',
    listingPrice: 88_000 + at * 700,
  })),
  listings: 12,
  price: 88_000,
  earlierPrice: 88_700,
  hasDropped: true,
  assignedTo: { id: 'q', name: 'Alexandrina Papadopoulos-Montgomery' },
  callingHours: {
    now: 'outside',
    words: 'Monday 10:42 am in Canberra. Today is Australia Day: no calls. You can call from 9 am tomorrow.',
  },
  comparison: {
    state: 'ready',
    vehicleId: 'v',
    title: null,
    median: 114_200,
    rank: 120,
    of: 133,
    sampleSize: 132,
    daysChecked: 365,
    adjustedPrice: 102_969,
    words:
      '13th most expensive of 133. $15,600 below the median of $114,200. $12,231 below the $102,969 expected at 120,000 km, far less than usual.',
    at: '2026-11-20T00:00:00Z',
  },
})

export const longNote: CallNote = {
  id: 'note',
  at: '2026-11-20T02:00:00Z',
  outcome: 'voicemail',
  note: 'Rang twice; his wife answers after five, and he works shifts until the end of the month. '.repeat(3),
  nextAction: 'Call again after work, and ask for the other number',
  nextDate: '2026-12-01',
  nextTime: '14:30',
  amount: null,
  person: { id: 'p', name: 'Jo Taylor' },
}

/** The work of a team whose PC with the longest name is calling the customer. */
export const longTeamWork: TeamCarState = {
  lock: {
    by: { id: 'r', name: 'Konstantinos Papanikolaou' },
    device: 'pc',
    until: '2099-12-31T12:30:00Z',
    isThisPc: false,
  },
  replaced: null,
  pcNames: { pc: 'Sales desk beside the workshop' },
  syncedAt: '2026-11-20T00:00:00Z',
  waiting: 12,
}
