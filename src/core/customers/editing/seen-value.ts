import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { isSameValue } from '../cache/editable-fields.ts'
import type { EditLedger } from '../journal/edit-ledger.ts'

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
