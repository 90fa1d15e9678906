import type { customerUpdates } from '../../../contract/customer-updates.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { KnownRows } from '../../drafts/engine/known-rows.ts'
import { planUpdates } from '../changes/update-from-rows.ts'
import { runInSlices } from '../../scheduling/in-slices.ts'
import type { HandlerContext } from './handler-context.ts'

/** The rows of a draft whose cars are customers'. Throws `not-found`. */
export type ReadKnownRows = (draftId: string) => Promise<KnownRows>

/** Updates of existing customers from a draft, in the connection and region of the draft. */
export function createUpdateHandlers(
  context: HandlerContext,
  readKnownRows: ReadKnownRows,
): Pick<DomainHandlers<'customers', AbortSignal>, keyof typeof customerUpdates> {
  const { storage, parts } = context
  const updateParts = { ...parts, database: storage.database }
  return {
    async previewUpdates({ draftId }) {
      const { rows, ...scope } = await readKnownRows(draftId)
      const list = await parts.lists.ready(scope)
      await runInSlices(list.indexVehicles())
      return runInSlices(planUpdates({ ...updateParts, list }, scope, rows))
    },
    async updateFromDraft({ draftId, customers }) {
      const { rows: _rows, ...scope } = await readKnownRows(draftId)
      try {
        return await parts.editing.update(scope, context.rules(scope), customers)
      } finally {
        context.notifyAndSend(scope)
      }
    },
  }
}
