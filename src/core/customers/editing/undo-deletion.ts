import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { addDeletions, type DeletionParts } from '../journal/add-deletions.ts'
import type { Step } from '../journal/step-journal.ts'
import { inBatches } from './in-batches.ts'

export interface UndoDeletionParts extends DeletionParts {
  readonly database: Database
  /** Restores customers that `DeletionQueue.cancel` could not keep, as soon as the service has confirmed their deletion. */
  restoreAsked(scope: ConnectionRegion): Promise<void>
}

export interface UndoneDeletion {
  /** They were not deleted yet, and stay. */
  readonly kept: number
  /** They are restored from the bin, each as a new record. */
  readonly restored: number
}

/** Undoes a deletion. Customers that the user has removed from the bin, or restored there, are in neither number. */
export async function undoDeletion(
  parts: UndoDeletionParts,
  scope: ConnectionRegion,
  step: Step,
): Promise<UndoneDeletion> {
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
export const redoDeletion = (
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
