import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { createThrottledAnnouncer } from '../../events/throttled-announcer.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { ListedReferences } from '../../uploads/listed-references.ts'
import type { RecordsToSend } from '../../uploads/upload-writer.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { DoNotContact } from '../contact/do-not-contact.ts'
import { customerMessages } from '../customer-messages.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { KnownVehicles } from '../list/known-vehicles.ts'
import { createResultHandler, type ResultHandler, type ResultParts } from './apply-results.ts'
import { createChangeSender, defaultSendTiming, type SendTiming } from './change-sender.ts'
import { createCustomerSync, defaultSyncTiming, type SyncTiming } from './customer-sync.ts'
import { createListedAgain } from './listed-again.ts'
import { createNotFoundRecords } from './not-found-records.ts'
import { createRestoreQueue, createRestoreWatch } from './restore.ts'
import type { SyncedScopes } from './synced-pages.ts'
import { scopeKey } from '../../database/scope-sql.ts'

/** What a record that an event brought did to the cache. `older`: the cache has this version or a newer one; `deleted`: this PC deleted it. */
export type EventResult = 'applied' | 'older' | 'deleted'

export interface ExchangeParts {
  readonly syncTiming?: Partial<SyncTiming>
  readonly sendTiming?: Partial<SendTiming>
  /** Creates an upload of records from the bin and returns its id. Without it nothing can be restored. */
  readonly createUpload?: (records: RecordsToSend) => Promise<string>
  /** Called at the end of each sync with the ids of the listed records by upload reference. */
  readonly onReferencesListed?: (scope: ConnectionRegion, references: ListedReferences) => Promise<void> | void
}

/** What the exchange shares with the lists and handlers of customers. */
export interface SharedParts extends Omit<ResultParts, 'clock' | 'deletedDuringSync'> {
  readonly lists: CustomerLists
  readonly synced: SyncedScopes
  readonly doNotContact: DoNotContact
  readonly vehicles: KnownVehicles
  readonly ended: AbortSignal
}

/** What goes between the cache and the service: the list is read, changes are sent, deleted records are restored. */
export function createServiceExchange(
  storage: OpenStorage,
  parts: SharedParts,
  options: ExchangeParts,
  announce: ReturnType<typeof createThrottledAnnouncer>,
) {
  const { cache, deletions, bin, updates, sendRequests, ended } = parts
  const deletedDuringSync = new Set<string>()
  const savedDuringSync = new Set<string>()
  const shared = { ...parts, database: storage.database, clock: storage.clock }
  const results = createResultHandler({ ...shared, deletedDuringSync })
  const notFound = createNotFoundRecords(
    (scope) => sync.request(scope),
    ({ connectionId }) => sendRequests.emit(connectionId),
  )
  const listedAgain = createListedAgain(storage, shared)
  const sync = createCustomerSync(storage, {
    ...shared,
    results,
    notFound,
    listedAgain,
    deletedDuringSync,
    savedDuringSync,
    timing: { ...defaultSyncTiming, ...options.syncTiming },
    onReferencesListed: options.onReferencesListed ?? (() => undefined),
    onProgress: () => announce(null),
    onEnded: () => announce.now(null),
  })
  const saved = createListedRecords(storage, { ...shared, results, savedDuringSync, sync })
  const sender = createChangeSender(storage, {
    ...shared,
    results,
    notFound,
    timing: { ...defaultSendTiming, ...options.sendTiming },
  })
  const restores = createRestoreQueue({
    ...shared,
    listedAgain,
    createUpload: options.createUpload ?? (() => fail('unexpected', customerMessages.restoreUnavailable)),
  })
  const restoring = createRestoreWatch(storage, { restores, bin, updates, sync, ended })

  return {
    sync,
    sender,
    restores,
    /** Reads one record again and saves it; null: the service does not return it now, or this PC has deleted it meanwhile. */
    async reread(scope: ConnectionRegion, id: string): Promise<RemoteCustomer | null> {
      const client = await storage.connections.client(scope.connectionId, scope.region)
      const answer = client.ok ? await client.value.getCustomer(id, { attempts: 1 }) : client
      if (!answer.ok || deletions.isDeleted(scope, id)) return null
      const record = results.complete(scope, answer.value)
      results.saveRecords(scope, [record])
      return record
    },
    start: () => [restoring, sync, sender].forEach((part) => part.start()),
    async close(): Promise<void> {
      restoring.stop()
      await Promise.all([saved.close(), sync.close(), sender.close()])
    },
    /** What other parts of the program ask the exchange: see `Customers`. */
    syncing: {
      refresh: sync.refresh,
      syncState: sync.state,
      setSyncInterval: sync.setInterval,
      saveListed: saved.save,
      retryNow() {
        for (const scope of storage.connections.inUse()) sync.request(scope)
        sender.retryNow()
      },
      syncedAt: (connectionId: string, region: Region) => cache.lastSync({ connectionId, region })?.syncedAt ?? null,
      completeAt(connectionId: string, region: Region) {
        const scope: ConnectionRegion = { connectionId, region }
        const syncedAt = cache.lastSync(scope)?.syncedAt ?? null
        const confirmedAt = saved.completeAt(scope)
        return syncedAt !== null && confirmedAt !== null && confirmedAt > syncedAt ? confirmedAt : syncedAt
      },
      requestSync(connectionId: string, region: Region) {
        sync.request({ connectionId, region })
        sender.sendNow(connectionId)
      },
      async syncIfChanged(connectionId: string, region: Region) {
        sender.sendNow(connectionId)
        await saved.syncIfChanged({ connectionId, region })
      },
      applyEvents: (scope: ConnectionRegion, records: readonly RemoteCustomer[]): readonly EventResult[] =>
        cache.transaction(() =>
          records.map((record): EventResult => {
            if (deletions.isDeleted(scope, record.id)) return 'deleted'
            return results.saveRecords(scope, [record]) > 0 ? 'applied' : 'older'
          }),
        ),
    },
  }
}

interface ListedRecordsParts {
  readonly cache: Pick<CustomerCache, 'countUnreadable' | 'lastSync'>
  readonly lists: Pick<CustomerLists, 'ready'>
  readonly deletions: Pick<DeletionQueue, 'isDeleted'>
  readonly results: Pick<ResultHandler, 'saveRecords'>
  readonly savedDuringSync: Set<string>
  readonly sync: { request(scope: ConnectionRegion): void }
  /** Aborts when the customers close. */
  readonly ended: AbortSignal
}

/** Records saved in one transaction. */
const recordsPerPiece = 250

/** Records that an upload has read while it matched its rows: they need not be read again page by page. */
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
