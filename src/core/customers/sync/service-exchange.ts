import type { Region } from '../../../contract/region.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Signal } from '../../events/signal.ts'
import type { createThrottledAnnouncer } from '../../events/throttled-announcer.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { ListedReferences } from '../../uploads/listed-references.ts'
import type { RecordsToSend } from '../../uploads/upload-writer.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { Bin } from '../changes/bin.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { DoNotContact } from '../contact/do-not-contact.ts'
import { customerMessages } from '../customer-messages.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { KnownVehicles } from '../list/known-vehicles.ts'
import { createResultHandler, type CustomerUpdate } from './apply-results.ts'
import { createChangeSender, defaultSendTiming, type SendTiming } from './change-sender.ts'
import { createCustomerSync, defaultSyncTiming, type SyncTiming } from './customer-sync.ts'
import { createListedAgain } from './listed-again.ts'
import { createListedRecords } from './listed-records.ts'
import { createNotFoundRecords } from './not-found-records.ts'
import { createRestoreQueue, createRestoreWatch } from './restore.ts'
import type { SyncedScopes } from './synced-pages.ts'

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
export interface SharedParts {
  readonly cache: CustomerCache
  readonly lists: CustomerLists
  readonly ledger: ChangeLedger
  readonly deletions: DeletionQueue
  readonly bin: Bin
  readonly sendRequests: Signal<string>
  readonly updates: Signal<CustomerUpdate>
  readonly synced: SyncedScopes
  readonly doNotContact: DoNotContact
  readonly vehicles: KnownVehicles
  readonly ended: AbortSignal
}

export type ServiceExchange = ReturnType<typeof createServiceExchange>

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
