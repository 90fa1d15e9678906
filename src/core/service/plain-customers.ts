import { isRecord } from './open-body.ts'

/** The texts of a customer in this order: the number of each is its place in `PlainCustomers`. */
export const plainTexts = {
  lastUpdated: 0,
  rego: 1,
  state: 2,
  vin: 3,
  clientName: 4,
  mobileNumber: 5,
  saleDate: 6,
  expiryDate: 7,
  vehicleTitle: 8,
} as const
export const plainTextCount = 9

/**
 * Customers of a body that are written in the plainest way: names of the interface only, no white space, texts without escapes, an id that
 * is a UUID, no sighting, and additional fields that are texts or whole numbers. They stay bytes: each value is a place in the body.
 */
export interface PlainCustomers {
  readonly body: Buffer
  readonly count: number
  /** Four numbers for the id of each customer, as `uuid-words.ts` has them. */
  readonly ids: Uint32Array
  /** See `span`: `spanLength` numbers for each customer. */
  readonly spans: Int32Array
  /** See `pair`: `pairLength` numbers for each additional field. */
  readonly pairs: Int32Array
}

/** What the numbers of a customer are. An end of 0: null. */
export const span = { begin: 0, end: 1, fieldsBegin: 2, fieldsEnd: 3, firstPair: 4, pairs: 5, texts: 6 } as const
export const spanLength = span.texts + plainTextCount * 2
/** What the numbers of an additional field are. */
export const pair = { nameBegin: 0, nameEnd: 1, valueBegin: 2, valueEnd: 3 } as const
export const pairLength = 4

export interface PlainScanner {
  /** Begins a page, of which so many customers are to be read. */
  start(body: Buffer, customers: number): void
  /** Reads the customer whose text is between two places of the body. False: it is not plain. */
  add(begin: number, end: number): boolean
  /** How many were read since `start`. */
  count(): number
  /** What was read since `start`. */
  result(): PlainCustomers
  /** Expects the fields of customers in the order of this one from now on. */
  learn(raw: unknown): void
}

/** The names of the interface, in the order in which its example has them (part 2), with the place of each text. */
const textOfName: ReadonlyMap<string, number> = new Map([
  ['last_updated', plainTexts.lastUpdated],
  ['rego', plainTexts.rego],
  ['state', plainTexts.state],
  ['vin', plainTexts.vin],
  ['client_name', plainTexts.clientName],
  ['mobile_number', plainTexts.mobileNumber],
  ['sale_date', plainTexts.saleDate],
  ['expiry_date', plainTexts.expiryDate],
  ['vehicle_title', plainTexts.vehicleTitle],
])
const [ofId, ofSightings, ofFields] = [-1, -2, -3]
const kindOf = (name: string): number | undefined =>
  name === 'id'
    ? ofId
    : name === 'sightings'
      ? ofSightings
      : name === 'additional_fields'
        ? ofFields
        : textOfName.get(name)

const [quote, backslash, colon, comma, dash] = [0x22, 0x5c, 0x3a, 0x2c, 0x2d]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [zero, nine, lowerA, lowerF, underscore] = [0x30, 0x39, 0x61, 0x66, 0x5f]
const [letterN, letterU, letterL] = [0x6e, 0x75, 0x6c]

/** Each name is compared with the others of its customer. */
const mostFields = 40
/** Numbers with more digits may be written differently when they are parsed. */
const mostDigits = 15
const [idLength, wordsPerId, dateLength] = [36, 4, 10]

