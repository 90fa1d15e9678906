import type { Customer, EditableField, ManyChange } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { isSameValue } from '../cache/editable-fields.ts'
import { customerMessages } from '../customer-messages.ts'
import { newGroup } from '../journal/change-journal.ts'
import type { Edit } from '../journal/edit-journal.ts'
import { type BulkEditParts, type BulkEditResult, editMany, isBeingDeleted } from './edit-many.ts'
import { recordEdit } from './record-edit.ts'
import { undoLastEdit } from './undo-edit.ts'
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
  /** Works in batches. If the program ends in between, the batches that were recorded stay. */
  editMany(
    scope: ConnectionRegion,
    rules: EditRules,
    ids: readonly string[],
    change: ManyChange,
  ): Promise<BulkEditResult>
  /** A message that says what was undone; null if there is nothing to undo. */
  undo(scope: ConnectionRegion): Promise<string | null>
  retry(scope: ConnectionRegion, editId: string, overwrite: boolean): Edit
  discard(scope: ConnectionRegion, editId: string): Edit
}

export interface EditParts extends BulkEditParts {
  /** Whether a customer, or the person with this number, is not to be contacted. */
  isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
}

export function createEditCustomers(parts: EditParts): CustomerEdits {
  const { cache, ledger } = parts
  let lastUndo: Promise<unknown> = Promise.resolve()

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
          group: newGroup(),
          seen: findSeenValue(parts, scope, customer, field, lastUpdated),
          undoOf: null,
        })
      })
    },

    editMany: (scope, rules, ids, change) => editMany(parts, scope, rules, ids, change),

    undo(scope) {
      // One after another: two calls at once undo two edits.
      const undone = lastUndo.then(() => undoLastEdit(parts, scope))
      lastUndo = undone.catch(() => null)
      return undone
    },

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
            group: newGroup(),
            seen: { value: customer[edit.field] },
            undoOf: null,
          })
        }
      })
      return edit
    },
  }
}

/** The field's value in the version of the record that the user saw; undefined if that version is not known. */
function findSeenValue(
  { cache, ledger }: Pick<EditParts, 'cache' | 'ledger'>,
  scope: ConnectionRegion,
  customer: Customer,
  field: EditableField,
  lastUpdated: string,
): { readonly value: string | null } | undefined {
  if (customer.lastUpdated === lastUpdated) return { value: customer[field] }
  // This PC's own change makes the record newer than the version that the user saw, but is no change by others.
  const own = ledger.changes.lastSaved(scope, customer.id, field)
  if (own && isSameValue(field, own.after, customer[field], scope.region)) return { value: customer[field] }
  const version = cache.previousVersions.find(scope, customer.id, lastUpdated)
  return version ? { value: version[field] } : undefined
}
