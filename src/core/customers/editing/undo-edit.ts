import type { EditableField } from '../../../contract/customers.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { isSameValue } from '../cache/editable-fields.ts'
import { customerMessages } from '../customer-messages.ts'
import { newGroup } from '../journal/change-journal.ts'
import type { EditLedger } from '../journal/edit-ledger.ts'
import { inBatches } from './in-batches.ts'
import { recordEdit } from './record-edit.ts'

/** Undoes the last edit or bulk edit by edits that set the previous values. Returns a message, or null if there is nothing to undo. */
export async function undoLastEdit(
  {
    database,
    cache,
    ledger,
    isDoNotContact,
  }: {
    readonly database: Database
    readonly cache: CustomerCache
    readonly ledger: EditLedger
    /** Whether a customer, or the person with this number, is not to be contacted. */
    isDoNotContact(scope: ConnectionRegion, customerId: string, mobileNumber: string | null): boolean
  },
  scope: ConnectionRegion,
): Promise<string | null> {
  const last = ledger.changes.lastGroup(scope)
  if (!last) return null
  const group = newGroup()
  const undone: { id: string; field: EditableField; name: string | null; value: string | null }[] = []
  await inBatches(database, last.changes, ({ number, customerId, field, before, after }) => {
    const customer = cache.find(scope, customerId)
    if (!customer) return
    const edit = ledger.edits.findByField(scope, customerId, field)
    if (edit?.changeNumber === number && edit.state !== 'pending') ledger.discard(edit)
    else {
      const isOwnValue = edit !== null || isSameValue(field, customer[field], after, scope.region)
      recordEdit(ledger, scope, customer, {
        field,
        value: before,
        group,
        seen: { value: isOwnValue ? customer[field] : after },
        undoOf: last.group,
      })
    }
    undone.push({ id: customerId, field, name: customer.clientName, value: before })
  })
  ledger.markUndone(last.group)
  const [first] = undone
  if (!first) return customerMessages.nothingToUndo
  if (undone.length > 1) return customerMessages.undoneMany(first.field, undone.length)
  if (first.field === 'mobileNumber' && isDoNotContact(scope, first.id, first.value)) {
    return customerMessages.undoneHidden(first.name)
  }
  return customerMessages.undoneOne(first.field, first.value, first.name)
}
