import type { Customer } from '../../contract/customer-record.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { inBatches } from '../database/in-batches.ts'
import { createSignal } from '../events/signal.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createJournalRows } from '../uploads/journal-rows.ts'
import { createRowPacks } from '../uploads/row-packs.ts'
import { createCustomerCache } from './cache/customer-cache.ts'
import { toCustomer } from './cache/stored-customer.ts'
import { createDoNotContact } from './contact/do-not-contact.ts'
import { createExportBatches, createReadAllCustomers } from './list/all-customers.ts'
import { createPersonRecords } from './list/person-records.ts'
import { createRevealLog } from './contact/reveal-log.ts'
import { customerMessages } from './customer-messages.ts'
import { createCustomerEdits } from './changes/customer-edits.ts'
import { type ContactAllowed, type HandlerParts, createHandlerContext } from './handlers/handler-context.ts'
import { type PrepareUpdates, type ReadKnownRows, createUpdateHandlers } from './handlers/update-handlers.ts'
import { createBin } from './changes/bin.ts'
import { createDeletionQueue, deleteWork, inBinOrder } from './changes/deletion-queue.ts'
import { createChangeLedger } from './changes/change-ledger.ts'
import { createCustomerList } from './list/customer-list.ts'
import { createCustomerLists } from './list/customer-lists.ts'
import { createCustomerSummary } from './list/customer-summary.ts'
import { createCustomerViews } from './list/customer-views.ts'
import { createKnownVehicles } from './list/known-vehicles.ts'
import { createSightedCustomers } from './list/sighted-customers.ts'
import { createSelectedCars } from './list/vehicle-customers.ts'
import { createUploadedCustomers } from './list/uploaded-customers.ts'
import { createWithPendingChanges, type FindSavedVehicle } from './list/with-pending-changes.ts'
import type { CustomerUpdate } from './sync/apply-results.ts'
import { createServiceExchange, type ExchangeParts } from './sync/service-exchange.ts'
import { createSyncedScopes } from './sync/synced-pages.ts'
import { createBinHandlers } from './handlers/bin-handlers.ts'
import { createContactHandlers } from './handlers/contact-handlers.ts'
import { createEditHandlers } from './handlers/edit-handlers.ts'
import { createListHandlers } from './handlers/list-handlers.ts'

export type Customers = ReturnType<typeof createCustomers>

export interface CustomersParts extends ExchangeParts {
  /** Without it customers cannot be updated from a draft. */
  readonly readKnownRows?: ReadKnownRows
  /** Without it no saved look-ups are shown. */
  readonly findSavedVehicle?: FindSavedVehicle
}

const announceEveryMs = 250

/**
 * The service's customers: a local cache that opens at once, and a journal of the user's changes.
 *
 * The course of an edit: `changes/customer-edits.ts` validates it and records it in `changes/change-ledger.ts`. `sync/change-sender.ts` reads
 * the record at the service, compares, and sends the value. `sync/apply-results.ts` saves the answer: the record in the cache, and the edit
 * as saved, refused or in conflict. A deletion goes through `changes/deletion-queue.ts` to the bin in the same way.
 */
