import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { runAtOnce, type Steps } from '../../scheduling/in-slices.ts'
import { sortInSteps } from '../../scheduling/sort-in-steps.ts'
import { toCustomer } from '../cache/stored-customer.ts'
import { lastSightingOf } from '../packed/packed-record.ts'
import { compareAsUtf8 } from '../packed/text-bytes.ts'
import type { CustomerLists, LoadedList } from './customer-lists.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** What a change of the cache or a journal means for the customers with a sighting. */
interface SightedChange {
  readonly scope: ConnectionRegion
  /** Whether it can be one of them. */
  readonly sighted: boolean
  /** The customers whose edits, deletion or other state on this PC may have changed; absent: all. */
  readonly ids?: readonly string[]
}

/** The customers with a sighting, as the list shows them. Held until they change. */
export interface SightedCustomers {
  /** The latest first. Returns the same array until one of them changes. */
  all(scope: ConnectionRegion): readonly Customer[]
  /** The same in pieces: many may have changed. */
  allSteps(scope: ConnectionRegion): Steps<readonly Customer[]>
  clear(change: SightedChange): void
  clearAll(): void
}

interface SightedCustomer {
  readonly number: number
  readonly record: RemoteCustomer
  readonly lastSighting: string
  readonly customer: Customer
}

interface Sighted {
  readonly source: LoadedList['sighted']
  readonly byNumber: Map<number, SightedCustomer>
  /** Null: something has changed. */
  customers: readonly Customer[] | null
  /** Customers that must be read again although their record is the same: what only this PC knows has changed. */
  readonly changedIds: Set<string>
  /** Counts calls of `clear`. */
  changes: number
}

/** In about a millisecond. */
const recordsPerStep = 100

const latestFirst = (one: SightedCustomer, other: SightedCustomer): number =>
  compareAsUtf8(other.lastSighting, one.lastSighting) || other.number - one.number

export function createSightedCustomers(
  lists: CustomerLists,
  withPendingChanges: Pick<WithPendingChanges, 'decorator'>,
): SightedCustomers {
  const scopes = new Map<string, Sighted>()

  const sightedOf = (scope: ConnectionRegion): Sighted => {
    const { sighted: source } = lists.now(scope)
    const known = scopes.get(scopeKey(scope))
    if (known?.source === source) return known
    const sighted: Sighted = { source, byNumber: new Map(), customers: null, changedIds: new Set(), changes: 0 }
    scopes.set(scopeKey(scope), sighted)
    return sighted
  }

  /** Reads what has changed. Ends early when something changes during a pause. */
  function* updateSteps(scope: ConnectionRegion, sighted: Sighted): Steps<void> {
    const { source, byNumber, changedIds, changes } = sighted
    const decorate = withPendingChanges.decorator(scope, { forThousands: true })
    for (const number of byNumber.keys()) if (!source.has(number)) byNumber.delete(number)
    let read = 0
    for (const [number, record] of source) {
      const isChanged = changedIds.delete(record.id)
      if (!isChanged && byNumber.get(number)?.record === record) continue
      const lastSighting = lastSightingOf(record) ?? ''
      byNumber.set(number, { number, record, lastSighting, customer: decorate(toCustomer(record)) })
      read += 1
      if (read % recordsPerStep !== 0) continue
      yield
      // What the decorator knows may be outdated.
      if (sighted.changes !== changes) return
    }
  }

  function* allSteps(scope: ConnectionRegion): Steps<readonly Customer[]> {
    for (;;) {
      const sighted = sightedOf(scope)
      if (sighted.customers) return sighted.customers
      const { changes } = sighted
      yield* updateSteps(scope, sighted)
      yield
      if (sightedOf(scope) !== sighted || sighted.changes !== changes) continue
      const sorted = yield* sortInSteps([...sighted.byNumber.values()], latestFirst)
      if (sightedOf(scope) !== sighted || sighted.changes !== changes) continue
      sighted.changedIds.clear()
      sighted.customers = sorted.map(({ customer }) => customer)
    }
  }

  return {
    all: (scope) => runAtOnce(allSteps(scope)),
    allSteps,
    clear({ scope, sighted, ids }) {
      const known = scopes.get(scopeKey(scope))
      if (!known || !sighted) return
      known.customers = null
      known.changes += 1
      if (!ids) known.byNumber.clear()
      else for (const id of ids) known.changedIds.add(id)
    },
    clearAll: () => scopes.clear(),
  }
}
