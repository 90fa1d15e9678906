import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'

const maxVersions = 20_000

/**
 * The editable values of records before the cache replaced them with newer ones: an edit names the version that the user saw, which
 * may be the previous one. Held in memory; a version that is not found here counts as changed elsewhere.
 */
export function createPreviousVersions() {
  const versions = new Map<string, EditableFields>()
  const keyOf = ({ connectionId, region }: ConnectionRegion, id: string, lastUpdated: string): string =>
    JSON.stringify([connectionId, region, id, lastUpdated])
  return {
    add(scope: ConnectionRegion, record: EditableFields & { readonly id: string; readonly lastUpdated: string }): void {
      versions.set(keyOf(scope, record.id, record.lastUpdated), editableFieldsOf(record))
      if (versions.size <= maxVersions) return
      for (const oldest of versions.keys()) {
        versions.delete(oldest)
        break
      }
    },
    find: (scope: ConnectionRegion, id: string, lastUpdated: string): EditableFields | null =>
      versions.get(keyOf(scope, id, lastUpdated)) ?? null,
  }
}

/** The values of the four editable fields at one moment. */
export type EditableFields = Readonly<Record<EditableField, string | null>>

function editableFieldsOf(record: EditableFields): EditableFields {
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
