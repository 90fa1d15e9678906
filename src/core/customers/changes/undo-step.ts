import type { DateFormat } from '../../../contract/calendar-date.ts'
import type { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { undoMessages } from '../customer-messages.ts'
import { type EditGroup, newGroup } from './change-ledger.ts'
import { deleteWork } from './deletion-queue.ts'
import type { BulkEditParts } from './edit-many.ts'
import { batchSize, eachBatch } from '../../database/in-batches.ts'
import { recordEdit } from './record-edit.ts'
import type { Step, StepChange, StepKind } from './steps.ts'

export interface UndoParts extends BulkEditParts {
  readonly dateFormat: () => DateFormat
  /** Restores customers that `DeletionQueue.cancel` could not keep, as soon as the service has confirmed their deletion. */
  restoreAsked(scope: ConnectionRegion): Promise<void>
}

/** A cell whose value was set back, or set again. */
interface RevertedCell {
  readonly id: string
  readonly field: EditableField
  /** The name of the customer. */
  readonly name: string | null
  /** The value that the cell has now, or that waits as a conflict. */
  readonly value: string | null
  /** The value was changed elsewhere since, so it was not overwritten. */
  readonly isConflict: boolean
}

/**
 * Undoes a step, or the rest of it: cells get their previous values by new edits, and deleted customers stay or are restored from
 * the bin, each as a new record. Returns a message, which does not count customers that are gone.
 */
export async function undoStep(parts: UndoParts, scope: ConnectionRegion, step: Step): Promise<string> {
  const { database, deletions, ledger } = parts
  const group: EditGroup = { id: newGroup(), step: null }
  const cells: RevertedCell[] = []
  let [kept, restored] = [0, 0]
  const undoOne = (change: StepChange): void => {
    // Marked one by one: when the program is killed, the next undo goes on with the rest.
    ledger.steps.markUndone(change)
    const { customerId, field } = change
    if (field === null) {
      const end = deletions.cancel(scope, customerId)
      if (end === 'kept') kept += 1
      if (end === 'restoring') restored += 1
      return
    }
    const edit = ledger.edits.findByField(scope, customerId, field)
    const isUnsaved = edit?.number === change.number && edit.state !== 'pending'
    const reverted = isUnsaved
      ? discardEdit(parts, scope, { ...change, field })
      : setValue(parts, scope, { customerId, field }, { from: change.after, to: change.before, group })
    if (reverted) cells.push(reverted)
  }
  const undoAll = (): Promise<boolean> =>
    eachBatch(database, () => ledger.steps.undoable(step.group, batchSize), undoOne)
  // Otherwise some of many could be sent meanwhile.
  await (step.kind === 'delete' ? deletions.holdWhile(step.group, 0, undoAll) : undoAll())
  if (step.kind === 'delete') await parts.restoreAsked(scope)
  ledger.steps.endUndo(scope, step.group)
  return step.kind === 'delete'
    ? undoMessages.deletionUndone({ kept, restored })
    : describeCells(parts, scope, step.kind, cells, 'undone')
}

/**
 * Makes an undone step again, or the rest of it, as the step `group`. Returns a message. `at`: the time now. Customers that were restored
 * are new records, and are not deleted.
 */
export async function redoStep(
  parts: UndoParts,
  scope: ConnectionRegion,
  step: Step,
  { group: id, at }: { readonly group: string; readonly at: string },
): Promise<string> {
  const { database, ledger } = parts
  const group: EditGroup = { id, step: { kind: step.kind, isRedo: true } }
  const cells: RevertedCell[] = []
  const deleting = deleteWork(parts, scope, { at, step: group })
  const redoOne = (change: StepChange): void => {
    const { customerId, field } = change
    ledger.steps.markRedone(change)
    if (field === null) return deleting.each(customerId)
    const reverted = setValue(parts, scope, { customerId, field }, { from: change.before, to: change.after, group })
    if (reverted) cells.push(reverted)
  }
  await eachBatch(database, () => ledger.steps.redoable(step.group, batchSize), redoOne)
  ledger.steps.remove(step.group)
  return step.kind === 'delete'
    ? undoMessages.deletionRedone(deleting.result(), step.size)
    : describeCells(parts, scope, step.kind, cells, 'redone')
}

/** A failed edit, or one in conflict, is not at the service. */
function discardEdit(
  { cache, ledger }: UndoParts,
  scope: ConnectionRegion,
  { customerId, field, before }: StepChange & { readonly field: EditableField },
): RevertedCell | null {
  const customer = cache.find(scope, customerId)
  const edit = ledger.edits.findByField(scope, customerId, field)
  if (!customer || !edit) return null
  ledger.discard(edit)
  return { id: customerId, field, name: customer.clientName, value: before, isConflict: false }
}

function setValue(
  { cache, ledger }: UndoParts,
  scope: ConnectionRegion,
  { customerId, field }: { readonly customerId: string; readonly field: EditableField },
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

function describeCells(
  parts: UndoParts,
  scope: ConnectionRegion,
  kind: Exclude<StepKind, 'delete'>,
  cells: readonly RevertedCell[],
  end: 'undone' | 'redone',
): string {
  const [first] = cells
  if (!first) return undoMessages.nothing(end)
  const conflicts = cells.filter(({ isConflict }) => isConflict).length
  if (conflicts === cells.length) return undoMessages.onlyConflicts(end, conflicts)
  const hidden = first.field === 'mobileNumber' && parts.isDoNotContact(scope, first.id, first.value)
  const text =
    kind === 'edit' && cells.length === 1
      ? undoMessages.oneCell(end, first, hidden, { region: scope.region, dateFormat: parts.dateFormat() })
      : undoMessages.cells(end, kind, first.field, cells.length - conflicts)
  return conflicts === 0 ? text : `${text} ${undoMessages.conflicts(conflicts)}`
}
