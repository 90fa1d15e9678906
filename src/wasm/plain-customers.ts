/**
 * AssemblyScript, compiled to WebAssembly by `npm run wasm`: reads customers that are written in the plainest way from the bytes of their
 * page, and writes what the cache and the list have of them. `core/customers/plain/plain-memory.ts` describes its memory.
 */

/** Describes a new set of so many fields, whose names and values are the JSON between two places: see `fieldSetsAt`. */
@external('env', 'describeFields')
declare function describeFields(fieldSet: u32, begin: u32, end: u32, fields: u32): void
/** Writes a text as `normaliseForSearch` gives it to `formAt`, from `to` on. Returns where it ends; 0: it has no room. */
@external('env', 'normalise')
declare function normalise(begin: u32, end: u32, to: u32, withoutSpaces: u32): u32

const quote: u32 = 0x22
const comma: u32 = 0x2c
const dash: u32 = 0x2d
const zero: u32 = 0x30
const nine: u32 = 0x39
const colon: u32 = 0x3a
const openBracket: u32 = 0x5b
const backslash: u32 = 0x5c
const closeBracket: u32 = 0x5d
const openBrace: u32 = 0x7b
const closeBrace: u32 = 0x7d
const lineBreak: u32 = 0x0a
const space: u32 = 0x20
const upperA: u32 = 0x41
const upperZ: u32 = 0x5a
const lowerA: u32 = 0x61
const lowerF: u32 = 0x66
const lowerZ: u32 = 0x7a
/** From an upper case letter to the lower case one. */
const toLower: u32 = 0x20
/** `null`, and `fc-` with a zero behind it. */
const nullWord: u32 = 0x6c6c756e
const referenceWord: u32 = 0x2d6366

// Places of memory that never change.
/** Where the texts of the customer that is read begin and end. An end of 0: null. */
const textsAt: u32 = 64
/** For each of its additional fields: where its name begins and ends, and where its value does. */
const pairsAt: u32 = 256
const pairBytes: u32 = 16
const mostPairs: u32 = 40
/** By byte: the last customer whose searched texts have it. Most forms have a byte that they lack, so that no text is searched for them. */
const marksAt: u32 = 1_024
const keyAt: u32 = 2_048
const mostKeyBytes: u32 = 2_000
/** A form by which a customer is found, before it is known whether the texts before contain it. */
const formAt: u32 = 4_096
const mostFormBytes: u32 = 12_288
/** Longer texts are not plain. */
const mostTextBytes: u32 = 4_096

// The texts, in the order in which a line has them.
const textCount: u32 = 9
const lastUpdated: u32 = 0
const rego: u32 = 1
const state: u32 = 2
const vin: u32 = 3
const clientName: u32 = 4
const mobileNumber: u32 = 5
const saleDate: u32 = 6
const expiryDate: u32 = 7
const vehicleTitle: u32 = 8
// What else a field is.
const ofId: i32 = -1
const ofSightings: i32 = -2

const idLength: u32 = 36
const dateLength: u32 = 10
/** Numbers with more digits may be written differently when they are parsed. */
const mostDigits: u32 = 15
const uploadIdLength: u32 = 16
const rowLimit: u64 = 0x1_0000_0000

// Bits of `flags` (`packed-record.ts`).
const present: u32 = 1
const missingVin: u32 = 2
const missingMobile: u32 = 8
const missingName: u32 = 16
const missingRego: u32 = 32

// Joined texts (`text-arena.ts`).
const recordStart: u32 = 0xfd
const nullText: u32 = 0xfe
const endOfText: u32 = 0xff
const headerLength: u32 = 9

/** Instead of the number of a car: its texts have no numbers. */
const otherCar: u32 = 0xffff

/** Of a set of fields (`fieldSetsAt`): how many fields are searched, their places, and the fields that name the car. */
const fieldSetBytes: u32 = 64
const notPlain: u32 = 0xff
const carFieldsAt: u32 = 48
const mostCarFields: u32 = 2

