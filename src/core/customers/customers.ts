import type { ConnectionRegion } from '../connections/connection-region.ts'
import { CustomerFilter, type Customer } from '../../contract/customers.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { RecordsToSend } from '../uploads/uploads.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { createBin } from './journal/bin.ts'
import { createChangeJournal } from './journal/change-journal.ts'
import { createChangeSender, defaultSendTiming, type SendTiming } from './sync/change-sender.ts'
import { toCustomer } from './cache/customer-columns.ts'
import { createCustomerCache } from './cache/customer-cache.ts'
import { createCustomerSummary } from './list/customer-summary.ts'
import { createCustomerIndexes } from './cache/customer-indexes.ts'
import { createCustomerList } from './list/customer-list.ts'
import { createResultHandler } from './sync/apply-results.ts'
import { createCustomerSync, defaultSyncTiming, type SyncTiming } from './sync/customer-sync.ts'
import { createCustomerVerbs } from './handlers/customer-handlers.ts'
import { createCustomerViews } from './list/customer-views.ts'
import { createDoNotContact, type DoNotContact } from './cache/do-not-contact.ts'
import { createEditCustomers } from './editing/edit-customers.ts'
import { createEditJournal } from './journal/edit-journal.ts'
import { createRestoring } from './sync/restore.ts'
import { createSavedValues } from './journal/recent-saves.ts'
import { createShownCustomers } from './list/with-pending-changes.ts'

/** What became of a record that an event brought: `older`, the copy holds a newer one or the same; `gone`, it is deleted here, or about to be. */
export type EventResult = 'applied' | 'older' | 'deleted'

export type Customers = DomainHandlers<'customers', AbortSignal> & {
  /** Begins to keep the copy of the connection in use up to date, and goes on with edits and deletions that wait. */
  start(): void
  close(): Promise<void>
  /** Keys (`vehicleKeys` of core/import) of the vehicles in the copy of a connection and region. */
  vehicleKeys(connectionId: string, region: Region): ReadonlySet<string>
  /** Reads one customer again, in use or not, and gives it; null when the service does not give it now. */
  refreshCustomer(connectionId: string, region: Region, id: string): Promise<Customer | null>
  /** Empties the copies, the journals and the bin of a connection, and forgets who is not to be contacted. */
  forgetConnection(connectionId: string): void
  /** When a copy was last brought up to date; null: never yet. ISO 8601. */
  syncedAt(connectionId: string, region: Region): string | null
  /** Brings a copy up to date in the background, in use or not, and sends what waits. */
  requestSync(connectionId: string, region: Region): void
  /** The time between two looks at the service while all is well, from now on. */
  setSyncInterval(ms: number): void
  /** The ids of the records that an upload of this PC made, as far as the copy has them. */
  idsOfUpload(scope: ConnectionRegion, uploadId: string): ReadonlySet<string>
  /** One record as the list shows it, in use or not. */
  find(scope: ConnectionRegion, id: string): Customer | null
  /** All that were seen for sale, the last seen first; the same list until one of them changes. */
  sightedCustomers(scope: ConnectionRegion): readonly Customer[]
  /** Takes records in that the service pushed, in their order and in one transaction. One answer a record. */
  applyEvents(scope: ConnectionRegion, records: readonly RemoteCustomer[]): readonly EventResult[]
  /** Called after each change of a copy or a journal: look later, not within the call. Gives the way to stop listening. */
  onChanged(listener: (scope: ConnectionRegion) => void): () => void
  /** Who is not to be contacted; `notifyDoNotContact` after it was changed. */
  readonly doNotContact: DoNotContact
  notifyDoNotContact(scope: ConnectionRegion): void
}

export interface CustomersParts {
  readonly syncTiming?: Partial<SyncTiming>
  readonly sendTiming?: Partial<SendTiming>
  /** Enters an upload of records of the bin; gives its id. Without it nothing can be restored. */
  readonly createUpload?: (records: RecordsToSend) => Promise<string>
}

const announceEveryMs = 250

