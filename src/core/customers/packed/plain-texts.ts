import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import { pair, pairLength, plainTexts, span, spanLength, type PlainCustomers } from '../../service/plain-customers.ts'
import { createByteTexts } from '../record/byte-texts.ts'
import { normaliseForSearch } from '../record/search-text.ts'
import { headerLength, nullText, textEnd, writeHeader } from './text-arena.ts'

/** Joined texts of `TextArena` that are being written. */
export interface JoinedWriter {
  clear(): void
  /** A record whose texts were written before, as `PackedRecord` has them. */
  add(texts: Uint8Array): void
  /** The searched texts of a plain customer. `fields`: the places of the additional fields that are searched, in their order. */
  addSearched(page: PlainCustomers, customer: number, fields: readonly number[]): void
  /** Its texts that are not searched. */
  addUnsearched(page: PlainCustomers, customer: number): void
  /** A copy of what was written since `clear`. */
  joined(): Uint8Array
}

const [space, zero, nine, upperA, upperZ, lowerA, lowerZ] = [0x20, 0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a]
/** From an upper case letter to the lower case one. */
const toLower = 0x20

const mostWords = 4_096

/** Writes the same bytes as `packed-record.ts`, without a text or an object for each customer. */
export function createJoinedWriter(region: Region): JoinedWriter {
  let bytes = Buffer.allocUnsafeSlow(65_536)
  let length = 0
  /** A form by which a customer is found, before it is known whether the texts before contain it. */
  let form = Buffer.allocUnsafeSlow(1_024)
  let formLength = 0
  /** Where the texts of the record that is being written begin, and where its forms do. */
  let [textsStart, formsStart] = [0, 0]
  /** Words of texts that are not ASCII, and what they are normalised to. */
  const words = createByteTexts(mostWords)
  const normalisedWords: Buffer[] = []
  const code = Buffer.from(mobileRules[region].code)
  /** The number of the searched record whose texts have this byte: most forms have one that they lack, so that no text is searched for them. */
  const recordOfByte = new Uint32Array(256)
  let record = 0

  const reserve = (more: number): void => {
    if (length + more > bytes.length) bytes = grownBytes(bytes, length, length + more)
  }
  const reserveForm = (size: number): void => {
    if (size > form.length) form = grownBytes(form, 0, size)
  }

  // In the loops below, what is read for each byte is in a constant of its own: a variable that closures share is read again each time.

  /** Writes a text as it is. */
  const copy = (body: Buffer, begin: number, end: number): void => {
    const into = bytes
    const marked = record
    let to = length
    for (let at = begin; at < end; at += 1) {
      const byte = body[at]!
      into[to++] = byte
      recordOfByte[byte] = marked
    }
    length = to
  }
  /** Writes a text with A to Z in lower case. */
  const copyLower = (body: Buffer, begin: number, end: number): void => {
    const into = bytes
    const marked = record
    let to = length
    for (let at = begin; at < end; at += 1) {
      let byte = body[at]!
      if (byte >= upperA && byte <= upperZ) byte += toLower
      into[to++] = byte
      recordOfByte[byte] = marked
    }
    length = to
  }
  const endText = (): void => void (bytes[length++] = textEnd)
  const addNull = (): void => {
    bytes[length++] = nullText
    endText()
  }

  /** Sets `form` to a text as `normaliseForSearch` gives it. `skipSpaces`: without its spaces. */
  const setForm = (body: Buffer, begin: number, end: number, skipSpaces = false): void => {
    reserveForm(end - begin)
    const into = form
    let to = 0
    let isBehindSpace = false
    for (let at = begin; at < end; at += 1) {
      let byte = body[at]!
      if (byte >= 0x80) return skipSpaces ? setFormByText(body, begin, end) : setFormByWords(body, begin, end)
      if (byte === space) {
        isBehindSpace = !skipSpaces
        continue
      }
      if (byte >= upperA && byte <= upperZ) byte += toLower
      else if (!((byte >= lowerA && byte <= lowerZ) || (byte >= zero && byte <= nine))) continue
      if (isBehindSpace && to > 0) into[to++] = space
      isBehindSpace = false
      into[to++] = byte
    }
    formLength = to
  }
  /** Without spaces. */
  const setFormByText = (body: Buffer, begin: number, end: number): void => {
    const normalised = normaliseForSearch(body.toString('utf8', begin, end).replaceAll(/\s/g, ''))
    reserveForm(normalised.length * 3)
    formLength = form.write(normalised)
  }
  /** Nothing that is normalised depends on the words beside it. Names repeat, and most of the time is for the tables of Unicode. */
  const setFormByWords = (body: Buffer, begin: number, end: number): void => {
    let to = 0
    for (let at = begin; at < end; at += 1) {
      const wordBegin = at
      while (at < end && body[at] !== space) at += 1
      const word = normalisedWord(body, wordBegin, at)
      if (word.length === 0) continue
      if (to + word.length + 1 > form.length) form = grownBytes(form, to, to + word.length + 1)
      if (to > 0) form[to++] = space
      to += word.copy(form, to)
    }
    formLength = to
  }
  const normalisedWord = (body: Buffer, begin: number, end: number): Buffer => {
    const number = words.numberOf(body, begin, end)
    if (number >= 0 && number < normalisedWords.length) return normalisedWords[number]!
    const word = Buffer.from(normaliseForSearch(body.toString('utf8', begin, end)))
    if (number >= 0) normalisedWords.push(word)
    return word
  }
  const setDigits = (body: Buffer, begin: number, end: number): void => {
    reserveForm(end - begin)
    const into = form
    let to = 0
    for (let at = begin; at < end; at += 1) if (body[at]! >= zero && body[at]! <= nine) into[to++] = body[at]!
    formLength = to
  }
  const formBeginsWithCode = (): boolean => {
    if (formLength < code.length) return false
    for (let at = 0; at < code.length; at += 1) if (form[at] !== code[at]) return false
    return true
  }
  /** Sets digits to the international form of a national mobile number, or the reverse. False: they have neither form. */
  const setOtherDigits = (): boolean => {
    reserveForm(formLength + code.length)
    if (formBeginsWithCode()) {
      form.copyWithin(1, code.length, formLength)
      form[0] = zero
      formLength += 1 - code.length
      return true
    }
    if (formLength === 0 || form[0] !== zero) return false
    form.copyWithin(code.length, 1, formLength)
    code.copy(form)
    formLength += code.length - 1
    return true
  }
  const copyForm = (): void => {
    reserve(formLength + 2)
    const into = bytes
    const from = form
    const start = length
    const count = formLength
    const marked = record
    for (let index = 0; index < count; index += 1) {
      const byte = from[index]!
      into[start + index] = byte
      recordOfByte[byte] = marked
    }
    length = start + count
  }
  /** Whether what was written from `begin` on contains the form. */
  const containsForm = (begin: number): boolean => {
    const text = bytes
    const sought = form
    const count = formLength
    const marked = record
    for (let index = 0; index < count; index += 1) if (recordOfByte[sought[index]!] !== marked) return false
    const first = sought[0]!
    for (let at = begin, last = length - count; at <= last; at += 1) {
      if (text[at] !== first) continue
      let index = 1
      while (index < count && text[at + index] === sought[index]) index += 1
      if (index === count) return true
    }
    return false
  }

  /** Writes a text of a customer. */
  const addText = ({ body, spans }: PlainCustomers, customer: number, text: number, isLower: boolean): void => {
    const at = customer * spanLength + span.texts + text * 2
    const textTo = spans[at + 1]!
    if (textTo === 0) return addNull()
    if (isLower) copyLower(body, spans[at]!, textTo)
    else copy(body, spans[at]!, textTo)
    endText()
  }
  /** Writes the form, unless the texts of the record contain it. */
  const addForm = (): void => {
    if (formLength === 0 || containsForm(textsStart)) return
    reserve(formLength + 2)
    if (length > formsStart) {
      bytes[length++] = space
      recordOfByte[space] = record
    }
    copyForm()
  }
  const addFormOf = ({ body, spans }: PlainCustomers, customer: number, text: number, skipSpaces = false): void => {
    const at = customer * spanLength + span.texts + text * 2
    if (spans[at + 1] === 0) return
    setForm(body, spans[at]!, spans[at + 1]!, skipSpaces)
    addForm()
  }

  /** Whether a text may have spaces. */
  const hasSpaces = ({ body, spans }: PlainCustomers, customer: number, text: number): boolean => {
    const place = customer * spanLength + span.texts + text * 2
    const textTo = spans[place + 1]!
    for (let at = spans[place]!; at < textTo; at += 1) if (body[at] === space || body[at]! >= 0x80) return true
    return false
  }

  /** Begins a record, and returns where its texts begin. */
  const begin = (): number => {
    length += headerLength
    return length
  }
  const end = (start: number): void => writeHeader(bytes, start - headerLength, length - start)

  return {
    clear() {
      length = 0
    },

    add(texts) {
      reserve(headerLength + texts.length)
      const start = begin()
      bytes.set(texts, start)
      length += texts.length
      end(start)
    },

    addSearched(page, customer, fields) {
      const { body, spans, pairs } = page
      const base = customer * spanLength
      // The forms of all texts are not longer than they are, apart from those that reserve their own room.
      reserve((spans[base + span.end]! - spans[base + span.begin]!) * 3 + 64)
      record = (record + 1) >>> 0
      const start = begin()
      addText(page, customer, plainTexts.clientName, true)
      addText(page, customer, plainTexts.vehicleTitle, true)
      addText(page, customer, plainTexts.rego, false)
      addText(page, customer, plainTexts.vin, false)
      formsStart = length
      textsStart = start
      addFormOf(page, customer, plainTexts.clientName)
      addFormOf(page, customer, plainTexts.rego)
      if (hasSpaces(page, customer, plainTexts.rego)) addFormOf(page, customer, plainTexts.rego, true)
      addFormOf(page, customer, plainTexts.state)
      addFormOf(page, customer, plainTexts.vin)
      const mobile = base + span.texts + plainTexts.mobileNumber * 2
      if (spans[mobile + 1]! > 0) {
        setDigits(body, spans[mobile]!, spans[mobile + 1]!)
        addForm()
        if (setOtherDigits()) addForm()
      }
      addFormOf(page, customer, plainTexts.vehicleTitle)
      endText()
      const first = spans[base + span.firstPair]!
      for (let field = 0; field < fields.length; field += 1) {
        const at = (first + fields[field]!) * pairLength
        setForm(body, pairs[at + pair.valueBegin]!, pairs[at + pair.valueEnd]!)
        copyForm()
        endText()
      }
      end(start)
    },

    addUnsearched(page, customer) {
      const { spans } = page
      const base = customer * spanLength
      reserve(spans[base + span.end]! - spans[base + span.begin]! + 64)
      const start = begin()
      // A record without a time has an empty one.
      if (spans[base + span.texts + plainTexts.lastUpdated * 2 + 1] === 0) endText()
      else addText(page, customer, plainTexts.lastUpdated, false)
      // A plain customer has no sighting.
      addNull()
      addText(page, customer, plainTexts.mobileNumber, false)
      end(start)
    },

    joined: () => Uint8Array.prototype.slice.call(bytes, 0, length),
  }
}

function grownBytes(bytes: Buffer, used: number, needed: number): Buffer<ArrayBuffer> {
  const longer = Buffer.allocUnsafeSlow(needed * 2)
  bytes.copy(longer, 0, 0, used)
  return longer
}
