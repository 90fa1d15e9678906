import { CustomerFilter, type Customer, type CustomersStatus } from '../../contract/customers.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { inUse } from '../connection-in-use.ts'
import { fail } from '../failure.ts'
import { localDate } from '../ports/clock.ts'
import type { RemoteCustomer } from '../service/service-client.ts'
import type { Session } from '../session.ts'
import type { RecordsToSend } from '../uploads/uploads.ts'
import { createThrottledAnnouncer } from '../throttled-announcer.ts'
import { createBin } from './bin.ts'
import { createChangeJournal } from './change-journal.ts'
import { createChangeSender, defaultSendTiming, type SendTiming } from './change-sender.ts'
import { toCustomer, type CopyOf } from './customer-columns.ts'
import { createCustomerCopy } from './customer-copy.ts'
import { exportCustomers, exportedAtOnce } from './customer-export.ts'
import { createCustomerFacts } from './customer-facts.ts'
import { historyOf } from './customer-history.ts'
import { createCustomerIndexes } from './customer-indexes.ts'
import { createCustomerList, type Condition } from './customer-list.ts'
import { createCustomerOutcomes } from './customer-outcomes.ts'
import { createCustomerSync, defaultSyncTiming, type SyncTiming } from './customer-sync.ts'
import { createCustomerViews } from './customer-views.ts'
import { createDoNotContact, type DoNotContact } from './do-not-contact.ts'
import { createEditCustomers } from './edit-customers.ts'
import { createEditJournal, toCellEdit } from './edit-journal.ts'
import type { EditRules } from './field-value.ts'
import { createRestoring } from './restore.ts'
import { createSavedValues } from './saved-values.ts'

/** What became of a record that an event brought: `older`, the copy holds a newer one or the same; `gone`, it is deleted here, or about to be. */
export type TakenEvent = 'taken' | 'older' | 'gone'

export type Customers = DomainHandlers<'customers', AbortSignal> & {
  /** Begins to keep the copy of the connection in use up to date, and goes on with edits and deletions that wait. */
  start(): void
  close(): Promise<void>
  /** Keys (`vehicleKeys` of core/import) of the vehicles in the copy of a connection and region. */
  knownKeys(connectionId: string, region: Region): ReadonlySet<string>
  /** Reads one customer again, in use or not, and gives it; null when the service does not give it now. */
  readAgain(connectionId: string, region: Region, id: string): Promise<Customer | null>
  /** Empties the copies, the journals and the bin of a connection. */
  forgetConnection(connectionId: string): void
  /** When a copy was last brought up to date; null: never yet. ISO 8601. */
  syncedAt(connectionId: string, region: Region): string | null
  /** Brings a copy up to date in the background, in use or not, and sends what waits. */
  requestSync(connectionId: string, region: Region): void
  /** The time between two looks at the service while all is well, from now on. */
  lookEvery(ms: number): void
  /** The ids of the records that an upload of this PC made, as far as the copy has them. */
  ofUpload(of: CopyOf, uploadId: string): ReadonlySet<string>
  /** One record as the list shows it, in use or not. */
  find(of: CopyOf, id: string): Customer | null
  /** All that were seen for sale, the last seen first; the same list until one of them changes. */
  sighted(of: CopyOf): readonly Customer[]
  /** Takes records in that the service pushed, in their order and in one transaction. One answer a record. */
  takeEvents(of: CopyOf, records: readonly RemoteCustomer[]): readonly TakenEvent[]
  /** Called after each change of a copy or a journal: look later, not within the call. Gives the way to stop listening. */
  onChanged(listener: (of: CopyOf) => void): () => void
  /** Who is not to be contacted; `contactChanged` after it was changed. */
  readonly doNotContact: DoNotContact
  contactChanged(of: CopyOf): void
}

export interface CustomersParts {
  readonly syncTiming?: Partial<SyncTiming>
  readonly sendTiming?: Partial<SendTiming>
  /** Enters an upload of records of the bin; gives its id. Without it nothing can be restored. */
  readonly createUpload?: (records: RecordsToSend) => Promise<string>
}

