import type { SpecsCategory } from '../../contract/specs-categories.ts'
import { FacetName, type FacetChoice } from '../../contract/facets.ts'
import type { StateCode } from '../../contract/region.ts'
import type { ServiceQuery } from './cached-query.ts'
import type { ResultPayload, RecentEntry } from './saved-results.ts'
import { lookupTitles } from './lookup-text.ts'
import { readLookup, type ReadLookup } from './read-lookup.ts'

/** The body of a result; null where the service has no record. */
export const payloadBody = (answer: ResultPayload): unknown => ('body' in answer ? answer.body : null)

/** The chosen facets in a fixed order, so that the same choice has the same key. */
export function orderedFacets(chosen: FacetChoice): [FacetName, string][] {
  return FacetName.options.flatMap((name): [FacetName, string][] => {
    const value = chosen[name]
    return value === undefined ? [] : [[name, value]]
  })
}

const notListed: ServiceQuery['entry'] = () => ({ query: '', state: null, title: '' })

/** The vehicle's title, the road authority's description, or what was found instead. */
function lookupTitle({ outcome, vehicle, authority }: ReadLookup): string {
  if (vehicle) return vehicle.title
  switch (outcome) {
    case 'no-match':
      return authority?.description ?? lookupTitles.noMatch
    case 'vin-only':
      return authority?.vin ? lookupTitles.vin(authority.vin) : lookupTitles.vinOnly
    default:
      return lookupTitles.nothing
  }
}

export function plateQuery(plate: string, state: StateCode | null): ServiceQuery {
  return {
    kind: 'plate',
    key: JSON.stringify([plate, state]),
    mayBeNothing: true,
    call: (client, options) => client.findByPlate(plate, state, options),
    entry: (answer): RecentEntry => ({ query: plate, state, title: lookupTitle(readLookup(payloadBody(answer))) }),
  }
}

export function vinQuery(vin: string): ServiceQuery {
  return {
    kind: 'vin',
    key: vin,
    mayBeNothing: true,
    call: (client, options) => client.findByVin(vin, options),
    entry: (answer): RecentEntry => ({ query: vin, state: null, title: lookupTitle(readLookup(payloadBody(answer))) }),
  }
}

export function searchQuery(text: string, chosen: FacetChoice, count: number): ServiceQuery {
  const choice = orderedFacets(chosen)
  return {
    kind: 'search',
    key: JSON.stringify([text.toLowerCase(), choice, count]),
    call: (client, options) => client.searchVehicles({ text, chosen, count }, options),
    entry: () => ({ query: text, state: null, title: [text, ...choice.map(([, value]) => value)].join(', ') }),
  }
}

export function facetsQuery(chosen: FacetChoice): ServiceQuery {
  return {
    kind: 'facets',
    key: JSON.stringify(orderedFacets(chosen)),
    call: (client, options) => client.facets(FacetName.options, chosen, options),
    entry: notListed,
  }
}

export function statusQuery(plate: string, state: StateCode): ServiceQuery {
  return {
    kind: 'status',
    key: JSON.stringify([plate, state]),
    call: (client, options) => client.registrationStatus(plate, state, options),
    entry: notListed,
  }
}

export function specsQuery(vehicleId: string, categories: readonly SpecsCategory[] | null): ServiceQuery {
  return {
    kind: 'specs',
    key: JSON.stringify([vehicleId, categories && categories.toSorted()]),
    call: (client, options) => client.specs(vehicleId, categories, options),
    entry: notListed,
  }
}

export function marketQuery(vehicleId: string, minimumDays: number | null): ServiceQuery {
  return {
    kind: 'market',
    key: JSON.stringify([vehicleId, minimumDays]),
    call: (client, options) => client.marketOverlay(vehicleId, minimumDays, options),
    entry: notListed,
  }
}
