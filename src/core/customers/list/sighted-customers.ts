import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { runAtOnce, type Steps } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { ListedCustomer } from '../cache/listed-customer.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { ListedCustomers } from './listed-customers.ts'
import type { WithPendingChanges } from './with-pending-changes.ts'

/** What a change of the cache or a journal means for the customers with a sighting. */
interface SightedChange {
  readonly scope: ConnectionRegion
  /** Whether it can be one of them. */
  readonly sighted: boolean
  /** The customers whose edits, deletion or other state on this PC may have changed; absent: all. */
  readonly ids?: readonly string[]
}

interface Sighted {
  readonly list: ListedCustomers
  /** What was read, with the row that it was read for. */
  readonly byId: Map<string, { readonly row: ListedCustomer; readonly customer: Customer }>
  /** Null: something has changed. */
  customers: readonly Customer[] | null
  /** Counts calls of `clear`. */
  changes: number
}

/** In about a millisecond. */
const recordsPerStep = 100

/** The customers with a sighting, as the list shows them. Held until they change. */
export function createSightedCustomers(
  cache: Pick<CustomerCache, 'read'>,
  lists: Pick<CustomerLists, 'now'>,
  withPendingChanges: Pick<WithPendingChanges, 'decorator'>,
) {
  const scopes = new Map<string, Sighted>()

  const sightedOf = (scope: ConnectionRegion): Sighted => {
    const list = lists.now(scope)
    const known = scopes.get(scopeKey(scope))
    if (known?.list === list) return known
    const sighted: Sighted = { list, byId: new Map(), customers: null, changes: 0 }
    scopes.set(scopeKey(scope), sighted)
    return sighted
  }

  /** Reads those that have changed. Ends early when something changes during a pause: what the decorator knows may be outdated. */
  function* readSteps(scope: ConnectionRegion, sighted: Sighted, rows: readonly ListedCustomer[]): Steps<void> {
    const { byId, changes, list } = sighted
    const decorate = withPendingChanges.decorator(scope, { forThousands: true })
    const changed = rows.filter((row) => byId.get(row.id)?.row !== row)
    for (let first = 0; first < changed.length; first += recordsPerStep) {
      if (first > 0) yield
      if (sighted.changes !== changes) return
      const numbers = changed.slice(first, first + recordsPerStep).map(({ number }) => number)
      for (const customer of cache.read(scope, numbers)) {
        const row = list.find(customer.id)
        if (row) byId.set(customer.id, { row, customer: decorate(customer) })
      }
    }
  }

  function* allSteps(scope: ConnectionRegion): Steps<readonly Customer[]> {
    for (;;) {
      const sighted = sightedOf(scope)
      if (sighted.customers) return sighted.customers
      const { byId, changes, list } = sighted
      const sorted = list.sorted({ sort: 'lastSighting', descending: true })
      const rows = sorted.filter(({ lastSighting }) => lastSighting !== null)
      yield* readSteps(scope, sighted, rows)
      yield
      if (sightedOf(scope) !== sighted || sighted.changes !== changes) continue
      sighted.customers = rows.flatMap(({ id }) => byId.get(id)?.customer ?? [])
      const sightedIds = new Set(rows.map(({ id }) => id))
      for (const id of byId.keys()) if (!sightedIds.has(id)) byId.delete(id)
    }
  }

  return {
    /** The latest first. Returns the same array until one of them changes. */
    all: (scope: ConnectionRegion): readonly Customer[] => runAtOnce(allSteps(scope)),
    /** The same in pieces: many may have changed. */
    allSteps,
    clear({ scope, sighted, ids }: SightedChange): void {
      const known = scopes.get(scopeKey(scope))
      if (!known || !sighted) return
      known.customers = null
      known.changes += 1
      if (!ids) known.byId.clear()
      else for (const id of ids) known.byId.delete(id)
    },
    clearAll: (): void => scopes.clear(),
  }
}
