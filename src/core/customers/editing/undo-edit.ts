import type { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { newGroup, type UndoableChange } from '../journal/change-journal.ts'
import type { EditGroup, EditLedger } from '../journal/edit-ledger.ts'
import type { Step } from '../journal/step-journal.ts'
import { batchSize, eachBatch } from './in-batches.ts'
import { recordEdit } from './record-edit.ts'

export interface UndoEditParts {
  readonly database: Database
  readonly cache: CustomerCache
  readonly ledger: EditLedger
}

/** A cell whose value was set back, or set again. */
export interface RevertedCell {
  readonly id: string
  readonly field: EditableField
  /** The name of the customer. */
  readonly name: string | null
  /** The value that the cell has now, or that waits as a conflict. */
  readonly value: string | null
  /** The value was changed elsewhere since, so it was not overwritten. */
  readonly isConflict: boolean
}

/** Undoes the edits of a step by edits that set the previous values. Cells of customers that are gone are not in the result. */
export async function undoEdits(parts: UndoEditParts, scope: ConnectionRegion, step: Step): Promise<RevertedCell[]> {
  const { ledger } = parts
  const group: EditGroup = { id: newGroup(), step: null, undoOf: step.group }
  const undone: RevertedCell[] = []
  const undoOne = (change: UndoableChange): void => {
    // Marked one by one: when the program is killed, the next undo goes on with the rest.
    ledger.markUndone(change.number)
    const edit = ledger.edits.findByField(scope, change.customerId, change.field)
    const isUnsaved = edit?.changeNumber === change.number && edit.state !== 'pending'
    const reverted = isUnsaved
      ? discardEdit(parts, scope, change)
      : setValue(parts, scope, change, { from: change.after, to: change.before, group })
    if (reverted) undone.push(reverted)
  }
  await eachBatch(parts.database, () => ledger.changes.undoable(step.group, batchSize), undoOne)
  return undone
}

/** Makes the edits of an undone step again, as the new step `groupId` of the same kind. */
export async function redoEdits(
  parts: UndoEditParts,
  scope: ConnectionRegion,
  step: Step,
  groupId: string,
): Promise<RevertedCell[]> {
  const { ledger } = parts
  const group: EditGroup = { id: groupId, step: { kind: step.kind, isRedo: true }, undoOf: null }
  const redone: RevertedCell[] = []
  const redoOne = (change: UndoableChange): void => {
    ledger.markRedone(change.number)
    const reverted = setValue(parts, scope, change, { from: change.before, to: change.after, group })
    if (reverted) redone.push(reverted)
  }
  await eachBatch(parts.database, () => ledger.changes.redoable(step.group, batchSize), redoOne)
  return redone
}

/** A failed edit, or one in conflict, is not at the service. */
function discardEdit(
  { cache, ledger }: UndoEditParts,
  scope: ConnectionRegion,
  { customerId, field, before }: UndoableChange,
): RevertedCell | null {
  const customer = cache.find(scope, customerId)
  const edit = ledger.edits.findByField(scope, customerId, field)
  if (!customer || !edit) return null
  ledger.discard(edit)
  return { id: customerId, field, name: customer.clientName, value: before, isConflict: false }
}

function setValue(
  { cache, ledger }: UndoEditParts,
  scope: ConnectionRegion,
  { customerId, field }: UndoableChange,
  { from, to, group }: { readonly from: string | null; readonly to: string | null; readonly group: EditGroup },
): RevertedCell | null {
  const customer = cache.find(scope, customerId)
  if (!customer) return null
  const edit = ledger.edits.findByField(scope, customerId, field)
  const isOwnValue = edit !== null || isSameValue(field, customer[field], from, scope.region)
  recordEdit(ledger, scope, customer, { field, value: to, group, seen: { value: isOwnValue ? customer[field] : from } })
  const isConflict = !isOwnValue && !isSameValue(field, customer[field], to, scope.region)
  return { id: customerId, field, name: customer.clientName, value: to, isConflict }
}
