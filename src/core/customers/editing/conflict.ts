import type { EditableField } from '../../../contract/customer-record.ts'
import { recoveryOf } from '../../../contract/recovery.ts'
import { assertNever, type FailureKind } from '../../../contract/result.ts'
import type { Region } from '../../../contract/region.ts'
import type { CustomerPatch } from '../../service/service-client.ts'
import { isSameValue, type EditableFields } from '../cache/previous-versions.ts'
import type { Edit } from '../journal/edit-journal.ts'

/** The property of PATCH for each field (interface, part 4). */
const patchKeys: Readonly<Record<EditableField, keyof CustomerPatch>> = {
  clientName: 'client_name',
  mobileNumber: 'mobile_number',
  saleDate: 'sale_date',
  expiryDate: 'expiry_date',
}

/** The body of PATCH. A cleared field is sent as the empty string (interface, part 4, rule 2). */
export function toPatch({ field, value }: Pick<Edit, 'field' | 'value'>): CustomerPatch {
  return { [patchKeys[field]]: value ?? '' }
}

/**
 * Compares an edit with the record at the service. `saved`: the record has the edit's value. `send`: it has the value from before the
 * edit, or one that this PC sent since. `conflict`: it has another value.
 */
export function compareWithServer(
  edit: Pick<Edit, 'field' | 'value' | 'before' | 'sent'>,
  current: EditableFields,
  region: Region,
): 'saved' | 'send' | 'conflict' {
  const serverValue = current[edit.field]
  const isAtServer = (value: string | null): boolean => isSameValue(edit.field, serverValue, value, region)
  // The service may write a mobile number in either form. If the edit changes only the form, the text must be equal.
  const changesOnlyForm = isSameValue(edit.field, edit.before, edit.value, region)
  const isSaved = changesOnlyForm ? (serverValue ?? '') === (edit.value ?? '') : isAtServer(edit.value)
  if (isSaved) return 'saved'
  return isAtServer(edit.before) || edit.sent.some(isAtServer) ? 'send' : 'conflict'
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
