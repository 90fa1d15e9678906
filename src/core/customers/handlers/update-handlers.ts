import { createHash } from 'node:crypto'
import type { customerUpdates } from '../../../contract/customer-updates.ts'
import { EditableField } from '../../../contract/customer-record.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { KnownRow, KnownRows } from '../../drafts/engine/known-rows.ts'
import { rowUpdatesOf, type RowUpdates } from '../../drafts/storage/row-updates.ts'
import type { PreparedUpdate } from '../editing/group-changes.ts'
import { planUpdates, type UpdatePlan } from '../editing/update-from-rows.ts'
import { runInSlices } from '../../scheduling/in-slices.ts'
import type { HandlerContext } from './handler-context.ts'

/** The rows of a draft that update customers. Throws `not-found`. */
export type ReadKnownRows = (draftId: string) => Promise<KnownRows>

/** Updates of existing customers by rows, and what each row does. */
export interface RowsUpdate extends Pick<PreparedUpdate, 'commit' | 'drop'> {
  readonly rows: RowUpdates
  /** See `customers.previewUpdates`. */
  readonly digest: string
  /** Makes the updates, after `commit`, and begins to send them. */
  run(): Promise<void>
}

/** Stores updates of customers by rows, as edits like those of the user. They belong to an upload: see `PreparedUpdate`. */
export type PrepareUpdates = (scope: ConnectionRegion, rows: readonly KnownRow[]) => Promise<RowsUpdate>

const digestOf = (customers: UpdatePlan['customers']): string =>
  createHash('sha256').update(JSON.stringify(customers)).digest('base64url').slice(0, 22)

/** The most customers in one preview. */
const maxShown = 2_000

/** What rows of a draft change in existing customers, in the connection and region of the draft. */
export function createUpdateHandlers(
  context: HandlerContext,
  readKnownRows: ReadKnownRows,
): Pick<DomainHandlers<'customers', AbortSignal>, keyof typeof customerUpdates> & {
  readonly prepareUpdates: PrepareUpdates
} {
  const { storage, parts } = context
  const updateParts = { ...parts, database: storage.database }
  const plan = async (scope: ConnectionRegion, rows: readonly KnownRow[]): Promise<UpdatePlan> => {
    const list = await parts.lists.ready(scope)
    await runInSlices(list.indexVehicles())
    return runInSlices(planUpdates({ ...updateParts, list }, scope, rows))
  }
  return {
    async previewUpdates({ draftId }) {
      const { rows, ...scope } = await readKnownRows(draftId)
      const { customers, rows: found } = await plan(scope, rows)
      const { unchanged, ambiguous } = rowUpdatesOf(found)
      return {
        customers: customers.slice(0, maxShown),
        more: Math.max(0, customers.length - maxShown),
        digest: digestOf(customers),
        fields: EditableField.options.flatMap((field) => {
          const count = customers.filter(({ changes }) => changes.some((change) => change.field === field)).length
          return count === 0 ? [] : [{ field, customers: count }]
        }),
        unchanged: unchanged?.length ?? 0,
        ambiguous: ambiguous?.length ?? 0,
      }
    },
    async prepareUpdates({ connectionId, region }, rows) {
      const scope = { connectionId, region }
      const { customers, rows: found } = await plan(scope, rows)
      const accepted = customers.map(({ id, changes }) => ({ id, changes }))
      const prepared = await parts.editing.group.prepareUpdate(scope, context.rules(scope), accepted)
      return {
        ...prepared,
        rows: rowUpdatesOf(found),
        digest: digestOf(customers),
        async run() {
          const { refused } = await prepared.run()
          if (refused > 0) storage.log.write('warning', 'customers.updatesRefused', { customers: refused })
          context.notifyAndSend(scope)
        },
      }
    },
  }
}
