import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { undoMessages } from '../customer-messages.ts'
import type { EditLedger } from '../journal/edit-ledger.ts'
import type { Step, StepKind } from '../journal/step-journal.ts'
import { redoEdits, type RevertedCell, undoEdits, type UndoEditParts } from './undo-edit.ts'
import type { DateFormat } from '../../../contract/calendar-date.ts'
import type { Database } from '../../database/database.ts'
import { addDeletions, type DeletionParts } from '../journal/deletion-queue.ts'
import { inBatches } from './in-batches.ts'

export interface UndoParts extends UndoEditParts, UndoDeletionParts {
  readonly ledger: EditLedger
  readonly dateFormat: () => DateFormat
  /** Whether a customer, or the person with this number, is not to be contacted. */
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

/** The last step that has something to undo. Steps whose changes were all discarded are forgotten. */
export function lastStep({ ledger }: Pick<UndoParts, 'ledger'>, scope: ConnectionRegion): Step | null {
  for (;;) {
    const step = ledger.steps.last(scope)
    if (!step || step.kind === 'delete' || ledger.changes.hasUndoable(step.group)) return step
    ledger.removeStep(step.group)
  }
}

/** Undoes a step, or the rest of it. Returns a message. */
export async function undoStep(parts: UndoParts, scope: ConnectionRegion, step: Step): Promise<string> {
  const message =
    step.kind === 'delete'
      ? undoMessages.deletionUndone(await undoDeletion(parts, scope, step))
      : describeCells(parts, scope, step.kind, await undoEdits(parts, scope, step), 'undone')
  parts.ledger.endUndo(scope, step.group)
  return message
}

/** Makes an undone step again, or the rest of it, as the step `group`. Returns a message. `at`: the time now. */
export async function redoStep(
  parts: UndoParts,
  scope: ConnectionRegion,
  step: Step,
  { group, at }: { readonly group: string; readonly at: string },
): Promise<string> {
  const message =
    step.kind === 'delete'
      ? undoMessages.deletionRedone(await redoDeletion(parts, scope, step, { group, at }), step.size)
      : describeCells(parts, scope, step.kind, await redoEdits(parts, scope, step, group), 'redone')
  parts.ledger.removeStep(step.group)
  return message
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

interface UndoDeletionParts extends DeletionParts {
  readonly database: Database
  /** Restores customers that `DeletionQueue.cancel` could not keep, as soon as the service has confirmed their deletion. */
  restoreAsked(scope: ConnectionRegion): Promise<void>
}

interface UndoneDeletion {
  /** They were not deleted yet, and stay. */
  readonly kept: number
  /** They are restored from the bin, each as a new record. */
  readonly restored: number
}

/** Undoes a deletion. Customers that the user has removed from the bin, or restored there, are in neither number. */
async function undoDeletion(parts: UndoDeletionParts, scope: ConnectionRegion, step: Step): Promise<UndoneDeletion> {
  let [kept, restored] = [0, 0]
  await inBatches(parts.database, parts.ledger.steps.customersOf(step.group), (id) => {
    const end = parts.deletions.cancel(scope, id)
    if (end === 'kept') kept += 1
    if (end === 'restoring') restored += 1
  })
  await parts.restoreAsked(scope)
  return { kept, restored }
}

/** Deletes the customers of an undone deletion again, as the step `group`. Those that were restored are new records, and are not among them. */
const redoDeletion = (
  parts: UndoDeletionParts,
  scope: ConnectionRegion,
  step: Step,
  { group, at }: { readonly group: string; readonly at: string },
): Promise<number> =>
  addDeletions(parts, scope, {
    ids: parts.ledger.steps.customersOf(step.group),
    at,
    step: { group, isRedo: true },
  })
