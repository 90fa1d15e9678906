/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Notes the number of names on the mobile of each of these rows in `into`, where these are many. `positions`: all rows
 * of each of their mobiles; null: all rows. `excluded`: not 0 for rows that are not compared.
 */
export function countNames(
  positions: readonly number[] | null,
  mobiles: Float64Array,
  { values, numbers }: { readonly values: readonly string[]; readonly numbers: Uint32Array },
  excluded: Uint8Array,
  into: Uint32Array,
): void {
  /** By number of a name. */
  const normalised: string[] = []
  const nameAt = (position: number): string => {
    const number = numbers[position] as number
    return (normalised[number] ??= normalisedName(values[number] as string))
  }
  /** By mobile: its only row, or its rows. */
  const rows = new Map<number, number | number[]>()
  const count = positions?.length ?? excluded.length
  for (let at = 0; at < count; at += 1) {
    const position = positions === null ? at : (positions[at] as number)
    const mobile = mobiles[position] as number
    if (mobile === 0 || excluded[position] !== 0 || values[numbers[position] as number] === '') continue
    const earlier = rows.get(mobile)
    if (typeof earlier === 'object') earlier.push(position)
    else rows.set(mobile, earlier === undefined ? position : [earlier, position])
  }
  for (const shared of rows.values()) {
    // Fewer rows cannot have as many names.
    if (typeof shared === 'number' || shared.length < manyNames) continue
    const different = new Set(shared.map(nameAt)).size
    if (different >= manyNames) for (const position of shared) into[position] = different
  }
}

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
export const coversMostRows = (shared: number, rows: number): boolean =>
  shared > 0 && rows >= fewRows && shared * 2 > rows
