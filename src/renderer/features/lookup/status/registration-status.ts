import type { Incident, RegistrationStatus } from '../../../../contract/lookup.ts'
import { formatDate } from '../../../ui/format.ts'
import { lookupText } from '../lookup-text.ts'

export type StatusTone = 'good' | 'warning' | 'error' | 'neutral'

export const toneClasses: Readonly<Record<StatusTone, string>> = {
  good: 'fc-good',
  warning: 'fc-warn',
  error: 'fc-bad',
  neutral: '',
}

/** Registrations that expire within this many days are marked. The renewal notice has been sent by then. */
const soonDays = 30

/** "Expires in 45 days", "Expired yesterday". Null days: no expiry date. */
export function expiryText(daysLeft: number | null): { readonly text: string; readonly tone: StatusTone } {
  const text = lookupText.status
  if (daysLeft === null) return { text: text.noExpiry, tone: 'neutral' }
  const tone = daysLeft < 0 ? 'error' : daysLeft <= soonDays ? 'warning' : 'good'
  if (daysLeft === 0) return { text: text.expiresToday, tone }
  if (daysLeft === 1) return { text: text.expiresTomorrow, tone }
  if (daysLeft === -1) return { text: text.expiredYesterday, tone }
  return { text: daysLeft > 0 ? text.expiresIn(daysLeft) : text.expiredAgo(-daysLeft), tone }
}

/** What speaks against a car: its newest write-off, and a bad status such as "Stolen"; empty: nothing that is known. */
export function registrationWarning(status: string | null, incidents: readonly Incident[]): string {
  const bad = statusTone(status) === 'error' ? `${status}.` : null
  return [writeOffSummary(incidents), bad].filter(Boolean).join(' ')
}

/** The newest of the write-offs, and how many there are; null: none. "Statutory write-off, 18/9/2023, NSW." */
function writeOffSummary(incidents: readonly Incident[]): string | null {
  const [incident] = incidents
  if (!incident) return null
  const facts = [incidentTitle(incident), formatDate(incident.recordedDate), incident.state]
  const more = incidents.length > 1 ? ` ${lookupText.status.incidents(incidents.length)}.` : ''
  return `${facts.filter(Boolean).join(', ')}.${more}`
}

/**
 * The status in a few words: a write-off first, with a bad registration; else the registration. Null: it was never asked for.
 * "Statutory write-off, 18/9/2023, NSW. Cancelled.", "Registered to 3/11/2027, no write-off".
 */
export function statusSummary(
  status: Pick<RegistrationStatus, 'status' | 'expiry' | 'daysLeft' | 'incidents'> | null,
): { readonly text: string; readonly tone: StatusTone } | null {
  if (!status) return null
  const text = lookupText.status
  if (status.incidents.length > 0) return { text: registrationWarning(status.status, status.incidents), tone: 'error' }
  const words = status.status ?? lookupText.notProvided
  const isExpired = status.daysLeft !== null && status.daysLeft < 0
  return {
    text: status.expiry ? text.summary(words, formatDate(status.expiry), isExpired) : text.summaryWithoutExpiry(words),
    tone: isExpired ? 'error' : statusTone(status.status),
  }
}

const goodStatuses = ['registered', 'current', 'active']
const badStatus = /\b(?:expired|cancell?ed|suspended|unregistered|stolen)\b/

/** The interface doesn't list the values of registration_status. Common ones have a colour, bad ones also inside other words. */
export function statusTone(status: string | null): StatusTone {
  const value = (status ?? '').trim().toLowerCase()
  if (goodStatuses.includes(value)) return 'good'
  return badStatus.test(value) ? 'error' : 'neutral'
}

/** Letters and digits only, in upper case. */
const vinKey = (vin: string): string => vin.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

/** Whether the registered VIN is that of the look-up. `unknown`: one of them is missing. */
export function vinVerdict(registered: string | null, known: string | null): 'match' | 'mismatch' | 'unknown' {
  if (!registered || !known) return 'unknown'
  return vinKey(registered) === vinKey(known) ? 'match' : 'mismatch'
}

/** By the abbreviations of the written-off vehicle registers. */
const incidentTypes: Readonly<Record<string, string>> = lookupText.status.incidentTypes

/** "Repairable write-off (RWO)"; an unknown type is shown unchanged. */
export function incidentTitle({ typeCode }: Pick<Incident, 'typeCode'>): string {
  if (!typeCode) return lookupText.status.incident
  const name = incidentTypes[typeCode.trim().toUpperCase()]
  return name ? lookupText.status.incidentType(name, typeCode) : typeCode
}

/** The known fields of an incident, with missing ones marked. */
export function incidentFields(incident: Incident): readonly { readonly label: string; readonly value: string }[] {
  const text = lookupText.status
  const { notProvided } = lookupText
  return [
    { label: text.recorded, value: formatDate(incident.recordedDate) || notProvided },
    { label: text.state, value: incident.state ?? notProvided },
    { label: text.code, value: incident.code ?? notProvided },
    { label: text.damageCodes, value: incident.damageCodes ?? notProvided },
  ]
}

const knownFields = ['type_code', 'state', 'recorded_date', 'code', 'damage_codes']

/** Fields of an incident that the interface doesn't document. */
export const otherFields = (incident: Incident): Incident['details'] =>
  incident.details.filter((detail) => !knownFields.includes(detail.name))
