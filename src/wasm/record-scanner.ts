/**
 * AssemblyScript, compiled to WebAssembly by `npm run wasm`: the plain records of a text file become packed rows, 16 bytes at a
 * time. What it takes is what `PlainRows` takes, and `core/drafts/reading/record-scanner.ts` describes its memory.
 */
import { lineFeed, quote, space } from './bytes'

/** Longer texts have another form (`cell-bytes.ts`). */
const maxShortText: u32 = 239
/** The number of a row, and of its cells (`packed-rows.ts`). */
const rowHeadBytes: u32 = 8
const tab: u32 = 0x09
const carriageReturn: u32 = 0x0d
/** The bit behind those of 16 bytes: where they end when none of them is found. */
const all16: i32 = 0x1_0000

/** Copies 16 bytes, and gives them. */
function copy16(from: u32, to: u32): v128 {
  const bytes = v128.load(from)
  v128.store(to, bytes)
  return bytes
}

/** Which bytes end every record or are not plain: those before the space, without the tab. */
function controlsIn(bytes: v128): v128 {
  return v128.andnot(i8x16.lt_u(bytes, i8x16.splat(<i8>space)), i8x16.eq(bytes, i8x16.splat(<i8>tab)))
}

/** Where the last call of `scanRecords` stopped reading and writing, and what it counted. */
export let at: u32 = 0
export let into: u32 = 0
export let unquoted: u32 = 0
export let needlessQuotes: u32 = 0
export let linesLf: u32 = 0
export let linesCrlf: u32 = 0

/**
 * Reads records from `start` on, until `most` are read, the rows reach `blockEnd`, or one is not plain. It stops before such a record, as
 * before one that is cut off by `end`, behind which a zero byte and 16 more bytes stand. Returns how many it read.
 *
 * A plain record has `width` cells (-1: any number up to `maxColumns`) of at most 239 bytes and a character that can be seen. Quotes
 * only enclose whole cells, and in a cell is no line end.
 */
export function scanRecords(
  start: u32,
  end: u32,
  blockStart: u32,
  blockEnd: u32,
  firstRow: u32,
  most: u32,
  delimiter: u32,
  width: i32,
  maxColumns: u32,
  maxRecordBytes: u32,
): u32 {
  const delimiters = i8x16.splat(<i8>delimiter)
  const quotes = i8x16.splat(<i8>quote)
  const spaces = i8x16.splat(<i8>space)
  at = start
  into = blockStart
  unquoted = 0
  needlessQuotes = 0
  linesLf = 0
  linesCrlf = 0
  let rows: u32 = 0
  while (rows < most && at < end && into < blockEnd) {
    let from = at
    let to = into + rowHeadBytes
    let cells: u32 = 0
    let quoted: u32 = 0
    let needless: u32 = 0
    let shown: i32 = 0
    let stop: u32
    do {
      const lengthAt = to
      to += 1
      const isQuoted = load<u8>(from) === quote
      let delimitersInside: i32 = 0
      if (isQuoted) {
        from += 1
        for (;;) {
          const bytes = copy16(from, to)
          const ends = i8x16.bitmask(v128.or(i8x16.eq(bytes, quotes), controlsIn(bytes)))
          const length = ctz(ends | all16)
          const inside = (1 << length) - 1
          shown |= i8x16.bitmask(i8x16.gt_s(bytes, spaces)) & inside
          delimitersInside |= i8x16.bitmask(i8x16.eq(bytes, delimiters)) & inside
          from += length
          to += length
          if (ends !== 0) break
          if (to - lengthAt > maxShortText + 1) return rows
        }
      } else {
        for (;;) {
          const bytes = copy16(from, to)
          const ends = i8x16.bitmask(
            v128.or(v128.or(i8x16.eq(bytes, quotes), i8x16.eq(bytes, delimiters)), controlsIn(bytes)),
          )
          const length = ctz(ends | all16)
          shown |= i8x16.bitmask(i8x16.gt_s(bytes, spaces)) & ((1 << length) - 1)
          from += length
          to += length
          if (ends !== 0) break
          if (to - lengthAt > maxShortText + 1) return rows
        }
      }
      const length = to - lengthAt - 1
      if (length > maxShortText) return rows
      store<u8>(lengthAt, <u8>length)
      cells += 1
      if (isQuoted) {
        if (load<u8>(from) !== quote) return rows
        from += 1
        quoted += 1
        if (delimitersInside === 0) needless += 1
      }
      stop = load<u8>(from)
      from += 1
    } while (stop === delimiter && from - at <= maxRecordBytes)
    if (stop === carriageReturn && load<u8>(from) === lineFeed) from += 1
    else if (stop !== lineFeed) return rows
    if (shown === 0 || cells > maxColumns || from - at > maxRecordBytes) return rows
    if (width >= 0 && cells !== <u32>width) return rows
    if (stop === lineFeed) linesLf += 1
    else linesCrlf += 1
    unquoted += cells - quoted
    needlessQuotes += needless
    store<u32>(into, firstRow + rows)
    store<u32>(into + 4, cells)
    rows += 1
    at = from
    into = to
  }
  return rows
}