/** The service's customers: a local copy that opens at once, and a journal of what is to be changed. */
export function createCustomers(storage: OpenStorage, parts: CustomersParts = {}): Customers {
  const { database, clock } = storage
  const indexes = createCustomerIndexes(database)
  const copy = createCustomerCache(database, indexes)
  const list = createCustomerList(database, indexes)
  const edits = createEditJournal(database)
  const changes = createChangeJournal(database)
  const bin = createBin(database)
  const saved = createSavedValues(database)
  const doNotContact = createDoNotContact(database)
  const shown = createShownCustomers({ copy, edits, bin, doNotContact })
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const announce = createThrottledAnnouncer(storage.announcer, clock, 'customers.changed', announceEveryMs, ended)
  const keys = new Map<string, ReadonlySet<string>>()
  const sightedLists = new Map<string, readonly Customer[]>()
  const listeners = new Set<(scope: ConnectionRegion) => void>()
  const keyOf = ({ connectionId, region }: ConnectionRegion): string => `${region} ${connectionId}`

  const changed = (scope: ConnectionRegion, sighted: boolean): void => {
    keys.delete(keyOf(scope))
    list.changed()
    if (sighted) sightedLists.delete(keyOf(scope))
    announce(null)
    for (const listener of listeners) listener(scope)
  }
  const outcomes = createResultHandler({
    clock,
    copy,
    edits,
    changes,
    bin,
    saved,
    resend: ({ connectionId }) => sender.wake(connectionId),
    forget: (id) => sync.forget(id),
    changed,
  })
  const sync = createCustomerSync(
    storage,
    { copy, indexes, outcomes },
    { ...defaultSyncTiming, ...parts.syncTiming },
    () => announce(null),
  )
  const sender = createChangeSender(storage, {
    edits,
    bin,
    saved,
    outcomes,
    timing: { ...defaultSendTiming, ...parts.sendTiming },
  })
  const restoring = createRestoring({
    database,
    clock,
    bin,
    changes,
    doNotContact,
    createUpload:
      parts.createUpload ?? (() => fail('unexpected', 'Restoring needs an upload, and this Forecourt has none.')),
  })
  const settleRestores = (): void => {
    for (const scope of restoring.settle()) {
      changed(scope, true)
      sync.request(scope)
    }
  }
  const stopListening = storage.announcer.listen(({ name }) => {
    if (name === 'uploads.changed' && !ended.aborted) settleRestores()
  })

  const verbs = createCustomerVerbs(storage, {
    copy,
    list,
    facts: createCustomerSummary(database, indexes),
    views: createCustomerViews(database),
    edits,
    changes,
    bin,
    sync,
    sender,
    editing: createEditCustomers({ database, clock, copy, edits, changes, bin }),
    restoring,
    shown,
    changed: (scope) => changed(scope, true),
    announce: () => announce(null),
  })

  return {
    ...verbs,

    vehicleKeys(connectionId, region) {
      const key = keyOf({ connectionId, region })
      const ready = keys.get(key) ?? copy.vehicleKeys({ connectionId, region })
      keys.set(key, ready)
      return ready
    },

    async refreshCustomer(connectionId, region, id) {
      const scope: ConnectionRegion = { connectionId, region }
      const client = await storage.connections.client(connectionId, region)
      const answer = client.ok ? await client.value.getCustomer(id, { attempts: 1 }) : client
      // It was deleted meanwhile: what was read of it is of before.
      if (!answer.ok || bin.has(scope, id)) return null
      outcomes.take(scope, [answer.value])
      return shown.find(scope, id) ?? toCustomer(answer.value)
    },

    forgetConnection(connectionId) {
      sync.forgetConnection(connectionId)
      database.transaction(() => {
        for (const kept of [copy, edits, changes, bin, saved, doNotContact]) kept.forgetConnection(connectionId)
      })
      keys.clear()
      sightedLists.clear()
      list.changed()
      announce(null)
    },

    syncedAt: (connectionId, region) => copy.lastLook({ connectionId, region })?.syncedAt ?? null,

    requestSync(connectionId, region) {
      sync.request({ connectionId, region })
      sender.hurry(connectionId)
    },

    setSyncInterval: sync.setSyncInterval,

    idsOfUpload: (scope, uploadId) => new Set(list.ids(scope, { ...noFilter, uploadId }, localDate(clock.now()))),

    find: shown.find,

    sightedCustomers(scope) {
      const known = sightedLists.get(keyOf(scope)) ?? copy.sighted(scope).map(shown.dresser(scope))
      sightedLists.set(keyOf(scope), known)
      return known
    },

    applyEvents(scope, records) {
      return copy.transaction(() =>
        records.map((record): EventResult => {
          if (bin.has(scope, record.id)) return 'deleted'
          return outcomes.take(scope, [record]).changed > 0 ? 'applied' : 'older'
        }),
      )
    },

    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    doNotContact,
    notifyDoNotContact: (scope) => changed(scope, true),

    start() {
      settleRestores()
      sync.start()
      sender.start()
    },

    async close() {
      closing.abort()
      stopListening()
      await Promise.all([sync.close(), sender.close()])
    },
  }
}

const noFilter: CustomerFilter = CustomerFilter.parse({})
