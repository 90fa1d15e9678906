import type { RowFacts } from '../checking/row-facts.ts'

/** A row that changed, with the hashes that it had before. */
export interface ChangedRow {
  readonly position: number
  readonly rego: number
  readonly vin: number
  readonly mobile: number
}

/** With more values or rows than these, comparing everything again is as fast. */
const maxValues = 64
const maxRows = 2_000

/**
 * Positions, ascending, of changed rows and of all rows that share a rego or VIN with them, before or after the change,
 * directly or through other rows; null when these are too many to be searched for one by one.
 */
export function rowsOfTheSameCars(
  facts: Pick<RowFacts, 'regos' | 'vins'>,
  changed: readonly ChangedRow[],
): number[] | null {
  const { regos, vins } = facts
  const seen = { regos: new Set<number>([0]), vins: new Set<number>([0]) }
  const waiting: { readonly hashes: Uint32Array; readonly hash: number }[] = []
  const positions = new Set<number>()
  const visit = (kind: 'regos' | 'vins', hash: number): void => {
    if (seen[kind].has(hash)) return
    seen[kind].add(hash)
    waiting.push({ hashes: facts[kind], hash })
  }
  const add = (position: number): void => {
    positions.add(position)
    visit('regos', regos[position] ?? 0)
    visit('vins', vins[position] ?? 0)
  }
  for (const { position, rego, vin } of changed) {
    add(position)
    visit('regos', rego)
    visit('vins', vin)
  }
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (seen.regos.size + seen.vins.size > maxValues + 2 || positions.size > maxRows) return null
    const { hashes, hash } = one
    for (let at = hashes.indexOf(hash); at >= 0; at = hashes.indexOf(hash, at + 1)) {
      if (positions.size > maxRows) return null
      add(at)
    }
  }
  return [...positions].toSorted((a, b) => a - b)
}
