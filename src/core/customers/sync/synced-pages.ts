import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { DateReading } from '../../service/field-values.ts'
import { findReference, type RowReference } from '../../service/row-reference.ts'
import type { CustomerPage, RecognisePage, RemoteCustomer } from '../../service/service-client.ts'

/** What a page of the list had when a sync read it. */
export interface SyncedPage extends Pick<CustomerPage, 'unreadable' | 'total'> {
  readonly ids: readonly string[]
  /** The customers that name a row of an upload. */
  readonly references: ReadonlyMap<string, RowReference>
}

/**
 * The pages that the syncs of a connection and region have read. A page is recognised by its digest, and neither parsed nor saved again,
 * while the cache has all its customers as they were on it. In memory only: the first sync after a start reads every page.
 */
export interface SyncedPages {
  /** Call it when a pass starts. Another way of reading dates makes all pages new. */
  start(dates: DateReading): void
  readonly recognise: RecognisePage
  /** Notes a page that was read, and gives what it has. */
  add(page: CustomerPage): SyncedPage
  /** Call it when the cache has the customer as it is on this page, or newer. */
  confirm(id: string, page: SyncedPage): void
  /** Customers were changed or removed: the next sync reads their pages again. */
  forget(ids: Iterable<string>): void
  /** The customers that the cache has as they were confirmed. */
  readonly saved: ReadonlyMap<string, SyncedPage>
  /** How many entries the list had when a pass last read all of it; null: that is not certain. */
  endsAt: number | null
}

function createSyncedPages(): SyncedPages {
  const byDigest = new Map<string, SyncedPage>()
  /** The page on which each customer was as the cache has it. */
  const saved = new Map<string, SyncedPage>()
  let lastDates: DateReading | null = null
  const isSaved = (page: SyncedPage): boolean => page.ids.every((id) => saved.get(id) === page)

  return {
    start(dates) {
      if (dates !== lastDates) saved.clear()
      lastDates = dates
      for (const [digest, page] of byDigest) if (!isSaved(page)) byDigest.delete(digest)
    },
    recognise(digest) {
      const page = byDigest.get(digest)
      if (!page || !isSaved(page)) return null
      const { ids, unreadable, total } = page
      return { customers: [], ids, unreadable, ...(total === undefined ? {} : { total }) }
    },
    add({ customers, unreadable, total, digest, ids }) {
      const before = digest !== undefined && ids && byDigest.get(digest)
      if (before) return before
      const page = {
        ids: customers.map(({ id }) => id),
        references: referencesOf(customers),
        unreadable,
        ...(total === undefined ? {} : { total }),
      }
      // No change of a customer would end a page without any.
      if (digest !== undefined && customers.length > 0) byDigest.set(digest, page)
      return page
    },
    confirm: (id, page) => void saved.set(id, page),
    forget(ids) {
      for (const id of ids) saved.delete(id)
    },
    saved,
    endsAt: null,
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
export interface SyncedScopes {
  of(scope: ConnectionRegion): SyncedPages
  /** See `SyncedPages.forget`. */
  forget(scope: ConnectionRegion, ids: Iterable<string>): void
  forgetConnection(connectionId: string): void
}

export function createSyncedScopes(): SyncedScopes {
  const scopes = new Map<string, { readonly connectionId: string; readonly pages: SyncedPages }>()
  return {
    of(scope) {
      const found = scopes.get(scopeKey(scope))
      if (found) return found.pages
      const pages = createSyncedPages()
      scopes.set(scopeKey(scope), { connectionId: scope.connectionId, pages })
      return pages
    },
    forget: (scope, ids) => scopes.get(scopeKey(scope))?.pages.forget(ids),
    forgetConnection(connectionId) {
      for (const [key, scope] of scopes) if (scope.connectionId === connectionId) scopes.delete(key)
    },
  }
}
