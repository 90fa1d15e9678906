/** With more rows than these, comparing everything again is as fast. */
const maxRows = 5_000
/** Looks at all rows: cars that are found only through so many others are compared with everything. */
const maxRounds = 4

/**
 * Positions, ascending, of the rows that share a rego or VIN with changed ones, directly or through other rows; null when these are too many
 * to be searched for. `keys`: by position, of regos and of VINs. `wanted`: those that the changed rows had or have.
 */
export function rowsOfTheSameCars(
  keys: readonly [regos: Uint32Array, vins: Uint32Array],
  wanted: readonly [regos: ReadonlySet<number>, vins: ReadonlySet<number>],
): number[] | null {
  const searched = keys.map(() => new Set([0]))
  let open: readonly ReadonlySet<number>[] = wanted
  const positions = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    const isNew = (key: number, of: number): boolean => searched[of]?.has(key) === false
    const toSearch = open.map((all, of) => new Set([...all].filter((key) => isNew(key, of))))
    if (toSearch.every(({ size }) => size === 0)) return [...positions].toSorted((a, b) => a - b)
    for (const [of, all] of toSearch.entries()) {
      for (const key of all) searched[of]?.add(key)
      for (const position of positionsWith(keys[of as 0 | 1], all)) positions.add(position)
    }
    if (positions.size > maxRows) return null
    open = keys.map((all) => new Set([...positions].map((position) => all[position] as number)))
  }
  return null
}

/** Places for counts by the last bits of a key: so many that few of them are shared, and no more, because each takes memory. */
const slotsFor = (keys: number): number => 2 ** Math.min(21, Math.ceil(Math.log2(8 * keys + 1)))

/** The keys that occur so many times or more. `keys`: 0 is none. `excluded`: not 0 where a key does not count. */
export function repeatedKeys(
  keys: Uint32Array | Float64Array,
  times: number,
  excluded: Uint8Array,
): ReadonlySet<number> {
  const slots = slotsFor(keys.length)
  const bySlot = new Uint32Array(slots)
  for (let at = 0; at < keys.length; at += 1)
    if (keys[at] !== 0 && excluded[at] === 0) bySlot[(keys[at] as number) & (slots - 1)]! += 1
  // Most keys are alone in their slot: only the others are counted one by one.
  const counts = new Map<number, number>()
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as number
    if (key !== 0 && excluded[at] === 0 && bySlot[key & (slots - 1)]! >= times)
      counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([key, count]) => (count >= times ? [key] : [])))
}

/** After an edit few keys are wanted: each is searched alone, in a tenth of the time. */
const fewKeys = 8

/** Positions, ascending, of the rows with one of these keys. */
export function positionsWith(keys: Uint32Array | Float64Array, wanted: ReadonlySet<number>): number[] {
  const positions: number[] = []
  if (wanted.size <= fewKeys) {
    for (const key of wanted)
      for (let at = keys.indexOf(key); at >= 0; at = keys.indexOf(key, at + 1)) positions.push(at)
    return positions.sort((a, b) => a - b)
  }
  for (let at = 0; at < keys.length; at += 1) if (wanted.has(keys[at] as number)) positions.push(at)
  return positions
}
