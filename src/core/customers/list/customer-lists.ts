import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { runAtOnce, runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { createListedCustomers, type ListedCustomers } from './listed-customers.ts'

/** The lists of all connections and regions that were asked for. The cache's changes update them after each commit. */
export type CustomerLists = ReturnType<typeof createCustomerLists>

interface HeldList {
  readonly connectionId: string
  readonly list: ListedCustomers
  /** Reads the customers; null when all were read. */
  loading: Steps<void> | null
  /** Customers with a number up to this one were read. */
  readUpTo: number
}

export function createCustomerLists(cache: Pick<CustomerCache, 'listedAfter' | 'changes'>) {
  const lists = new Map<string, HeldList>()

  function* load(scope: ConnectionRegion, held: HeldList): Steps<void> {
    try {
      for (let found = cache.listedAfter(scope, 0); found; found = cache.listedAfter(scope, held.readUpTo)) {
        held.list.change(found.rows, [])
        held.readUpTo = found.last
        yield
      }
    } catch (error) {
      // The next caller reads all customers again.
      if (lists.get(scopeKey(scope)) === held) lists.delete(scopeKey(scope))
      throw error
    }
    held.readUpTo = Infinity
    held.loading = null
  }

  const listOf = (scope: ConnectionRegion): HeldList => {
    const found = lists.get(scopeKey(scope))
    if (found) return found
    const { connectionId, region } = scope
    const held: HeldList = { connectionId, list: createListedCustomers(region), loading: null, readUpTo: 0 }
    held.loading = load({ connectionId, region }, held)
    lists.set(scopeKey(scope), held)
    return held
  }
  cache.changes.listen((change) => {
    if (change.kind === 'forgotten') {
      for (const [key, { connectionId }] of lists) if (connectionId === change.connectionId) lists.delete(key)
      return
    }
    const held = lists.get(scopeKey(change.scope))
    // Those behind are read later, as they are then.
    held?.list.change(
      change.saved.filter(({ number }) => number <= held.readUpTo),
      change.removed,
    )
  })

  return {
    /** Resolves when the list has all customers. They are read in slices of a few milliseconds. */
    async ready(scope: ConnectionRegion): Promise<ListedCustomers> {
      for (;;) {
        const held = listOf(scope)
        while (held.loading) await runInSlices(held.loading)
        // The connection was forgotten meanwhile, for example.
        if (lists.get(scopeKey(scope)) === held) return held.list
      }
    },
    /** The list, if it has all customers. */
    loaded(scope: ConnectionRegion): ListedCustomers | null {
      const held = lists.get(scopeKey(scope))
      return held && !held.loading ? held.list : null
    },
    /** The same without waiting: customers that were not read yet are read now. */
    now(scope: ConnectionRegion): ListedCustomers {
      const held = listOf(scope)
      if (held.loading) runAtOnce(held.loading)
      return held.list
    },
  }
}
