import { whyUnavailable } from '../../../../contract/availability.ts'
import type { VehicleLookup } from '../../../../contract/lookup.ts'
import type { FacetChoice } from '../../../../contract/facets.ts'
import { regionNames } from '../../../../contract/region-names.ts'
import { type LookupRoute, routeOfCatalogue } from '../lookup-routes.ts'
import { lookupText } from '../lookup-text.ts'
import { vinOf } from './compare-authority.ts'

/** The catalogue, filtered by the description of the road authority or of a low-confidence match. */
export const catalogueRoute = (lookup: VehicleLookup): LookupRoute => routeOfCatalogue(lookup.facets)

/** "year 2019", "make Toyota": the filters of `catalogueRoute`. */
export const facetList = (facets: FacetChoice): readonly string[] =>
  Object.entries(facets).flatMap(([name, value]) => (value ? [`${name.replaceAll('_', ' ')} ${value}`] : []))

/** What is known without a vehicle and what the user can do next. */
export interface NextSteps {
  readonly title: string
  readonly text: string
  /** The VIN to look up next. `unavailable`: why this region can't. */
  readonly vin: { readonly vin: string; readonly unavailable: string | null } | null
}

/** Null when a vehicle was found. */
export function nextStepsFor(lookup: VehicleLookup): NextSteps | null {
  const text = lookupText.nextSteps
  const found = vinOf(lookup)
  const vin =
    found !== null && lookup.kind === 'plate'
      ? { vin: found, unavailable: whyUnavailable('vin-search', lookup.region) }
      : null
  switch (lookup.outcome) {
    case 'match':
    case 'low-quality':
      return null
    case 'no-match':
      return { title: text.noMatch, text: text.noMatchText, vin }
    case 'vin-only':
      return { title: text.vinOnly, text: vin?.unavailable === null ? text.vinOnlyText : text.vinOnlyCatalogue, vin }
    case 'nothing':
      return { title: text.nothing, text: hintFor(lookup), vin }
  }
}

function hintFor(lookup: VehicleLookup): string {
  if (lookup.kind === 'vin') return lookupText.nextSteps.checkVin
  if (lookup.region === 'au') return lookupText.nextSteps.checkPlateAndState
  return lookupText.nextSteps.checkPlate(regionNames[lookup.region])
}
