/**
 * AssemblyScript, compiled to WebAssembly by `npm run wasm`: writes rows of an upload as JSON, from their packed bytes
 * (`cell-bytes.ts`, `packed-rows.ts`). `core/drafts/engine/quick-upload-rows.ts` describes its memory.
 */
import {
  backslash,
  closeBrace,
  closeBracket,
  comma,
  lineFeed,
  oddInJson,
  openBrace,
  openBracket,
  quote,
  space,
} from './bytes'

const maxShortText: u32 = 239
const nullCell: u32 = 242
const rowHeadBytes: u32 = 8
/** Instead of a text: that of the cell in the file. */
const asInFile: u32 = 1
/** A byte of a row may get a backslash before it. */
const bytesOfCharacter: u32 = 2

/** Where the next byte is written. */
let end: u32 = 0

/** Where the customers and the cells of written rows end. */
export let bodiesEnd: u32 = 0
export let originalsEnd: u32 = 0

// Words of the plan: see `writePlan` there.
const columnCount: u32 = 0
const widthOfRow: u32 = 4
const inputEnd: u32 = 8
const bodiesLimit: u32 = 12
const originalsLimit: u32 = 16
const bodyRoom: u32 = 20
const regoColumn: u32 = 24
const vinColumn: u32 = 28
const mobileCount: u32 = 32
const mobileColumns: u32 = 36
const keptCount: u32 = 40
const keptColumns: u32 = 44
const additionalName: u32 = 48
const referenceName: u32 = 52
const referenceStart: u32 = 56
const fieldNames: u32 = 60
const startsAt: u32 = 88

// Words of a row: its place and number, then its texts in the order of `fieldNames`.
const rowWords: u32 = 36
const firstText: u32 = 8
const rego: u32 = 0
const lastField: u32 = 6

function put(byte: u32): void {
  store<u8>(end, <u8>byte)
  end += 1
}

/** A text that is stored as JSON: its place, and its length in the last byte. */
function putStored(text: u32): void {
  const from = text >> 8
  const length = text & 0xff
  for (let at: u32 = 0; at < length; at += 16) v128.store(end + at, v128.load(from + at))
  end += length
}

/** The name of a property, and a comma before it unless it is the first of its object. */
function putName(name: u32): void {
  if (<u32>load<u8>(end - 1) !== openBrace) put(comma)
  putStored(name)
}

/** False: it has a control character, which JSON writes in another way. */
function putText(from: u32, to: u32): bool {
  put(quote)
  while (from < to) {
    const bytes = v128.load(from)
    const left = min(to - from, 16)
    const found: u32 = <u32>i8x16.bitmask(oddInJson(bytes)) & ((1 << left) - 1)
    v128.store(end, bytes)
    if (found === 0) {
      end += left
      from += left
      continue
    }
    const plain = <u32>ctz(found)
    const byte: u32 = load<u8>(from + plain)
    if (byte < space) return false
    end += plain
    put(backslash)
    put(byte)
    from += plain + 1
  }
  put(quote)
  return true
}

/** The text of a cell as in the file. */
function putCell(start: u32): bool {
  return putText(start + 1, start + 1 + load<u8>(start))
}

/** Whether a character outside ASCII begins here that is a space (ECMA-262, 22.1.3.32). */
function isSpace(at: u32): bool {
  const bytes = load<u32>(at)
  if ((bytes & 0xffff) === 0xa0c2) return true
  const three = bytes & 0xff_ffff
  if ((three & 0xffff) === 0x80e2) {
    const last = three >> 16
    return last <= 0x8a || last === 0xa8 || last === 0xa9 || last === 0xaf
  }
  return three === 0x80_9ae1 || three === 0x9f_81e2 || three === 0x80_80e3 || three === 0xbf_bbef
}

/** A column of the row that is sent as it is, without spaces around it. Empty texts are not sent. */
function putKept(start: u32, name: u32): bool {
  let from = start + 1
  let to = from + load<u8>(start)
  while (from < to && <u32>load<u8>(from) === space) from += 1
  while (to > from && <u32>load<u8>(to - 1) === space) to -= 1
  if (from === to) return true
  if (isSpace(from) || isSpace(to - 2) || isSpace(to - 3)) return false
  putName(name)
  return putText(from, to)
}

/** The line of the reference up to the number, the number, and a quote. */
function putReference(start: u32, number: u32): void {
  putStored(start)
  let digits: u32 = 1
  for (let rest = number; rest > 9; rest /= 10) digits += 1
  for (let at = end + digits - 1; at >= end; at -= 1) {
    store<u8>(at, <u8>(0x30 + (number % 10)))
    number /= 10
  }
  end += digits
  put(quote)
}

