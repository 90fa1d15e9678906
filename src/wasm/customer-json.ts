import {
  closeBrace,
  comma,
  dash,
  isSame,
  lowerA,
  lowerF,
  nine,
  nullWord,
  oddInJson,
  openBrace,
  openBracket,
  closeBracket,
  quote,
  zero,
} from './bytes'
import { expiryDate, pairBytes, pairsAt, saleDate, setText, textCount } from './customer-memory'

const colon: u32 = 0x3a
/** Longer texts are not plain. */
const mostTextBytes: u32 = 4_096
const mostPairs: u32 = 40

// What a field is that is no text. Else it is the number of the text.
const ofId: i32 = -1
const ofSightings: i32 = -2

const idLength: u32 = 36
const dateLength: u32 = 10
/** Numbers with more digits may be written differently when they are parsed. */
const mostDigits: u32 = 15

/** How many additional fields the customer has. */
export let pairCount: u32 = 0
/** Where the additional fields begin and end. An end of 0: there are none. */
export let fieldsBegin: u32 = 0
export let fieldsEnd: u32 = 0

/** The end of the text that begins at `at`; 0: it is not plain. Behind the body are zeros, so that nothing is read far behind it. */
function endOfPlainText(at: u32): u32 {
  const most = at + mostTextBytes
  for (; at < most; at += 16) {
    const bytes = v128.load(at)
    const found = <u32>i8x16.bitmask(oddInJson(bytes))
    if (found === 0) continue
    at += <u32>ctz(found)
    return <u32>load<u8>(at) === quote ? at : 0
  }
  return 0
}

function isNull(at: u32): bool {
  return load<u32>(at) === nullWord
}

/** Reads the id of a customer with its quotes. */
function readId(at: u32, idAt: u32): bool {
  if (<u32>load<u8>(at) !== quote || <u32>load<u8>(at + idLength + 1) !== quote) return false
  let word: u32 = 0
  let digits: u32 = 0
  for (let index: u32 = 0; index < idLength; index += 1) {
    const byte: u32 = load<u8>(at + 1 + index)
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (byte !== dash) return false
      continue
    }
    if (byte >= zero && byte <= nine) word = (word << 4) | (byte - zero)
    else if (byte >= lowerA && byte <= lowerF) word = (word << 4) | (byte - lowerA + 10)
    else return false
    digits += 1
    if ((digits & 7) === 0) store<u32>(idAt + digits / 2 - 4, word)
  }
  return true
}

function isDate(at: u32): bool {
  for (let index: u32 = 0; index < dateLength; index += 1) {
    const byte: u32 = load<u8>(at + index)
    if (index === 4 || index === 7 ? byte !== dash : byte < zero || byte > nine) return false
  }
  return true
}

/** Reads a text or null, and returns the place behind it; 0: it is neither. */
function readText(at: u32, text: u32): u32 {
  if (<u32>load<u8>(at) !== quote) return isNull(at) ? at + 4 : 0
  const close = endOfPlainText(at + 1)
  if (close === 0) return 0
  let to = close
  // As `readDate` reads it.
  const isOfDate = text === saleDate || text === expiryDate
  if (isOfDate && to - at - 1 > dateLength && isDate(at + 1)) to = at + 1 + dateLength
  // An empty text is null.
  if (to > at + 1) setText(text, at + 1, to)
  return close + 1
}

/** The place behind a whole number as `JSON.stringify` writes it; 0: there is none. */
function numberEnd(at: u32): u32 {
  let place = at
  while (<u32>load<u8>(place) >= zero && <u32>load<u8>(place) <= nine) place += 1
  const digits = place - at
  return digits === 0 || digits > mostDigits || (<u32>load<u8>(at) === zero && digits > 1) ? 0 : place
}

/** Reads additional fields, and returns the place behind them; 0: they are not plain. Their names are tested once (`describeFields`). */
function readFields(at: u32): u32 {
  if (<u32>load<u8>(at) !== openBrace) return isNull(at) ? at + 4 : 0
  fieldsBegin = at
  let place = at + 1
  if (<u32>load<u8>(place) === closeBrace) {
    fieldsEnd = place + 1
    return fieldsEnd
  }
  for (; ; place += 1) {
    const name = place + 1
    if (pairCount === mostPairs || <u32>load<u8>(place) !== quote) return 0
    const nameEnd = endOfPlainText(name)
    if (nameEnd === 0 || <u32>load<u8>(nameEnd + 1) !== colon) return 0
    let value = nameEnd + 2
    let valueEnd: u32
    if (<u32>load<u8>(value) === quote) {
      value += 1
      valueEnd = endOfPlainText(value)
      place = valueEnd + 1
    } else {
      valueEnd = numberEnd(value)
      place = valueEnd
    }
    if (valueEnd === 0) return 0
    const pair = pairsAt + pairBytes * pairCount
    store<u32>(pair, name)
    store<u32>(pair + 4, nameEnd)
    store<u32>(pair + 8, value)
    store<u32>(pair + 12, valueEnd)
    pairCount += 1
    const byte: u32 = load<u8>(place)
    if (byte === closeBrace) break
    if (byte !== comma) return 0
  }
  fieldsEnd = place + 1
  return fieldsEnd
}

function readEmptyList(at: u32): u32 {
  if (<u32>load<u8>(at) === openBracket && <u32>load<u8>(at + 1) === closeBracket) return at + 2
  return isNull(at) ? at + 4 : 0
}

/** Reads the value of a field, and returns the place behind it; 0: it is not plain. */
function readValue(kind: i32, at: u32, idAt: u32): u32 {
  if (kind >= 0) return readText(at, <u32>kind)
  if (kind === ofId) return readId(at, idAt) ? at + idLength + 2 : 0
  return kind === ofSightings ? readEmptyList(at) : readFields(at)
}

/** Reads the customer between two places, and writes its id. `fields`: those that are expected, so many. False: it is not plain. */
export function readCustomerText(begin: u32, end: u32, idAt: u32, fields: u32, count: u32): bool {
  for (let text: u32 = 0; text < textCount; text += 1) setText(text, 0, 0)
  pairCount = 0
  fieldsEnd = 0
  let at = begin
  for (let field: u32 = 0; field < count; field += 1) {
    const opening = load<u32>(fields + 12 * field)
    const length = load<u32>(fields + 12 * field + 4)
    if (!isSame(opening, at, at + length)) return false
    at = readValue(load<i32>(fields + 12 * field + 8), at + length, idAt)
    if (at === 0) return false
  }
  return <u32>load<u8>(at) === closeBrace && at + 1 === end
}
