import { daysBetween } from '../../contract/calendar-date.ts'
import type { RegistrationStatus } from '../../contract/lookup.ts'
import { detailsOf } from '../details/details.ts'
import { openList, openRecord, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, envelopeNames, fieldOf } from '../service/record-fields.ts'
import { dateOf, isPlausibleDate, textOf } from './fields.ts'

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

/**
 * Reads a registration status (interface, part 2). `today` is the date on this PC. The requested plate and state are
 * not in `other`.
 */
export function readStatus(
  given: unknown,
  requested: { readonly plate: string; readonly state: string },
  today: string,
): ReadStatus {
  const plain = plainBody(given)
  const body = openRecord(plain, knowsStatus) ?? (isRecord(plain) ? plain : {})
  const expiryField = fieldOf(body, names.expiry)
  const written = dateOf(expiryField?.value)
  const expiry = written !== null && isPlausibleDate(written) ? written : null
  const incidentsField =
    fieldOf(body, names.incidents, (value) => (Array.isArray(value) ? value.length > 0 : saysIncident(value))) ??
    fieldOf(body, names.incidents, (value) => typeof value === 'object')
  const { incidents, beside } = incidentsIn(incidentsField?.value ?? null)
  const statusField = fieldOf(body, names.status, (value) => typeof value !== 'object' && value !== '')
  const consumed = [
    fieldOf(body, names.vin)?.name,
    statusField?.name,
    expiry === null ? undefined : expiryField?.name,
    incidentsField?.name,
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
    incidents: incidents.map(readIncident).toSorted(newestFirst),
    other: [
      ...detailsOf(
        body,
        consumed.filter((name) => name !== undefined),
      ),
      ...detailsOf(beside),
    ],
  }
}

/** "status" alone can also be that of the answer, beside an envelope. */
function knowsStatus(record: RawRecord): boolean {
  if ([names.expiry, names.incidents, names.vin].some((each) => fieldOf(record, each, () => true) !== null)) return true
  const saysStatus = (each: unknown): boolean => isRecord(each) && textOf(each, names.status) !== null
  return saysStatus(record) && !Object.values(record).some(saysStatus)
}

const isEmptyList = (body: RawRecord, name: string, wanted: readonly string[]): boolean =>
  wanted.some((each) => bareName(each) === bareName(name)) && Array.isArray(body[name]) && body[name].length === 0

function repeated(body: RawRecord, wanted: readonly string[], requested: string): string | undefined {
  const field = fieldOf(body, wanted)
  return field && bareName(String(field.value)) === bareName(requested) ? field.name : undefined
}

/** A text where a list is meant. */
const saysNone =
  /^\s*(?:none|no|nil|n\/a|0|false|-|no (?:recorded )?(?:incidents?|write-?offs?)(?: (?:recorded|found))?\.?)?\s*$/i

/** Whether a value can be a write-off: nothing that says so may look like none. */
function saysIncident(value: unknown): boolean {
  if (typeof value === 'string') return !saysNone.test(value)
  if (typeof value === 'number') return value > 0
  if (Array.isArray(value)) return value.some(saysIncident)
  return value === true || (isRecord(value) && Object.values(value).some(saysIncident))
}

/** The incidents of a list or map. A record, text or number that is none is one incident. `beside`: what else there is. */
function incidentsIn(value: unknown): { readonly incidents: readonly unknown[]; readonly beside: RawRecord } {
  const isIncident = (record: RawRecord): boolean => fieldOf(record, incidentNames) !== null
  const list = isRecord(value) && isIncident(value) ? null : openList({ list: value }, ['list'], isIncident)
  if (!list) {
    const records = isRecord(value) && !isIncident(value) ? Object.values(value).filter(isRecord) : []
    if (records.length > 0 && isRecord(value)) return { incidents: records, beside: {} }
    return saysIncident(value) ? { incidents: [value], beside: {} } : { incidents: [], beside: {} }
  }
  const incidents = list.items.filter((item) => saysIncident(item) || Array.isArray(item))
  const unread = list.items.length - incidents.length
  return { incidents, beside: { ...list.beside, ...(unread > 0 ? { incidents_not_read: unread } : {}) } }
}

/** What an incident has, in the interface and in its other spellings. */
const incidentNames = [
  'type_code',
  'recorded_date',
  'damage_codes',
  'incident_type',
  'incident_code',
  'code',
  'type',
  'damage',
]

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
