import type { FacetName } from '../../contract/facets.ts'
import type { CsvCell } from '../export/csv-text.ts'
import type { ReadLookup } from './read-lookup.ts'

const labels: readonly (readonly [FacetName, string])[] = [
  ['year', 'Year'],
  ['make', 'Make'],
  ['model', 'Model'],
  ['badge', 'Badge'],
  ['series', 'Series'],
  ['body', 'Body'],
  ['transmission', 'Transmission'],
  ['fuel', 'Fuel'],
  ['engine', 'Engine'],
]

/** What the catalogue says about a car, as columns of an exported file. */
export const facetColumns: readonly {
  readonly title: string
  readonly valueOf: (read: ReadLookup | null) => CsvCell
}[] = labels.map(([name, title]) => ({
  title,
  valueOf: (read) => (read?.vehicle?.facets ?? read?.facets)?.[name] ?? null,
}))
