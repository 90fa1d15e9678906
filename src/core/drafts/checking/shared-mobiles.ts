import { HashCounts } from './text-hash.ts'

/** From this many names on, a mobile is probably a filler or the dealership's own number. */
const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Mobile and name of a row, as they would be sent. */
export interface Contact {
  readonly mobile: string
  readonly name: string
}

/** Positions of the rows whose mobile may be on enough rows to have many names, by the hashes of the mobiles. */
export function rowsSharingMobiles(hashes: Uint32Array, isCompared: (position: number) => boolean): number[] {
  const counts = new HashCounts(hashes.length)
  for (const [position, hash] of hashes.entries()) if (hash !== 0 && isCompared(position)) counts.add(hash)
  const sharing: number[] = []
  for (const [position, hash] of hashes.entries()) {
    if (counts.countOf(hash) >= manyNames && isCompared(position)) sharing.push(position)
  }
  return sharing
}

/** The names on one mobile. */
interface MobileNames {
  readonly mobile: string
  readonly names: Set<string>
}

/**
 * The number of names on the mobile of each of these rows, where these are many; 0 elsewhere. Same order. `hashes`: of
 * the mobiles, by position.
 */
export function countNames(
  positions: readonly number[],
  hashes: Uint32Array,
  contactAt: (position: number) => Contact,
): Uint32Array {
  const byHash = new Map<number, MobileNames[]>()
  const normalised = new Map<string, string>()
  const shortForm = (name: string): string => {
    const known = normalised.get(name)
    if (known !== undefined) return known
    const short = normalisedName(name)
    if (normalised.size < maxCached) normalised.set(name, short)
    return short
  }
  const found = positions.map((position): MobileNames => {
    const { mobile, name } = contactAt(position)
    const hash = hashes[position] ?? 0
    const withHash = byHash.get(hash) ?? []
    let same = withHash.find((one) => one.mobile === mobile)
    if (!same) {
      same = { mobile, names: new Set() }
      withHash.push(same)
      byHash.set(hash, withHash)
    }
    same.names.add(shortForm(name))
    return same
  })
  return Uint32Array.from(found, ({ names }) => (names.size >= manyNames ? names.size : 0))
}

/** Names whose short form is kept while they are counted. */
const maxCached = 20_000

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
export const coversMostRows = (shared: number, rows: number): boolean =>
  shared > 0 && rows >= fewRows && shared * 2 > rows

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
