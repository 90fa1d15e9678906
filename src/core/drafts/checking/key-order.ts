import { charactersPerWord, type SortKeys } from './sort-keys.ts'

/** Equal beginnings of more texts than these are sorted by their next words, of fewer by comparing the texts. */
const fewTexts = 256
/** So few are sorted without an array and a function of their own. */
const veryFewTexts = 16
/** Characters of the two words of a key. */
const wordCharacters = 2 * charactersPerWord

/**
 * The place of each key in ascending order: equal keys have the same place, from 0. Empty keys come last. Numbers are sorted
 * digit by digit; only texts with equal beginnings are compared further.
 */
export function keyPlaces(keys: SortKeys): Uint32Array {
  const { length, ranks, highs, lows } = keys
  const order = new Uint32Array(length)
  for (let at = 0; at < length; at += 1) order[at] = at
  const spare = new Uint32Array(length)
  sortByWord(lows, order, spare)
  sortByWord(highs, order, spare)
  sortByWord(ranks, order, spare)
  const places = new Uint32Array(length)
  let next = 0
  for (let from = 0; from < length;) {
    const key = order[from] as number
    let to = from + 1
    for (; to < length; to += 1) {
      const other = order[to] as number
      if (lows[key] !== lows[other] || highs[key] !== highs[other] || ranks[key] !== ranks[other]) break
    }
    next = placeTies(keys, order, from, to, wordCharacters, places, next)
    from = to
  }
  return places
}

/**
 * Gives the keys from `from` to `to`, whose first `known` characters are equal, their places from `next` on. Returns the
 * place after them.
 */
function placeTies(
  keys: SortKeys,
  order: Uint32Array,
  from: number,
  to: number,
  known: number,
  places: Uint32Array,
  next: number,
): number {
  let [isLonger, areAscii] = [false, true]
  for (let at = from; at < to && to - from > 1; at += 1) {
    const key = order[at] as number
    if (keys.isLonger(key, known)) isLonger = true
    if (!keys.isAscii(key)) areAscii = false
  }
  if (!isLonger) {
    for (let at = from; at < to; at += 1) places[order[at] as number] = next
    return next + 1
  }
  if (areAscii && to - from <= veryFewTexts) return placeFew(keys, order, from, to, known, places, next)
  const ties = order.slice(from, to)
  return to - from <= fewTexts || !areAscii
    ? placeTexts(keys, ties, known, areAscii, places, next)
    : placeByWords(keys, ties, known, places, next)
}

/** Sorts very few texts where they are: most groups of unique texts have two or three. */
function placeFew(
  keys: SortKeys,
  order: Uint32Array,
  from: number,
  to: number,
  known: number,
  places: Uint32Array,
  next: number,
): number {
  for (let at = from + 1; at < to; at += 1) {
    const key = order[at] as number
    let place = at
    for (; place > from && keys.compareAscii(order[place - 1] as number, key, known) > 0; place -= 1) {
      order[place] = order[place - 1] as number
    }
    order[place] = key
  }
  let place = next
  for (let at = from; at < to; at += 1) {
    const key = order[at] as number
    if (at > from && keys.compareAscii(order[at - 1] as number, key, known) !== 0) place += 1
    places[key] = place
  }
  return place + 1
}

function placeByWords(keys: SortKeys, ties: Uint32Array, known: number, places: Uint32Array, next: number): number {
  const { length } = ties
  const [highs, lows] = [new Uint32Array(length), new Uint32Array(length)]
  const order = new Uint32Array(length)
  for (let at = 0; at < length; at += 1) {
    const key = ties[at] as number
    order[at] = at
    highs[at] = keys.wordAt(key, known)
    lows[at] = keys.wordAt(key, known + charactersPerWord)
  }
  const spare = new Uint32Array(length)
  sortByWord(lows, order, spare)
  sortByWord(highs, order, spare)
  const sorted = new Uint32Array(length)
  for (let at = 0; at < length; at += 1) sorted[at] = ties[order[at] as number] as number
  let place = next
  for (let from = 0; from < length;) {
    const first = order[from] as number
    let to = from + 1
    for (; to < length; to += 1) {
      const other = order[to] as number
      if (lows[first] !== lows[other] || highs[first] !== highs[other]) break
    }
    place = placeTies(keys, sorted, from, to, known + wordCharacters, places, place)
    from = to
  }
  return place
}

/** Few texts, or texts with other characters than plain ASCII. */
function placeTexts(
  keys: SortKeys,
  ties: Uint32Array,
  known: number,
  areAscii: boolean,
  places: Uint32Array,
  next: number,
): number {
  const texts = new Map(areAscii ? [] : Array.from(ties, (key) => [key, keys.textAt(key)] as const))
  const compare = areAscii
    ? (a: number, b: number) => keys.compareAscii(a, b, known)
    : (a: number, b: number) => compareTexts(texts.get(a) ?? '', texts.get(b) ?? '')
  ties.sort(compare)
  let place = next
  for (let at = 0; at < ties.length; at += 1) {
    const key = ties[at] as number
    if (at > 0 && compare(ties[at - 1] as number, key) !== 0) place += 1
    places[key] = place
  }
  return place + 1
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const digitBits = 11
const digits = 1 << digitBits
const lastDigit = digits - 1

/** Sorts keys by their words; equal ones stay as they are. `spare`: as long as `order`, and overwritten. */
function sortByWord(words: Uint32Array | Uint8Array, order: Uint32Array, spare: Uint32Array): void {
  const { length } = order
  let [from, to] = [order, spare]
  for (let shift = 0; shift < 8 * words.BYTES_PER_ELEMENT; shift += digitBits) {
    const starts = new Uint32Array(digits + 1)
    for (let at = 0; at < length; at += 1) {
      const digit = ((words[at] as number) >>> shift) & lastDigit
      starts[digit + 1] = (starts[digit + 1] as number) + 1
    }
    if (starts.includes(length)) continue
    for (let digit = 1; digit <= digits; digit += 1)
      starts[digit] = (starts[digit] as number) + (starts[digit - 1] as number)
    for (let at = 0; at < length; at += 1) {
      const key = from[at] as number
      const digit = ((words[key] as number) >>> shift) & lastDigit
      const place = starts[digit] as number
      to[place] = key
      starts[digit] = place + 1
    }
    const sorted = to
    to = from
    from = sorted
  }
  if (from !== order) order.set(from)
}
