import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import type { EditGroup, EditLedger } from '../journal/edit-ledger.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'

export interface RequestedEdit {
  readonly field: EditableField
  /** Validated; null clears the field. */
  readonly value: string | null
  readonly group: EditGroup
  /** The field's value in the version of the record that the user saw; undefined if that version is not known. */
  readonly seen: { readonly value: string | null } | undefined
}

/**
 * Records an edit in the ledger, as a conflict if the field was changed elsewhere since the user saw it. Returns false if nothing changes:
 * the service or a pending edit has the value already.
 */
export function recordEdit(
  ledger: EditLedger,
  scope: ConnectionRegion,
  customer: Customer,
  { field, value, group, seen }: RequestedEdit,
): boolean {
  const existing = ledger.edits.findByField(scope, customer.id, field)
  const current = customer[field]
  const wasSent = existing !== null && existing.sent.length > 0
  if (existing?.state === 'pending' && existing.value === value) return false
  if (value === current && !wasSent) {
    if (!existing) return false
    ledger.takeBack(existing, value, group)
    return true
  }
  const changedElsewhere = seen === undefined || !isSameValue(field, seen.value, current, scope.region)
  ledger.record(scope, {
    customerId: customer.id,
    field,
    value,
    before: changedElsewhere ? (seen?.value ?? null) : current,
    shown: existing?.state === 'pending' ? existing.value : current,
    clientName: customer.clientName,
    conflict: changedElsewhere && !wasSent ? { elsewhere: current } : null,
    group,
  })
  return true
}

/** The field's value in the version of the record that the user saw; undefined if that version is not known. */
export function findSeenValue(
  { cache, ledger }: { readonly cache: CustomerCache; readonly ledger: EditLedger },
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
