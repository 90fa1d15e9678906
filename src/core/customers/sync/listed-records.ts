import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { ResultHandler } from './apply-results.ts'

export interface ListedRecordsParts {
  readonly cache: Pick<CustomerCache, 'countUnreadable' | 'lastSync'>
  readonly lists: Pick<CustomerLists, 'ready'>
  readonly deletions: Pick<DeletionQueue, 'isDeleted'>
  readonly results: Pick<ResultHandler, 'saveRecords'>
  readonly savedDuringSync: Set<string>
  readonly sync: { request(scope: ConnectionRegion): void }
  /** Aborts when the customers close. */
  readonly ended: AbortSignal
}

/** Records that an upload has read while it matched its rows: they need not be read again page by page. */
export type ListedRecords = ReturnType<typeof createListedRecords>

/** Records saved in one transaction. */
const recordsPerPiece = 250

export function createListedRecords(storage: OpenStorage, parts: ListedRecordsParts) {
  const { cache, lists, deletions, results, savedDuringSync, sync, ended } = parts
  const completeAt = new Map<string, string>()
  const checks = new Set<Promise<void>>()

  /** Whether the service's list has this many entries; false also when it cannot be read. */
  const hasEntries = async ({ connectionId, region }: ConnectionRegion, count: number): Promise<boolean> => {
    const client = await storage.connections.client(connectionId, region)
    if (!client.ok) return false
    const page = { offset: Math.max(0, count - 1), limit: 2 }
    const answer = await client.value.listCustomers(page, { signal: ended, attempts: 1 })
    if (!answer.ok) return false
    return answer.value.customers.length + answer.value.unreadable.length === Math.min(1, count)
  }

  const checkCount = async (scope: ConnectionRegion): Promise<void> => {
    const { length: listed } = (await lists.ready(scope)).rows()
    if (ended.aborted) return
    const isSynced = cache.lastSync(scope) !== null
    const count = listed + cache.countUnreadable(scope)
    const at = storage.clock.now().toISOString()
    if (isSynced && (await hasEntries(scope, count))) completeAt.set(scopeKey(scope), at)
    else if (!ended.aborted) sync.request(scope)
  }

  return {
    async save(scope: ConnectionRegion, records: readonly RemoteCustomer[]): Promise<void> {
      for (let first = 0; first < records.length && !ended.aborted; first += recordsPerPiece) {
        const piece = records.slice(first, first + recordsPerPiece).filter(({ id }) => !deletions.isDeleted(scope, id))
        for (const { id } of piece) savedDuringSync.add(id)
        results.saveRecords(scope, piece)
        await yieldToEventLoop()
      }
    },

    /**
     * Syncs when the number of the service's customers is not that of the cache: others have added or deleted some, or the
     * network has delivered a batch twice. One call tells: the list has exactly one entry from the last place on. Otherwise
     * the next ordinary sync is soon enough.
     */
    syncIfChanged(scope: ConnectionRegion): Promise<void> {
      const check = checkCount(scope).finally(() => checks.delete(check))
      checks.add(check)
      return check
    },

    /** Since when the cache is known to have all customers of the list (ISO 8601); null: since the last sync. */
    completeAt: (scope: ConnectionRegion): string | null => completeAt.get(scopeKey(scope)) ?? null,

    /** Resolves when no check runs any more. The database stays open until then. */
    async close(): Promise<void> {
      await Promise.allSettled(checks)
    },
  }
}
