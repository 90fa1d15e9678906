/**
 * AssemblyScript, compiled to WebAssembly by `npm run wasm`: reads customers that are written in the plainest way from the bytes of their
 * page, and writes what the cache and the list have of them. `core/customers/plain/plain-layout.ts` describes its memory.
 */
import {
  closeBrace,
  closeBracket,
  comma,
  copy,
  dash,
  lineFeed,
  lowerA,
  lowerF,
  nine,
  nullWord,
  openBrace,
  openBracket,
  quote,
  zero,
} from './bytes'
import { fieldsBegin, fieldsEnd, pairCount, readCustomerText } from './customer-json'
import {
  body,
  carFieldsAt,
  carTable,
  carTextTable,
  clientName,
  columnBytes,
  columnsAt,
  digestsAt,
  endOfText,
  expiryDate,
  fieldSetBytes,
  fieldSetTable,
  fieldSetsAt,
  flagsAt,
  headerLength,
  idsAt,
  keyAt,
  lastUpdated,
  lineStartsAt,
  linesAt,
  mobileNumber,
  mostCarFields,
  mostKeyBytes,
  notPlain,
  nullText,
  openingCount,
  openings,
  pairBytes,
  pairsAt,
  rego,
  rowsAt,
  saleDate,
  searchedAt,
  searchedLimit,
  searchedStartsAt,
  sharedTable,
  state,
  textBegin,
  textCount,
  textEnd,
  unsearchedAt,
  unsearchedStartsAt,
  vehicleTitle,
  vin,
  writeHeader,
} from './customer-memory'
import { describeFields } from './environment'
import { writeDigests } from './line-digests'
import { searchedEnd, startSearched, writeSearched } from './searched-texts'
import { countOf, numberOf } from './text-numbers'

export { findRecords, findRuns, writeDigest } from './page-runs'

/** `fc-` with a zero behind it. */
const referenceWord: u32 = 0x2d6366
/** `FC-` with a zero behind it. */
const upperReferenceWord: u32 = 0x2d4346
const space: u32 = 0x20
const uploadIdLength: u32 = 16
const rowLimit: u64 = 0x1_0000_0000

// Bits of `flags` (`packed-record.ts`).
const present: u32 = 1
const missingVin: u32 = 2
const missingMobile: u32 = 8
const missingName: u32 = 16
const missingRego: u32 = 32

/** Instead of the number of a car: its texts have no numbers. */
const otherCar: u32 = 0xffff

// Columns of two bytes for each customer.
const stateColumn: u32 = 0
const saleDateColumn: u32 = 1
const expiryDateColumn: u32 = 2
const uploadColumn: u32 = 3
const fieldSetColumn: u32 = 4
const carColumn: u32 = 5

let job: u32 = 0
/** Where the next byte of each output is written. */
let lineEnd: u32 = 0
let unsearchedEnd: u32 = 0

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

/** Whether a value begins like a reference but for blanks and case: a record with another form of it is not plain. */
function beginsLikeReference(begin: u32, end: u32): bool {
  let at = begin
  while (at < end && <u32>load<u8>(at) <= space) at += 1
  return at + 3 <= end && (load<u32>(at) & 0xff_dfdf) === upperReferenceWord
}

function setColumn(column: u32, customer: u32, number: u32): void {
  store<u16>(load<u32>(job + columnsAt) + column * load<u32>(job + columnBytes) + 2 * customer, <u16>number)
}

/** Notes the number of a text that customers share. */
function noteShared(column: u32, text: u32, customer: u32): bool {
  const end = textEnd(text)
  const number = end === 0 ? 0 : numberOf(load<u32>(job + sharedTable), textBegin(text), end)
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
    if (!isOfUpload && beginsLikeReference(valueBegin, valueEnd)) return 0
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
  const before = countOf(table)
  const number = numberOf(table, keyAt, to)
  setColumn(fieldSetColumn, customer, number)
  if (number === 0) return 0
  const described = load<u32>(job + fieldSetsAt) + fieldSetBytes * number
  if (number > before) describeFields(number, fieldsBegin, fieldsEnd, pairCount)
  return <u32>load<u8>(described) === notPlain ? 0 : described
}

/** Notes the number of the texts that name the car. */
function noteCar(customer: u32, fieldSet: u32): void {
  const titleEnd = textEnd(vehicleTitle)
  const fields: u32 = load<u8>(fieldSet + carFieldsAt)
  if (titleEnd === 0 && fields === 0) {
    setColumn(carColumn, customer, 0)
    return
  }
  const texts = load<u32>(job + carTextTable)
  const title = titleEnd === 0 ? 0 : numberOf(texts, textBegin(vehicleTitle), titleEnd)
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
    const end = textEnd(text)
    // A record without a time has an empty one.
    if (end === 0 && text !== lastUpdated) {
      store<u32>(lineEnd, nullWord)
      lineEnd += 4
    } else {
      putLine(quote)
      lineEnd = copy(textBegin(text), end, lineEnd)
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
  putLine(lineFeed)
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
  unsearchedEnd = copy(textBegin(lastUpdated), textEnd(lastUpdated), unsearchedEnd)
  putUnsearched(endOfText)
  putUnsearched(nullText)
  putUnsearched(endOfText)
  if (textEnd(mobileNumber) === 0) putUnsearched(nullText)
  else unsearchedEnd = copy(textBegin(mobileNumber), textEnd(mobileNumber), unsearchedEnd)
  putUnsearched(endOfText)
  writeHeader(begin, unsearchedEnd)
}

function flagsOf(): u32 {
  return (
    present |
    (textEnd(vin) ? 0 : missingVin) |
    (textEnd(mobileNumber) ? 0 : missingMobile) |
    (textEnd(clientName) ? 0 : missingName) |
    (textEnd(rego) ? 0 : missingRego)
  )
}

/** Reads the customer between two places. False: it is not plain. */
function readCustomer(begin: u32, end: u32, customer: u32): bool {
  const id = load<u32>(job + idsAt) + 16 * customer
  if (!readCustomerText(begin, end, id, load<u32>(job + openings), load<u32>(job + openingCount))) return false
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
  startSearched(job, load<u32>(job + searchedAt))
  unsearchedEnd = load<u32>(job + unsearchedAt)
  const start = load<u32>(job + body)
  let plain: u32 = 0
  for (let at: u32 = 0; at < count; at += 1) {
    const searchedBefore = searchedEnd
    const begin = start + load<u32>(bounds + 8 * at)
    const isPlain = readCustomer(begin, start + load<u32>(bounds + 8 * at + 4), plain)
    store<i32>(numbers + 4 * at, isPlain ? <i32>plain : -1)
    if (!isPlain) {
      startSearched(job, searchedBefore)
      continue
    }
    plain += 1
    store<u32>(load<u32>(job + lineStartsAt) + 4 * plain, lineEnd - load<u32>(job + linesAt))
    store<u32>(load<u32>(job + searchedStartsAt) + 4 * plain, searchedEnd - load<u32>(job + searchedAt))
    store<u32>(load<u32>(job + unsearchedStartsAt) + 4 * plain, unsearchedEnd - load<u32>(job + unsearchedAt))
  }
  writeDigests(load<u32>(job + linesAt), load<u32>(job + lineStartsAt), plain, load<u32>(job + digestsAt))
  return plain
}