export function createPlainScanner(): PlainScanner {
  let body: Buffer = Buffer.alloc(0)
  let count = 0
  let pairCount = 0
  let ids = new Uint32Array(0)
  let spans = new Int32Array(0)
  let pairs = new Int32Array(0)
  /** What stands in front of the value of each field, and what the value is. */
  let openings: Uint8Array[] = []
  let kinds: number[] = []

  const expect = (names: readonly string[]): void => {
    openings = names.map((name, at) => Buffer.from(`${at === 0 ? '{' : ','}"${name}":`))
    kinds = names.map((name) => kindOf(name) ?? 0)
  }
  expect(['id', ...textOfName.keys(), 'sightings', 'additional_fields'])

  /** The end of the text that begins at `at`; −1: it is not plain. */
  const textEnd = (at: number, end: number): number => {
    // Here and below: a variable that closures share would be read again for each byte.
    const page = body
    for (let place = at; place < end; place += 1) {
      const byte = page[place]!
      if (byte === quote) return place
      if (byte < 0x20 || byte === backslash) return -1
    }
    return -1
  }
  const isNull = (at: number): boolean =>
    body[at] === letterN && body[at + 1] === letterU && body[at + 2] === letterL && body[at + 3] === letterL

  /** Reads the id with its quotes. */
  const readId = (at: number): boolean => {
    const page = body
    if (page[at] !== quote || page[at + idLength + 1] !== quote) return false
    let word = 0
    let digits = 0
    for (let index = 0; index < idLength; index += 1) {
      const byte = page[at + 1 + index]!
      if (index === 8 || index === 13 || index === 18 || index === 23) {
        if (byte !== dash) return false
        continue
      }
      if (byte >= zero && byte <= nine) word = (word << 4) | (byte - zero)
      else if (byte >= lowerA && byte <= lowerF) word = (word << 4) | (byte - lowerA + 10)
      else return false
      digits += 1
      if (digits % 8 === 0) ids[count * wordsPerId + digits / 8 - 1] = word >>> 0
    }
    return true
  }

  const isDate = (at: number): boolean => {
    const page = body
    for (let index = 0; index < dateLength; index += 1) {
      const byte = page[at + index]!
      if (index === 4 || index === 7 ? byte !== dash : byte < zero || byte > nine) return false
    }
    return true
  }

  /** Reads a text or null, and returns the place behind it; −1: it is neither. */
  const readText = (at: number, end: number, text: number): number => {
    if (body[at] !== quote) return isNull(at) ? at + 4 : -1
    const close = textEnd(at + 1, end)
    if (close < 0) return -1
    let to = close
    // As `readDate` reads it.
    const isOfDate = text === plainTexts.saleDate || text === plainTexts.expiryDate
    if (isOfDate && to - at - 1 > dateLength && isDate(at + 1)) to = at + 1 + dateLength
    // An empty text is null.
    if (to > at + 1) {
      const place = count * spanLength + span.texts + text * 2
      spans[place] = at + 1
      spans[place + 1] = to
    }
    return close + 1
  }

  const isRepeated = (name: number, length: number, first: number): boolean => {
    for (let other = first; other < pairCount; other += 1) {
      const otherName = pairs[other * pairLength + pair.nameBegin]!
      if (pairs[other * pairLength + pair.nameEnd]! - otherName !== length) continue
      let index = 0
      while (index < length && body[otherName + index] === body[name + index]) index += 1
      if (index === length) return true
    }
    return false
  }

  /** The place behind a whole number as `JSON.stringify` writes it; −1: there is none. */
  const numberEnd = (at: number): number => {
    let place = at
    while (body[place]! >= zero && body[place]! <= nine) place += 1
    const digits = place - at
    return digits === 0 || digits > mostDigits || (body[at] === zero && digits > 1) ? -1 : place
  }

  /** Reads additional fields, and returns the place behind them; −1: they are not plain. */
  const readFields = (at: number, end: number): number => {
    if (body[at] !== openBrace) return isNull(at) ? at + 4 : -1
    const base = count * spanLength
    spans[base + span.fieldsBegin] = at
    const first = pairCount
    let place = at + 1
    if (body[place] === closeBrace) {
      spans[base + span.fieldsEnd] = place + 1
      return place + 1
    }
    for (;;) {
      const name = place + 1
      // Names that are numbers are put in another order when they are parsed; `__proto__` is special.
      const firstByte = body[name]!
      if (body[place] !== quote || firstByte === quote || firstByte === underscore) return -1
      if (firstByte >= zero && firstByte <= nine) return -1
      const nameEnd = textEnd(name, end)
      if (nameEnd < 0 || body[nameEnd + 1] !== colon) return -1
      if (pairCount - first >= mostFields || isRepeated(name, nameEnd - name, first)) return -1
      let value = nameEnd + 2
      let valueEnd: number
      if (body[value] === quote) {
        value += 1
        valueEnd = textEnd(value, end)
        place = valueEnd + 1
      } else {
        valueEnd = numberEnd(value)
        place = valueEnd
      }
      if (valueEnd < 0) return -1
      const pairAt = pairCount * pairLength
      if (pairAt + pairLength > pairs.length) pairs = longer(pairs, (pairAt + pairLength) * 2)
      pairs[pairAt + pair.nameBegin] = name
      pairs[pairAt + pair.nameEnd] = nameEnd
      pairs[pairAt + pair.valueBegin] = value
      pairs[pairAt + pair.valueEnd] = valueEnd
      pairCount += 1
      if (body[place] === closeBrace) break
      if (body[place] !== comma) return -1
      place += 1
    }
    spans[base + span.fieldsEnd] = place + 1
    spans[base + span.firstPair] = first
    spans[base + span.pairs] = pairCount - first
    return place + 1
  }

  const readEmptyList = (at: number): number => {
    if (body[at] === openBracket && body[at + 1] === closeBracket) return at + 2
    return isNull(at) ? at + 4 : -1
  }

  /** Reads the value of a field, and returns the place behind it; −1: it is not plain. */
  const readValue = (kind: number, at: number, end: number): number => {
    if (kind >= 0) return readText(at, end, kind)
    if (kind === ofFields) return readFields(at, end)
    if (kind === ofSightings) return readEmptyList(at)
    return readId(at) ? at + idLength + 2 : -1
  }

  const read = (begin: number, end: number): boolean => {
    const page = body
    let at = begin
    for (let field = 0; field < openings.length; field += 1) {
      const opening = openings[field]!
      for (let index = 0; index < opening.length; index += 1) if (page[at + index] !== opening[index]) return false
      at = readValue(kinds[field]!, at + opening.length, end)
      if (at < 0) return false
    }
    return body[at] === closeBrace && at + 1 === end
  }

  return {
    start(page, customers) {
      body = page
      count = 0
      pairCount = 0
      // The result of the page before has the others.
      ids = new Uint32Array(customers * wordsPerId)
      spans = new Int32Array(customers * spanLength)
      pairs = new Int32Array(customers * 4 * pairLength)
    },
    add(begin, end) {
      const base = count * spanLength
      if (base === spans.length) return false
      spans.fill(0, base, base + spanLength)
      const pairsBefore = pairCount
      if (!read(begin, end)) {
        pairCount = pairsBefore
        return false
      }
      spans[base + span.begin] = begin
      spans[base + span.end] = end
      count += 1
      return true
    },
    count: () => count,
    result: () => ({ body, count, ids, spans, pairs }),
    learn(raw) {
      if (!isRecord(raw)) return
      const names = Object.keys(raw)
      if (names.includes('id') && names.every((name) => kindOf(name) !== undefined)) expect(names)
    },
  }
}

function longer(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length)
  more.set(numbers)
  return more
}

/** A text of a customer; null: it has none. */
export function plainText({ body, spans }: PlainCustomers, customer: number, text: number): string | null {
  const at = customer * spanLength + span.texts + text * 2
  const end = spans[at + 1]!
  return end === 0 ? null : body.toString('utf8', spans[at], end)
}
