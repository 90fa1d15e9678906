import type { CustomersStatus } from '../../../contract/customers.ts'
import type { RejectedEdit, UnsavedEdit } from './useCustomerEdits.ts'

export interface EditsStatus {
  /** Changes that the service does not have yet. */
  readonly pending: number
  /** Those of `pending` that wait while Undo is offered. */
  readonly held: number
  /** Changes that need the user: failed, in conflict, or rejected before they were stored. */
  readonly failed: number
}

/**
 * Counts the changes that are not saved. The counts and the lists come from different answers of the program, so the larger number
 * counts: "All saved" is never shown beside a change that was not saved.
 */
export function editsStatus(
  { edits, deletions }: Pick<CustomersStatus, 'edits' | 'deletions'>,
  unsaved: readonly Pick<UnsavedEdit, 'state'>[],
  rejected: readonly RejectedEdit[],
): EditsStatus {
  const listed = unsaved.filter(({ state }) => state !== 'pending').length
  return {
    pending: Math.max(edits.pending, unsaved.length - listed) + deletions.pending,
    held: deletions.held,
    failed: Math.max(edits.failed + edits.conflicts, listed) + deletions.failed + rejected.length,
  }
}
