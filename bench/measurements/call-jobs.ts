import { maxBulkCars, SightingFilter } from '../../src/contract/sightings.ts'
import { createPeople } from '../../src/core/people/people.ts'
import { createSightings, type Sightings } from '../../src/core/sightings/sightings.ts'
import { JobFigures } from '../job-figures.ts'
import type { GivenMade, Measurement } from '../measurement.ts'
import { newPlace, openMade, syncOnce } from './customers.ts'

const signal = new AbortController().signal
const allCars = { ...SightingFilter.parse({}), offset: 0 } as const
/** Of the customers, each tenth has a car on the call list. */
const sightedEvery = 10

/** The call list with two notes for each car, its call sheet and the report. Nothing is called over a network. */
export const callJobs: Measurement<GivenMade> = async ({ customers: count }) => {
  const { customers, storage, close } = await openMade(count, newPlace(), sightedEvery)
  const market = { compare: () => Promise.reject(new Error('Nothing is compared')) }
  const sightings = createSightings(storage, { customers, market, notifier: null, people: createPeople(storage) })
  customers.start()
  sightings.start()
  await syncOnce(customers)
  // Ten seconds after a sync, this would count to the job that runs.
  const jobs = new JobFigures()
  const ids = await idsOf(sightings)
  if (ids.length !== count / sightedEvery) throw new Error(`${ids.length} cars are on the call list`)
  const note = { note: 'Rang, no answer', nextAction: '', nextDate: null, nextTime: null, amount: null } as const
  let groupId = ''
  await jobs.measure('recordMany', async () => {
    const customerIds = ids.slice(0, maxBulkCars)
    ;({ groupId } = await sightings.recordMany({ ...note, outcome: 'no_answer', customerIds }, signal))
  })
  await jobs.measure('undoMany', () => sightings.undoMany({ groupId }, signal))
  for (const outcome of ['no_answer', 'voicemail'] as const)
    for (let from = 0; from < ids.length; from += maxBulkCars) {
      const customerIds = ids.slice(from, from + maxBulkCars)
      await sightings.recordMany({ ...note, outcome, customerIds }, signal)
    }
  await jobs.measure('callList', () => sightings.list({ ...allCars, limit: 200 }, signal))
  for (const [format, job] of [
    ['csv', 'Csv'],
    ['xlsx', 'Xlsx'],
  ] as const) {
    await jobs.measure(`callSheet${job}`, async () => {
      const file = await sightings.exportSheet({ ...allCars, customerIds: ids, format }, signal)
      if (file.rows !== ids.length) throw new Error(`${file.rows} of ${ids.length} cars were exported`)
    })
    await jobs.measure(`report${job}`, () => sightings.exportReport({ period: 'month', back: 0, format }, signal))
  }
  await sightings.close()
  await close()
  return jobs.figures
}

async function idsOf(sightings: Sightings): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; ; offset += 200) {
    const { cars } = await sightings.list({ ...allCars, offset, limit: 200 }, signal)
    ids.push(...cars.map(({ customer }) => customer.id))
    if (cars.length < 200) return ids
  }
}
