import type { EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'

/** The values of the four editable fields at one moment. */
export type EditableFields = Readonly<Record<EditableField, string | null>>

export function editableFieldsOf(record: EditableFields): EditableFields {
  const { clientName, mobileNumber, saleDate, expiryDate } = record
  return { clientName, mobileNumber, saleDate, expiryDate }
}

/** Whether two values are the same to the service: it may write a mobile number in national or international form. */
export function isSameValue(field: EditableField, a: string | null, b: string | null, region: Region): boolean {
  if (a === b || (a ?? '') === (b ?? '')) return true
  if (field !== 'mobileNumber' || a === null || b === null) return false
  const digits = mobileDigits(a, region)
  return digits !== null && digits === mobileDigits(b, region)
}

/** A mobile number as digits with its country code; null when it has no digits. */
function mobileDigits(mobile: string, region: Region): string | null {
  const digits = mobile.replaceAll(/\D/g, '')
  return digits === '' ? null : digits.startsWith('0') ? `${mobileRules[region].code}${digits.slice(1)}` : digits
}
