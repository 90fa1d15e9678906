import { z } from 'zod'
import { EditableField, type Customer } from '../../../contract/customer-record.ts'
import type { CustomerUpdate } from '../../../contract/customer-updates.ts'
import { FieldUpdate } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { KnownRow } from '../../drafts/engine/known-rows.ts'
import type { RowUpdate } from '../../drafts/storage/row-updates.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import type { ListedCustomers } from '../list/listed-customers.ts'
import type { EditGroup } from '../journal/edit-ledger.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { isBeingDeleted, type BulkEditParts } from './edit-many.ts'
import type { Work } from './in-batches.ts'
import { recordEdit } from './record-edit.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

export interface UpdatePlan {
  /** Customers who get at least one other value. */
  readonly customers: CustomerUpdate[]
  /** What each row does. */
  readonly rows: ReadonlyMap<number, RowUpdate>
}

/** Rows whose cars are looked for between two pauses. */
const rowsPerStep = 50

export interface UpdateParts extends BulkEditParts {
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

/** `list`: with the index of its vehicles. */
export interface PlanParts extends UpdateParts {
  readonly list: Pick<ListedCustomers, 'withVehicle'>
}

/** What rows change in the customers who have their cars. The number of a customer who is not to be contacted is not changed. */
export function* planUpdates(parts: PlanParts, scope: ConnectionRegion, rows: readonly KnownRow[]): Steps<UpdatePlan> {
  const found = new Map<number, RowUpdate>()
  const newest = new Map<string, KnownRow>()
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    const keys = vehicleKeys({ ...row, state: scope.region === 'au' ? row.state : null })
    const ids = new Set(keys.flatMap((key) => parts.list.withVehicle(key).map(({ id }) => id)))
    const [id] = ids
    found.set(row.row, ids.size > 1 ? 'ambiguous' : id === undefined ? 'none' : 'older')
    if (ids.size !== 1 || id === undefined) continue
    const earlier = newest.get(id)
    if (!earlier || row.saleDate >= earlier.saleDate) newest.set(id, row)
  }
  const customers: CustomerUpdate[] = []
  for (const [id, row] of newest) {
    yield
    const update = updateOf(parts, scope, id, row)
    found.set(row.row, !update ? 'none' : update.changes.length === 0 ? 'unchanged' : 'updated')
    if (update && update.changes.length > 0) customers.push(update)
  }
  return { customers, rows: found }
}

/** What a row would change; undefined: its customer is gone or about to be. */
function updateOf(parts: PlanParts, scope: ConnectionRegion, id: string, row: KnownRow): CustomerUpdate | undefined {
  const customer = parts.cache.find(scope, id)
  if (!customer || isBeingDeleted(parts, scope, id)) return undefined
  const changes = changesOf(parts, scope, customer, row)
  return { id, row: row.row, name: customer.clientName, vehicle: row.rego || row.vin, changes }
}

function changesOf(parts: UpdateParts, scope: ConnectionRegion, customer: Customer, row: KnownRow): FieldUpdate[] {
  const hidesNumber = parts.isDoNotContact(scope, customer.id, customer.mobileNumber)
  return EditableField.options.flatMap((field): FieldUpdate[] => {
    const to = row[field]
    if (to === '' || (field === 'mobileNumber' && hidesNumber)) return []
    const pending = parts.ledger.edits.findByField(scope, customer.id, field)
    const shown = pending?.state === 'pending' ? pending.value : customer[field]
    return isSameValue(field, shown, to, scope.region) ? [] : [{ field, from: shown, to }]
  })
}

/** What changes of one customer. */
export const AcceptedUpdate = z.object({ id: z.string(), changes: z.array(FieldUpdate) })
export type AcceptedUpdate = z.infer<typeof AcceptedUpdate>

/** How many customers were changed, and how many not, because they were deleted meanwhile or a value cannot be sent. */
export interface UpdateResult {
  readonly changed: number
  readonly refused: number
}

/** Records updates as edits of one group: a field with another value than `from` by now becomes a conflict. */
export function updateWork(
  parts: UpdateParts,
  scope: ConnectionRegion,
  rules: EditRules,
  group: EditGroup,
): Work<AcceptedUpdate, UpdateResult> {
  let [changed, refused] = [0, 0]
  const update = ({ id, changes }: AcceptedUpdate): void => {
    const customer = parts.cache.find(scope, id)
    if (!customer || isBeingDeleted(parts, scope, id)) return void (refused += 1)
    let isChanged = false
    for (const { field, from, to } of changes) {
      const value = validateEdit(field, to, rules)
      const pending = parts.ledger.edits.findByField(scope, id, field)
      const seen = { value: pending?.state === 'pending' && pending.value === from ? customer[field] : from }
      if (recordEdit(parts.ledger, scope, customer, { field, value, group, seen })) isChanged = true
    }
    if (isChanged) changed += 1
  }
  return {
    each(accepted) {
      try {
        update(accepted)
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.kind !== 'invalid-input') throw error
        refused += 1
      }
    },
    result: () => ({ changed, refused }),
  }
}
