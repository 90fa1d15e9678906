import type { RowFacts } from '../checking/row-facts.ts'

/** A row that changed, with the hashes that it had before. */
export interface ChangedRow {
  readonly position: number
  readonly rego: number
  readonly vin: number
  readonly mobile: number
}

/** With more rows than these, comparing everything again is as fast. */
const maxRows = 5_000
/** Looks at all rows: cars that are found only through so many others are compared with everything. */
const maxRounds = 4

/**
 * Positions, ascending, of changed rows and of all rows that share a rego or VIN with them, before or after the change,
 * directly or through other rows; null when these are too many to be searched for.
 */
export function rowsOfTheSameCars(
  facts: Pick<RowFacts, 'regos' | 'vins'>,
  changed: readonly ChangedRow[],
): number[] | null {
  const { regos, vins } = facts
  const cars = { regos: new WantedHashes(), vins: new WantedHashes() }
  const positions = new Set<number>()
  const add = (position: number): void => {
    positions.add(position)
    cars.regos.add(regos[position] ?? 0)
    cars.vins.add(vins[position] ?? 0)
  }
  for (const { position, rego, vin } of changed) {
    add(position)
    cars.regos.add(rego)
    cars.vins.add(vin)
  }
  for (let round = 0; round < maxRounds; round += 1) {
    for (const kind of ['regos', 'vins'] as const) {
      for (const position of cars[kind].takeRows(facts[kind])) {
        if (positions.size > maxRows) return null
        add(position)
      }
    }
    if (cars.regos.isSearched && cars.vins.isSearched) return [...positions].toSorted((a, b) => a - b)
  }
  return null
}

/** Hashes whose rows are searched, each once. */
class WantedHashes {
  /** 0 stands for no value. */
  readonly #known = new Set<number>([0])
  #open: number[] = []

  add(hash: number): void {
    if (this.#known.has(hash)) return
    this.#known.add(hash)
    this.#open.push(hash)
  }

  get isSearched(): boolean {
    return this.#open.length === 0
  }

  /** Positions of the rows that have the hashes added since the last search. */
  takeRows(hashes: Uint32Array): number[] {
    const wanted = new Set(this.#open)
    this.#open = []
    return positionsWith(hashes, wanted)
  }
}

/** After an edit few numbers are wanted: each is searched alone, in a tenth of the time. */
const fewNumbers = 8

/** Positions, ascending, of the rows with one of these numbers. */
export function positionsWith(numbers: Uint32Array | Float64Array, wanted: ReadonlySet<number>): number[] {
  const positions: number[] = []
  if (wanted.size <= fewNumbers) {
    for (const number of wanted)
      for (let at = numbers.indexOf(number); at >= 0; at = numbers.indexOf(number, at + 1)) positions.push(at)
    return positions.sort((a, b) => a - b)
  }
  for (let at = 0; at < numbers.length; at += 1) if (wanted.has(numbers[at] as number)) positions.push(at)
  return positions
}
