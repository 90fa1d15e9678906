import type { FieldUpdate } from '../../../contract/customer-changes.ts'
import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { CustomerUpdate, customerUpdates } from '../../../contract/customer-updates.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { KnownRow, KnownRows } from '../../drafts/engine/known-rows.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { isBeingDeleted } from '../changes/edit-many.ts'
import { shownValue } from '../changes/record-edit.ts'
import { runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import type { ListedCustomers } from '../list/listed-customers.ts'
import type { HandlerContext, HandlerParts } from './handler-context.ts'

/** The rows of a draft whose cars are customers'. Throws `not-found`. */
export type ReadKnownRows = (draftId: string) => Promise<KnownRows>

/** Updates of existing customers from a draft, in the connection and region of the draft. */
export function createUpdateHandlers(
  context: HandlerContext,
  readKnownRows: ReadKnownRows,
): Pick<DomainHandlers<'customers', AbortSignal>, keyof typeof customerUpdates> {
  const { parts } = context
  return {
    async previewUpdates({ draftId }) {
      const { rows, ...scope } = await readKnownRows(draftId)
      const list = await parts.lists.ready(scope)
      await runInSlices(list.indexVehicles())
      return runInSlices(planUpdates(parts, list, scope, rows))
    },
    async updateFromDraft({ draftId, customers }) {
      const { rows: _rows, ...scope } = await readKnownRows(draftId)
      try {
        return await parts.editing.update(scope, context.rules(scope), customers)
      } finally {
        context.notifyAndSend(scope)
      }
    },
  }
}

interface UpdatePlan {
  readonly customers: CustomerUpdate[]
  readonly more: number
  readonly unchanged: number
  readonly ambiguous: number
}

const fields: readonly EditableField[] = ['clientName', 'mobileNumber', 'saleDate', 'expiryDate']
const maxCustomers = 2_000
/** Rows whose cars are looked for between two pauses. */
const rowsPerStep = 50

/**
 * See `customers.previewUpdates`. The number of a customer who is not to be contacted is neither shown nor changed.
 * `list`: with the index of its vehicles.
 */
function* planUpdates(
  parts: HandlerParts,
  list: Pick<ListedCustomers, 'withVehicle'>,
  scope: ConnectionRegion,
  rows: readonly KnownRow[],
): Steps<UpdatePlan> {
  const newest = new Map<string, KnownRow>()
  let ambiguous = 0
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    const keys = vehicleKeys({ ...row, state: scope.region === 'au' ? row.state : null })
    const ids = new Set(keys.flatMap((key) => list.withVehicle(key).map(({ id }) => id)))
    const [id] = ids
    if (ids.size > 1) ambiguous += 1
    if (ids.size !== 1 || id === undefined) continue
    const earlier = newest.get(id)
    if (!earlier || row.saleDate >= earlier.saleDate) newest.set(id, row)
  }
  const customers: CustomerUpdate[] = []
  let [unchanged, more] = [0, 0]
  for (const [id, row] of newest) {
    yield
    const update = updateOf(parts, scope, id, row)
    if (!update) continue
    if (update.changes.length === 0) unchanged += 1
    else if (customers.length === maxCustomers) more += 1
    else customers.push(update)
  }
  return { customers, more, unchanged, ambiguous }
}

/** What a row would change; undefined: its customer is gone or about to be. */
function updateOf(parts: HandlerParts, scope: ConnectionRegion, id: string, row: KnownRow): CustomerUpdate | undefined {
  const customer = parts.cache.find(scope, id)
  if (!customer || isBeingDeleted(parts, scope, id)) return undefined
  const changes = changesOf(parts, scope, customer, row)
  return { id, row: row.row, name: customer.clientName, vehicle: row.rego || row.vin, changes }
}

function changesOf(parts: HandlerParts, scope: ConnectionRegion, customer: Customer, row: KnownRow): FieldUpdate[] {
  const hidesNumber = parts.isDoNotContact(scope, customer.id, customer.mobileNumber)
  return fields.flatMap((field): FieldUpdate[] => {
    const to = row[field]
    if (to === '' || (field === 'mobileNumber' && hidesNumber)) return []
    const shown = shownValue(parts.ledger, scope, customer, field)
    return isSameValue(field, shown, to, scope.region) ? [] : [{ field, from: shown, to }]
  })
}
