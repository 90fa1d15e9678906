import type { Vehicle } from '../../../../contract/lookup.ts'
import { FacetName } from '../../../../contract/lookup.ts'

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

/** The confidence from 0 to 100; null when it isn't a number. */
export const confidencePercent = (vehicle: Vehicle): number | null =>
  vehicle.confidence?.part === undefined || vehicle.confidence.part === null
    ? null
    : Math.round(Math.min(Math.max(vehicle.confidence.part, 0), 1) * 100)
