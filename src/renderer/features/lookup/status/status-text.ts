import type { Incident, RegistrationStatus } from '../../../../contract/lookup.ts'
import { formatDate, plural } from '../../../ui/format.ts'

export type StatusTone = 'good' | 'warning' | 'error' | 'neutral'

/** Registrations that end within this many days are marked: the renewal notice is out by then. */
const soonDays = 30

/** How near the end is: "ends in 45 days", "ended yesterday". Null days: the service gave no date. */
export function expiryWords(daysLeft: number | null): { readonly words: string; readonly tone: StatusTone } {
  if (daysLeft === null) return { words: 'No expiry date was given', tone: 'neutral' }
  const tone = daysLeft < 0 ? 'error' : daysLeft <= soonDays ? 'warning' : 'good'
  if (daysLeft === 0) return { words: 'Ends today', tone }
  if (daysLeft === 1) return { words: 'Ends tomorrow', tone }
  if (daysLeft === -1) return { words: 'Ended yesterday', tone }
  return daysLeft > 0
    ? { words: `Ends in ${plural(daysLeft, 'day')}`, tone }
    : { words: `Ended ${plural(-daysLeft, 'day')} ago`, tone }
}

const goodStatuses = ['registered', 'current', 'active']
const badStatuses = ['expired', 'cancelled', 'canceled', 'suspended', 'unregistered']

/** The interface does not show the values of registration_status: those that are commonly seen have a colour, the others are words alone. */
export function statusTone(status: string | null): StatusTone {
  const word = (status ?? '').trim().toLowerCase()
  if (goodStatuses.includes(word)) return 'good'
  return badStatuses.includes(word) ? 'error' : 'neutral'
}

const plain = (vin: string): string => vin.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()

/** Whether the registered VIN is that of the look-up. `unknown`: one of the two is missing. */
export function vinVerdict(registered: string | null, known: string | null): 'match' | 'mismatch' | 'unknown' {
  if (!registered || !known) return 'unknown'
  return plain(registered) === plain(known) ? 'match' : 'mismatch'
}

/** Abbreviations of the written-off vehicle registers. */
const incidentTypes: Readonly<Record<string, string>> = {
  RWO: 'Repairable write-off',
  SWO: 'Statutory write-off',
  IWO: 'Inspected write-off',
}

/** "Repairable write-off (RWO)"; a type that is not known stays as it came. */
export function incidentTitle({ typeCode }: Pick<Incident, 'typeCode'>): string {
  if (!typeCode) return 'Incident'
  const words = incidentTypes[typeCode.trim().toUpperCase()]
  return words ? `${words} (${typeCode})` : typeCode
}

/** What stands under an incident's title; what was not given is said to be so. */
export const incidentFacts = (incident: Incident): readonly { readonly label: string; readonly value: string }[] => [
  { label: 'Recorded', value: formatDate(incident.recordedDate) || 'date not given' },
  { label: 'State', value: incident.state ?? 'not given' },
  { label: 'Code', value: incident.code ?? 'not given' },
  { label: 'Damage codes', value: incident.damageCodes ?? 'not given' },
]

const shownOfIncident = ['type_code', 'state', 'recorded_date', 'code', 'damage_codes']

/** Fields of an incident beside those of the interface. */
export const otherFacts = (incident: Incident): Incident['details'] =>
  incident.details.filter((detail) => !shownOfIncident.includes(detail.name))

/** The heading over the incidents. */
export const incidentsWords = ({ incidents }: Pick<RegistrationStatus, 'incidents'>): string =>
  incidents.length === 0
    ? 'No write-off incidents are recorded'
    : `${plural(incidents.length, 'write-off incident is', 'write-off incidents are')} recorded`
