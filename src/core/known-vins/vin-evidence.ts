import { dayMs } from '../../contract/calendar-date.ts'
import type { KnownVin } from '../../contract/drafts.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { isVin } from '../fields/vin.ts'

/** A rego and a VIN that were seen together. */
export interface VinEvidence extends KnownVin {
  /** The rego with its state (`regoKey`). */
  readonly rego: string
}

/** What a part of core knows about the VINs of regos. */
export type VinSource = (scope: ConnectionRegion, regos: readonly string[]) => readonly VinEvidence[]

/**
 * The VIN of one rego; null when nothing is known, or two VINs are. Evidence older than `maxAgeDays` does not count: the rego may
 * have moved to another car since. Nor does evidence from the future, because the PC's clock was set back.
 */
export function chooseVin(evidence: readonly VinEvidence[], now: Date, maxAgeDays: number): KnownVin | null {
  const recent = evidence.filter(({ vin, at }) => {
    const ageMs = now.getTime() - Date.parse(at)
    return isVin(vin) && ageMs >= -dayMs && ageMs <= maxAgeDays * dayMs
  })
  const [newest] = recent.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (!newest || recent.some(({ vin }) => vin !== newest.vin)) return null
  const { vin, source, at } = newest
  return { vin, source, at }
}
