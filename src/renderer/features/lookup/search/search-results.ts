import type { Vehicle } from '../../../../contract/lookup.ts'
import { FacetName } from '../../../../contract/facets.ts'

/** The longest list that is requested: longer ones are not read. The service doesn't document its own limit. */
export const maxResults = 100

/** The number of results after "Show more". */
export const nextResultCount = (count: number, pageLength: number): number => Math.min(count + pageLength, maxResults)

/** The facets that are not in the title: "Automatic · Diesel · Utility". */
export function extraFacts(vehicle: Vehicle): string {
  const title = vehicle.title.toLowerCase()
  return FacetName.options
    .flatMap((name) => vehicle.facets[name] ?? [])
    .filter((value) => !title.includes(value.toLowerCase()))
    .join(' · ')
}

/** The confidence to show with a result; null where it is full or standard, which would repeat the same on each. */
export function partialConfidence({ confidence }: Vehicle): string | null {
  if (confidence === null || confidence.part === 1 || confidence.words === 'standard') return null
  return confidence.words
}