const announceEveryMs = 250

/** The service's customers: a local copy that opens at once, and a journal of what is to be changed. */
export function createCustomers(session: Session, parts: CustomersParts = {}): Customers {
  const { database, clock } = session
  const indexes = createCustomerIndexes(database)
  const copy = createCustomerCopy(database, indexes)
  const list = createCustomerList(database, indexes)
  const facts = createCustomerFacts(database, indexes)
  const views = createCustomerViews(database)
  const edits = createEditJournal(database)
  const changes = createChangeJournal(database)
  const bin = createBin(database)
  const saved = createSavedValues(database)
  const doNotContact = createDoNotContact(database)
  const closing = new AbortController()
  const ended = AbortSignal.any([session.ended, closing.signal])
  const announce = createThrottledAnnouncer(session.announcer, clock, 'customers.changed', announceEveryMs, ended)
  const keys = new Map<string, ReadonlySet<string>>()
  const sightedLists = new Map<string, readonly Customer[]>()
  const listeners = new Set<(of: CopyOf) => void>()
  const keyOf = ({ connectionId, region }: CopyOf): string => `${region} ${connectionId}`

  const changed = (of: CopyOf, sighted: boolean): void => {
    keys.delete(keyOf(of))
    list.changed()
    if (sighted) sightedLists.delete(keyOf(of))
    announce(null)
    for (const listener of listeners) listener(of)
  }
  const outcomes = createCustomerOutcomes({
    database,
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
    session,
    { copy, indexes, outcomes },
    { ...defaultSyncTiming, ...parts.syncTiming },
    () => announce(null),
  )
  const sender = createChangeSender(session, {
    edits,
    bin,
    saved,
    outcomes,
    timing: { ...defaultSendTiming, ...parts.sendTiming },
  })
  const editing = createEditCustomers({ database, clock, copy, edits, changes, bin })

  const restoring = createRestoring({
    database,
    clock,
    bin,
    changes,
    createUpload:
      parts.createUpload ?? (() => fail('unexpected', 'Restoring needs an upload, and this Forecourt has none.')),
  })
  const settleRestores = (): void => {
    for (const of of restoring.settle()) {
      changed(of, false)
      sync.request(of)
    }
  }
  const stopListening = session.announcer.listen(({ name }) => {
    if (name === 'uploads.changed' && !ended.aborted) settleRestores()
  })

  const active = (): CopyOf => {
    const { id, region } = session.connections.active()
    return { connectionId: id, region }
  }
  const today = (): string => localDate(clock.now())
  const rules = (of: CopyOf): EditRules => ({
    region: of.region,
    mobileForm: session.connections.active().advanced.mobileForm,
    today: today(),
  })

  /** Lays over records what the service does not know: edits, deletions, who is not to be contacted. */
  const dresser = (of: CopyOf): ((customer: Customer) => Customer) => {
    const { pending, failed, conflicts } = edits.counts(of)
    const deletions = bin.counts(of)
    const hasEdits = pending + failed + conflicts > 0
    const hasDeletions = deletions.pending + deletions.failed > 0
    const hasPeople = doNotContact.any(of)
    return (customer) => {
      const deletion = hasDeletions ? bin.deletion(of, customer.id) : null
      return {
        ...customer,
        edits: hasEdits ? edits.ofCustomer(of, customer.id).map(toCellEdit) : [],
        deleting: deletion && { state: deletion.state, failure: deletion.failure },
        doNotContact: hasPeople && doNotContact.has(of, customer),
      }
    }
  }
  const dress = (of: CopyOf, customers: readonly Customer[]): Customer[] => customers.map(dresser(of))
  const find = (of: CopyOf, id: string): Customer | null => {
    const found = copy.get(of, id)
    return found ? (dress(of, [found])[0] ?? null) : null
  }
  const shown = (of: CopyOf, id: string): Customer =>
    find(of, id) ?? fail('not-found', 'This customer is not in your list any more.')

  const status = (of: CopyOf): CustomersStatus => {
    const { syncing, problem } = sync.state(of)
    const look = copy.lastLook(of)
    const { pending, failed, kept } = bin.counts(of)
    return {
      ...copy.counts(of),
      syncedAt: look?.syncedAt ?? null,
      syncing: syncing && { ...syncing, of: look?.listed ?? null },
      problem,
      vanished: look?.vanished ?? null,
      edits: edits.counts(of),
      deletions: { pending, failed },
      inBin: kept,
    }
  }
  const conditionOf = (
    of: CopyOf,
    selection: { by: 'ids'; ids: string[] } | { by: 'filter'; filter: CustomerFilter },
  ): Condition =>
    selection.by === 'filter'
      ? list.condition(of, selection.filter, today())
      : {
          sql: 'connection_id = ? AND region = ? AND id IN (SELECT value FROM json_each(?))',
          params: [of.connectionId, of.region, JSON.stringify(selection.ids)],
        }
  const written = (of: CopyOf): void => {
    sender.wake(of.connectionId)
    changed(of, true)
  }

  return {
    status: async () => {
      const of = inUse(session)
      return of ? status(of) : nothingYet
    },

    async facts() {
      const of = inUse(session)
      return of ? facts.of(of) : { states: [], uploads: [], fields: [], missingVin: 0 }
    },

    async list({ sort, descending, offset, limit, ...filter }) {
      const of = inUse(session)
      if (!of) return { total: 0, customers: [] }
      const { total, numbers } = list.page(of, filter, { sort, descending }, { offset, limit }, today())
      return { total, customers: dress(of, copy.byNumbers(numbers)) }
    },

    get: async ({ id }) => shown(active(), id),

    async history({ id }) {
      const of = active()
      return historyOf(database, changes, of, copy.get(of, id) ?? { id, additionalFields: {} })
    },

    async export({ columns, format, sort, descending, ...filter }) {
      const of = active()
      const numbers = list.numbers(of, filter, { sort, descending }, today())
      const dressed = dresser(of)
      const slices = function* (): Generator<Customer[]> {
        for (let first = 0; first < numbers.length; first += exportedAtOnce) {
          yield copy.byNumbers(numbers.slice(first, first + exportedAtOnce)).map(dressed)
        }
      }
      return exportCustomers({ columns, format, region: of.region, today: today() }, slices())
    },

    async views() {
      const of = inUse(session)
      return { views: of ? views.all(of.connectionId) : [], columns: views.columns() }
    },

    async saveView(view) {
      const saved = views.save(active().connectionId, view)
      announce(null)
      return saved
    },

    async removeView({ id }) {
      views.remove(active().connectionId, id)
      announce(null)
      return {}
    },

    async setColumns({ columns }) {
      views.setColumns(columns)
      return {}
    },

    async sync() {
      const of = active()
      sync.request(of)
      sender.hurry(of.connectionId)
      return status(of)
    },

    async edit(edit) {
      const of = active()
      editing.edit(of, rules(of), edit)
      written(of)
      return shown(of, edit.id)
    },

    async editMany({ selection, change }) {
      const of = active()
      const { sql, params } = conditionOf(of, selection)
      const ids = database.all<{ id: string }>(`SELECT id FROM customer WHERE ${sql}`, params).map(({ id }) => id)
      try {
        const { refused, ...outcome } = await editing.editMany(of, rules(of), ids, change)
        return { ...outcome, refused: [...refused] }
      } finally {
        written(of)
      }
    },

    async edits() {
      const of = inUse(session)
      const all = of ? edits.all(of) : []
      return {
        edits: all.map((edit) => ({
          ...toCellEdit(edit),
          customerId: edit.customerId,
          clientName: edit.clientName,
          before: edit.before,
        })),
      }
    },

    async retryEdit({ editId, overwrite }) {
      const of = active()
      const { customerId } = editing.retry(of, editId, overwrite)
      sender.hurry(of.connectionId)
      written(of)
      return shown(of, customerId)
    },

    async dropEdit({ editId }) {
      const of = active()
      const edit = editing.drop(of, editId)
      written(of)
      return find(of, edit.customerId) ?? edit.record ?? shown(of, edit.customerId)
    },

    async undo() {
      const of = active()
      const undone = await editing.undo(of)
      if (undone !== null) written(of)
      return { undone }
    },

    async delete({ selection }) {
      const of = active()
      const deleting = bin.ask(conditionOf(of, selection), clock.now().toISOString())
      written(of)
      return { deleting }
    },

    async retryDeletions() {
      const of = active()
      bin.retryFailed(of)
      sender.hurry(of.connectionId)
      written(of)
      return status(of)
    },

    async dropDeletions() {
      const of = active()
      bin.dropFailed(of)
      written(of)
      return status(of)
    },

    async bin({ search, offset, limit }) {
      const of = inUse(session)
      if (!of) return { total: 0, records: [] }
      const { total, entries } = bin.page(of, search, { offset, limit })
      const dressed = dresser(of)
      return {
        total,
        records: entries.flatMap(({ record, customerId, deletedAt, pending, restoreUploadId }) => {
          const inCopy = record ?? copy.get(of, customerId)
          const customer = inCopy && dressed(inCopy)
          return customer ? [{ customer, deletedAt, pending, restoreUploadId }] : []
        }),
      }
    },

    async restore({ ids }) {
      const of = active()
      const begun = await restoring.begin(of, ids)
      changed(of, false)
      return begun
    },

    async emptyBin({ ids }) {
      const of = active()
      const removed = bin.empty(of, ids)
      changed(of, false)
      return { removed }
    },

    knownKeys(connectionId, region) {
      const key = keyOf({ connectionId, region })
      const ready = keys.get(key) ?? copy.vehicleKeys({ connectionId, region })
      keys.set(key, ready)
      return ready
    },

    async readAgain(connectionId, region, id) {
      const of: CopyOf = { connectionId, region }
      const client = await session.connections.client(connectionId, region)
      const answer = client.ok ? await client.value.getCustomer(id, { attempts: 1 }) : client
      if (!answer.ok) return null
      outcomes.take(of, [answer.value])
      return find(of, id) ?? toCustomer(answer.value)
    },

    forgetConnection(connectionId) {
      sync.forgetConnection(connectionId)
      database.transaction(() => {
        for (const kept of [copy, edits, changes, bin, saved]) kept.forgetConnection(connectionId)
      })
      keys.clear()
      sightedLists.clear()
      announce(null)
    },

    syncedAt: (connectionId, region) => copy.lastLook({ connectionId, region })?.syncedAt ?? null,

    requestSync(connectionId, region) {
      sync.request({ connectionId, region })
      sender.hurry(connectionId)
    },

    lookEvery: sync.lookEvery,

    ofUpload(of, uploadId) {
      const { sql, params } = list.condition(of, { ...noFilter, uploadId }, today())
      return new Set(database.all<{ id: string }>(`SELECT id FROM customer WHERE ${sql}`, params).map(({ id }) => id))
    },

    find,

    sighted(of) {
      const known = sightedLists.get(keyOf(of)) ?? dress(of, copy.sighted(of))
      sightedLists.set(keyOf(of), known)
      return known
    },

    takeEvents(of, records) {
      return database.transaction(() =>
        records.map((record): TakenEvent => {
          if (bin.has(of, record.id)) return 'gone'
          return outcomes.take(of, [record]).changed > 0 ? 'taken' : 'older'
        }),
      )
    },

    onChanged(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    doNotContact,
    contactChanged: (of) => changed(of, true),

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

const nothingYet: CustomersStatus = {
  total: 0,
  withSightings: 0,
  syncedAt: null,
  syncing: null,
  problem: null,
  vanished: null,
  edits: { pending: 0, failed: 0, conflicts: 0 },
  deletions: { pending: 0, failed: 0 },
  inBin: 0,
}
