import { expect, it } from 'vitest'
import type { Customer } from '../../../../../src/contract/customers.ts'
import type { CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { batchesInOrder, exportBatchSize, readInSteps } from '../../../../../src/core/customers/list/read-in-steps.ts'
import { runAtOnce } from '../../../../../src/core/scheduling/in-slices.ts'

const scope = { connectionId: 'connection-1', region: 'au' } as const
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
    findByNumbers(_, numbers) {
      read.push(...numbers)
      return numbers.filter((number) => !isGone(number)).map((number) => ({ id: String(number) }) as Customer)
    },
  } satisfies Pick<CustomerCache, 'findByNumbers' | 'findLater'>
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
  const steps = readInSteps(cache, scope, numbers)
  expect(steps.next().done).toBe(false)
  expect(read).toHaveLength(10)
  expect(idsOf(runAtOnce(readInSteps(cache, scope, numbers)))).toEqual(numbers.filter((number) => !isGone(number)))
  expect(runAtOnce(readInSteps(cache, scope, []))).toEqual([])
})
