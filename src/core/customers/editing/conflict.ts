import type { EditableField } from '../../../contract/customers.ts'
import { recoveryOf } from '../../../contract/recovery.ts'
import { assertNever, type FailureKind } from '../../../contract/result.ts'
import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { CustomerPatch } from '../../service/service-client.ts'
import type { EditableFields } from '../cache/customer-columns.ts'
import type { Edit } from '../journal/edit-journal.ts'

/** The property of PATCH for each field (interface, part 4). */
export const patchKeys: Readonly<Record<EditableField, keyof CustomerPatch>> = {
  clientName: 'client_name',
  mobileNumber: 'mobile_number',
  saleDate: 'sale_date',
  expiryDate: 'expiry_date',
}

/** An emptied field is sent as the empty string (interface, part 4, rule 2). */
export function patchOf({ field, value }: Pick<Edit, 'field' | 'value'>): CustomerPatch {
  return { [patchKeys[field]]: value ?? '' }
}

/** Two values that the service may hold for one: a mobile may be written either way. */
export function isSameValue(field: EditableField, a: string | null, b: string | null, region: Region): boolean {
  if (a === b || (a ?? '') === (b ?? '')) return true
  if (field !== 'mobileNumber' || a === null || b === null) return false
  const digits = mobileDigits(a, region)
  return digits !== null && digits === mobileDigits(b, region)
}

/**
 * What the record at the service says of an edit: `settled`, it holds the value; `send`, it holds what it held when the edit was made, or
 * what this PC itself sent since; `conflict`, it holds something else.
 */
export function compareWithServer(
  edit: Pick<Edit, 'field' | 'value' | 'before' | 'sent'>,
  current: EditableFields,
  region: Region,
): 'settled' | 'send' | 'conflict' {
  const now = current[edit.field]
  const holds = (value: string | null): boolean => isSameValue(edit.field, now, value, region)
  // The service may write a mobile its own way; but where only the way of writing is to be changed, that is the edit.
  const isOtherForm = isSameValue(edit.field, edit.before, edit.value, region)
  if (isOtherForm ? (now ?? '') === (edit.value ?? '') : holds(edit.value)) return 'settled'
  return holds(edit.before) || edit.sent.some(holds) ? 'send' : 'conflict'
}

/**
 * What an edit or deletion that failed waits for. `time`: it is retried; `connection`: no change of this connection can be sent until the
 * user acts; `record`: the service refused this change alone, and its cell shows the error.
 */
export function changeRecovery(kind: FailureKind): 'time' | 'connection' | 'record' {
  // The service answers 403 both for an account without a licence and for a customer of another account (interface, part 7).
  if (kind === 'no-licence') return 'record'
  const recovery = recoveryOf(kind)
  switch (recovery) {
    case 'time':
    case 'none':
      return 'time'
    case 'connection':
    case 'machine':
      return 'connection'
    case 'request':
    case 'program':
      return 'record'
    default:
      return assertNever(recovery)
  }
}

/** A mobile as digits with its country's code, however it was written; null when it holds no digits. */
function mobileDigits(mobile: string, region: Region): string | null {
  const digits = mobile.replaceAll(/\D/g, '')
  return digits === '' ? null : digits.startsWith('0') ? `${mobileRules[region].code}${digits.slice(1)}` : digits
}
