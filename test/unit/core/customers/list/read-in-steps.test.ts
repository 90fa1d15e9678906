import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Customer } from '../../../../../src/contract/customer-record.ts'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { batchesInOrder, exportBatchSize, readInSteps } from '../../../../../src/core/customers/list/read-in-steps.ts'
import { createCustomerLists } from '../../../../../src/core/customers/list/customer-lists.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'
import type { RemoteCustomer } from '../../../../../src/core/service/service-client.ts'
import { openMemory } from '../../uploads/upload-bench.ts'
import { openCache, remote, scope } from '../customers-bench.ts'

/** Every seventh record is gone. */
const isGone = (number: number): boolean => number % 7 === 0

/** A cache that notes what was read. */
function notingCache() {
  const read: number[] = []
  const cache = {
    findLater(_, number) {
      read.push(number)
      return isGone(number) ? null : () => ({ id: String(number) }) as Customer
    },
  } satisfies Pick<CustomerCache, 'findLater'>
  return { read, cache }
}

/** As many numbers in an order that is neither up nor down. */
const mixed = (count: number): number[] => Array.from({ length: count }, (_, at) => 1 + ((at * 7_919) % count))
const idsOf = (customers: readonly Customer[]): number[] => customers.map(({ id }) => Number(id))

it('gives customers in the order of a list, and reads thousands of them in the order in which they are stored', () => {
  const { read, cache } = notingCache()
  const numbers = mixed(10_000)
  const batches = [...batchesInOrder(cache, scope, Uint32Array.from(numbers))]
  expect(idsOf(batches.flat())).toEqual(numbers.filter((number) => !isGone(number)))
  expect(read).toHaveLength(numbers.length)
  const descents = read.filter((number, at) => at > 0 && number < read[at - 1]!)
  expect(descents).toHaveLength(1)
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(exportBatchSize)
})

it('pauses while it reads ahead, before the first customer is written', () => {
  const { read, cache } = notingCache()
  const batches = batchesInOrder(cache, scope, mixed(1_000))
  expect(batches.next().value).toEqual([])
  expect(read).toEqual([])
  expect(batches.next().value).toEqual([])
  expect(read).toHaveLength(exportBatchSize)
})

it('reads a page in steps, in its order, without customers that are gone', () => {
  const { read, cache } = notingCache()
  const numbers = mixed(100)
  const notLoaded = { loaded: () => null }
  const steps = readInSteps(cache, notLoaded, scope, numbers)
  expect(steps.next().done).toBe(false)
  expect(read).toHaveLength(10)
  const page = runAtOnce(readInSteps(cache, notLoaded, scope, numbers))
  expect(idsOf(page)).toEqual(numbers.filter((number) => !isGone(number)))
  expect(runAtOnce(readInSteps(cache, notLoaded, scope, []))).toEqual([])
})

describe('rows of pages that were shown', () => {
  const sighting = { at: '2026-11-01T00:00:00Z', listingId: 'l', listingUrl: '', listingTitle: '', listingPrice: 1 }
  const recordOf = (number: number, clientName = `Client ${number}`): RemoteCustomer =>
    remote(`c${number}`, { clientName, sightings: number % 3 === 0 ? [sighting] : [] })
  const all = Array.from({ length: 3_300 }, (_, index) => index + 1)

  async function openList() {
    const database = openMemory()
    onTestFinished(() => database.close())
    const cache = openCache(database)
    cache.save(
      scope,
      all.map((number) => recordOf(number)),
    )
    const lists = createCustomerLists(cache, database)
    await lists.ready(scope)
    const findLater = vi.fn<CustomerCache['findLater']>(cache.findLater)
    const page = (numbers: readonly number[]) => runAtOnce(readInSteps({ findLater }, lists, scope, numbers))
    const reads = (numbers: readonly number[]): number => {
      findLater.mockClear()
      expect(page(numbers)).toEqual(cache.findByNumbers(scope, numbers))
      return findLater.mock.calls.length
    }
    return { cache, lists, reads }
  }

  it('are not read again, and customers with a sighting are never read', async () => {
    const { reads } = await openList()
    expect(reads([1, 2, 3, 4, 5, 6])).toBe(4)
    expect(reads([6, 5, 4, 3, 2, 1])).toBe(0)
    expect(reads([3, 6, 9, 12])).toBe(0)
  })

  it('are read again after they changed, but not after a change that was rolled back', async () => {
    const { cache, reads } = await openList()
    reads(all.slice(0, 8))
    cache.save(scope, [recordOf(2, 'Changed'), recordOf(3, 'Changed'), recordOf(3_301)])
    cache.remove(scope, ['c5'])
    expect(reads(all.slice(0, 8))).toBe(2)
    expect(() =>
      cache.transaction(() => {
        cache.save(scope, [recordOf(4, 'Not saved')])
        throw new RangeError('No room')
      }),
    ).toThrow('No room')
    reads(all.slice(0, 8))
    cache.save(scope, [{ ...recordOf(6), sightings: [] }])
    reads(all.slice(0, 8))
  })

  it('are held up to a limit, and released at rest', async () => {
    const { lists, reads } = await openList()
    const withoutSighting = all.filter((number) => number % 3 !== 0)
    reads(withoutSighting)
    expect(lists.loaded(scope)?.rows.size).toBe(2_000)
    expect(reads(withoutSighting.slice(-10))).toBe(0)
    await lists.releaseMemory()
    expect(lists.loaded(scope)?.rows.size).toBe(0)
  })
})
