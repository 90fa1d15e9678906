import { copy, isSame, lowerA, nine, space, zero } from './bytes'
import {
  clientName,
  code,
  codeLength,
  endOfText,
  formAt,
  formLimit,
  headerLength,
  marksAt,
  mobileNumber,
  nullText,
  pairBytes,
  pairsAt,
  rego,
  searchedLimit,
  state,
  textBegin,
  textEnd,
  vehicleTitle,
  vin,
  wordFormsAt,
  wordTable,
  writeHeader,
} from './customer-memory'
import { normalise } from './environment'
import { countOf, keepCopy, numberOf } from './text-numbers'

const upperA: u32 = 0x41
const upperZ: u32 = 0x5a
const lowerZ: u32 = 0x7a
/** From an upper case letter to the lower case one. */
const toLower: u32 = 0x20

let job: u32 = 0
/** Where the next byte is written. */
export let searchedEnd: u32 = 0
let formEnd: u32 = 0
/** Where the searched texts of this customer begin, and where its forms do. */
let textsStart: u32 = 0
let formsStart: u32 = 0
/** Most forms have a byte that the texts of their customer lack, so that no text is searched for them: see `marksAt`. */
let mark: u32 = 0

/** Writes the texts of customers from a place on. */
export function startSearched(given: u32, at: u32): void {
  job = given
  searchedEnd = at
}

function putSearched(byte: u32): void {
  store<u8>(searchedEnd, <u8>byte)
  searchedEnd += 1
}

/** Writes a text that is searched. */
function addText(text: u32, isLower: bool): void {
  const end = textEnd(text)
  if (end === 0) putSearched(nullText)
  for (let at = textBegin(text); at < end; at += 1) {
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

/** Writes the form of a word, and returns where it ends; 0: it has no room. */
function putWord(begin: u32, end: u32, to: u32): u32 {
  const table = load<u32>(job + wordTable)
  const before = countOf(table)
  const number = numberOf(table, begin, end)
  if (number === 0) return normalise(begin, end, to, 0)
  const known = load<u32>(job + wordFormsAt) + 8 * number
  if (number <= before && load<u32>(known) > 0) {
    const length = load<u32>(known + 4)
    return to + length > formLimit ? 0 : copy(load<u32>(known), load<u32>(known) + length, to)
  }
  const formEnd = normalise(begin, end, to, 0)
  if (formEnd > 0) {
    store<u32>(known, keepCopy(table, to, formEnd))
    store<u32>(known + 4, formEnd - to)
  }
  return formEnd
}

/** Nothing that is normalised depends on the words beside it. Names repeat, and most of the time is for the tables of Unicode. */
function setFormByWords(begin: u32, end: u32): bool {
  let to = formAt
  for (let at = begin; at < end; at += 1) {
    const wordBegin = at
    while (at < end && <u32>load<u8>(at) !== space) at += 1
    const start = to > formAt ? to + 1 : to
    const wordEnd = putWord(wordBegin, at, start)
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
  const end = textEnd(text)
  return end === 0 || (setForm(textBegin(text), end, withoutSpaces) && addForm())
}

/** Whether a text may have spaces. */
function hasSpaces(text: u32): bool {
  for (let at = textBegin(text), end = textEnd(text); at < end; at += 1) {
    const byte: u32 = load<u8>(at)
    if (byte === space || byte >= 0x80) return true
  }
  return false
}

/** Writes the searched texts as `packed-record.ts` does. False: they have no room. */
export function writeSearched(fieldSet: u32): bool {
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
  if (textEnd(mobileNumber) > 0) {
    setDigits(textBegin(mobileNumber), textEnd(mobileNumber))
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
