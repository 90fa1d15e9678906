import type { Facets } from '../../contract/lookup.ts'
import { FacetName, type FacetChoice } from '../../contract/facets.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { FailureError } from '../failures/failure-error.ts'
import { provenanceOf, type CachedQueries } from './cached-query.ts'
import { facetsOfDescription, type OptionsWithin } from './facets-of-description.ts'
import { facetsQuery, orderedFacets, payloadBody } from './queries.ts'
import { facetLabels, readFacets } from './read-facets.ts'
import type { ReadLookup } from './read-lookup.ts'

/** The facets of the service's catalogue. */
export function createCatalogueFacets(queries: CachedQueries) {
  const optionsWithin =
    (scope: ConnectionRegion, signal: AbortSignal): OptionsWithin =>
    async (chosen) => {
      try {
        const answer = await queries.fetch(scope, facetsQuery(chosen), { refresh: false, signal })
        return readFacets(payloadBody(answer.answer)).options
      } catch (error) {
        if (error instanceof FailureError) return null
        throw error
      }
    }

  return {
    /** The options within a choice; null where the service can't provide them. */
    optionsWithin,
    /** All facets within a choice. A chosen facet offers the values that it has without its own choice. */
    async facetsWithin(scope: ConnectionRegion, chosen: FacetChoice, signal: AbortSignal): Promise<Facets> {
      const within = optionsWithin(scope, signal)
      const [answer, ...others] = await Promise.all([
        queries.fetch(scope, facetsQuery(chosen), { refresh: false, signal }),
        ...orderedFacets(chosen).map(async ([name]) => {
          const { [name]: _chosen, ...rest } = chosen
          return [name, (await within(rest))?.[name] ?? []] as const
        }),
      ])
      const read = readFacets(payloadBody(answer.answer))
      const alternatives = new Map(others)
      return {
        facets: FacetName.options.map((name) => {
          const own = read.options[name] ?? []
          const wider = alternatives.get(name) ?? []
          return { name, label: facetLabels[name], options: [...(wider.length > own.length ? wider : own)] }
        }),
        total: read.total,
        other: [...read.other],
        ...provenanceOf(answer),
      }
    },
  }
}

/** The facets to search the catalogue with after a look-up: from the road authority's description if there is no match. */
export async function searchFacets(read: ReadLookup, optionsWithin: OptionsWithin): Promise<FacetChoice> {
  if (read.outcome !== 'no-match' || !read.authority) return read.facets
  const { description } = read.authority
  return facetsOfDescription({ description, fields: read.facets }, optionsWithin)
}
