import type { customerUpdates } from '../../../contract/customer-updates.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { KnownRows } from '../../drafts/engine/known-rows.ts'
import type { EditRules } from '../editing/validate-edit.ts'
import { planUpdates } from '../editing/update-from-rows.ts'
import { defaultAdvanced } from '../../service/assumptions.ts'
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
  const rulesOf = ({ connectionId, region }: ConnectionRegion): EditRules => ({
    region,
    mobileForm: (storage.connections.find(connectionId)?.advanced ?? defaultAdvanced).mobileForm,
    today: context.today(),
    dateFormat: storage.dateFormat(),
  })
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
        return await parts.editing.group.update(scope, rulesOf(scope), customers)
      } finally {
        context.notifyAndSend(scope)
      }
    },
  }
}
