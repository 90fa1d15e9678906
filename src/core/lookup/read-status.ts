import { daysBetween } from '../../contract/calendar-date.ts'
import type { RegistrationStatus } from '../../contract/lookup.ts'
import { detailsOf } from '../details/details.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, dateOf, envelopeNames, fieldOf, merged, textOf } from './fields.ts'

export type ReadStatus = Pick<RegistrationStatus, 'vin' | 'status' | 'expiry' | 'daysLeft' | 'incidents' | 'other'>
type Incident = RegistrationStatus['incidents'][number]

const names = {
  plate: ['plate_number', 'plate', 'number_plate', 'rego'],
  state: ['state'],
  vin: ['vin', 'vin_number'],
  status: ['registration_status', 'status', 'rego_status'],
  expiry: ['registration_expiry', 'expiry', 'expiry_date', 'registration_expiry_date', 'expires', 'expires_at'],
  incidents: ['incidents', 'write_off_incidents', 'write_offs', 'writeoffs', 'wovr', 'wovr_incidents'],
} as const
const envelopes = ['registration', 'status', 'registration_status', 'data', 'result', 'response'] as const

/**
 * Reads a registration status (interface, part 2). `today` is the date on this PC. The requested plate and state are
 * not in `other`.
 */
export function readStatus(
  given: unknown,
  requested: { readonly plate: string; readonly state: string },
  today: string,
): ReadStatus {
  const body = unwrapped(isRecord(given) ? given : {}, 0)
  const expiryField = fieldOf(body, names.expiry)
  const expiry = dateOf(expiryField?.value)
  const incidents = fieldOf(body, names.incidents, (value) => Array.isArray(value) || isRecord(value))
  const statusField = fieldOf(body, names.status, (value) => typeof value !== 'object' && value !== '')
  const consumed = [
    fieldOf(body, names.vin)?.name,
    statusField?.name,
    expiry === null ? undefined : expiryField?.name,
    incidents?.name,
    repeated(body, names.plate, requested.plate),
    repeated(body, names.state, requested.state),
    ...Object.keys(body).filter((name) => Array.isArray(body[name]) && isEmptyList(body, name, names.incidents)),
    ...envelopeNames,
  ]
  return {
    vin: textOf(body, names.vin),
    status: statusField ? textOf(body, [statusField.name]) : null,
    expiry,
    daysLeft: expiry === null ? null : daysBetween(today, expiry),
    incidents: itemsOf(incidents?.value).map(readIncident).toSorted(newestFirst),
    other: detailsOf(
      body,
      consumed.filter((name) => name !== undefined),
    ),
  }
}

function unwrapped(body: RawRecord, depth: number): RawRecord {
  const knows = [names.expiry, names.incidents, names.vin].some((each) => fieldOf(body, each, () => true) !== null)
  const inner = knows || depth > 2 ? null : fieldOf(body, envelopes, isRecord)
  if (!inner || !isRecord(inner.value)) return body
  const { [inner.name]: _inner, ...beside } = body
  return merged(beside, unwrapped(inner.value, depth + 1))
}

const isEmptyList = (body: RawRecord, name: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => bareName(each) === bareName(name)) && Array.isArray(body[name]) && body[name].length === 0

function repeated(body: RawRecord, wanted: readonly string[], requested: string): string | undefined {
  const field = fieldOf(body, wanted)
  return field && bareName(String(field.value)) === bareName(requested) ? field.name : undefined
}

function itemsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? Object.values(value) : []
}

function readIncident(item: unknown): Incident {
  const record = isRecord(item) ? item : { incident: item }
  return {
    typeCode: textOf(record, ['type_code', 'type', 'incident_type']),
    state: textOf(record, ['state', 'jurisdiction']),
    recordedDate: dateOf(fieldOf(record, ['recorded_date', 'date', 'recorded', 'recorded_at', 'incident_date'])?.value),
    code: textOf(record, ['code', 'incident_code']),
    damageCodes: damageIn(record),
    details: detailsOf(record),
  }
}

function damageIn(record: RawRecord): string | null {
  const list = fieldOf(record, ['damage_codes', 'damage'], Array.isArray)?.value
  if (Array.isArray(list)) {
    const codes = list.filter((code) => typeof code === 'string' || typeof code === 'number').map(String)
    return codes.length > 0 ? codes.join(', ') : null
  }
  return textOf(record, ['damage_codes', 'damage', 'damage_code'])
}

function newestFirst(one: Incident, other: Incident): number {
  return (other.recordedDate ?? '').localeCompare(one.recordedDate ?? '')
}
