import { rmSync } from 'node:fs'
import { maxBulkCars, SightingFilter } from '../../src/contract/sightings.ts'
import type { Source } from '../../src/contract/connection-region.ts'
import { createCustomers } from '../../src/core/customers/customers.ts'
import { createDataExport } from '../../src/core/data-export/data-export.ts'
import { createLookup } from '../../src/core/lookup/lookup.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { createPeople } from '../../src/core/people/people.ts'
import { createSightings } from '../../src/core/sightings/sightings.ts'
import { connectionId, openBenchStorage, openOnDisk, ownFolder } from '../core-storage.ts'
import { JobFigures } from '../job-figures.ts'
import { madeList } from '../made-list.ts'
import type { GivenMade, Measurement } from '../measurement.ts'
import { startUsage } from '../usage.ts'
import { newPlace } from './customers.ts'

const signal = new AbortController().signal
const page = { offset: 0, limit: 200 } as const
const connections = [connectionId, 'connection-2', 'connection-3'] as const
/** Of the customers, each tenth has a car on the call list. */
const sightedEvery = 10

/** Several connections, each with as many customers. Nothing is called over a network. */
async function openConnections(ids: readonly string[], count: number) {
  const { path, key } = newPlace()
  const database = openOnDisk(path, key)
  for (const id of ids) {
    database.run(
      `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES (?, ?, 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
      [id, id],
    )
  }
  const ending = new AbortController()
  const base = openBenchStorage(database, ending.signal, { listCustomers: madeList(count, sightedEvery) })
  const sources: Source[] = ids.map((id) => ({ connectionId: id, region: 'au', name: id }))
  const active = base.connections.active()
  const storage: OpenStorage = {
    ...base,
    connections: {
      ...base.connections,
      inUse: () => sources,
      known: () => sources,
      find: (id) => (active && ids.includes(id) ? { ...active, id } : null),
    },
  }
  const customers = createCustomers(storage)
  customers.start()
  for (const id of ids) {
    const read = await customers.refresh({ connectionId: id, region: 'au' }, { signal, onProgress: () => undefined })
    if (!read.ok) throw new Error(read.error.failure.message)
  }
  return {
    customers,
    storage,
    sources,
    async close() {
      ending.abort()
      await customers.close()
      database.close()
    },
  }
}

/** The call list of three connections together, with a note for each car. */
export const allConnectionsJobs: Measurement<GivenMade> = async ({ customers: count }) => {
  const { customers, storage, sources, close } = await openConnections(connections, count)
  const market = { compare: () => Promise.reject(new Error('Nothing is compared')) }
  const sightings = createSightings(storage, { customers, market, notifier: null, people: createPeople(storage) })
  sightings.start()
  const jobs = new JobFigures()
  const list = (more: object = {}) => sightings.list({ ...SightingFilter.parse({ ...more }), ...page }, signal)
  // Else the garbage of the syncs counts to the first list.
  globalThis.gc?.()
  await jobs.measure('allFirstList', list)
  const { total } = await list()
  if (total !== (sources.length * count) / sightedEvery) throw new Error(`${total} cars are on the call list`)
  const note = { note: 'Rang, no answer', nextAction: '', nextDate: null, nextTime: null, amount: null } as const
  for (const source of sources)
    for (let offset = 0; offset < total / sources.length; offset += maxBulkCars) {
      const { cars } = await sightings.list(
        { ...SightingFilter.parse({ sources: [source] }), offset, limit: maxBulkCars },
        signal,
      )
      const { connectionId: id, region } = source
      const rows = cars.map(({ customer }) => ({ customerId: customer.id, source: { connectionId: id, region } }))
      await sightings.recordMany({ ...note, outcome: 'no_answer', customerIds: [], cars: rows }, signal)
    }
  await jobs.measure('allList', list)
  await jobs.measure('allSearch', () => list({ search: 'toyota' }))
  await jobs.measure('allDueFirst', () => list({ sort: 'due' }))
  await jobs.measure('allBestChance', () => list({ sort: 'best-chance' }))
  await jobs.measure('allSummary', () => sightings.summary({}, signal))
  await jobs.measure('allReport', () => sightings.report({ period: 'month', back: 0 }, signal))
  await sightings.close()
  await close()
  return jobs.figures
}

/** Everything of one connection as CSV and as workbooks. */
export const exportEverything: Measurement<GivenMade> = async ({ customers: count }) => {
  const { customers, storage, close } = await openConnections([connectionId], count)
  const { cars } = createLookup(storage)
  const exports = createDataExport(storage, { customers, cars, version: '1.0.0', dataFolder: ownFolder() })
  const jobs = new JobFigures()
  const totals: Record<string, number> = {}
  const choices = { connectionId: null, includeDoNotContactNumbers: false, name: null } as const
  for (const [format, job] of [
    ['csv', 'everythingCsv'],
    ['xlsx', 'everythingXlsx'],
  ] as const) {
    const target = ownFolder()
    const usage = startUsage()
    await jobs.measure(job, async () => {
      const { folder } = await exports.handlers.chooseFolder({ path: target }, signal)
      await exports.handlers.start({ folder: folder ?? '', format, ...choices }, signal)
      for (;;) {
        const { last } = await exports.handlers.status({}, signal)
        if (last?.state === 'done' && last.format === format) break
        if (last?.failure) throw new Error(last.failure.message)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
    totals[`${job}TotalMs`] = usage().wallMs
    rmSync(target, { recursive: true })
  }
  await exports.close()
  await close()
  return { ...jobs.figures, ...totals }
}
