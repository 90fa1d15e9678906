import { localDate } from '../../../contract/calendar-date.ts'
import type { CustomerSelection, CustomersStatus } from '../../../contract/customers.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import { requireScope, type ConnectionRegion } from '../../connections/connection-region.ts'
import type { Signal } from '../../events/signal.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { DoNotContact } from '../contact/do-not-contact.ts'
import { withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import type { ExportBatches } from '../list/all-customers.ts'
import type { PersonRecords } from '../list/person-records.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import { customerMessages } from '../customer-messages.ts'
import type { CustomerEdits } from '../changes/customer-edits.ts'
import type { EditRules } from '../changes/record-edit.ts'
import { defaultAdvanced } from '../../service/assumptions.ts'
import type { Bin } from '../changes/bin.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import type { CustomerList } from '../list/customer-list.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { SummariseCustomers } from '../list/customer-summary.ts'
import type { CustomerViews } from '../list/customer-views.ts'
import type { WithPendingChanges } from '../list/with-pending-changes.ts'
import type { CustomerUpdate } from '../sync/apply-results.ts'
import type { ChangeSender } from '../sync/change-sender.ts'
import type { CustomerSync } from '../sync/customer-sync.ts'
import type { RestoreQueue } from '../sync/restore.ts'

/** The records of a person who may be contacted again. */
export interface ContactAllowed {
  readonly scope: ConnectionRegion
  readonly people: readonly Customer[]
  /** It is taken back. */
  readonly isUndone: boolean
}

export interface HandlerParts {
  readonly cache: CustomerCache
  readonly list: CustomerList
  readonly lists: CustomerLists
  readonly summarise: SummariseCustomers
  readonly views: CustomerViews
  readonly exportBatches: ExportBatches
  readonly ledger: ChangeLedger
  readonly deletions: DeletionQueue
  readonly bin: Bin
  readonly sync: CustomerSync
  readonly sender: ChangeSender
  readonly editing: CustomerEdits
  readonly restores: RestoreQueue
  readonly withPendingChanges: WithPendingChanges
  readonly doNotContact: DoNotContact
  readonly reveals: RevealLog
  readonly recordsOfPerson: PersonRecords['recordsOfPerson']
  /** Emits the records of a person who may be contacted again, within the transaction. */
  readonly contactAllowed: Signal<ContactAllowed>
  readonly updates: Signal<CustomerUpdate>
  /** Emits the id of a connection that has a new change to send. */
  readonly sendRequests: Signal<string>
  /** Whether a customer, or the person with this number, is not to be contacted. */
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
  /** Tells the window that something beside the cache and the journals has changed. */
  announce(): void
}

/** What the handlers share. */
export type HandlerContext = ReturnType<typeof createHandlerContext>

export function createHandlerContext(storage: OpenStorage, parts: HandlerParts) {
  const { cache, list, ledger, deletions, sync, withPendingChanges } = parts
  const today = (): string => localDate(storage.clock.now())
  const notify = (scope: ConnectionRegion, ids?: readonly string[]): void =>
    parts.updates.emit({ scope, sighted: true, ...(ids ? { ids } : {}) })
  return {
    storage,
    parts,
    /** YYYY-MM-DD on this PC. */
    today,
    /** The cache or a journal has changed. `ids`: of these customers only. */
    notify,
    /** The connection and region in use. Throws `invalid-input` before the first connection. */
    scope: (): ConnectionRegion => requireScope(storage),
    /** How edits of this connection and region are validated. */
    rules: ({ connectionId, region }: ConnectionRegion): EditRules => ({
      region,
      mobileForm: (storage.connections.find(connectionId)?.advanced ?? defaultAdvanced).mobileForm,
      today: today(),
      dateFormat: storage.dateFormat(),
    }),
    /** As it leaves core: without hidden numbers. */
    requireCustomer(scope: ConnectionRegion, id: string): Customer {
      const found = withPendingChanges.find(scope, id) ?? fail('not-found', customerMessages.notInList)
      return withoutHiddenNumbers(found, scope.region)
    },
    /** Adds pending changes to a record and removes hidden numbers. */
    present(scope: ConnectionRegion): (customer: Customer) => Customer {
      const decorate = withPendingChanges.decorator(scope)
      return (customer) => withoutHiddenNumbers(decorate(customer), scope.region)
    },
    /** Logs that the hidden numbers of those of the customers were copied who are not to be contacted. */
    logReveals(scope: ConnectionRegion, customers: readonly Customer[]): void {
      if (parts.reveals.addHidden(scope, 'copied', customers, storage.clock.now().toISOString())) parts.announce()
    },
    async selectedIds(scope: ConnectionRegion, selection: CustomerSelection): Promise<readonly string[]> {
      if (selection.by === 'ids') return [...new Set(selection.ids)]
      const selected = await list.selected(scope, selection, today())
      const { count = selected.length } = selection
      if (count !== selected.length) {
        const { message, ...other } = customerMessages.selectionChanged(selected.length, count)
        fail('conflict', message, other)
      }
      return selected.map(({ id }) => id)
    },
    async status(scope: ConnectionRegion): Promise<CustomersStatus> {
      const rows = (await parts.lists.ready(scope)).rows()
      const { syncing, problem, returned } = sync.state(scope)
      const lastSync = cache.lastSync(scope)
      const { inBin, ...deleting } = deletions.counts(scope)
      return {
        total: rows.length,
        withSightings: rows.reduce((sum, { lastSighting }) => (lastSighting === null ? sum : sum + 1), 0),
        syncedAt: lastSync?.syncedAt ?? null,
        syncing: syncing && { ...syncing, of: lastSync?.listed ?? null },
        problem,
        unreadable: cache.countUnreadable(scope),
        vanished: lastSync?.vanished ?? null,
        returned,
        edits: ledger.edits.counts(scope),
        deletions: deleting,
        inBin,
      }
    },
    /** A journal has changed, and there is something to send. */
    notifyAndSend(scope: ConnectionRegion, ids?: readonly string[]): void {
      parts.sendRequests.emit(scope.connectionId)
      notify(scope, ids)
    },
  }
}