/** Finds the cells of a row, and returns the place behind them. 0: it has other cells than short texts, or too many. */
function locate(plan: u32, row: u32): u32 {
  const starts = load<u32>(plan + startsAt)
  const columns = load<u32>(plan + columnCount)
  const last = load<u32>(plan + inputEnd)
  const cells = load<u32>(row + 4)
  let at = row + rowHeadBytes
  for (let column: u32 = 0; column < cells; column += 1) {
    if (at >= last) return 0
    const kind: u32 = load<u8>(at)
    if (kind > maxShortText) {
      if (kind !== nullCell) return 0
      if (column < columns) store<u32>(starts + 4 * column, 0)
      at += 1
      continue
    }
    if (column < columns) store<u32>(starts + 4 * column, kind === 0 ? 0 : at)
    else if (kind > 0) return 0
    at += 1 + kind
  }
  for (let column = cells; column < columns; column += 1) store<u32>(starts + 4 * column, 0)
  return at <= last ? at : 0
}

/** Where the cell of a column is; 0: it has nothing. */
function cellOf(plan: u32, column: u32): u32 {
  return column < load<u32>(plan + columnCount) ? load<u32>(load<u32>(plan + startsAt) + 4 * column) : 0
}

/** Second mobiles are sent in a way of their own. */
function hasSecondMobile(plan: u32): bool {
  let mobiles: u32 = 0
  const columns = load<u32>(plan + mobileColumns)
  for (let at: u32 = 0; at < load<u32>(plan + mobileCount); at += 1) {
    if (cellOf(plan, load<u32>(columns + 4 * at)) !== 0) mobiles += 1
  }
  return mobiles > 1
}

function putBody(plan: u32, row: u32): bool {
  put(openBrace)
  for (let field: u32 = 0; field <= lastField; field += 1) {
    const text = load<u32>(row + firstText + 4 * field)
    if (text === 0) continue
    putName(load<u32>(plan + fieldNames + 4 * field))
    if (text !== asInFile) putStored(text)
    else {
      const start = cellOf(plan, load<u32>(plan + (field === rego ? regoColumn : vinColumn)))
      if (start === 0 || !putCell(start)) return false
    }
  }
  if (!putAdditional(plan, load<u32>(row + 4))) return false
  put(closeBrace)
  put(lineFeed)
  return true
}

function putAdditional(plan: u32, number: u32): bool {
  const outside = end
  putName(load<u32>(plan + additionalName))
  put(openBrace)
  const first = end
  const columns = load<u32>(plan + keptColumns)
  for (let at: u32 = 0; at < load<u32>(plan + keptCount); at += 1) {
    const start = cellOf(plan, load<u32>(columns + 8 * at))
    if (start !== 0 && !putKept(start, load<u32>(columns + 8 * at + 4))) return false
  }
  const reference = load<u32>(plan + referenceName)
  if (reference !== 0) {
    putName(reference)
    putReference(load<u32>(plan + referenceStart), number)
  }
  if (end === first) end = outside
  else put(closeBrace)
  return true
}

function putOriginal(plan: u32): bool {
  put(openBracket)
  const width = load<u32>(plan + widthOfRow)
  for (let column: u32 = 0; column < width; column += 1) {
    if (column > 0) put(comma)
    const start = cellOf(plan, column)
    if (start === 0) {
      put(quote)
      put(quote)
    } else if (!putCell(start)) return false
  }
  put(closeBracket)
  put(lineFeed)
  return true
}

/**
 * Writes rows as they are posted and as in the file, a line of each, until one needs the ordinary way or there is no room, and returns how
 * many it wrote. `rows`: see `rowWords`.
 */
export function writeRows(plan: u32, rows: u32, count: u32, bodies: u32, originals: u32): u32 {
  bodiesEnd = bodies
  originalsEnd = originals
  for (let written: u32 = 0; written < count; written += 1) {
    const row = rows + rowWords * written
    const from = load<u32>(row)
    const to = locate(plan, from)
    if (to === 0 || hasSecondMobile(plan)) return written
    const most = bytesOfCharacter * (to - from) + load<u32>(plan + bodyRoom)
    if (bodiesEnd + most > load<u32>(plan + bodiesLimit) || originalsEnd + most > load<u32>(plan + originalsLimit)) {
      return written
    }
    end = bodiesEnd
    if (!putBody(plan, row)) return written
    const endOfBody = end
    end = originalsEnd
    if (!putOriginal(plan)) return written
    bodiesEnd = endOfBody
    originalsEnd = end
  }
  return count
}
