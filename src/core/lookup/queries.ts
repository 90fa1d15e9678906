import { FacetName, type FacetChoice, type SpecsCategory } from '../../contract/lookup.ts'
import type { StateCode } from '../../contract/region.ts'
import type { ServiceQuery } from './cached-query.ts'
import type { ResultPayload, RecentEntry } from './saved-results.ts'
import { readLookup, type ReadLookup } from './read-lookup.ts'

/** The body of an answer; null where the service knows nothing. */
export const payloadBody = (answer: ResultPayload): unknown => ('body' in answer ? answer.body : null)

/** A choice of facets in one order, so that the same choice is one question. */
export function orderedChoice(chosen: FacetChoice): [FacetName, string][] {
  return FacetName.options.flatMap((name): [FacetName, string][] => {
    const value = chosen[name]
    return value === undefined ? [] : [[name, value]]
  })
}

const unlisted: ServiceQuery['entry'] = () => ({ query: '', state: null, title: '' })

/** The vehicle's title, the authority's description, or in words what came. */
function lookupTitle({ outcome, vehicle, authority }: ReadLookup): string {
  if (vehicle) return vehicle.title
  switch (outcome) {
    case 'no-match':
      return authority?.description ?? 'No matching vehicle'
    case 'vin-only':
      return authority?.vin ? `VIN ${authority.vin}` : 'VIN only'
    default:
      return 'Nothing found'
  }
}

export function plateQuery(plate: string, state: StateCode | null): ServiceQuery {
  return {
    kind: 'plate',
    key: JSON.stringify([plate, state]),
    mayBeNothing: true,
    call: async (client, options) => raw(await client.findByPlate(plate, state, options)),
    entry: (answer): RecentEntry => ({ query: plate, state, title: lookupTitle(readLookup(payloadBody(answer))) }),
  }
}

export function vinQuery(vin: string): ServiceQuery {
  return {
    kind: 'vin',
    key: vin,
    mayBeNothing: true,
    call: async (client, options) => raw(await client.findByVin(vin, options)),
    entry: (answer): RecentEntry => ({ query: vin, state: null, title: lookupTitle(readLookup(payloadBody(answer))) }),
  }
}

type VehicleAnswers = Awaited<ReturnType<Parameters<ServiceQuery['call']>[0]['findByPlate']>>
const raw = (answer: VehicleAnswers): Awaited<ReturnType<ServiceQuery['call']>> =>
  answer.ok ? { ok: true, value: answer.value.raw } : answer

export function searchQuery(text: string, chosen: FacetChoice, count: number): ServiceQuery {
  const choice = orderedChoice(chosen)
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
    key: JSON.stringify(orderedChoice(chosen)),
    call: (client, options) => client.facets(FacetName.options, chosen, options),
    entry: unlisted,
  }
}

export function statusQuery(plate: string, state: StateCode): ServiceQuery {
  return {
    kind: 'status',
    key: JSON.stringify([plate, state]),
    call: (client, options) => client.registrationStatus(plate, state, options),
    entry: unlisted,
  }
}

export function specsQuery(vehicleId: string, categories: readonly SpecsCategory[] | null): ServiceQuery {
  return {
    kind: 'specs',
    key: JSON.stringify([vehicleId, categories && categories.toSorted()]),
    call: (client, options) => client.specs(vehicleId, categories, options),
    entry: unlisted,
  }
}

export function marketQuery(vehicleId: string, minimumDays: number | null): ServiceQuery {
  return {
    kind: 'market',
    key: JSON.stringify([vehicleId, minimumDays]),
    call: (client, options) => client.marketOverlay(vehicleId, minimumDays, options),
    entry: unlisted,
  }
}
