/**
 * Positions, ascending, of rows whose rego or VIN may be in another row as well: no other rows can be of one car. Equal
 * hashes of different texts are among them. `excluded`: not 0 for rows that are not compared.
 */
export function rowsThatMayShare(regos: Uint32Array, vins: Uint32Array, excluded: Uint8Array): number[] {
  const [sharedRegos, sharedVins] = [repeated(regos, excluded), repeated(vins, excluded)]
  const positions: number[] = []
  if (sharedRegos.size === 0 && sharedVins.size === 0) return positions
  for (let position = 0; position < excluded.length; position += 1) {
    if (excluded[position] !== 0) continue
    if (sharedRegos.has(regos[position] as number) || sharedVins.has(vins[position] as number)) positions.push(position)
  }
  return positions
}

/** The hashes that occur more than once. */
function repeated(hashes: Uint32Array, excluded: Uint8Array): ReadonlySet<number> {
  const sorted = hashes.slice()
  for (let at = 0; at < sorted.length; at += 1) if (excluded[at] !== 0) sorted[at] = 0
  sorted.sort()
  const found = new Set<number>()
  for (let at = 1; at < sorted.length; at += 1)
    if (sorted[at] !== 0 && sorted[at] === sorted[at - 1]) found.add(sorted[at] as number)
  return found
}
