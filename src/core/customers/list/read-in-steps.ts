import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { toCustomer } from '../cache/stored-customer.ts'
import type { CustomerLists, LoadedList } from './customer-lists.ts'

/** Records that are read between two pauses: in the order of a list, each is in another block. */
const recordsPerStep = 10

/** Rows of pages that are held, in 1 MB. */
const mostHeldRows = 2_000

/** How a record is made of what is in memory; null: it must be read. */
function heldRow(loaded: LoadedList | null, number: number): (() => Customer) | null {
  const sighted = loaded?.sighted.get(number)
  return sighted ? () => toCustomer(sighted) : (loaded?.rows.get(number) ?? null)
}

/**
 * The customers with these numbers, in this order. Those that are gone are left out. Rows are held, because to read one again
 * would unpack a whole block.
 */
export function* readInSteps(
  cache: Pick<CustomerCache, 'findLater'>,
  lists: Pick<CustomerLists, 'loaded'>,
  scope: ConnectionRegion,
  numbers: readonly number[],
): Steps<readonly Customer[]> {
  const customers: Customer[] = []
  let read = 0
  for (const number of numbers) {
    const held = heldRow(lists.loaded(scope), number)
    if (held) {
      customers.push(held())
      continue
    }
    if (read > 0 && read % recordsPerStep === 0) yield
    read += 1
    const row = cache.findLater(scope, number)
    if (!row) continue
    customers.push(row())
    const rows = lists.loaded(scope)?.rows
    if (rows) holdRow(rows, number, row)
  }
  return customers
}

function holdRow(rows: LoadedList['rows'], number: number, row: () => Customer): void {
  rows.set(number, row)
  if (rows.size <= mostHeldRows) return
  for (const oldest of rows.keys()) {
    rows.delete(oldest)
    break
  }
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
