/**
 * AssemblyScript, compiled to WebAssembly by `npm run wasm`: reads the packed rows of a block (`cell-bytes.ts`, `packed-rows.ts`).
 * `core/drafts/packed/block-scanner.ts` describes its memory.
 */
import { bytesUpTo, hashOf } from './bytes'

const maxShortText: u32 = 239
const wideText: u32 = 241
const nullCell: u32 = 242
const numberCell: u32 = 245
const serialCell: u32 = 246
const rowHeadBytes: u32 = 8

/** Of a table of different cells: its size, where its copies of cells end, where numbers are written, whether a cell had no room. */
const tableHeadBytes: u32 = 16
/** By hash: two bytes for the number of a cell; 0: free. */
const slotCount: u32 = 0x1_0000
const entriesAt: u32 = tableHeadBytes + 2 * slotCount
/** The last number, and one more: a cell that has none. By number: hash of the cell, and place of its copy with its length. */
const maxNumber: u32 = 0x7fff
const unnumbered: u32 = 0xffff
const copiesAt: u32 = entriesAt + 8 * (maxNumber + 1)
const copyBytes: u32 = 0x8_0000
const maxCellBytes: u32 = 64
const lengthShift: u32 = 24
const placeMask: u32 = 0xff_ffff

/** The position after the cell that starts here. */
function cellEnd(at: u32): u32 {
  const kind = load<u8>(at)
  if (kind <= maxShortText) return at + 1 + kind
  if (kind <= wideText) return at + 5 + load<u32>(at + 1)
  if (kind < numberCell) return at + 1
  if (kind === numberCell) return at + 9
  return cellEnd(kind === serialCell ? at + 9 : at + 1)
}

function isCopy(copy: u32, start: u32, end: u32): bool {
  for (let at = start; at < end; at += 8, copy += 8) if (load<u64>(copy) !== bytesUpTo(at, end)) return false
  return true
}

/** The number of a cell in a table, in which it is noted. */
function numberOf(table: u32, start: u32, end: u32): u32 {
  const length = end - start
  if (length <= maxCellBytes) {
    const hash = hashOf(start, end)
    for (let slot = hash; ; slot += 1) {
      const slotAt = table + tableHeadBytes + 2 * (slot & (slotCount - 1))
      const number: u32 = load<u16>(slotAt)
      if (number === 0) {
        const added = add(table, start, end, hash)
        if (added === unnumbered) break
        store<u16>(slotAt, <u16>added)
        return added
      }
      const entry = table + entriesAt + 8 * number
      const place = load<u32>(entry + 4)
      if (load<u32>(entry) === hash && place >> lengthShift === length) {
        if (isCopy(table + copiesAt + (place & placeMask), start, end)) return number
      }
    }
  }
  store<u32>(table + 12, 1)
  return unnumbered
}

function add(table: u32, start: u32, end: u32, hash: u32): u32 {
  const number = load<u32>(table) + 1
  const place = load<u32>(table + 4)
  const placeEnd = place + ((end - start + 7) & ~7)
  if (number > maxNumber || placeEnd > copyBytes) return unnumbered
  let copy = table + copiesAt + place
  for (let at = start; at < end; at += 8, copy += 8) store<u64>(copy, bytesUpTo(at, end))
  const entry = table + entriesAt + 8 * number
  store<u32>(entry, hash)
  store<u32>(entry + 4, place | ((end - start) << lengthShift))
  store<u32>(table, number)
  store<u32>(table + 4, placeEnd)
  return number
}

/**
 * Writes the numbers of cells of rows that begin at `starts`, counted from `block`. `tables`: by column the table of its cells; 0: none.
 * Numbers are not written where a cell has nothing.
 */
export function numberCells(block: u32, starts: u32, rows: u32, tables: u32, columns: u32): void {
  for (let row: u32 = 0; row < rows; row += 1) {
    let at = block + load<u32>(starts + 4 * row)
    const cells = min(load<u32>(at + 4), columns)
    at += rowHeadBytes
    for (let column: u32 = 0; column < cells; column += 1) {
      const kind: u32 = load<u8>(at)
      const end = kind <= maxShortText ? at + 1 + kind : cellEnd(at)
      const table = load<u32>(tables + 4 * column)
      if (table !== 0 && kind !== 0 && kind !== nullCell) {
        store<u16>(load<u32>(table + 8) + 2 * row, <u16>numberOf(table, at, end))
      }
      at = end
    }
  }
}

/** In which groups each of 16 bytes is, by the two halves of a byte. */
function groupsOf(bytes: v128, ofLow: v128, ofHigh: v128): v128 {
  const low = v128.and(bytes, i8x16.splat(0x0f))
  return v128.and(i8x16.swizzle(ofLow, low), i8x16.swizzle(ofHigh, i8x16.shr_u(bytes, 4)))
}

/** Letters in lower case. */
function lower(byte: u32): u32 {
  return byte - 0x41 < 26 ? byte | 0x20 : byte
}

/** Where the last call of `findBeginnings` stopped. */
export let at: u32 = 0

/**
 * Finds places of three bytes that are in the table, up to `end` or until it found `most`, which must be above 16. Returns how many.
 * `groups`: for each of the bytes, groups by its low and its high half. `table`: 4 bytes for each two bytes in lower case,
 * with a bit for each letter behind them, and the last for anything else. A byte that is no text is in the group 128 alone, and found.
 */
export function findBeginnings(start: u32, end: u32, groups: u32, table: u32, found: u32, most: u32): u32 {
  const low1 = v128.load(groups)
  const high1 = v128.load(groups, 16)
  const low2 = v128.load(groups, 32)
  const high2 = v128.load(groups, 48)
  const low3 = v128.load(groups, 64)
  const high3 = v128.load(groups, 80)
  let count: u32 = 0
  at = start
  while (at < end && count + 16 <= most) {
    const shared = v128.and(
      v128.and(groupsOf(v128.load(at), low1, high1), groupsOf(v128.load(at, 1), low2, high2)),
      groupsOf(v128.load(at, 2), low3, high3),
    )
    if (v128.any_true(shared)) {
      for (let bits = i8x16.bitmask(i8x16.ne(shared, i8x16.splat(0))); bits !== 0; bits &= bits - 1) {
        const place = at + ctz(bits)
        if (!isBeginning(place, table)) continue
        store<u32>(found + 4 * count, place)
        count += 1
      }
    }
    at += 16
  }
  return count
}

function isBeginning(place: u32, table: u32): bool {
  const first = lower(load<u8>(place))
  const second = lower(load<u8>(place, 1))
  if (first >= 0x80) return true
  if (second >= 0x80) return false
  const third = lower(load<u8>(place, 2)) - 0x61
  return ((load<u32>(table + 4 * (0x80 * first + second)) >> min(third, 26)) & 1) !== 0
}
