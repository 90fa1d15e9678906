import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer, CustomerSelection, CustomersStatus } from '../../../contract/customers.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { currentScope, requireConnection, requireScope } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { localDate } from '../../../contract/calendar-date.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { Bin } from '../journal/bin.ts'
import type { ChangeJournal } from '../journal/change-journal.ts'
import type { ChangeSender } from '../sync/change-sender.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { exportCustomers, exportedAtOnce } from '../list/customer-export.ts'
import type { createCustomerSummary } from '../list/customer-summary.ts'
import { historyOf } from '../list/customer-history.ts'
import type { Condition, CustomerList } from '../list/customer-list.ts'
import type { CustomerSync } from '../sync/customer-sync.ts'
import type { CustomerViews } from '../list/customer-views.ts'
import type { CustomerEdits } from '../editing/edit-customers.ts'
import { toCellEdit, type EditJournal } from '../journal/edit-journal.ts'
import type { EditRules } from '../editing/validate-edit.ts'
import type { Restoring } from '../sync/restore.ts'
import type { ShownCustomers } from '../list/with-pending-changes.ts'

export interface VerbParts {
  readonly copy: CustomerCache
  readonly list: CustomerList
  readonly facts: ReturnType<typeof createCustomerSummary>
  readonly views: CustomerViews
  readonly edits: EditJournal
  readonly changes: ChangeJournal
  readonly bin: Bin
  readonly sync: CustomerSync
  readonly sender: ChangeSender
  readonly editing: CustomerEdits
  readonly restoring: Restoring
  readonly shown: ShownCustomers
  /** The copy or a journal is other than before. */
  changed(scope: ConnectionRegion): void
  /** Something beside them is: views. */
  announce(): void
}

/** Records that are put down for deletion in one statement. */
const deletedAtOnce = 1_000

