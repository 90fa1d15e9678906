import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { CustomerSuggestion } from '../../../contract/customer-suggestion.ts'
import type { FilterCounts } from '../../../contract/customer-facts.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { CustomerChange } from '../../../contract/customer-changes.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { shownScope, type ConnectionRegion } from '../../connections/connection-region.ts'
import { currentMobile, isHiddenValue, withoutHiddenNumbers } from '../contact/hidden-numbers.ts'
import { customerMessages } from '../customer-messages.ts'
import { fail } from '../../failures/failure-error.ts'
import { detailsOf } from '../../details/details.ts'
import { unreadableRecord } from '../../details/unreadable-record.ts'
import { fits } from '../list/rank-customers.ts'
import { vehicleCandidates, vehicleCustomers } from '../list/vehicle-customers.ts'
import type { HandlerContext } from './handler-context.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { findReference } from '../../service/row-reference.ts'
import type { RevealLog } from '../contact/reveal-log.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'

/** The user recognises the cause from a few. */
const mostUnreadableShown = 50

/** The list of customers, its views and its export. */
export function createListHandlers(context: HandlerContext) {
  const { storage, parts } = context
  const { cache, list, views, withPendingChanges } = parts

  const suggestIn = async (scope: ConnectionRegion, text: string, limit: number) => {
    const { total, best } = await list.suggest(scope, text, limit)
    const present = context.present(scope)
    const customers = best.flatMap(({ number, fit }) =>
      cache.read(scope, [number]).map((customer) => suggestion(present(customer), fit)),
    )
    return { total, customers }
  }

  return {
    status: () => context.status(shownScope(storage)),

    facts: ({ filter }) => parts.summarise(shownScope(storage), filter, context.today()),

    async counts({ filters }) {
      const scope = shownScope(storage)
      const counts: FilterCounts[] = []
      for (const filter of filters) counts.push(await list.counts(scope, filter, context.today()))
      return { counts }
    },

    async list({ sort, descending, source, offset, limit, ...filter }) {
      const scope = source ?? shownScope(storage)
      const range = { offset, limit }
      const { total, numbers } = await list.page(scope, filter, { sort, descending }, range, context.today())
      return { total, customers: cache.read(scope, numbers).map(context.present(scope)) }
    },

    async suggest({ text, limit }) {
      const sources = storage.connections.inUse()
      const found = await Promise.all(sources.map((source) => suggestIn(source, text, limit)))
      const customers = found.flatMap((each, at) => {
        const source = sources.length > 1 ? { source: sources[at] } : {}
        return each.customers.map((customer) => ({ ...customer, ...source }))
      })
      return {
        total: found.reduce((sum, { total }) => sum + total, 0),
        customers: customers.toSorted((one, other) => fits.indexOf(one.fit) - fits.indexOf(other.fit)).slice(0, limit),
      }
    },

    get: async ({ id }) => context.requireCustomer(context.scope(), id),

    async findByVehicle(vehicle) {
      const scope = shownScope(storage)
      const ids = await vehicleCandidates(list, scope, vehicle, context.today())
      const candidates = ids.flatMap((id) => withPendingChanges.find(scope, id) ?? [])
      return { customers: vehicleCustomers(candidates, vehicle, scope) }
    },

    async history({ id }) {
      const scope = context.scope()
      const customer = cache.find(scope, id) ?? { id, additionalFields: {} }
      const { ledger, reveals } = parts
      const history = customerHistory(storage, { ledger, reveals }, scope, customer)
      const isHidden = ({ field, before, after }: CustomerChange): boolean =>
        isHiddenValue(field, [before, after], (number) => parts.isDoNotContact(scope, id, number))
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
      return { records: cache.unreadable(shownScope(storage), mostUnreadableShown).map(unreadableRecord) }
    },

    async export({ columns, format, sort, descending, includeDoNotContactNumbers, ...filter }) {
      const scope = context.scope()
      const rows = await list.find(scope, filter, { sort, descending }, context.today())
      await yieldToEventLoop()
      const request = { columns, format, region: scope.region, today: context.today() }
      // Loaded when a list is exported.
      const { exportCustomers } = await import('../list/customer-export.ts')
      const file = await exportCustomers(request, parts.exportBatches(scope, rows, includeDoNotContactNumbers))
      if (includeDoNotContactNumbers) parts.announce()
      return file
    },

    async views() {
      return { views: views.all(shownScope(storage).connectionId), columns: views.columns() }
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
      for (const source of storage.connections.inUse()) parts.sync.request(source)
      parts.sender.sendNow(scope.connectionId)
      return context.status(scope)
    },
  } satisfies Partial<DomainHandlers<'customers', AbortSignal>>
}

const suggestion = (customer: Customer, fit: CustomerSuggestion['fit']): CustomerSuggestion => ({
  id: customer.id,
  clientName: customer.clientName,
  rego: customer.rego,
  state: customer.state,
  vehicleTitle: customer.vehicle?.title ?? customer.vehicleTitle,
  mobileNumber: currentMobile(customer),
  doNotContact: customer.doNotContact,
  fit,
})

const withoutChangedNumber = (change: CustomerChange): CustomerChange => ({
  ...change,
  before: null,
  after: null,
  words: customerMessages.hiddenMobileChange,
})

interface CustomerHistory {
  readonly uploads: { uploadId: string; name: string; row: number; at: string }[]
  readonly changes: CustomerChange[]
}

/** The most changes of one customer that are shown. */
const maxChanges = 500

/**
 * Where a customer came from and what was done to it on this PC, newest first. Its upload is found by the reference that the record
 * carries, or, if it was uploaded without references, by the id that the service gave it.
 */
function customerHistory(
  { database, dateFormat }: Pick<OpenStorage, 'database' | 'dateFormat'>,
  { ledger, reveals }: { readonly ledger: Pick<ChangeLedger, 'history'>; readonly reveals: RevealLog },
  scope: ConnectionRegion,
  customer: { readonly id: string; readonly additionalFields: Readonly<Record<string, unknown>> },
): CustomerHistory {
  const reference = findReference(customer)
  const uploads = database.all<{ uploadId: string; name: string; row: number; at: string }>(
    `SELECT u.id AS uploadId, u.name, r.row, u.created_at AS at
     FROM (SELECT upload_id, row FROM upload_customer WHERE customer_id = ? UNION SELECT ?, ?) r JOIN upload u ON u.id = r.upload_id
     WHERE u.connection_id = ? ORDER BY u.created_at DESC, r.row`,
    [customer.id, reference?.uploadId ?? null, reference?.row ?? null, scope.connectionId],
  )
  const uploaded = uploads.map(({ uploadId, name, at, row }): CustomerChange => ({
    id: `upload-${uploadId}-${row}`,
    group: uploadId,
    at,
    customerId: customer.id,
    kind: 'uploaded',
    field: null,
    before: null,
    after: null,
    words: customerMessages.importedFrom(name, row),
    undone: false,
  }))
  const all = [
    ...ledger.history(scope, customer.id, maxChanges, dateFormat()),
    ...reveals.ofCustomer(scope, customer.id, maxChanges),
    ...uploaded,
  ]
  return { uploads, changes: all.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)) }
}
