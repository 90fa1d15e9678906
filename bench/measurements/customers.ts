import { join } from 'node:path'
import type { z } from 'zod'
import { CustomerFilter, CustomerSort } from '../../src/contract/customers.ts'
import { createCustomers } from '../../src/core/customers/customers.ts'
import { connectionId, newKey, openOnDisk, openBenchStorage, ownFolder } from '../core-storage.ts'
import type { GivenCustomers, Measurement } from '../measurement.ts'

const signal = new AbortController().signal

interface ListRange {
  readonly sort: CustomerSort
  readonly descending: boolean
  readonly offset: number
}

/** The first look into an empty copy, the look after it, and the list as the next start finds it. */
export const syncAndList: Measurement<GivenCustomers> = async ({ service, customers: count }) => {
  const place = { path: join(ownFolder(), 'forecourt.db'), key: newKey() }
  const filling = openOnDisk(place.path, place.key)
  const ending = new AbortController()
  const storage = openBenchStorage(filling, ending.signal, service)
  const customers = createCustomers(storage)
  /** Asks only when the program says that something changed. */
  const synced = (after: string | null): Promise<string> =>
    new Promise((resolve, reject) => {
      const stop = storage.announcer.listen(({ name }) => {
        if (name !== 'customers.changed') return
        customers.status({}, signal).then(({ syncedAt, syncing, problem }) => {
          if (problem !== null) reject(new Error(problem))
          else if (syncing === null && syncedAt !== null && syncedAt !== after) {
            stop()
            resolve(syncedAt)
          }
        }, reject)
      })
    })
  const startedMs = performance.now()
  const firstSync = synced(null)
  customers.start()
  const first = await firstSync
  const syncMs = performance.now() - startedMs
  const { total } = await customers.status({}, signal)
  if (total !== count) throw new Error(`${total} of ${count} customers are in the copy`)
  const againMs = performance.now()
  const laterSync = synced(first)
  customers.requestSync(connectionId, 'au')
  await laterSync
  const resyncMs = performance.now() - againMs
  ending.abort()
  await customers.close()
  filling.close()

  const openedMs = performance.now()
  const database = openOnDisk(place.path, place.key)
  const reopened = createCustomers(openBenchStorage(database, ending.signal, service))
  const ask = async (more: z.input<typeof CustomerFilter> & Partial<ListRange>) => {
    const { sort = 'clientName', descending = false, offset = 0, ...filter } = more
    const askedMs = performance.now()
    const { customers: page } = await reopened.list(
      { ...CustomerFilter.parse(filter), sort, descending, offset, limit: 100 },
      signal,
    )
    if (page.length === 0) throw new Error(`Nothing is listed for ${JSON.stringify(more)}`)
    return performance.now() - askedMs
  }
  await ask({})
  const firstRowsMs = performance.now() - openedMs
  const asked = [
    await ask({ search: 'smith' }),
    await ask({ search: 'li' }),
    await ask({ search: '0491 57' }),
    await ask({ search: 'isla smith' }),
    await ask({ states: ['VIC', 'NSW'] }),
    await ask({ sighting: 'never', states: ['VIC'] }),
    await ask({ states: ['VIC'], search: 'smith', sort: 'expiryDate', descending: true }),
    await ask({ sort: 'rego', offset: count - 150 }),
  ]
  for (const sort of CustomerSort.options) asked.push(await ask({ sort }), await ask({ sort, descending: true }))
  database.close()
  return { syncMs, resyncMs, firstRowsMs, slowestListMs: Math.max(...asked) }
}
