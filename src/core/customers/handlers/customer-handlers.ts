import { setImmediate as breathe } from 'node:timers/promises'
import type { Customer, CustomerSelection, CustomersStatus } from '../../../contract/customers.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { inUse, neededInUse } from '../../connection-in-use.ts'
import { fail } from '../../failure.ts'
import { localDate } from '../../ports/clock.ts'
import type { Session } from '../../session.ts'
import type { Bin } from '../journal/bin.ts'
import type { ChangeJournal } from '../journal/change-journal.ts'
import type { ChangeSender } from '../sync/change-sender.ts'
import type { CopyOf } from '../cache/customer-columns.ts'
import type { CustomerCopy } from '../cache/customer-cache.ts'
import { exportCustomers, exportedAtOnce } from '../list/customer-export.ts'
import type { createCustomerFacts } from '../list/customer-summary.ts'
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
  readonly copy: CustomerCopy
  readonly list: CustomerList
  readonly facts: ReturnType<typeof createCustomerFacts>
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
  changed(of: CopyOf): void
  /** Something beside them is: views. */
  announce(): void
}

/** Records that are put down for deletion in one statement. */
const deletedAtOnce = 1_000

/** What the window asks of the customers: of the connection and region in use. */
export function createCustomerVerbs(session: Session, parts: VerbParts): DomainHandlers<'customers', AbortSignal> {
  const { database, clock } = session
  const { copy, list, facts, views, edits, changes, bin, sync, sender, editing, restoring, shown } = parts
  const active = (): CopyOf => neededInUse(session)
  const today = (): string => localDate(clock.now())
  const rules = (of: CopyOf): EditRules => ({
    region: of.region,
    mobileForm: session.connections.active().advanced.mobileForm,
    today: today(),
  })

  const existing = (of: CopyOf, id: string): Customer =>
    shown.find(of, id) ?? fail('not-found', 'This customer is not in your list any more.')

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
  const idsOf = (of: CopyOf, selection: CustomerSelection): readonly string[] => {
    if (selection.by === 'ids') return [...new Set(selection.ids)]
    return list.ids(of, selection.filter, today())
  }
  const written = (of: CopyOf): void => {
    sender.wake(of.connectionId)
    parts.changed(of)
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
      return { total, customers: copy.byNumbers(of, numbers).map(shown.dresser(of)) }
    },

    get: async ({ id }) => existing(active(), id),

    async history({ id }) {
      const of = active()
      return historyOf(database, changes, of, copy.get(of, id) ?? { id, additionalFields: {} })
    },

    async export({ columns, format, sort, descending, ...filter }) {
      const of = active()
      const numbers = list.numbers(of, filter, { sort, descending }, today())
      const slices = function* (): Generator<Customer[]> {
        for (let first = 0; first < numbers.length; first += exportedAtOnce) {
          // What was decided while the file is written holds for what is not written yet.
          yield copy.byNumbers(of, numbers.slice(first, first + exportedAtOnce)).map(shown.dresser(of))
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
      const of = active()
      sync.request(of)
      sender.hurry(of.connectionId)
      return status(of)
    },

    async edit(edit) {
      const of = active()
      editing.edit(of, rules(of), edit)
      written(of)
      return existing(of, edit.id)
    },

    async editMany({ selection, change }) {
      const of = active()
      try {
        const { refused, ...outcome } = await editing.editMany(of, rules(of), idsOf(of, selection), change)
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
      return existing(of, customerId)
    },

    async dropEdit({ editId }) {
      const of = active()
      const edit = editing.drop(of, editId)
      written(of)
      return shown.find(of, edit.customerId) ?? edit.record ?? existing(of, edit.customerId)
    },

    async undo() {
      const of = active()
      const undone = await editing.undo(of)
      if (undone !== null) written(of)
      return { undone }
    },

    async delete({ selection }) {
      const of = active()
      const ids = idsOf(of, selection)
      const at = clock.now().toISOString()
      let deleting = 0
      try {
        for (let first = 0; first < ids.length; first += deletedAtOnce) {
          deleting += bin.ask(named(of, ids.slice(first, first + deletedAtOnce)), at)
          // Between two slices other calls get their turn.
          await breathe()
        }
      } finally {
        written(of)
      }
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
      const dressed = shown.dresser(of)
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
      parts.changed(of)
      return begun
    },

    async emptyBin({ ids }) {
      const of = active()
      const removed = bin.empty(of, ids)
      parts.changed(of)
      return { removed }
    },
  }
}

const named = ({ connectionId, region }: CopyOf, ids: readonly string[]): Condition => ({
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
