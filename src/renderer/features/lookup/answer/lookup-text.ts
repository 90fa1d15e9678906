import type { RecentLookup, VehicleLookup } from '../../../../contract/lookup.ts'
import type { LookupQuestion } from '../lookup-routes.ts'

/** "ABC123 in NSW", "the VIN 6T1…". */
export function questionWords(question: LookupQuestion): string {
  if (question.kind === 'vin') return `the VIN ${question.vin.toUpperCase()}`
  const plate = question.plate.toUpperCase()
  return question.state ? `${plate} in ${question.state}` : plate
}

/** The question that an answer answers. */
export const questionOf = (lookup: VehicleLookup): LookupQuestion =>
  lookup.kind === 'vin'
    ? { kind: 'vin', vin: lookup.query }
    : { kind: 'plate', plate: lookup.query, state: lookup.state }

/** What stands at the head of an answer. */
export function titleOf(lookup: VehicleLookup): string {
  if (lookup.vehicle) return lookup.vehicle.title
  const { outcome } = lookup
  if (outcome === 'no-match' && lookup.authority?.description) return lookup.authority.description
  if (outcome === 'vin-only') return 'A VIN, and nothing more'
  return `Nothing is known of ${questionWords(questionOf(lookup))}`
}

export interface OutcomeWords {
  readonly tone: 'good' | 'warning' | 'info' | 'neutral'
  readonly label: string
}

export const outcomeWords: Readonly<Record<VehicleLookup['outcome'], OutcomeWords>> = {
  match: { tone: 'good', label: 'Matched' },
  'low-quality': { tone: 'warning', label: 'Check this match' },
  'no-match': { tone: 'info', label: 'No vehicle matched' },
  'vin-only': { tone: 'info', label: 'VIN only' },
  nothing: { tone: 'neutral', label: 'Not known' },
}

/** The line under a recent look-up's title. */
export function recentWords(recent: RecentLookup): string {
  if (recent.kind === 'text') return recent.title === recent.query ? 'Search by words' : `“${recent.query}”`
  return recent.kind === 'vin' ? `VIN ${recent.query}` : [recent.query, recent.state].filter(Boolean).join(' · ')
}