// Words of a job, as `plain-memory.ts` writes them.
const body: u32 = 0
const openings: u32 = 4
const openingCount: u32 = 8
const code: u32 = 12
const codeLength: u32 = 16
const idsAt: u32 = 20
const lineStartsAt: u32 = 24
const searchedStartsAt: u32 = 28
const unsearchedStartsAt: u32 = 32
const rowsAt: u32 = 36
const columnsAt: u32 = 40
const columnBytes: u32 = 44
const flagsAt: u32 = 48
const linesAt: u32 = 52
const searchedAt: u32 = 56
const searchedLimit: u32 = 60
const unsearchedAt: u32 = 64
const sharedTable: u32 = 68
const fieldSetTable: u32 = 72
const carTextTable: u32 = 76
const carTable: u32 = 80
const fieldSetsAt: u32 = 84

// Columns of two bytes for each customer.
const stateColumn: u32 = 0
const saleDateColumn: u32 = 1
const expiryDateColumn: u32 = 2
const uploadColumn: u32 = 3
const fieldSetColumn: u32 = 4
const carColumn: u32 = 5

// Words of a table of different texts. Numbers begin at 1. Slots have two bytes; an entry: place and length of the copy of its text.
const tableCount: u32 = 0
const tableMost: u32 = 4
const tableSlots: u32 = 8
const slotMask: u32 = 12
const tableEntries: u32 = 16
const copiesEnd: u32 = 20
const copiesLimit: u32 = 24

let job: u32 = 0
let pairCount: u32 = 0
/** Where the additional fields begin and end in the body. An end of 0: there are none. */
let fieldsBegin: u32 = 0
let fieldsEnd: u32 = 0
/** Where the next byte of each output is written. */
let lineEnd: u32 = 0
let searchedEnd: u32 = 0
let unsearchedEnd: u32 = 0
let formEnd: u32 = 0
/** Where the searched texts of this customer begin, and where its forms do. */
let textsStart: u32 = 0
let formsStart: u32 = 0
let mark: u32 = 0

function spanBegin(text: u32): u32 {
  return load<u32>(textsAt + 8 * text)
}
function spanEnd(text: u32): u32 {
  return load<u32>(textsAt + 8 * text + 4)
}

/** The first bytes of eight, as many as are left before `end`, the others 0. */
function bytesUpTo(at: u32, end: u32): u64 {
  const bytes = load<u64>(at)
  const left = end - at
  return left >= 8 ? bytes : bytes & (((<u64>1) << (8 * left)) - 1)
}

/** Copies bytes 16 at a time, also behind the last one, and returns the place behind it. */
function copy(begin: u32, end: u32, to: u32): u32 {
  for (let at: u32 = 0; begin + at < end; at += 16) v128.store(to + at, v128.load(begin + at))
  return to + end - begin
}

/** The number of a text in a table, in which it is noted. 0: the table is full. */
function numberOf(table: u32, begin: u32, end: u32): u32 {
  const length = end - begin
  let hash: u64 = length
  for (let at = begin; at < end; at += 8) {
    hash = (hash ^ bytesUpTo(at, end)) * 0x1f_9e37_79b9_7f4b
    hash ^= hash >> 32
  }
  const slots = load<u32>(table + tableSlots)
  const mask = load<u32>(table + slotMask)
  const entries = load<u32>(table + tableEntries)
  let slot = <u32>hash & mask
  for (; ; slot = (slot + 1) & mask) {
    const number: u32 = load<u16>(slots + 2 * slot)
    if (number === 0) break
    const entry = entries + 8 * number
    if (load<u32>(entry + 4) === length && isSame(load<u32>(entry), begin, end)) return number
  }
  const number = load<u32>(table + tableCount) + 1
  const place = load<u32>(table + copiesEnd)
  if (number > load<u32>(table + tableMost) || place + length > load<u32>(table + copiesLimit)) return 0
  store<u16>(slots + 2 * slot, <u16>number)
  store<u32>(entries + 8 * number, place)
  store<u32>(entries + 8 * number + 4, length)
  // The bytes behind it are those of the next text.
  store<u32>(table + copiesEnd, copy(begin, end, place))
  store<u32>(table + tableCount, number)
  return number
}

