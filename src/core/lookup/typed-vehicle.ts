import { isVin } from '../fields/vin.ts'
import { whyUnavailable, type Feature } from '../../contract/availability.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { plateLength } from '../fields/plate-rules.ts'
import { testPlateOf } from './interpret.ts'
import { lookupFailures, unavailableNext } from './lookup-text.ts'

/** Fails with `invalid-input` where the region lacks the feature (interface, part 1). */
export function requireFeature(feature: Feature, region: Region): void {
  const why = whyUnavailable(feature, region)
  if (why !== null) fail('invalid-input', why, { next: unavailableNext })
}

/** A plate in the form that is sent. Any pattern is accepted: a personalised plate can have any. */
export function requirePlate(typed: string, region: Region): string {
  const plate = plateKey(typed)
  if (plate === '') fail('invalid-input', ...lookupFailures.emptyPlate)
  if (testPlateOf(plate) === null && plate.length > plateLength[region].max) {
    fail('invalid-input', ...lookupFailures.longPlate(plate, plateLength[region].max))
  }
  return plate
}

/** Required and sent in Australia only (interface, part 1). */
export function requireState(state: StateCode | null, region: Region): StateCode | null {
  if (region !== 'au') return null
  return state ?? fail('invalid-input', ...lookupFailures.missingState)
}

/** A VIN in the form that is sent. Fails with `invalid-input` unless it has the 17 characters of a VIN. */
export function requireVin(typed: string): string {
  const vin = plateKey(typed)
  if (!isVin(vin)) {
    fail('invalid-input', ...lookupFailures.invalidVin(vin.length))
  }
  return vin
}
