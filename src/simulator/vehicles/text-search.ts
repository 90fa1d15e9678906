import type { Catalogue, CatalogueVehicle } from '../catalogue/catalogue.ts'

/** The facets of the interface (part 2) and where each is read. */
const facets = {
  year: (vehicle) => String(vehicle.year),
  make: (vehicle) => vehicle.make,
  model: (vehicle) => vehicle.model,
  badge: (vehicle) => vehicle.badge,
  series: (vehicle) => vehicle.series,
  transmission: (vehicle) => vehicle.transmission,
  body: (vehicle) => vehicle.body,
  body_style: (vehicle) => vehicle.bodyStyle,
  fuel: (vehicle) => vehicle.fuel,
  engine: (vehicle) => vehicle.engine,
  wheelbase: (vehicle) => vehicle.wheelbase,
} as const satisfies Record<string, (vehicle: CatalogueVehicle) => string>

export type Facet = keyof typeof facets
export const facetNames = Object.keys(facets) as Facet[]

/** Values that a vehicle must have: one of each facet's list, in any case. */
export type Narrowing = ReadonlyMap<Facet, readonly string[]>

export interface Hit {
  readonly vehicle: CatalogueVehicle
  /** 0 to 1. */
  readonly confidence: number
  /** Whether the words hold the model's whole name, however it is spaced: "mazda 3" names a Mazda3 and not a CX-3. */
  readonly named: boolean
}

export interface TextSearch {
  /** Best first, then those named, then newest. Blank words find all that the narrowing leaves. */
  find(words: string, narrowing: Narrowing): Hit[]
}

/** How each facet's values are spread over the vehicles: most frequent first, years newest first. */
export function aggregate(vehicles: readonly CatalogueVehicle[], facet: Facet): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const vehicle of vehicles) {
    const value = facets[facet](vehicle)
    counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const values = [...counts].map(([value, count]) => ({ value, count }))
  return facet === 'year'
    ? values.sort((a, b) => Number(b.value) - Number(a.value))
    : values.sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

const shortFor = new Map([
  ['vw', 'volkswagen'],
  ['merc', 'mercedes'],
])
const mostWords = 12
const leastConfidence = 0.34

export function createTextSearch(catalogue: Catalogue): TextSearch {
  const byWord = new Map<string, number[]>()
  for (const vehicle of catalogue.vehicles) {
    const words = wordsOf(
      [vehicle.title, vehicle.make, vehicle.body, vehicle.fuel, vehicle.engine, restOfModel(vehicle)].join(' '),
    )
    for (const word of new Set(words)) {
      byWord.set(word, [...(byWord.get(word) ?? []), vehicle.index])
    }
  }
  return {
    find: (text, narrowing) => {
      const words = wordsOf(text).slice(0, mostWords)
      const squashed = squash(text)
      const left = catalogue.vehicles.filter((vehicle) => keeps(vehicle, narrowing))
      const scores = new Float64Array(catalogue.vehicles.length)
      for (const word of words) {
        const best = new Float64Array(catalogue.vehicles.length)
        for (const [known, indexes] of byWord) {
          const likeness = likenessOf(word, known)
          if (likeness === 0) continue
          for (const index of indexes) best[index] = Math.max(best[index] ?? 0, likeness)
        }
        best.forEach((likeness, index) => {
          scores[index] = (scores[index] ?? 0) + likeness / words.length
        })
      }
      return left
        .map((vehicle) => ({
          vehicle,
          confidence: words.length === 0 ? 1 : confidenceOf(scores[vehicle.index] ?? 0),
          named: squashed.includes(squash(vehicle.model)),
        }))
        .filter((hit) => hit.confidence >= leastConfidence)
        .sort(
          (a, b) =>
            b.confidence - a.confidence ||
            Number(b.named) - Number(a.named) ||
            b.vehicle.year - a.vehicle.year ||
            a.vehicle.index - b.vehicle.index,
        )
    },
  }
}

/** "3" of a Mazda3, which people write apart; nothing where the model does not begin with the make. */
function restOfModel(vehicle: CatalogueVehicle): string {
  return vehicle.model.startsWith(vehicle.make) ? vehicle.model.slice(vehicle.make.length) : ''
}

function squash(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function confidenceOf(score: number): number {
  return Math.round(score * 1_000) / 1_000
}

function keeps(vehicle: CatalogueVehicle, narrowing: Narrowing): boolean {
  for (const [facet, values] of narrowing) {
    const own = facets[facet](vehicle).toLowerCase()
    if (!values.some((value) => value.toLowerCase() === own)) return false
  }
  return true
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9][a-z0-9.+]*/g) ?? []).map((word) => shortFor.get(word) ?? word)
}

/** 1 for the same word, less for the beginning of one, less again for one letter changed, missing or too many. */
function likenessOf(word: string, known: string): number {
  if (word === known) return 1
  if (word.length >= 2 && known.startsWith(word)) return 0.6 + 0.3 * (word.length / known.length)
  // A year with one digit changed is another year, not a slip.
  if (word.length >= 4 && !/^\d+$/.test(word) && oneSlip(word, known)) return 0.6
  return 0
}

function oneSlip(left: string, right: string): boolean {
  if (Math.abs(left.length - right.length) > 1) return false
  let same = 0
  while (same < left.length && same < right.length && left[same] === right[same]) same += 1
  const leftRest = left.slice(same)
  const rightRest = right.slice(same)
  return leftRest.slice(1) === rightRest.slice(1) || leftRest.slice(1) === rightRest || leftRest === rightRest.slice(1)
}
