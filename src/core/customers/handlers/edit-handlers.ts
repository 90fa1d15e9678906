import type { DomainHandlers } from '../../../contract/methods.ts'
import { currentScope, requireConnection, type ConnectionRegion } from '../../connections/connection-region.ts'
import type { EditRules } from '../editing/validate-edit.ts'
import { toCellEdit } from '../journal/edit-journal.ts'
import type { HandlerContext } from './handler-context.ts'

type EditMethod = 'edit' | 'editMany' | 'edits' | 'retryEdit' | 'dropEdit' | 'undo'

/** Edits of customers, and undo. */
export function createEditHandlers(
  context: HandlerContext,
): Pick<DomainHandlers<'customers', AbortSignal>, EditMethod> {
  const { storage, parts } = context
  const { editing, ledger, sender, withPendingChanges } = parts
  const rules = (scope: ConnectionRegion): EditRules => ({
    region: scope.region,
    mobileForm: requireConnection(storage).advanced.mobileForm,
    today: context.today(),
  })

  return {
    async edit(edit) {
      const scope = context.scope()
      editing.edit(scope, rules(scope), edit)
      context.notifyAndSend(scope)
      return context.requireCustomer(scope, edit.id)
    },

    async editMany({ selection, change }) {
      const scope = context.scope()
      try {
        const ids = context.selectedIds(scope, selection)
        const { refused, ...result } = await editing.editMany(scope, rules(scope), ids, change)
        return { ...result, refused: [...refused] }
      } finally {
        context.notifyAndSend(scope)
      }
    },

    async edits() {
      const scope = currentScope(storage)
      const all = scope ? ledger.edits.all(scope) : []
      return {
        edits: all.map((edit) => ({
          ...toCellEdit(edit),
          customerId: edit.customerId,
          clientName: edit.clientName,
          before: edit.before,
        })),
      }
    },

    async retryEdit({ editId, overwrite }) {
      const scope = context.scope()
      const { customerId } = editing.retry(scope, editId, overwrite)
      sender.sendNow(scope.connectionId)
      context.notifyAndSend(scope)
      return context.requireCustomer(scope, customerId)
    },

    async dropEdit({ editId }) {
      const scope = context.scope()
      const edit = editing.discard(scope, editId)
      context.notifyAndSend(scope)
      return (
        withPendingChanges.find(scope, edit.customerId) ??
        edit.record ??
        context.requireCustomer(scope, edit.customerId)
      )
    },

    async undo() {
      const scope = context.scope()
      const undone = await editing.undo(scope)
      if (undone !== null) context.notifyAndSend(scope)
      return { undone }
    },
  }
}
