import type { ManyChange } from '../../../contract/customer-changes.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { customerMessages } from '../customer-messages.ts'
import type { DeletionQueue } from '../journal/deletion-queue.ts'
import type { EditGroup, EditLedger } from '../journal/edit-ledger.ts'
import { bulkValue } from './bulk-change.ts'
import type { Work } from './in-batches.ts'
import { recordEdit } from './record-edit.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

export interface BulkEditParts {
  readonly database: Database
  readonly cache: CustomerCache
  readonly ledger: EditLedger
  readonly deletions: DeletionQueue
}

export interface BulkEditResult {
  readonly group: string
  readonly changed: number
  readonly unchanged: number
  readonly refused: readonly { readonly id: string; readonly reason: string }[]
}

export const isBeingDeleted = (parts: Pick<BulkEditParts, 'deletions'>, scope: ConnectionRegion, id: string): boolean =>
  parts.deletions.find(scope, id)?.state === 'pending'

/** Fails with `invalid-input` if no customer can have the value. */
export function checkManyChange(change: ManyChange, rules: EditRules): void {
  if (change.do === 'set') validateEdit(change.field, change.value, rules)
}

/** Records one change for many customers, given by their ids. See `customers.editMany`. */
export function manyWork(
  parts: BulkEditParts,
  scope: ConnectionRegion,
  rules: EditRules,
  change: ManyChange,
  group: EditGroup,
): Work<string, BulkEditResult> {
  const { cache, ledger } = parts
  const { field } = change
  const refused: { id: string; reason: string }[] = []
  let [changed, unchanged] = [0, 0]

  const edit = (id: string): void => {
    const customer = cache.find(scope, id)
    if (!customer) return
    if (isBeingDeleted(parts, scope, id)) return void refused.push({ id, reason: customerMessages.beingDeleted })
    const next = bulkValue(ledger.edits, scope, customer, change, rules)
    const seen = { value: customer[field] }
    const isChanged =
      next !== 'unchanged' && recordEdit(ledger, scope, customer, { field, value: next.value, group, seen })
    if (isChanged) changed += 1
    else unchanged += 1
  }
  return {
    each(id) {
      try {
        edit(id)
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.kind !== 'invalid-input') throw error
        refused.push({ id, reason: error.failure.message })
      }
    },
    result: () => ({ group: group.id, changed, unchanged, refused }),
  }
}
