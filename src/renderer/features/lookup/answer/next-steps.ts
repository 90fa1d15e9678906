import { whyUnavailable } from '../../../../contract/availability.ts'
import type { FacetChoice, VehicleLookup } from '../../../../contract/lookup.ts'
import { regionNames } from '../../../../contract/region.ts'
import { type LookupRoute, routeOfCatalogue } from '../lookup-routes.ts'
import { vinOf } from './compare-authority.ts'

/** The catalogue, narrowed by what the look-up told: the authority's description, else the doubtful match. */
export function catalogueRoute(lookup: VehicleLookup): LookupRoute {
  return routeOfCatalogue(describedBy(lookup.facets) ? lookup.facets : {})
}

const describedBy = (facets: FacetChoice): boolean => Object.keys(facets).length > 0

/** What came without a vehicle, and what can be done with it. */
export interface NextSteps {
  readonly title: string
  readonly text: string
  /** The VIN to look up next; `lacking` says why that cannot be done here. */
  readonly vin: { readonly vin: string; readonly lacking: string | null } | null
  /** The word on the button to the catalogue; it fills the facets where the description gave some. */
  readonly catalogue: string
}

/** No match is a result that leads on (design, part 8). Null where a vehicle was found. */
export function nextStepsFor(lookup: VehicleLookup): NextSteps | null {
  const vin = vinOf(lookup)
  const nextVin =
    vin !== null && lookup.kind === 'plate' ? { vin, lacking: whyUnavailable('vin-search', lookup.region) } : null
  const catalogue = describedBy(lookup.facets) ? 'Search the catalogue with this' : 'Search the catalogue'
  switch (lookup.outcome) {
    case 'match':
    case 'low-quality':
      return null
    case 'no-match':
      return {
        title: 'No vehicle of the catalogue was matched',
        text: 'The road authority knows this car. Its description can be used to find the vehicle by make and model.',
        vin: nextVin,
        catalogue,
      }
    case 'vin-only':
      return {
        title: 'Only the VIN is known',
        text:
          nextVin && nextVin.lacking === null
            ? 'The road authority gave the VIN and no description. Looking the VIN up may find the vehicle.'
            : 'The road authority gave the VIN and no description. The vehicle can be found by make and model.',
        vin: nextVin,
        catalogue,
      }
    case 'nothing':
      return {
        title: 'The service knows nothing of it',
        text:
          lookup.kind === 'vin'
            ? 'Check the VIN against the compliance plate: a letter or a number may be wrong.'
            : lookup.region === 'au'
              ? 'Check the plate and its state. A plate is known in its own state only.'
              : `Check the plate. It may also be registered outside ${regionNames[lookup.region]}.`,
        vin: nextVin,
        catalogue,
      }
  }
}
