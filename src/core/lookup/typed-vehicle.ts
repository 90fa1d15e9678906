import { whyUnavailable, type Feature } from '../../contract/availability.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { plateLength } from '../fields/plate-rules.ts'
import { testPlateOf } from './interpret.ts'

/** What the region lacks is not asked for (interface, part 1). */
export function requireFeature(feature: Feature, region: Region): void {
  const why = whyUnavailable(feature, region)
  if (why !== null) fail('invalid-input', why, { next: 'Choose another region beside the look-up box.' })
}

/** A plate as it is sent. No pattern refuses it, since a personalised plate may be anything. */
export function requirePlate(typed: string, region: Region): string {
  const plate = plateKey(typed)
  if (plate === '')
    fail('invalid-input', 'A plate has letters or digits.', { next: 'Type the plate as it is on the car.' })
  if (testPlateOf(plate) === null && plate.length > plateLength[region].max) {
    fail(
      'invalid-input',
      `${plate} is too long for a plate: at most ${plateLength[region].max} characters are on one.`,
      {
        next: 'Check it, or look it up as a VIN or as words.',
      },
    )
  }
  return plate
}

/** Needed in Australia, and sent there alone (interface, part 1). */
export function requireState(state: StateCode | null, region: Region): StateCode | null {
  if (region !== 'au') return null
  return (
    state ?? fail('invalid-input', 'In Australia a plate is looked up in its state.', { next: 'Choose the state.' })
  )
}

/** A VIN as it is sent; `invalid-input` unless it has the 17 characters of one. */
export function requireVin(typed: string): string {
  const vin = plateKey(typed)
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) {
    fail('invalid-input', `A VIN has 17 letters and digits, and never I, O or Q; this has ${vin.length}.`, {
      next: 'Check it against the papers of the car.',
    })
  }
  return vin
}
