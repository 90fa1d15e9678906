import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { DateReading } from '../../service/field-values.ts'
import { findReference, type RowReference } from '../../service/row-reference.ts'
import type { CustomerPage, RecognisePage, RemoteCustomer } from '../../service/service-client.ts'

/** What a page of the list had when a sync read it. */
export interface SyncedPage extends Pick<CustomerPage, 'unreadable' | 'total' | 'digest'> {
  readonly ids: readonly string[]
  /** The customers that name a row of an upload. */
  readonly references: ReadonlyMap<string, RowReference>
}

/**
 * The pages that the syncs of a connection and region have read. A page is recognised by its digest, and neither parsed nor saved again,
 * while the cache has all its customers as they were on it. In memory only: the first sync after a start reads every page.
 */
export type SyncedPages = ReturnType<typeof createSyncedPages>

function createSyncedPages() {
  const byDigest = new Map<string, SyncedPage>()
  /** The last page that each customer was on. */
  const pageOf = new Map<string, SyncedPage>()
  let lastDates: DateReading | null = null

  const forget = (id: string): void => {
    const page = pageOf.get(id)
    pageOf.delete(id)
    if (page?.digest !== undefined && byDigest.get(page.digest) === page) byDigest.delete(page.digest)
  }

  const recognise: RecognisePage = (digest) => {
    const page = byDigest.get(digest)
    if (!page) return null
    const { ids, unreadable, total } = page
    return { customers: [], ids, unreadable, ...(total === undefined ? {} : { total }) }
  }

  return {
    /** Call it when a pass starts. Another way of reading dates makes all pages new. */
    start(dates: DateReading): void {
      if (dates !== lastDates) {
        byDigest.clear()
        pageOf.clear()
      }
      lastDates = dates
    },
    recognise,
    /** What an answered page has: as it was remembered, when it was recognised. */
    read({ customers, unreadable, total, digest, ids }: CustomerPage): SyncedPage {
      const before = digest !== undefined && ids && byDigest.get(digest)
      if (before) return before
      return {
        ids: customers.map(({ id }) => id),
        references: referencesOf(customers),
        unreadable,
        ...(total === undefined ? {} : { total }),
        ...(digest === undefined ? {} : { digest }),
      }
    },
    /** Call it when the cache has all customers of the page as they are on it, or newer. */
    remember(page: SyncedPage): void {
      // No change of a customer would end a page without any.
      if (page.digest === undefined || page.ids.length === 0) return
      for (const id of page.ids) {
        forget(id)
        pageOf.set(id, page)
      }
      byDigest.set(page.digest, page)
    },
    /** Customers were changed or removed: the next sync reads their pages again. */
    forget(ids: Iterable<string>): void {
      for (const id of ids) forget(id)
    },
    /** How many entries the list had when a pass last read all of it; null: that is not certain. */
    endsAt: null as number | null,
  }
}

function referencesOf(customers: readonly RemoteCustomer[]): Map<string, RowReference> {
  const references = new Map<string, RowReference>()
  for (const customer of customers) {
    const reference = findReference(customer)
    if (reference) references.set(customer.id, reference)
  }
  return references
}

/** The `SyncedPages` of each connection and region that was synced. */
export type SyncedScopes = ReturnType<typeof createSyncedScopes>

export function createSyncedScopes() {
  const scopes = new Map<string, { readonly connectionId: string; readonly pages: SyncedPages }>()
  return {
    of(scope: ConnectionRegion): SyncedPages {
      const found = scopes.get(scopeKey(scope))
      if (found) return found.pages
      const pages = createSyncedPages()
      scopes.set(scopeKey(scope), { connectionId: scope.connectionId, pages })
      return pages
    },
    /** See `SyncedPages.forget`. */
    forget: (scope: ConnectionRegion, ids: Iterable<string>): void => scopes.get(scopeKey(scope))?.pages.forget(ids),
    forgetConnection(connectionId: string): void {
      for (const [key, scope] of scopes) if (scope.connectionId === connectionId) scopes.delete(key)
    },
  }
}
