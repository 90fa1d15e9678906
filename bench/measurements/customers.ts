import { join } from 'node:path'
import type { z } from 'zod'
import { orderAtStart } from '../../src/contract/order-at-start.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { CustomerSort } from '../../src/contract/customer-views.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { connectionId, newKey, openBenchStorage, openOnDisk, ownFolder, type ServicePlace } from '../core-storage.ts'
import { madeList } from '../made-list.ts'
import type { GivenCache, GivenCustomers, Measurement } from '../measurement.ts'
import { startUsage, type Usage } from '../usage.ts'

const signal = new AbortController().signal
export const scope = { connectionId, region: 'au' } as const

/** Syncs once, from the request to the end of the pass. Throws the message of a failure. */
export async function syncOnce(customers: Pick<Customers, 'refresh'>): Promise<Usage> {
  const usage = startUsage()
  const answer = await customers.refresh(scope, { signal, onProgress: () => undefined })
  if (!answer.ok) throw new Error(answer.error.failure.message)
  return usage()
}

/** Starts the background work and waits for its first pass, no other one: a request waits for a pass that begins after it. */
export function startAndSync(customers: Pick<Customers, 'refresh' | 'start'>): Promise<Usage> {
  const synced = syncOnce(customers)
  customers.start()
  return synced
}

/** The first sync into an empty cache, then one without a change, and one after a deletion near the start and 100 edits at the service. */
export const syncCustomers: Measurement<GivenCustomers> = async ({ service, customers: count }) => {
  const database = openOnDisk(join(ownFolder(), 'forecourt.db'), newKey())
  const ending = new AbortController()
  const customers = createCustomers(openBenchStorage(database, ending.signal, service))
  const first = await startAndSync(customers)
  const { total } = await customers.status({}, signal)
  if (total < count * 0.99) throw new Error(`${total} of ${count} customers are in the cache`)
  const later = await syncOnce(customers)
  await changeAtService(service, total)
  const changed = await syncOnce(customers)
  const after = await customers.status({}, signal)
  if (after.total !== total - 1) throw new Error(`${after.total} customers are in the cache, not ${total - 1}`)
  ending.abort()
  await customers.close()
  database.close()
  return { firstCpuMs: first.cpuMs, laterCpuMs: later.cpuMs, changedCpuMs: changed.cpuMs }
}

/** Deletes the tenth customer and edits every hundredth part of the list, as another PC would. */
async function changeAtService({ url, apiKey }: ServicePlace, total: number): Promise<void> {
  const call = async (path: string, init: RequestInit = {}): Promise<{ customers: { id: string }[] }> => {
    const headers = { ApiKey: apiKey, 'Content-Type': 'application/json' }
    const response = await fetch(`${url}/v2/recapture/customers${path}`, { ...init, headers })
    if (!response.ok) throw new Error(`The service answered ${response.status}`)
    return (await response.json()) as { customers: { id: string }[] }
  }
  const idAt = async (offset: number): Promise<string> => {
    const { customers } = await call(`?region=au&offset=${offset}&limit=1`)
    return customers[0]?.id ?? ''
  }
  for (let edit = 0; edit < 100; edit += 1) {
    const id = await idAt(Math.floor((edit * total) / 100))
    await call(`/${id}?region=au`, { method: 'PATCH', body: JSON.stringify({ client_name: `Edited ${Date.now()}` }) })
  }
  await call(`/${await idAt(9)}?region=au`, { method: 'DELETE' })
}

/** Customers that are made in this process, in a cache that a start opened. */
export async function openMade(count: number, { path, key }: Pick<GivenCache, 'path' | 'key'>, sightedEvery?: number) {
  const database = openOnDisk(path, key)
  const ending = new AbortController()
  const storage = openBenchStorage(database, ending.signal, { listCustomers: madeList(count, sightedEvery) })
  const customers = createCustomers(storage)
  return {
    customers,
    storage,
    async close() {
      ending.abort()
      await customers.close()
      database.close()
    },
  }
}

export const newPlace = (): { readonly path: string; readonly key: string } => ({
  path: join(ownFolder(), 'forecourt.db'),
  key: newKey(),
})

/** Fills a cache, for measurements of what a start finds. */
export const fillCache: Measurement<GivenCache> = async ({ customers: count, ...place }) => {
  const { customers, close } = await openMade(count, place)
  const { wallMs } = await startAndSync(customers)
  await close()
  return { wallMs }
}

interface ListRange {
  readonly sort: CustomerSort
  readonly descending: boolean
  readonly offset: number
}

/** The list as a start finds it: its first rows, searches and filters, each order for the first time and once more. */
export const listCustomers: Measurement<GivenCache> = async ({ customers: count, ...place }) => {
  const opened = startUsage()
  const { customers, close } = await openMade(count, place)
  const ask = async (more: z.input<typeof CustomerFilter> & Partial<ListRange>): Promise<number> => {
    const { sort = 'clientName', descending = false, offset = 0, ...filter } = more
    const asked = startUsage()
    const range = { sort, descending, offset, limit: 100 }
    const { customers: page } = await customers.list({ ...CustomerFilter.parse(filter), ...range }, signal)
    if (page.length === 0) throw new Error(`Nothing is listed for ${JSON.stringify(more)}`)
    return asked().wallMs
  }
  await ask(orderAtStart)
  const { wallMs: firstRowsMs } = opened()
  await customers.ready(scope)
  const { wallMs: allReadyMs } = opened()
  const firstSorts: number[] = []
  for (const sort of CustomerSort.options) firstSorts.push(await ask({ sort }))
  const laterSorts: number[] = []
  for (const sort of CustomerSort.options) laterSorts.push(await ask({ sort, descending: true }), await ask({ sort }))
  const searches = [
    await ask({ search: 'smith' }),
    await ask({ search: 'li' }),
    await ask({ search: '0491 57' }),
    await ask({ search: 'isla smith' }),
    await ask({ states: ['VIC', 'NSW'] }),
    await ask({ sighting: 'never', states: ['VIC'] }),
    await ask({ states: ['VIC'], search: 'smith', sort: 'expiryDate', descending: true }),
    await ask({ sort: 'rego', offset: count - 150 }),
  ]
  await close()
  return {
    firstRowsMs,
    allReadyMs,
    firstSortMs: Math.max(...firstSorts),
    laterSortMs: Math.max(...laterSorts),
    slowestSearchMs: Math.max(...searches),
  }
}

/** Memory of core at rest, after the list was shown, searched and sorted and everything was synced once more. */
export const restWithCustomers: Measurement<GivenCache> = async ({ customers: count, ...place }) => {
  const { customers, close } = await openMade(count, place)
  await startAndSync(customers)
  for (const sort of CustomerSort.options) {
    await customers.list(
      { ...CustomerFilter.parse({ search: 'li' }), sort, descending: false, offset: 0, limit: 100 },
      signal,
    )
  }
  globalThis.gc?.()
  const residentMiB = process.memoryUsage.rss() / 1024 ** 2
  await close()
  return { residentMiB }
}