export function createCustomers(storage: OpenStorage, parts: CustomersParts = {}) {
  const { database, clock } = storage
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const announce = createThrottledAnnouncer(storage.announcer, clock, 'customers.changed', announceEveryMs, ended)
  const synced = createSyncedScopes()
  const cache = createCustomerCache(database)
  const lists = createCustomerLists(cache)
  const doNotContact = createDoNotContact(database)
  const ledger = createChangeLedger(database, clock)
  const deletions = createDeletionQueue(database, cache, clock)
  const bin = createBin(database, createJournalRows(database, createRowPacks(database)).endOf, deletions)
  const vehicles = createKnownVehicles(lists)
  const list = createCustomerList({ database, cache, lists, doNotContact })
  const withPendingChanges = createWithPendingChanges({
    cache,
    edits: ledger.edits,
    deletions,
    doNotContact,
    findSavedVehicle: parts.findSavedVehicle ?? (() => null),
  })
  const reveals = createRevealLog(database)
  const exportBatches = createExportBatches({ cache, withPendingChanges, reveals, clock })
  const contactAllowed = createSignal<ContactAllowed>()
  const personRecords = createPersonRecords({ cache, lists, withPendingChanges })
  const isDoNotContact: HandlerParts['isDoNotContact'] = (scope, id, mobileNumber) =>
    !doNotContact.isEmpty(scope) &&
    (doNotContact.has(scope, { id, mobileNumber }) || withPendingChanges.find(scope, id)?.doNotContact === true)
  const sighted = createSightedCustomers(cache, lists, withPendingChanges)
  const uploaded = createUploadedCustomers(database, lists)
  const updates = createSignal<CustomerUpdate>()
  updates.listen((update) => {
    sighted.clear(update)
    announce(null)
  })
  const sendRequests = createSignal<string>()
  const shared = { cache, lists, ledger, deletions, bin, sendRequests, updates, synced, doNotContact, vehicles, ended }
  const exchange = createServiceExchange(storage, shared, parts, announce)
  const { sync, sender, restores } = exchange
  const notifyAndSend = (scope: ConnectionRegion): void => {
    sendRequests.emit(scope.connectionId)
    updates.emit({ scope, sighted: true })
  }
  const editParts = { ...storage, cache, ledger, deletions, isDoNotContact, restoreAsked: restores.startAsked }
  const editing = createCustomerEdits(editParts, { log: storage.log, onContinued: notifyAndSend })
  const stopListening = storage.announcer.listen(({ name }) => {
    if (name === 'lookup.changed') sighted.clearAll()
  })

  const handlers = createCustomerHandlers(
    storage,
    {
      cache,
      list,
      lists,
      summarise: createCustomerSummary({ database, doNotContact, list, lists }),
      exportBatches,
      views: createCustomerViews(database),
      ledger,
      deletions,
      bin,
      sync,
      sender,
      editing,
      restores,
      withPendingChanges,
      doNotContact,
      reveals,
      ...personRecords,
      contactAllowed,
      isDoNotContact,
      updates,
      sendRequests,
      announce: () => announce(null),
    },
    parts.readKnownRows ?? (() => fail('unexpected', customerMessages.draftsUnavailable)),
  )

  return {
    ...handlers,
    ...vehicles,
    doNotContact,
    ...personRecords,
    /** Calls the listener when the user allows contact again in the list of customers, within the transaction. */
    onContactAllowed: contactAllowed.listen,
    /** One record as the list shows it. */
    find: withPendingChanges.find,
    selectedCars: createSelectedCars({ list, lists, clock }),
    allCustomers: createReadAllCustomers(lists, exportBatches),
    /** All customers with a sighting, the latest first. Returns the same array until one of them changes. */
    sightedCustomers: sighted.all,
    sightedSteps: sighted.allSteps,
    /** Resolves when the customers are in memory. What is asked for without waiting is then answered at once. */
    ready: async (scope: ConnectionRegion): Promise<void> => void (await lists.ready(scope)),

    /** Reads one customer from the service again. Null if the service does not return it now. */
    async refreshCustomer(connectionId: string, region: Region, id: string): Promise<Customer | null> {
      const record = await exchange.reread({ connectionId, region }, id)
      return record && (withPendingChanges.find({ connectionId, region }, id) ?? toCustomer(record))
    },

    /** All that is stored of a connection's customers was removed. */
    forgetConnection(connectionId: string): void {
      sync.forgetConnection(connectionId)
      cache.forgetConnection(connectionId)
      synced.forgetConnection(connectionId)
      sighted.clearAll()
      announce(null)
    },

    /** Which ids are of records that an upload of this PC created and that are in the cache, until one of them changes. */
    idsOfUpload: uploaded.ofUpload,
    countOfUpload: uploaded.count,

    /** Deletes the records of an upload like the user's own deletions. Returns how many were not being deleted already. */
    async deleteOfUpload(scope: ConnectionRegion, uploadId: string): Promise<number> {
      const ids = await uploaded.ids(scope, uploadId)
      try {
        const at = clock.now().toISOString()
        const work = deleteWork({ deletions, ledger }, scope, { at, step: null })
        await inBatches(database, inBinOrder(ids), work.each)
        return work.result()
      } finally {
        notifyAndSend(scope)
      }
    },

    /** The records in the cache, in the order of their arrival. */
    listed: cache.each,
    ...exchange.syncing,
    /** Deletes records at the service and moves them to the bin, like the user's own deletions. */
    deleteRecords(scope: ConnectionRegion, ids: readonly string[]): void {
      const at = clock.now().toISOString()
      database.transaction(() => ids.forEach((id) => deletions.add(scope, id, at, null)))
      notifyAndSend(scope)
    },

    /** Calls `listener` within each change of the cache or a journal: it must read the result later. Returns what stops it. */
    onChanged: (listener: (scope: ConnectionRegion) => void): (() => void) =>
      updates.listen(({ scope }) => listener(scope)),
    /** Call after a change of `doNotContact`. */
    notifyDoNotContact: (scope: ConnectionRegion): void => updates.emit({ scope, sighted: true }),
    /** Starts to sync the connection in use, and to send edits and deletions that wait. */
    start(): void {
      editing.start()
      exchange.start()
    },

    async close(): Promise<void> {
      closing.abort()
      stopListening()
      await Promise.all([editing.close(), exchange.close()])
    },
  }
}

/** The methods of the contract's `customers`, for the connection and region in use. */
function createCustomerHandlers(
  storage: OpenStorage,
  parts: HandlerParts,
  readKnownRows: ReadKnownRows,
): DomainHandlers<'customers', AbortSignal> & { readonly prepareUpdates: PrepareUpdates } {
  const context = createHandlerContext(storage, parts)
  return {
    ...createListHandlers(context),
    ...createEditHandlers(context),
    ...createUpdateHandlers(context, readKnownRows),
    ...createBinHandlers(context),
    ...createContactHandlers(context),
  }
}
