import type { Vehicle } from '../../../../contract/lookup.ts'
import { FacetName } from '../../../../contract/lookup.ts'

/** As many as the service is asked for at once: more than a page of this length nobody reads (its own most is not shown). */
export const mostShown = 100

/** How far "show more" goes. */
export const nextCount = (count: number, pageLength: number): number => Math.min(count + pageLength, mostShown)

/** What the title does not say yet: "Automatic · Diesel · Utility". */
export function factsBeside(vehicle: Vehicle): string {
  const title = vehicle.title.toLowerCase()
  return FacetName.options
    .flatMap((name) => vehicle.facets[name] ?? [])
    .filter((value) => !title.includes(value.toLowerCase()))
    .join(' · ')
}

/** How sure a match is, as a share of the bar's width in percent; null where no number came. */
export const confidencePercent = (vehicle: Vehicle): number | null =>
  vehicle.confidence?.part === undefined || vehicle.confidence.part === null
    ? null
    : Math.round(Math.min(Math.max(vehicle.confidence.part, 0), 1) * 100)
