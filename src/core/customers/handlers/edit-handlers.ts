import type { DomainHandlers } from '../../../contract/methods.ts'
import { shownScope } from '../../connections/connection-region.ts'
import { isHiddenValue, withoutNumber } from '../contact/hidden-numbers.ts'
import { toCellEdit } from '../changes/open-edits.ts'
import type { HandlerContext } from './handler-context.ts'

/** Edits of customers, and undo. */
export function createEditHandlers(context: HandlerContext) {
  const { storage, parts } = context
  const { cache, editing, ledger, sender } = parts

  return {
    async edit(edit) {
      const scope = context.scope()
      editing.edit(scope, context.rules(scope), edit)
      context.notifyAndSend(scope, [edit.id])
      return context.requireCustomer(scope, edit.id)
    },

    async editMany({ selection, change }) {
      const scope = context.scope()
      try {
        const ids = await context.selectedIds(scope, selection)
        const { refused, ...result } = await editing.many(scope, context.rules(scope), ids, change)
        return { ...result, refused: [...refused] }
      } finally {
        context.notifyAndSend(scope)
      }
    },

    async edits() {
      const scope = shownScope(storage)
      return {
        edits: ledger.edits.all(scope).map((edit) => {
          const { customerId, clientName, before, field, value, elsewhere } = edit
          const hidden = isHiddenValue(field, [before, value, elsewhere], (number) =>
            parts.isDoNotContact(scope, customerId, number),
          )
          const shown = toCellEdit(edit)
          const cellEdit = hidden ? withoutNumber(shown) : shown
          return { ...cellEdit, customerId, clientName, before: hidden ? null : before, hidden }
        }),
      }
    },

    async retryEdit({ editId, overwrite }) {
      const scope = context.scope()
      const { customerId } = editing.retry(scope, editId, overwrite)
      sender.sendNow(scope.connectionId)
      context.notifyAndSend(scope, [customerId])
      return context.requireCustomer(scope, customerId)
    },

    async dropEdit({ editId }) {
      const scope = context.scope()
      const edit = editing.discard(scope, editId)
      context.notifyAndSend(scope, [edit.customerId])
      const record = cache.find(scope, edit.customerId) ?? edit.record
      return record ? context.present(scope)(record) : context.requireCustomer(scope, edit.customerId)
    },

    async previewCells({ rows }) {
      const scope = context.scope()
      return editing.previewCells(scope, context.rules(scope), rows)
    },

    async changeCells({ kind, rows, part }) {
      const scope = context.scope()
      try {
        return await editing.cells(scope, context.rules(scope), kind, rows, part ?? null)
      } finally {
        if (part?.isLast !== false) context.notifyAndSend(scope)
      }
    },

    async nextUndo() {
      const { undo, redo } = editing.next(shownScope(storage))
      return { customers: undo?.size ?? 0, step: undo?.group ?? null, redo: redo?.size ?? 0 }
    },

    async undo({ step }) {
      const scope = context.scope()
      const undone = await editing.undo(scope, step)
      if (undone !== null) context.notifyAndSend(scope)
      return { undone }
    },

    async redo({ holdMs = 0 }) {
      const scope = context.scope()
      const redone = await editing.redo(scope, { at: storage.clock.now().toISOString(), holdMs })
      if (redone !== null) context.notifyAndSend(scope)
      return { redone }
    },
  } satisfies Partial<DomainHandlers<'customers', AbortSignal>>
}
