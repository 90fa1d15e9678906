import type { Customer } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'

type Reader = Pick<CustomerCache, 'findByNumbers'>

/** Records that are read between two pauses: in the order of a list, each is in another block. */
const recordsPerStep = 10

/** The customers with these numbers, in this order. Those that are gone are left out. */
export function* readInSteps(
  cache: Reader,
  scope: ConnectionRegion,
  numbers: readonly number[],
): Steps<readonly Customer[]> {
  const customers: Customer[] = []
  for (let first = 0; first < numbers.length; first += recordsPerStep) {
    if (first > 0) yield
    customers.push(...cache.findByNumbers(scope, numbers.slice(first, first + recordsPerStep)))
  }
  return customers
}

/** Records that are written before other calls are let through. */
export const exportBatchSize = 50

/** Customers that are read before the first of them is written: they come from each block once, and take 5 MB. */
const exportReadAhead = 8_192

/**
 * The customers with these numbers, in this order, in batches. Batches without a customer are pauses. In any order but that of the numbers,
 * each customer would unpack another block: 0.1 ms. What is read ahead is parsed late: as objects, it made each collection take 20 ms.
 */
export function* batchesInOrder(
  cache: Pick<CustomerCache, 'findLater'>,
  scope: ConnectionRegion,
  numbers: ArrayLike<number>,
): Generator<readonly Customer[], undefined> {
  for (let first = 0; first < numbers.length; first += exportReadAhead) {
    const ahead = Float64Array.from(
      { length: Math.min(exportReadAhead, numbers.length - first) },
      (_, at) => numbers[first + at]! * exportReadAhead + at,
    ).sort()
    yield []
    const customers: ((() => Customer) | null)[] = Array.from(ahead, () => null)
    for (const [read, key] of ahead.entries()) {
      customers[key % exportReadAhead] = cache.findLater(scope, Math.floor(key / exportReadAhead))
      if (read % exportBatchSize === exportBatchSize - 1) yield []
    }
    for (let at = 0; at < customers.length; at += exportBatchSize) {
      yield customers.slice(at, at + exportBatchSize).flatMap((parse) => parse?.() ?? [])
      // Written, so the collector may take them.
      customers.fill(null, at, at + exportBatchSize)
    }
  }
}
