import type { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import { customerMessages } from '../customer-messages.ts'
import type { Edit } from '../journal/edit-journal.ts'
import { newStep } from '../journal/edit-ledger.ts'
import { type CellTexts, previewCells } from './change-cells.ts'
import { isBeingDeleted } from './edit-many.ts'
import { createGroupChanges, type GroupChanges, type GroupParts } from './group-changes.ts'
import { findSeenValue, recordEdit } from './record-edit.ts'
import { lastStep } from './undo-step.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

/** The user's edits: validated, recorded in the ledger, and undone. Nothing here calls the service. */
export interface CustomerEdits {
  /** Fails with `invalid-input` and the rule's message, with `not-found`, or with `conflict` while the record is being deleted. */
  edit(
    scope: ConnectionRegion,
    rules: EditRules,
    edit: {
      readonly id: string
      readonly field: EditableField
      readonly value: string
      readonly lastUpdated: string
    },
  ): void
  readonly group: GroupChanges
  /** Records the rest of the changes that an earlier run of the program has begun. */
  start(): void
  close(): Promise<void>
  /** The size of the steps that undo and redo would change: cells, or deleted customers. */
  next(scope: ConnectionRegion): { readonly undo: number; readonly redo: number }
  previewCells(scope: ConnectionRegion, rules: EditRules, rows: readonly CellTexts[]): ReturnType<typeof previewCells>
  retry(scope: ConnectionRegion, editId: string, overwrite: boolean): Edit
  discard(scope: ConnectionRegion, editId: string): Edit
}

export type EditParts = GroupParts

export function createEditCustomers(
  parts: EditParts,
  { log, onContinued }: { readonly log: Log; onContinued(scope: ConnectionRegion): void },
): CustomerEdits {
  const { cache, ledger } = parts
  const group = createGroupChanges(parts)
  let continued: Promise<void> = Promise.resolve()
  const requireEdit = (scope: ConnectionRegion, editId: string): Edit => {
    const found = ledger.edits.find(editId)
    return found && found.scope.connectionId === scope.connectionId && found.scope.region === scope.region
      ? found
      : fail('not-found', customerMessages.editFinished)
  }

  return {
    edit(scope, rules, { id, field, value, lastUpdated }) {
      const customer = cache.find(scope, id) ?? fail('not-found', customerMessages.notInList)
      if (isBeingDeleted(parts, scope, id)) {
        const { message, kept } = customerMessages.beingDeletedNoEdit
        fail('conflict', message, { kept })
      }
      const validated = validateEdit(field, value, rules)
      parts.database.transaction(() => {
        recordEdit(ledger, scope, customer, {
          field,
          value: validated,
          group: newStep('edit'),
          seen: findSeenValue(parts, scope, customer, field, lastUpdated),
        })
      })
    },

    group,
    start() {
      continued = group
        .continueUnfinished(({ scope }) => onContinued(scope))
        .catch((error: unknown) => log.write('error', 'customers.unfinishedChangeFailed', errorFields(error)))
    },
    close: () => continued,

    next(scope) {
      const step = lastStep(parts, scope)
      const undoable = step && (step.kind === 'delete' ? step.size : ledger.changes.countUndoable(step.group))
      return { undo: undoable ?? 0, redo: ledger.steps.lastUndone(scope)?.size ?? 0 }
    },

    previewCells: (scope, rules, rows) => previewCells(parts, scope, rules, rows),

    retry(scope, editId, overwrite) {
      const edit = requireEdit(scope, editId)
      if (edit.record) fail('not-found', customerMessages.retryOfDeleted)
      if (edit.state !== 'pending') ledger.retry(editId, overwrite)
      return edit
    },

    discard(scope, editId) {
      const edit = requireEdit(scope, editId)
      const customer = cache.find(scope, edit.customerId)
      parts.database.transaction(() => {
        if (edit.state !== 'pending' || edit.sent.length === 0 || !customer) ledger.discard(edit)
        // The value was sent already: the previous value is sent after it.
        else {
          recordEdit(ledger, scope, customer, {
            field: edit.field,
            value: edit.before,
            group: newStep('edit'),
            seen: { value: customer[edit.field] },
          })
        }
      })
      return edit
    },
  }
}
