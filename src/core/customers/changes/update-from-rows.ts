import { z } from 'zod'
import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { CustomerUpdate } from '../../../contract/customer-updates.ts'
import { FieldUpdate } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { KnownRow } from '../../drafts/engine/known-rows.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { customerMessages } from '../customer-messages.ts'
import type { ListedCustomers } from '../list/listed-customers.ts'
import type { EditGroup } from './change-ledger.ts'
import type { Steps } from '../../scheduling/in-slices.ts'
import { isBeingDeleted, type BulkEditParts } from './edit-many.ts'
import type { Work } from '../../database/in-batches.ts'
import { checkEdit, recordEdit, shownValue, type EditRules } from './record-edit.ts'

export interface UpdatePlan {
  readonly customers: CustomerUpdate[]
  readonly more: number
  readonly unchanged: number
  readonly ambiguous: number
}

const fields: readonly EditableField[] = ['clientName', 'mobileNumber', 'saleDate', 'expiryDate']
const maxCustomers = 2_000
/** Rows whose cars are looked for between two pauses. */
const rowsPerStep = 50

/** `list`: with the index of its vehicles. */
export interface PlanParts extends BulkEditParts {
  readonly list: Pick<ListedCustomers, 'withVehicle'>
}

/** See `customers.previewUpdates`. The number of a customer who is not to be contacted is neither shown nor changed. */
export function* planUpdates(parts: PlanParts, scope: ConnectionRegion, rows: readonly KnownRow[]): Steps<UpdatePlan> {
  const newest = new Map<string, KnownRow>()
  let ambiguous = 0
  for (const [at, row] of rows.entries()) {
    if (at % rowsPerStep === 0) yield
    const keys = vehicleKeys({ ...row, state: scope.region === 'au' ? row.state : null })
    const ids = new Set(keys.flatMap((key) => parts.list.withVehicle(key).map(({ id }) => id)))
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
function updateOf(parts: PlanParts, scope: ConnectionRegion, id: string, row: KnownRow): CustomerUpdate | undefined {
  const customer = parts.cache.find(scope, id)
  if (!customer || isBeingDeleted(parts, scope, id)) return undefined
  const changes = changesOf(parts, scope, customer, row)
  return { id, row: row.row, name: customer.clientName, vehicle: row.rego || row.vin, changes }
}

function changesOf(parts: BulkEditParts, scope: ConnectionRegion, customer: Customer, row: KnownRow): FieldUpdate[] {
  const hidesNumber = parts.isDoNotContact(scope, customer.id, customer.mobileNumber)
  return fields.flatMap((field): FieldUpdate[] => {
    const to = row[field]
    if (to === '' || (field === 'mobileNumber' && hidesNumber)) return []
    const shown = shownValue(parts.ledger, scope, customer, field)
    return isSameValue(field, shown, to, scope.region) ? [] : [{ field, from: shown, to }]
  })
}

/** What the user accepted for one customer. */
export const AcceptedUpdate = z.object({ id: z.string(), changes: z.array(FieldUpdate) })
export type AcceptedUpdate = z.infer<typeof AcceptedUpdate>

export interface UpdateResult {
  readonly changed: number
  readonly refused: { id: string; reason: string }[]
}

/** Records accepted updates as edits of one group. */
export function updateWork(
  parts: BulkEditParts,
  scope: ConnectionRegion,
  rules: EditRules,
  group: EditGroup,
): Work<AcceptedUpdate, UpdateResult> {
  const refused: { id: string; reason: string }[] = []
  let changed = 0
  return {
    each({ id, changes }) {
      const refuse = (reason: string): void => void refused.push({ id, reason })
      const customer = parts.cache.find(scope, id)
      if (!customer) return refuse(customerMessages.notInList)
      if (isBeingDeleted(parts, scope, id)) return refuse(customerMessages.beingDeleted)
      const values: { field: EditableField; from: string | null; value: string | null }[] = []
      for (const { field, from, to } of changes) {
        const checked = checkEdit(field, to, rules)
        if ('reason' in checked) return refuse(checked.reason)
        values.push({ field, from, ...checked })
      }
      let isChanged = false
      for (const { field, from, value } of values) {
        const pending = parts.ledger.edits.findByField(scope, id, field)
        const seen = { value: pending?.state === 'pending' && pending.value === from ? customer[field] : from }
        if (recordEdit(parts.ledger, scope, customer, { field, value, group, seen })) isChanged = true
      }
      if (isChanged) changed += 1
    },
    result: () => ({ changed, refused }),
  }
}
