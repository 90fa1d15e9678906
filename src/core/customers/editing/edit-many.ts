import { addMonths } from '../../../contract/calendar-date.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import { assertNever } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { customerMessages } from '../customer-messages.ts'
import type { DeletionQueue } from '../journal/deletion-queue.ts'
import type { EditReader } from '../journal/edit-journal.ts'
import type { EditGroup, EditLedger } from '../journal/edit-ledger.ts'
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

/** The value that a bulk change gives a record; `unchanged` if it has no date to move. Fails like `validateEdit`. */
function bulkValue(
  edits: EditReader,
  scope: ConnectionRegion,
  customer: Customer,
  change: ManyChange,
  rules: EditRules,
): { readonly value: string | null } | 'unchanged' {
  switch (change.do) {
    case 'set':
      return { value: validateEdit(change.field, change.value, rules) }
    case 'move-date': {
      const pending = edits.findByField(scope, customer.id, change.field)
      const date = pending?.state === 'pending' ? pending.value : customer[change.field]
      if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'unchanged'
      return { value: validateEdit(change.field, addMonths(date, change.years * 12 + change.months), rules) }
    }
    default:
      return assertNever(change)
  }
}
