import type { Customer, EditableField } from '../../../contract/customers.ts'
import type { CustomerUpdate, FieldUpdate } from '../../../contract/customer-updates.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { KnownRow } from '../../drafts/engine/known-rows.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { isSameValue } from '../cache/editable-fields.ts'
import { customerMessages } from '../customer-messages.ts'
import { newGroup } from '../journal/change-journal.ts'
import { isBeingDeleted, type BulkEditParts } from './edit-many.ts'
import { inBatches } from './in-batches.ts'
import { recordEdit } from './record-edit.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

export interface UpdatePlan {
  readonly customers: CustomerUpdate[]
  readonly more: number
  readonly unchanged: number
  readonly ambiguous: number
}

const fields: readonly EditableField[] = ['clientName', 'mobileNumber', 'saleDate', 'expiryDate']
const maxCustomers = 2_000

export interface UpdateParts extends BulkEditParts {
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

/** See `customers.previewUpdates`. The number of a customer who is not to be contacted is neither shown nor changed. */
export function planUpdates(parts: UpdateParts, scope: ConnectionRegion, rows: readonly KnownRow[]): UpdatePlan {
  const owners = parts.cache.vehicleOwners(scope)
  const newest = new Map<string, KnownRow>()
  let ambiguous = 0
  for (const row of rows) {
    const keys = vehicleKeys({ ...row, state: scope.region === 'au' ? row.state : null })
    const ids = new Set(keys.flatMap((key) => owners.get(key) ?? []))
    const [id] = ids
    if (ids.size > 1) ambiguous += 1
    if (ids.size !== 1 || id === undefined) continue
    const earlier = newest.get(id)
    if (!earlier || row.saleDate >= earlier.saleDate) newest.set(id, row)
  }
  const customers: CustomerUpdate[] = []
  let [unchanged, more] = [0, 0]
  for (const [id, row] of newest) {
    const customer = parts.cache.find(scope, id)
    if (!customer || isBeingDeleted(parts, scope, id)) continue
    const changes = changesOf(parts, scope, customer, row)
    if (changes.length === 0) unchanged += 1
    else if (customers.length === maxCustomers) more += 1
    else customers.push({ id, row: row.row, name: customer.clientName, vehicle: row.rego || row.vin, changes })
  }
  return { customers, more, unchanged, ambiguous }
}

function changesOf(parts: UpdateParts, scope: ConnectionRegion, customer: Customer, row: KnownRow): FieldUpdate[] {
  const hidesNumber = parts.isDoNotContact(scope, customer.id, customer.mobileNumber)
  return fields.flatMap((field): FieldUpdate[] => {
    const to = row[field]
    if (to === '' || (field === 'mobileNumber' && hidesNumber)) return []
    const pending = parts.ledger.edits.findByField(scope, customer.id, field)
    const shown = pending?.state === 'pending' ? pending.value : customer[field]
    return isSameValue(field, shown, to, scope.region) ? [] : [{ field, from: shown, to }]
  })
}

/** Records accepted updates as edits of one group. */
export async function recordUpdates(
  parts: UpdateParts,
  scope: ConnectionRegion,
  rules: EditRules,
  accepted: readonly { readonly id: string; readonly changes: readonly FieldUpdate[] }[],
): Promise<{ readonly changed: number; readonly refused: { id: string; reason: string }[] }> {
  const group = newGroup()
  const refused: { id: string; reason: string }[] = []
  const updates = new Map(accepted.map(({ id, changes }) => [id, changes]))
  let changed = 0
  const update = (id: string): void => {
    const customer = parts.cache.find(scope, id)
    if (!customer) return void refused.push({ id, reason: customerMessages.notInList })
    if (isBeingDeleted(parts, scope, id)) return void refused.push({ id, reason: customerMessages.beingDeleted })
    let isChanged = false
    for (const { field, from, to } of updates.get(id) ?? []) {
      const value = validateEdit(field, to, rules)
      const pending = parts.ledger.edits.findByField(scope, id, field)
      const seen = { value: pending?.state === 'pending' && pending.value === from ? customer[field] : from }
      if (recordEdit(parts.ledger, scope, customer, { field, value, group, seen, undoOf: null })) isChanged = true
    }
    if (isChanged) changed += 1
  }
  await inBatches(parts.database, [...updates.keys()], (id) => {
    try {
      update(id)
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'invalid-input') throw error
      refused.push({ id, reason: error.failure.message })
    }
  })
  return { changed, refused }
}
