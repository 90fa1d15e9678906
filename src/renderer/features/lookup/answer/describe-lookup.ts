import type { RecentLookup, VehicleLookup } from '../../../../contract/lookup.ts'
import type { LookupQuery } from '../lookup-routes.ts'
import { lookupText } from '../lookup-text.ts'
import { formatPlate } from '../../../ui/format.ts'

/** "ABC123 in NSW", "VIN 6T1…". */
export function describeQuery(query: LookupQuery): string {
  if (query.kind === 'vin') return lookupText.query.vin(query.vin.toUpperCase())
  const plate = formatPlate(query.plate)
  return query.state ? lookupText.query.plateInState(plate, query.state) : plate
}

/** The query that a look-up answers. */
export const queryOf = (lookup: VehicleLookup): LookupQuery =>
  lookup.kind === 'vin'
    ? { kind: 'vin', vin: lookup.query }
    : { kind: 'plate', plate: lookup.query, state: lookup.state }

/** Whether a look-up answers this query. */
export function answersQuery(lookup: VehicleLookup, query: LookupQuery): boolean {
  if (query.kind !== lookup.kind) return false
  if (query.kind === 'vin') return lookup.query === query.vin
  return lookup.query === query.plate && lookup.state === query.state
}

/** The heading of a look-up. */
export function titleOf(lookup: VehicleLookup): string {
  if (lookup.vehicle) return lookup.vehicle.title
  const { outcome } = lookup
  if (outcome === 'no-match' && lookup.authority?.description) return lookup.authority.description
  if (outcome === 'vin-only') return lookupText.answer.vinOnly
  return lookupText.answer.noRecord(describeQuery(queryOf(lookup)))
}

/** What a look-up found, for screen readers. */
export const announcementOf = (lookup: VehicleLookup): string =>
  lookupText.announcements[lookup.outcome](titleOf(lookup))

export const outcomeTones: Readonly<Record<VehicleLookup['outcome'], 'good' | 'warning' | 'info' | 'neutral'>> = {
  match: 'good',
  'low-quality': 'warning',
  'no-match': 'info',
  'vin-only': 'info',
  nothing: 'neutral',
}

/** The line below the title of a recent look-up. */
export function recentNote(recent: RecentLookup): string {
  const text = lookupText.recent
  if (recent.kind === 'text') {
    return recent.title === recent.query ? text.keywordSearch : text.keywords(recent.query)
  }
  return recent.kind === 'vin'
    ? text.vin(recent.query)
    : [formatPlate(recent.query), recent.state].filter(Boolean).join(' · ')
}