/** What the window asks of the customers: of the connection and region in use. */
export function createCustomerVerbs(storage: OpenStorage, parts: VerbParts): DomainHandlers<'customers', AbortSignal> {
  const { database, clock } = storage
  const { copy, list, facts, views, edits, changes, bin, sync, sender, editing, restoring, shown } = parts
  const active = (): ConnectionRegion => requireScope(storage)
  const today = (): string => localDate(clock.now())
  const rules = (scope: ConnectionRegion): EditRules => ({
    region: scope.region,
    mobileForm: requireConnection(storage).advanced.mobileForm,
    today: today(),
  })

  const existing = (scope: ConnectionRegion, id: string): Customer =>
    shown.find(scope, id) ?? fail('not-found', 'This customer is not in your list any more.')

  const status = (scope: ConnectionRegion): CustomersStatus => {
    const { syncing, problem } = sync.state(scope)
    const look = copy.lastLook(scope)
    const { pending, failed, kept } = bin.counts(scope)
    return {
      ...copy.counts(scope),
      syncedAt: look?.syncedAt ?? null,
      syncing: syncing && { ...syncing, of: look?.listed ?? null },
      problem,
      vanished: look?.vanished ?? null,
      edits: edits.counts(scope),
      deletions: { pending, failed },
      inBin: kept,
    }
  }
  const idsOf = (scope: ConnectionRegion, selection: CustomerSelection): readonly string[] => {
    if (selection.by === 'ids') return [...new Set(selection.ids)]
    return list.ids(scope, selection.filter, today())
  }
  const written = (scope: ConnectionRegion): void => {
    sender.wake(scope.connectionId)
    parts.changed(scope)
  }

  return {
    status: async () => {
      const scope = currentScope(storage)
      return scope ? status(scope) : nothingYet
    },

    async facts() {
      const scope = currentScope(storage)
      return scope ? facts.of(scope) : { states: [], uploads: [], fields: [], missingVin: 0 }
    },

    async list({ sort, descending, offset, limit, ...filter }) {
      const scope = currentScope(storage)
      if (!scope) return { total: 0, customers: [] }
      const { total, numbers } = list.page(scope, filter, { sort, descending }, { offset, limit }, today())
      return { total, customers: copy.byNumbers(scope, numbers).map(shown.dresser(scope)) }
    },

    get: async ({ id }) => existing(active(), id),

    async history({ id }) {
      const scope = active()
      return historyOf(database, changes, scope, copy.get(scope, id) ?? { id, additionalFields: {} })
    },

    async export({ columns, format, sort, descending, ...filter }) {
      const scope = active()
      const numbers = list.numbers(scope, filter, { sort, descending }, today())
      const slices = function* (): Generator<Customer[]> {
        for (let first = 0; first < numbers.length; first += exportedAtOnce) {
          // What was decided while the file is written holds for what is not written yet.
          yield copy.byNumbers(scope, numbers.slice(first, first + exportedAtOnce)).map(shown.dresser(scope))
        }
      }
      return exportCustomers({ columns, format, region: scope.region, today: today() }, slices())
    },

    async views() {
      const scope = currentScope(storage)
      return { views: scope ? views.all(scope.connectionId) : [], columns: views.columns() }
    },

    async saveView(view) {
      const saved = views.save(active().connectionId, view)
      parts.announce()
      return saved
    },

    async removeView({ id }) {
      views.remove(active().connectionId, id)
      parts.announce()
      return {}
    },

    async setColumns({ columns }) {
      views.setColumns(columns)
      return {}
    },

    async sync() {
      const scope = active()
      sync.request(scope)
      sender.hurry(scope.connectionId)
      return status(scope)
    },

    async edit(edit) {
      const scope = active()
      editing.edit(scope, rules(scope), edit)
      written(scope)
      return existing(scope, edit.id)
    },

    async editMany({ selection, change }) {
      const scope = active()
      try {
        const { refused, ...outcome } = await editing.editMany(scope, rules(scope), idsOf(scope, selection), change)
        return { ...outcome, refused: [...refused] }
      } finally {
        written(scope)
      }
    },

    async edits() {
      const scope = currentScope(storage)
      const all = scope ? edits.all(scope) : []
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
      const scope = active()
      const { customerId } = editing.retry(scope, editId, overwrite)
      sender.hurry(scope.connectionId)
      written(scope)
      return existing(scope, customerId)
    },

    async dropEdit({ editId }) {
      const scope = active()
      const edit = editing.drop(scope, editId)
      written(scope)
      return shown.find(scope, edit.customerId) ?? edit.record ?? existing(scope, edit.customerId)
    },

    async undo() {
      const scope = active()
      const undone = await editing.undo(scope)
      if (undone !== null) written(scope)
      return { undone }
    },

    async delete({ selection }) {
      const scope = active()
      const ids = idsOf(scope, selection)
      const at = clock.now().toISOString()
      let deleting = 0
      try {
        for (let first = 0; first < ids.length; first += deletedAtOnce) {
          deleting += bin.ask(named(scope, ids.slice(first, first + deletedAtOnce)), at)
          // Between two slices other calls get their turn.
          await yieldToEventLoop()
        }
      } finally {
        written(scope)
      }
      return { deleting }
    },

    async retryDeletions() {
      const scope = active()
      bin.retryFailed(scope)
      sender.hurry(scope.connectionId)
      written(scope)
      return status(scope)
    },

    async dropDeletions() {
      const scope = active()
      bin.dropFailed(scope)
      written(scope)
      return status(scope)
    },

    async bin({ search, offset, limit }) {
      const scope = currentScope(storage)
      if (!scope) return { total: 0, records: [] }
      const { total, entries } = bin.page(scope, search, { offset, limit })
      const dressed = shown.dresser(scope)
      return {
        total,
        records: entries.flatMap(({ record, customerId, deletedAt, pending, restoreUploadId }) => {
          const inCopy = record ?? copy.get(scope, customerId)
          const customer = inCopy && dressed(inCopy)
          return customer ? [{ customer, deletedAt, pending, restoreUploadId }] : []
        }),
      }
    },

    async restore({ ids }) {
      const scope = active()
      const begun = await restoring.begin(scope, ids)
      parts.changed(scope)
      return begun
    },

    async emptyBin({ ids }) {
      const scope = active()
      const removed = bin.empty(scope, ids)
      parts.changed(scope)
      return { removed }
    },
  }
}

const named = ({ connectionId, region }: ConnectionRegion, ids: readonly string[]): Condition => ({
  sql: 'connection_id = ? AND region = ? AND id IN (SELECT value FROM json_each(?))',
  params: [connectionId, region, JSON.stringify(ids)],
})

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
