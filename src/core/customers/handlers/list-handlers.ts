import type { Customer, CustomerChange, CustomersStatus } from '../../../contract/customers.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { currentScope } from '../../connections/connection-region.ts'
import { isHiddenValue, withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import { customerMessages } from '../customer-messages.ts'
import { fail } from '../../failures/failure-error.ts'
import { detailsOf } from '../../details/details.ts'
import { unreadableRecord } from '../../details/unreadable-record.ts'
import { exportBatchSize, exportCustomers } from '../list/customer-export.ts'
import { customerHistory } from '../list/customer-history.ts'
import { vehicleCandidates, vehicleCustomers } from '../list/vehicle-customers.ts'
import type { HandlerContext } from './handler-context.ts'

type ListMethod =
  | 'status'
  | 'facts'
  | 'list'
  | 'get'
  | 'findByVehicle'
  | 'history'
  | 'details'
  | 'unreadable'
  | 'export'
  | 'views'
  | 'saveView'
  | 'removeView'
  | 'setColumns'
  | 'sync'

/** The user recognises the cause from a few. */
const mostUnreadableShown = 50

/** The list of customers, its views and its export. */
export function createListHandlers(
  context: HandlerContext,
): Pick<DomainHandlers<'customers', AbortSignal>, ListMethod> {
  const { storage, parts } = context
  const { cache, list, views, withPendingChanges } = parts

  return {
    status: async () => {
      const scope = currentScope(storage)
      return scope ? context.status(scope) : emptyStatus
    },

    async facts() {
      const scope = currentScope(storage)
      return scope ? parts.summary.summarise(scope) : { states: [], uploads: [], fields: [], missingVin: 0 }
    },

    async list({ sort, descending, offset, limit, ...filter }) {
      const scope = currentScope(storage)
      if (!scope) return { total: 0, customers: [] }
      const { total, numbers } = list.page(scope, filter, { sort, descending }, { offset, limit }, context.today())
      return { total, customers: cache.findByNumbers(scope, numbers).map(context.present(scope)) }
    },

    get: async ({ id }) => context.requireCustomer(context.scope(), id),

    async findByVehicle(vehicle) {
      const scope = currentScope(storage)
      if (!scope) return { customers: [] }
      const ids = vehicleCandidates(list, scope, vehicle, context.today())
      const candidates = ids.flatMap((id) => withPendingChanges.find(scope, id) ?? [])
      return { customers: vehicleCustomers(candidates, vehicle, scope) }
    },

    async history({ id }) {
      const scope = context.scope()
      const customer = cache.find(scope, id) ?? { id, additionalFields: {} }
      const { ledger, reveals } = parts
      const history = customerHistory(storage.database, { changes: ledger.changes, reveals }, scope, customer)
      const isHidden = ({ field, before, after }: CustomerChange): boolean =>
        isHiddenValue(field, [before, after], (number) => context.isDoNotContact(scope, id, number))
      return {
        ...history,
        changes: history.changes.map((change) => (isHidden(change) ? withoutChangedNumber(change) : change)),
      }
    },

    async details({ id }) {
      const scope = context.scope()
      const customer = withPendingChanges.find(scope, id) ?? fail('not-found', customerMessages.notInList)
      // The rule for hidden numbers also holds for fields that the interface does not name.
      const additionalFields = cache.otherFields(scope, id) ?? {}
      return {
        details: detailsOf(withoutHiddenNumbers({ ...customer, additionalFields }, scope.region).additionalFields),
      }
    },

    async unreadable() {
      const scope = currentScope(storage)
      const records = scope ? cache.unreadable(scope, mostUnreadableShown) : []
      return { records: records.map(unreadableRecord) }
    },

    async export({ columns, format, sort, descending, includeDoNotContactNumbers, ...filter }) {
      const scope = context.scope()
      const numbers = list.numbers(scope, filter, { sort, descending }, context.today())
      const batches = function* (): Generator<Customer[]> {
        for (let first = 0; first < numbers.length; first += exportBatchSize) {
          // A new decorator for each batch: the rest of the file shows what changes while it is written.
          const batch = cache.findByNumbers(scope, numbers.slice(first, first + exportBatchSize))
          const decorated = batch.map(withPendingChanges.decorator(scope))
          if (includeDoNotContactNumbers) {
            context.logReveals(scope, 'exported', decorated)
            yield decorated
          } else yield decorated.map((customer) => withoutHiddenNumbers(customer, scope.region))
        }
      }
      return exportCustomers({ columns, format, region: scope.region, today: context.today() }, batches())
    },

    async views() {
      const scope = currentScope(storage)
      return { views: scope ? views.all(scope.connectionId) : [], columns: views.columns() }
    },

    async saveView(view) {
      const saved = views.save(context.scope().connectionId, view)
      parts.announce()
      return saved
    },

    async removeView({ id }) {
      views.remove(context.scope().connectionId, id)
      parts.announce()
      return {}
    },

    async setColumns({ columns }) {
      views.setColumns(columns)
      return {}
    },

    async sync() {
      const scope = context.scope()
      parts.sync.request(scope)
      parts.sender.sendNow(scope.connectionId)
      return context.status(scope)
    },
  }
}

const withoutChangedNumber = (change: CustomerChange): CustomerChange => ({
  ...change,
  before: null,
  after: null,
  words: customerMessages.hiddenMobileChange,
})

/** Before the first connection. */
const emptyStatus: CustomersStatus = {
  total: 0,
  withSightings: 0,
  syncedAt: null,
  syncing: null,
  problem: null,
  unreadable: 0,
  vanished: null,
  edits: { pending: 0, failed: 0, conflicts: 0 },
  deletions: { pending: 0, failed: 0 },
  inBin: 0,
}
