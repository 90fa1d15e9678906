import { createHash } from 'node:crypto'
import type { CustomerUpdate } from '../../../contract/customer-updates.ts'
import type { FieldUpdate } from '../../../contract/customer-changes.ts'
import { type Customer, EditableField } from '../../../contract/customer-record.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { KnownRow, KnownRows } from '../../drafts/engine/known-rows.ts'
import { type RowUpdate, rowUpdatesOf, type RowUpdates } from '../../drafts/storage/row-updates.ts'
import type { PreparedUpdate } from '../changes/customer-edits.ts'
import { isBeingDeleted } from '../changes/edit-many.ts'
import { shownValue } from '../changes/record-edit.ts'
import { vehicleKeys } from '../../fields/vehicle-key.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { inSlices } from '../../scheduling/in-slices.ts'
import type { HandlerContext, HandlerParts } from './handler-context.ts'

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
export function createUpdateHandlers(context: HandlerContext, readKnownRows: ReadKnownRows) {
  const { storage, parts } = context
  return {
    async previewUpdates({ draftId }) {
      const { rows, ...scope } = await readKnownRows(draftId)
      const { customers, rows: found } = await planUpdates(parts, scope, rows)
      const { unchanged, ambiguous } = rowUpdatesOf(found)
      return {
        customers: customers.slice(0, maxShown),
        more: Math.max(0, customers.length - maxShown),
        digest: digestOf(customers),
        fields: EditableField.options.flatMap((field) => {
          const count = customers.filter(({ changes }) => changes.some((change) => change.field === field)).length
          return count === 0 ? [] : [{ field, customers: count }]
        }),
        forbidden: customers.filter(({ id, changes }) =>
          changes.some(({ field, to }) => field === 'mobileNumber' && parts.isDoNotContact(scope, id, to)),
        ).length,
        unchanged: unchanged?.length ?? 0,
        ambiguous: ambiguous?.length ?? 0,
      }
    },
    async prepareUpdates({ connectionId, region }, rows) {
      const scope = { connectionId, region }
      const { customers, rows: found } = await planUpdates(parts, scope, rows)
      const accepted = customers.map(({ id, changes }) => ({ id, changes }))
      const prepared = await parts.editing.prepareUpdate(scope, context.rules(scope), accepted)
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
  } satisfies Partial<DomainHandlers<'customers', AbortSignal>> & {
    readonly prepareUpdates: PrepareUpdates
  }
}

interface UpdatePlan {
  /** Customers who get at least one other value. */
  readonly customers: CustomerUpdate[]
  /** What each row does. */
  readonly rows: ReadonlyMap<number, RowUpdate>
}

/** What rows change in the customers who have their cars. The number of a customer who is not to be contacted is neither shown nor changed. */
async function planUpdates(
  parts: HandlerParts,
  scope: ConnectionRegion,
  rows: readonly KnownRow[],
): Promise<UpdatePlan> {
  const list = await parts.lists.ready(scope)
  const found = new Map<number, RowUpdate>()
  const newest = new Map<string, KnownRow>()
  for await (const row of inSlices(rows)) {
    const keys = vehicleKeys({ ...row, state: scope.region === 'au' ? row.state : null })
    const ids = new Set(keys.flatMap((key) => list.withVehicle(key).map(({ id }) => id)))
    const [id] = ids
    found.set(row.row, ids.size > 1 ? 'ambiguous' : id === undefined ? 'none' : 'older')
    if (ids.size !== 1 || id === undefined) continue
    const earlier = newest.get(id)
    if (!earlier || row.saleDate >= earlier.saleDate) newest.set(id, row)
  }
  const customers: CustomerUpdate[] = []
  for await (const [id, row] of inSlices(newest)) {
    const update = updateOf(parts, scope, id, row)
    found.set(row.row, !update ? 'none' : update.changes.length === 0 ? 'unchanged' : 'updated')
    if (update && update.changes.length > 0) customers.push(update)
  }
  return { customers, rows: found }
}

/** What a row would change; undefined: its customer is gone or about to be. */
function updateOf(parts: HandlerParts, scope: ConnectionRegion, id: string, row: KnownRow): CustomerUpdate | undefined {
  const customer = parts.cache.find(scope, id)
  if (!customer || isBeingDeleted(parts, scope, id)) return undefined
  const changes = changesOf(parts, scope, customer, row)
  return { id, row: row.row, name: customer.clientName, vehicle: row.rego || row.vin, changes }
}

function changesOf(parts: HandlerParts, scope: ConnectionRegion, customer: Customer, row: KnownRow): FieldUpdate[] {
  const hidesNumber = parts.isDoNotContact(scope, customer.id, customer.mobileNumber)
  return EditableField.options.flatMap((field): FieldUpdate[] => {
    const to = row[field]
    if (to === '' || (field === 'mobileNumber' && hidesNumber)) return []
    const shown = shownValue(parts.ledger, scope, customer, field)
    return isSameValue(field, shown, to, scope.region) ? [] : [{ field, from: shown, to }]
  })
}
