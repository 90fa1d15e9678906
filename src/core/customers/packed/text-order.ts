import type { Steps } from '../../scheduling/in-slices.ts'
import { textEnd } from './text-arena.ts'
import { compareTexts } from './text-bytes.ts'

/** Bytes of a text in one key; the key's last byte says how many there are. */
const bytesPerKey = 7
/** In the place of the number of bytes: the text is longer than the key. */
const longer = 8
/** Fewer texts are compared one by one. */
const smallRange = 16
/** Texts between two pauses: 1 to 3 ms. */
const stepSize = 16_384

/** Places of texts in the order that is being made, with the keys that they are sorted by. */
interface KeyedPlaces {
  readonly places: Uint32Array
  readonly high: Uint32Array
  readonly low: Uint32Array
}

const keyedPlaces = (length: number): KeyedPlaces => ({
  places: new Uint32Array(length),
  high: new Uint32Array(length),
  low: new Uint32Array(length),
})

interface Range {
  readonly from: number
  readonly to: number
  /** The number of bytes that are the same in all texts of the range. */
  readonly depth: number
}

/**
 * The indexes of `starts` in the order of the texts that begin there, compared byte by byte; equal texts stay in their order. A radix sort by
 * seven bytes, and again for the texts that begin with the same ones. The keys are copies: a text that changes during a pause takes
 * any place, and the others keep their order.
 */
export function* sortTexts(bytes: Uint8Array, starts: Uint32Array): Steps<Uint32Array> {
  const main = keyedPlaces(starts.length)
  const spare = keyedPlaces(starts.length)
  for (let index = 0; index < starts.length; index += 1) main.places[index] = index
  const ranges: Range[] = [{ from: 0, to: starts.length, depth: 0 }]
  let sorted = 0
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const { from, to, depth } = range
    sorted += to - from
    if (sorted > stepSize) {
      sorted = 0
      yield
    }
    if (to - from <= smallRange) {
      sortSmallRange(bytes, starts, main.places, range)
      continue
    }
    for (let at = from; at < to; at += stepSize) {
      if (at > from) yield
      readKeys(bytes, starts, main, { from: at, to: Math.min(to, at + stepSize), depth })
    }
    yield* sortByKeys(main, spare, range)
    // Ranges that are left have the same key.
    for (let at = from; at < to;) {
      let end = at + 1
      while (end < to && main.high[end] === main.high[at] && main.low[end] === main.low[at]) end += 1
      if (end - at > 1 && ((main.low[at] as number) & 0xff) === longer) {
        ranges.push({ from: at, to: end, depth: depth + bytesPerKey })
      }
      at = end
    }
  }
  return main.places
}

function readKeys(bytes: Uint8Array, starts: Uint32Array, keyed: KeyedPlaces, { from, to, depth }: Range): void {
  const { places, high, low } = keyed
  for (let at = from; at < to; at += 1) {
    const start = (starts[places[at] as number] as number) + depth
    let length = 0
    let first = 0
    let second = 0
    for (; length < bytesPerKey; length += 1) {
      const byte = bytes[start + length] as number
      if (byte === textEnd) break
      if (length < 4) first |= byte << (24 - length * 8)
      else second |= byte << (56 - length * 8)
    }
    high[at] = first
    low[at] = second | (length === bytesPerKey && bytes[start + length] !== textEnd ? longer : length)
  }
}

const counts = (): Uint32Array[] => Array.from({ length: 8 }, () => new Uint32Array(256))

/** Sorts a range by its keys: one pass for each byte that is not the same in all of them, the last byte first. */
function* sortByKeys(main: KeyedPlaces, spare: KeyedPlaces, { from, to }: Range): Steps<void> {
  const byByte = counts()
  const [c0, c1, c2, c3, c4, c5, c6, c7] = byByte as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  for (let at = from; at < to; at += 1) {
    const low = main.low[at] as number
    const high = main.high[at] as number
    ;(c0[low & 0xff] as number)++
    ;(c1[(low >>> 8) & 0xff] as number)++
    ;(c2[(low >>> 16) & 0xff] as number)++
    ;(c3[low >>> 24] as number)++
    ;(c4[high & 0xff] as number)++
    ;(c5[(high >>> 8) & 0xff] as number)++
    ;(c6[(high >>> 16) & 0xff] as number)++
    ;(c7[high >>> 24] as number)++
  }
  let [source, target] = [main, spare]
  for (const [index, buckets] of byByte.entries()) {
    if (buckets.includes(to - from)) continue
    let next = from
    for (let byte = 0; byte < 256; byte += 1) {
      const count = buckets[byte] as number
      buckets[byte] = next
      next += count
    }
    scatter(source, target, buckets, { from, to, key: index < 4 ? 'low' : 'high', shift: (index % 4) * 8 })
    ;[source, target] = [target, source]
    if (to - from > stepSize) yield
  }
  if (source === main) return
  for (const part of ['places', 'high', 'low'] as const) main[part].set(spare[part].subarray(from, to), from)
}

function scatter(
  source: KeyedPlaces,
  target: KeyedPlaces,
  next: Uint32Array,
  { from, to, key, shift }: { from: number; to: number; key: 'low' | 'high'; shift: number },
): void {
  const keys = source[key]
  const { places, high, low } = source
  const { places: toPlaces, high: toHigh, low: toLow } = target
  for (let at = from; at < to; at += 1) {
    const byte = ((keys[at] as number) >>> shift) & 0xff
    const place = next[byte] as number
    next[byte] = place + 1
    toPlaces[place] = places[at] as number
    toHigh[place] = high[at] as number
    toLow[place] = low[at] as number
  }
}

function sortSmallRange(bytes: Uint8Array, starts: Uint32Array, places: Uint32Array, { from, to, depth }: Range): void {
  for (let at = from + 1; at < to; at += 1) {
    const place = places[at] as number
    const start = (starts[place] as number) + depth
    let before = at - 1
    while (before >= from && compareTexts(bytes, (starts[places[before] as number] as number) + depth, start) > 0) {
      places[before + 1] = places[before] as number
      before -= 1
    }
    places[before + 1] = place
  }
}