function isSame(place: u32, begin: u32, end: u32): bool {
  for (let at = begin; at < end; at += 8, place += 8) if (bytesUpTo(place, place + end - at) !== bytesUpTo(at, end)) return false
  return true
}

/** The end of the text that begins at `at`; 0: it is not plain. Behind the body are zeros, so that nothing is read far behind it. */
function textEnd(at: u32): u32 {
  const most = at + mostTextBytes
  for (; at < most; at += 16) {
    const bytes = v128.load(at)
    const odd = v128.or(
      i8x16.lt_u(bytes, i8x16.splat(<i8>space)),
      v128.or(i8x16.eq(bytes, i8x16.splat(<i8>quote)), i8x16.eq(bytes, i8x16.splat(<i8>backslash))),
    )
    const found = <u32>i8x16.bitmask(odd)
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
function readId(at: u32, customer: u32): bool {
  if (<u32>load<u8>(at) !== quote || <u32>load<u8>(at + idLength + 1) !== quote) return false
  const into = load<u32>(job + idsAt) + 16 * customer
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
    if ((digits & 7) === 0) store<u32>(into + digits / 2 - 4, word)
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
  const close = textEnd(at + 1)
  if (close === 0) return 0
  let to = close
  // As `readDate` reads it.
  const isOfDate = text === saleDate || text === expiryDate
  if (isOfDate && to - at - 1 > dateLength && isDate(at + 1)) to = at + 1 + dateLength
  // An empty text is null.
  if (to > at + 1) {
    store<u32>(textsAt + 8 * text, at + 1)
    store<u32>(textsAt + 8 * text + 4, to)
  }
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
    const nameEnd = textEnd(name)
    if (nameEnd === 0 || <u32>load<u8>(nameEnd + 1) !== colon) return 0
    let value = nameEnd + 2
    let valueEnd: u32
    if (<u32>load<u8>(value) === quote) {
      value += 1
      valueEnd = textEnd(value)
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
function readValue(kind: i32, at: u32, customer: u32): u32 {
  if (kind >= 0) return readText(at, <u32>kind)
  if (kind === ofId) return readId(at, customer) ? at + idLength + 2 : 0
  return kind === ofSightings ? readEmptyList(at) : readFields(at)
}

function readFieldsOfCustomer(begin: u32, end: u32, customer: u32): bool {
  for (let text: u32 = 0; text < textCount; text += 1) store<u64>(textsAt + 8 * text, 0)
  pairCount = 0
  fieldsEnd = 0
  let at = begin
  const fields = load<u32>(job + openings)
  for (let field: u32 = 0; field < load<u32>(job + openingCount); field += 1) {
    const opening = load<u32>(fields + 12 * field)
    const length = load<u32>(fields + 12 * field + 4)
    if (!isSame(opening, at, at + length)) return false
    at = readValue(load<i32>(fields + 12 * field + 8), at + length, customer)
    if (at === 0) return false
  }
  return <u32>load<u8>(at) === closeBrace && at + 1 === end
}

/** Whether a value is the reference that an upload gives to each of its rows. */
function isReference(begin: u32, end: u32): bool {
  if ((load<u32>(begin) & 0xff_ffff) !== referenceWord) return false
  const row = begin + 3 + uploadIdLength + 1
  if (end <= row || <u32>load<u8>(row - 1) !== dash) return false
  for (let at = begin + 3; at < row - 1; at += 1) {
    const byte: u32 = load<u8>(at)
    if (!((byte >= zero && byte <= nine) || (byte >= lowerA && byte <= lowerF))) return false
  }
  for (let at = row; at < end; at += 1) if (<u32>load<u8>(at) < zero || <u32>load<u8>(at) > nine) return false
  return true
}

function setColumn(column: u32, customer: u32, number: u32): void {
  store<u16>(load<u32>(job + columnsAt) + column * load<u32>(job + columnBytes) + 2 * customer, <u16>number)
}

/** Notes the number of a text that customers share. */
function noteShared(column: u32, text: u32, customer: u32): bool {
  const end = spanEnd(text)
  const number = end === 0 ? 0 : numberOf(load<u32>(job + sharedTable), spanBegin(text), end)
  setColumn(column, customer, number)
  return end === 0 || number > 0
}

/** Notes the upload and the row of the first reference, and returns the set of the fields; 0: they are not plain. */
function noteFields(customer: u32): u32 {
  let to = keyAt
  let upload: u32 = 0
  let row: u64 = 0
  for (let at: u32 = 0; at < pairCount; at += 1) {
    const pair = pairsAt + pairBytes * at
    const nameBegin = load<u32>(pair)
    const nameEnd = load<u32>(pair + 4)
    const valueBegin = load<u32>(pair + 8)
    const valueEnd = load<u32>(pair + 12)
    if (to + nameEnd - nameBegin + 1 > keyAt + mostKeyBytes) return 0
    const isOfUpload = isReference(valueBegin, valueEnd)
    to = copy(nameBegin, nameEnd, to)
    // No name has such a byte.
    store<u8>(to, isOfUpload ? 1 : 0)
    to += 1
    if (!isOfUpload || upload > 0) continue
    const id = valueBegin + 3
    upload = numberOf(load<u32>(job + sharedTable), id, id + uploadIdLength)
    if (upload === 0) return 0
    for (let digit = id + uploadIdLength + 1; digit < valueEnd && row < rowLimit; digit += 1) {
      row = row * 10 + load<u8>(digit) - zero
    }
    if (row >= rowLimit) return 0
  }
  setColumn(uploadColumn, customer, upload)
  store<u32>(load<u32>(job + rowsAt) + 4 * customer, <u32>row)
  const table = load<u32>(job + fieldSetTable)
  const before = load<u32>(table + tableCount)
  const number = numberOf(table, keyAt, to)
  setColumn(fieldSetColumn, customer, number)
  if (number === 0) return 0
  const described = load<u32>(job + fieldSetsAt) + fieldSetBytes * number
  if (number > before) describeFields(number, fieldsBegin, fieldsEnd, pairCount)
  return <u32>load<u8>(described) === notPlain ? 0 : described
}

/** Notes the number of the texts that name the car. */
function noteCar(customer: u32, fieldSet: u32): void {
  const titleEnd = spanEnd(vehicleTitle)
  const fields: u32 = load<u8>(fieldSet + carFieldsAt)
  if (titleEnd === 0 && fields === 0) {
    setColumn(carColumn, customer, 0)
    return
  }
  const texts = load<u32>(job + carTextTable)
  const title = titleEnd === 0 ? 0 : numberOf(texts, spanBegin(vehicleTitle), titleEnd)
  let isKnown = fields <= mostCarFields && (titleEnd === 0 || title > 0)
  store<u32>(keyAt, fieldSet)
  store<u32>(keyAt + 4, title)
  store<u64>(keyAt + 8, 0)
  for (let at: u32 = 0; isKnown && at < fields; at += 1) {
    const pair = pairsAt + pairBytes * <u32>load<u8>(fieldSet + carFieldsAt + 1 + at)
    const number = numberOf(texts, load<u32>(pair + 8), load<u32>(pair + 12))
    store<u32>(keyAt + 8 + 4 * at, number)
    isKnown = number > 0
  }
  const car = isKnown ? numberOf(load<u32>(job + carTable), keyAt, keyAt + 16) : 0
  setColumn(carColumn, customer, car === 0 ? otherCar : car)
}

function putLine(byte: u32): void {
  store<u8>(lineEnd, <u8>byte)
  lineEnd += 1
}

/** Writes the line that the cache stores (`record-text.ts`). */
function writeLine(): void {
  putLine(openBracket)
  for (let text: u32 = 0; text < textCount; text += 1) {
    const end = spanEnd(text)
    // A record without a time has an empty one.
    if (end === 0 && text !== lastUpdated) {
      store<u32>(lineEnd, nullWord)
      lineEnd += 4
    } else {
      putLine(quote)
      lineEnd = copy(spanBegin(text), end, lineEnd)
      putLine(quote)
    }
    putLine(comma)
  }
  putLine(openBracket)
  putLine(closeBracket)
  putLine(comma)
  if (fieldsEnd > 0) lineEnd = copy(fieldsBegin, fieldsEnd, lineEnd)
  else {
    putLine(openBrace)
    putLine(closeBrace)
  }
  putLine(closeBracket)
  putLine(lineBreak)
}

function writeNumber(at: u32, number: u32): void {
  store<u8>(at, <u8>(0x80 | (number >> 18)))
  store<u8>(at + 1, <u8>(0x80 | ((number >> 12) & 0x3f)))
  store<u8>(at + 2, <u8>(0x80 | ((number >> 6) & 0x3f)))
  store<u8>(at + 3, <u8>(0x80 | (number & 0x3f)))
}

/** Writes the header of the texts between two places in front of them. */
function writeHeader(begin: u32, end: u32): void {
  store<u8>(begin - headerLength, <u8>recordStart)
  writeNumber(begin - headerLength + 1, 0)
  writeNumber(begin - headerLength + 5, end - begin)
}

function putSearched(byte: u32): void {
  store<u8>(searchedEnd, <u8>byte)
  searchedEnd += 1
}

/** Writes a text that is searched. */
function addText(text: u32, isLower: bool): void {
  const end = spanEnd(text)
  if (end === 0) putSearched(nullText)
  for (let at = spanBegin(text); at < end; at += 1) {
    let byte: u32 = load<u8>(at)
    if (isLower && byte >= upperA && byte <= upperZ) byte += toLower
    putSearched(byte)
    store<u32>(marksAt + 4 * byte, mark)
  }
  putSearched(endOfText)
}

/** Sets the form to that of a text as `normaliseForSearch` gives it. False: it has no room. */
function setForm(begin: u32, end: u32, withoutSpaces: bool): bool {
  let to = formAt
  let isBehindSpace = false
  for (let at = begin; at < end; at += 1) {
    let byte: u32 = load<u8>(at)
    if (byte >= 0x80) return withoutSpaces ? setFormByText(begin, end) : setFormByWords(begin, end)
    if (byte === space) {
      isBehindSpace = !withoutSpaces
      continue
    }
    if (byte >= upperA && byte <= upperZ) byte += toLower
    else if (!((byte >= lowerA && byte <= lowerZ) || (byte >= zero && byte <= nine))) continue
    if (isBehindSpace && to > formAt) {
      store<u8>(to, <u8>space)
      to += 1
    }
    isBehindSpace = false
    store<u8>(to, <u8>byte)
    to += 1
  }
  formEnd = to
  return true
}

function setFormByText(begin: u32, end: u32): bool {
  formEnd = normalise(begin, end, formAt, 1)
  return formEnd > 0
}

/** Nothing that is normalised depends on the words beside it. Names repeat, and most of the time is for the tables of Unicode. */
function setFormByWords(begin: u32, end: u32): bool {
  let to = formAt
  for (let at = begin; at < end; at += 1) {
    const wordBegin = at
    while (at < end && <u32>load<u8>(at) !== space) at += 1
    const start = to > formAt ? to + 1 : to
    const wordEnd = normalise(wordBegin, at, start, 0)
    if (wordEnd === 0) return false
    if (wordEnd === start) continue
    if (start > to) store<u8>(to, <u8>space)
    to = wordEnd
  }
  formEnd = to
  return true
}

function setDigits(begin: u32, end: u32): void {
  let to = formAt
  for (let at = begin; at < end; at += 1) {
    const byte: u32 = load<u8>(at)
    if (byte < zero || byte > nine) continue
    store<u8>(to, <u8>byte)
    to += 1
  }
  formEnd = to
}

/** Sets digits to the international form of a national mobile number, or the reverse. False: they have neither form. */
function setOtherDigits(): bool {
  const countryCode = load<u32>(job + code)
  const length = load<u32>(job + codeLength)
  if (formEnd - formAt >= length && isSame(countryCode, formAt, formAt + length)) {
    // To the left: nothing is overwritten before it is read.
    for (let at = formAt + length; at < formEnd; at += 1) store<u8>(at + 1 - length, load<u8>(at))
    store<u8>(formAt, <u8>zero)
    formEnd = formEnd + 1 - length
    return true
  }
  if (formEnd === formAt || <u32>load<u8>(formAt) !== zero) return false
  for (let at = formEnd - 1; at > formAt; at -= 1) store<u8>(at + length - 1, load<u8>(at))
  for (let at: u32 = 0; at < length; at += 1) store<u8>(formAt + at, load<u8>(countryCode + at))
  formEnd += length - 1
  return true
}

/** Whether the searched texts of this customer contain the form. */
function containsForm(): bool {
  for (let at = formAt; at < formEnd; at += 1) {
    if (load<u32>(marksAt + 4 * <u32>load<u8>(at)) !== mark) return false
  }
  const first: u32 = load<u8>(formAt)
  const length = formEnd - formAt
  for (let at = textsStart; at + length <= searchedEnd; at += 1) {
    if (<u32>load<u8>(at) === first && isSame(at, formAt, formEnd)) return true
  }
  return false
}

function copyForm(): bool {
  if (searchedEnd + (formEnd - formAt) + 64 > load<u32>(job + searchedLimit)) return false
  for (let at = formAt; at < formEnd; at += 1) {
    const byte: u32 = load<u8>(at)
    store<u32>(marksAt + 4 * byte, mark)
    putSearched(byte)
  }
  return true
}

/** Writes the form, unless the texts of the customer contain it. */
function addForm(): bool {
  if (formEnd === formAt || containsForm()) return true
  if (searchedEnd > formsStart) {
    putSearched(space)
    store<u32>(marksAt + 4 * space, mark)
  }
  return copyForm()
}

function addFormOf(text: u32, withoutSpaces: bool): bool {
  const end = spanEnd(text)
  return end === 0 || (setForm(spanBegin(text), end, withoutSpaces) && addForm())
}

/** Whether a text may have spaces. */
function hasSpaces(text: u32): bool {
  for (let at = spanBegin(text), end = spanEnd(text); at < end; at += 1) {
    const byte: u32 = load<u8>(at)
    if (byte === space || byte >= 0x80) return true
  }
  return false
}

/** Writes the searched texts as `packed-record.ts` does. False: they have no room. */
function writeSearched(fieldSet: u32): bool {
  mark += 1
  searchedEnd += headerLength
  textsStart = searchedEnd
  addText(clientName, true)
  addText(vehicleTitle, true)
  addText(rego, false)
  addText(vin, false)
  formsStart = searchedEnd
  if (!addFormOf(clientName, false) || !addFormOf(rego, false)) return false
  if (hasSpaces(rego) && !addFormOf(rego, true)) return false
  if (!addFormOf(state, false) || !addFormOf(vin, false)) return false
  if (spanEnd(mobileNumber) > 0) {
    setDigits(spanBegin(mobileNumber), spanEnd(mobileNumber))
    if (!addForm() || (setOtherDigits() && !addForm())) return false
  }
  if (!addFormOf(vehicleTitle, false)) return false
  putSearched(endOfText)
  for (let at: u32 = 0, fields: u32 = load<u8>(fieldSet); at < fields; at += 1) {
    const pair = pairsAt + pairBytes * <u32>load<u8>(fieldSet + 1 + at)
    if (!setForm(load<u32>(pair + 8), load<u32>(pair + 12), false) || !copyForm()) return false
    putSearched(endOfText)
  }
  writeHeader(textsStart, searchedEnd)
  return true
}

function putUnsearched(byte: u32): void {
  store<u8>(unsearchedEnd, <u8>byte)
  unsearchedEnd += 1
}

/** Writes its texts that are not searched. */
function writeUnsearched(): void {
  unsearchedEnd += headerLength
  const begin = unsearchedEnd
  // A record without a time has an empty one, and a plain customer no sighting.
  unsearchedEnd = copy(spanBegin(lastUpdated), spanEnd(lastUpdated), unsearchedEnd)
  putUnsearched(endOfText)
  putUnsearched(nullText)
  putUnsearched(endOfText)
  if (spanEnd(mobileNumber) === 0) putUnsearched(nullText)
  else unsearchedEnd = copy(spanBegin(mobileNumber), spanEnd(mobileNumber), unsearchedEnd)
  putUnsearched(endOfText)
  writeHeader(begin, unsearchedEnd)
}

function flagsOf(): u32 {
  return (
    present |
    (spanEnd(vin) ? 0 : missingVin) |
    (spanEnd(mobileNumber) ? 0 : missingMobile) |
    (spanEnd(clientName) ? 0 : missingName) |
    (spanEnd(rego) ? 0 : missingRego)
  )
}

/** Reads the customer between two places. False: it is not plain. */
function readCustomer(begin: u32, end: u32, customer: u32): bool {
  if (!readFieldsOfCustomer(begin, end, customer)) return false
  if (!noteShared(stateColumn, state, customer)) return false
  if (!noteShared(saleDateColumn, saleDate, customer)) return false
  if (!noteShared(expiryDateColumn, expiryDate, customer)) return false
  const fieldSet = noteFields(customer)
  // The texts of a customer and their forms are three times as long as it is at most, apart from those that test their own room.
  if (fieldSet === 0 || searchedEnd + 3 * (end - begin) + 64 > load<u32>(job + searchedLimit)) return false
  if (!writeSearched(fieldSet)) return false
  noteCar(customer, fieldSet)
  writeLine()
  writeUnsearched()
  store<u8>(load<u32>(job + flagsAt) + customer, <u8>flagsOf())
  return true
}

/**
 * Reads customers of a page, and returns how many of them are plain. `bounds`: where each begins and ends in the body; `numbers`: for each
 * of them its number among the plain ones, or −1.
 */
export function readCustomers(given: u32, bounds: u32, count: u32, numbers: u32): u32 {
  job = given
  lineEnd = load<u32>(job + linesAt)
  searchedEnd = load<u32>(job + searchedAt)
  unsearchedEnd = load<u32>(job + unsearchedAt)
  const start = load<u32>(job + body)
  let plain: u32 = 0
  for (let at: u32 = 0; at < count; at += 1) {
    const searchedBefore = searchedEnd
    const begin = start + load<u32>(bounds + 8 * at)
    const isPlain = readCustomer(begin, start + load<u32>(bounds + 8 * at + 4), plain)
    store<i32>(numbers + 4 * at, isPlain ? <i32>plain : -1)
    if (!isPlain) {
      searchedEnd = searchedBefore
      continue
    }
    plain += 1
    store<u32>(load<u32>(job + lineStartsAt) + 4 * plain, lineEnd - load<u32>(job + linesAt))
    store<u32>(load<u32>(job + searchedStartsAt) + 4 * plain, searchedEnd - load<u32>(job + searchedAt))
    store<u32>(load<u32>(job + unsearchedStartsAt) + 4 * plain, unsearchedEnd - load<u32>(job + unsearchedAt))
  }
  return plain
}
