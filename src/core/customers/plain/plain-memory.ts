import { startWasm, type StartedWasm } from '../../wasm/wasm-code.ts'
import { sharedColumns, type SharedColumn } from '../packed/packed-record.ts'
import { wordsPerUuid } from '../record/uuid-words.ts'
import type { PageTexts } from './plain-page.ts'

/*
 * The memory of the code that reads plain customers (`src/wasm/plain-customers.ts`): what stays from page to page, and behind it what belongs
 * to one page.
 */

/** What `src/wasm/plain-customers.ts` exports. */
interface ReaderCode {
  readonly findRecords: (...numbers: readonly number[]) => number
  readonly findRuns: (...numbers: readonly number[]) => number
  readonly writeDigest: (...numbers: readonly number[]) => void
  readonly readCustomers: (...numbers: readonly number[]) => number
}

// What the code knows by itself.
const formAt = 4_096
/** Where a form ends at the latest. */
export const formLimit = formAt + 12_224
const fieldSetBytes = 64
const carFieldsAt = 48
const mostCarFields = 2
const notPlain = 0xff

/** Memory is read and written 16 bytes at a time, also behind the last one. */
const spareBytes = 64
const jobAt = 17_408
const jobWords = 25
const openingsAt = jobAt + 256
/** The names of the interface in JSON, and the code of a country. */
const openingTextsAt = openingsAt + 256
const codeAt = openingTextsAt + 1_024
/** The digest of the page. */
const digestAt = codeAt + 64
const fieldSetsAt = digestAt + 64

interface TableSize {
  readonly most: number
  readonly slots: number
  /** For copies of the texts. */
  readonly bytes: number
}

// Texts repeat. A number has two bytes, and 0xffff is none.
const manyTexts: TableSize = { most: 0x7fff, slots: 0x1_0000, bytes: 0x8_0000 }
const fewTexts: TableSize = { most: 0x3ff, slots: 0x800, bytes: 0x1_0000 }
const words: TableSize = { most: 0xfff, slots: 0x2000, bytes: 0x2_0000 }
/** The order in which the job names the tables. */
const tableSizes = { shared: manyTexts, fieldSets: fewTexts, carTexts: manyTexts, cars: manyTexts, words }
type TableName = keyof typeof tableSizes
const tableWords = 7
export const wordsPerRunDigest = 4
const wordFormsAt = fieldSetsAt + fieldSetBytes * (fewTexts.most + 1)
const tablesAt = wordFormsAt + 8 * (words.most + 1)

/** Of a line, an additional byte for each bracket, comma and quote, and `null` for each text that the customer does not name. */
const moreOfLine = 128
/** How much longer the searched texts of a customer are at most, and room for words that are longer in other letters. */
const [searchedShare, moreOfSearched, spareForWords] = [3, 64, 16_384]
const moreOfUnsearched = 64

/** Where the body of a page and its runs are. */
interface BodyPlaces {
  readonly body: number
  readonly bodyEnd: number
  /** Where each record begins and ends. Behind all bounds: where each run ends, and the digest of each. */
  readonly bounds: number
  readonly ends: number
  readonly digests: number
  readonly end: number
}

/** Where everything of its plain customers is. */
interface PlainPlaces {
  readonly ids: number
  readonly lineStarts: number
  readonly searchedStarts: number
  readonly unsearchedStarts: number
  readonly rows: number
  readonly columns: number
  readonly columnBytes: number
  readonly flags: number
  readonly digests: number
  /** Behind the arrays. */
  readonly bounds: number
  readonly numbers: number
  readonly lines: number
  readonly searched: number
  readonly unsearched: number
  readonly end: number
}

/** What the code wrote about the plain customers of a page. */
export interface ReadPlainPage {
  /** For each customer its number among the plain ones; −1: it is not plain. */
  readonly numbers: Int32Array
  readonly count: number
  readonly ids: Uint32Array
  readonly rows: Uint32Array
  readonly flags: Uint8Array
  /** `high` and `low` of the digest of each line. */
  readonly digests: Uint32Array
  readonly columns: Readonly<Record<SharedColumn, Uint16Array>>
  readonly lines: PageTexts
  readonly searched: PageTexts
  readonly unsearched: PageTexts
}

/** The runs of a page. */
export interface PageRuns {
  /** The number of the record behind the last one of each. */
  readonly ends: Uint32Array
  /** Four numbers for each, by which it is recognised. */
  readonly digests: Uint32Array
}

export interface PlainFunctions {
  /** See `src/wasm/plain-customers.ts`. */
  readonly describeFields: (fieldSet: number, begin: number, end: number, fields: number) => void
  readonly normalise: (begin: number, end: number, to: number, withoutSpaces: number) => number
}

export class PlainMemory {
  readonly #wasm: StartedWasm
  readonly #tables: Readonly<Record<TableName, number>>
  readonly #pageAt: number
  readonly #codeLength: number
  #bytes: Buffer<ArrayBuffer>
  #fieldCount = 0
  #page: BodyPlaces
  #records = 0

  /** `countryCode`: of mobile numbers. */
  constructor(code: Uint8Array, countryCode: string, functions: PlainFunctions) {
    const tables: Partial<Record<TableName, number>> = {}
    let end = tablesAt
    const made: { at: number; size: TableSize }[] = []
    for (const [name, size] of Object.entries(tableSizes)) {
      tables[name as TableName] = end
      made.push({ at: end, size })
      end += 4 * tableWords + 4 + 2 * size.slots + 8 * (size.most + 1) + size.bytes + spareBytes
    }
    this.#tables = tables as Record<TableName, number>
    this.#pageAt = end
    this.#wasm = startWasm(code, end, { environment: { ...functions } })
    this.#bytes = Buffer.from(this.#wasm.buffer)
    for (const { at, size } of made) {
      const slots = at + 4 * tableWords + 4
      const entries = slots + 2 * size.slots
      const copies = entries + 8 * (size.most + 1)
      this.#words(at, tableWords).set([0, size.most, slots, size.slots - 1, entries, copies, copies + size.bytes])
    }
    this.#codeLength = this.#bytes.write(countryCode, codeAt)
    this.#page = bodyPlacesOf(end, 0, 0)
  }

  /** Expects the fields of customers in this order from now on. `kind`: a text by its number, or another field (`kindOf`). */
  expectFields(fields: readonly { readonly name: string; readonly kind: number }[]): void {
    let end = openingTextsAt
    fields.forEach(({ name, kind }, at) => {
      const length = this.#bytes.write(`${at === 0 ? '{' : ','}"${name}":`, end)
      new Int32Array(this.#wasm.buffer, openingsAt + 12 * at, 3).set([end, length, kind])
      end += length
    })
    this.#fieldCount = fields.length
  }

  #reserve(end: number): void {
    this.#wasm.reserve(end)
    if (this.#bytes.buffer !== this.#wasm.buffer) this.#bytes = Buffer.from(this.#wasm.buffer)
  }

  /** Begins a page. */
  load(body: Buffer): void {
    const places = bodyPlacesOf(this.#pageAt, body.length, 0)
    // Records of one byte would need less.
    this.#reserve(places.bounds + 8 * body.length + spareBytes)
    body.copy(this.#bytes, places.body)
    this.#bytes.fill(0, places.bodyEnd, places.bodyEnd + spareBytes)
    this.#page = places
  }

  /** By what the whole page is recognised: each character is one of its bytes. */
  digest(seed: number): string {
    const { body, bodyEnd } = this.#page
    const { writeDigest } = this.#wasm.exports as ReaderCode
    writeDigest(body, bodyEnd, seed, digestAt)
    return this.bytes.toString('latin1', digestAt, digestAt + 4 * wordsPerRunDigest)
  }

  /**
   * Where each record begins and ends: those that begin with the same bytes as the first one, so many. `last`: where the last one ends.
   */
  findRecords(first: number, length: number, last: number): Uint32Array {
    const { body, bodyEnd, bounds } = this.#page
    const { findRecords } = this.#wasm.exports as ReaderCode
    const count = findRecords(body, bodyEnd, first, length, bounds)
    this.#words(bounds + 4 * count, 1)[0] = last
    this.#records = (count + 1) / 2
    this.#page = bodyPlacesOf(body, bodyEnd - body, this.#records)
    return this.#words(bounds, count + 1).slice()
  }

  /** The runs of the records. `firstValue`: how far behind its begin the first value of each record begins. */
  findRuns(firstValue: number, seed: number): PageRuns {
    const { body, bounds, ends, digests, end } = this.#page
    this.#reserve(end)
    const { findRuns } = this.#wasm.exports as ReaderCode
    const runs = findRuns(body, bounds, this.#records, firstValue, seed, ends, digests)
    return {
      ends: this.#words(ends, runs).slice(),
      digests: this.#words(digests, runs * wordsPerRunDigest).slice(),
    }
  }

  /** Reads customers of the page, of which `bounds` has the begin and the end. */
  read(bounds: Uint32Array): ReadPlainPage {
    const records = bounds.length / 2
    const { body, bodyEnd, end } = this.#page
    const places = plainPlacesOf(end, bodyEnd - body, records)
    this.#reserve(places.end)
    this.#words(places.bounds, bounds.length).set(bounds)
    for (const starts of [places.lineStarts, places.searchedStarts, places.unsearchedStarts]) {
      this.#words(starts, 1)[0] = 0
    }
    this.#words(jobAt, jobWords).set([
      body,
      openingsAt,
      this.#fieldCount,
      codeAt,
      this.#codeLength,
      places.ids,
      places.lineStarts,
      places.searchedStarts,
      places.unsearchedStarts,
      places.rows,
      places.columns,
      places.columnBytes,
      places.flags,
      places.digests,
      places.lines,
      places.searched,
      places.unsearched - spareBytes,
      places.unsearched,
      fieldSetsAt,
      wordFormsAt,
      ...Object.values(this.#tables),
    ])
    const { readCustomers } = this.#wasm.exports as ReaderCode
    const count = readCustomers(jobAt, places.bounds, records, places.numbers)
    return this.#copyOf(places, records, count)
  }

  #copyOf(places: PlainPlaces, records: number, count: number): ReadPlainPage {
    const { buffer } = this.#wasm
    const arrays = buffer.slice(places.ids, places.bounds)
    const at = (place: number): number => place - places.ids
    const startsAt = (place: number): Uint32Array => new Uint32Array(arrays, at(place), count + 1)
    const texts = (starts: Uint32Array, place: number): PageTexts => ({
      bytes: Buffer.from(buffer.slice(place, place + starts[count]!)),
      starts,
    })
    const columns: Partial<Record<SharedColumn, Uint16Array>> = {}
    sharedColumns.forEach((column, index) => {
      columns[column] = new Uint16Array(arrays, at(places.columns) + index * places.columnBytes, count)
    })
    return {
      numbers: new Int32Array(buffer.slice(places.numbers, places.numbers + 4 * records)),
      count,
      ids: new Uint32Array(arrays, at(places.ids), count * wordsPerUuid),
      rows: new Uint32Array(arrays, at(places.rows), count),
      flags: new Uint8Array(arrays, at(places.flags), count),
      digests: new Uint32Array(arrays, at(places.digests), count * 2),
      columns: columns as Record<SharedColumn, Uint16Array>,
      lines: texts(startsAt(places.lineStarts), places.lines),
      searched: texts(startsAt(places.searchedStarts), places.searched),
      unsearched: texts(startsAt(places.unsearchedStarts), places.unsearched),
    }
  }

  /** The numbers of a table's texts are below this one. */
  endOf(table: TableName): number {
    return this.#words(this.#tables[table], 1)[0]! + 1
  }

  /** A text of a table by its number. */
  textOf(table: TableName, number: number): string {
    const entries = this.#words(this.#tables[table], tableWords)[4]!
    const [place = 0, length = 0] = this.#words(entries + 8 * number, 2)
    return this.text(place, place + length)
  }

  /** The text between two places of the body. */
  textOfBody(begin: number, end: number): string {
    return this.text(this.#page.body + begin, this.#page.body + end)
  }

  /** The text between two places. */
  text(begin: number, end: number): string {
    return this.bytes.toString('utf8', begin, end)
  }

  /** The memory as it is now. */
  get bytes(): Buffer {
    return this.#bytes
  }

  /** Writes what a set of additional fields is. Null: it is not plain. */
  describeFields(number: number, described: { searched: readonly number[]; ofCar: readonly number[] } | null): void {
    const at = fieldSetsAt + fieldSetBytes * number
    const bytes = this.#bytes
    if (!described) {
      bytes[at] = notPlain
      return
    }
    const { searched, ofCar } = described
    bytes.set([searched.length, ...searched], at)
    bytes.set([ofCar.length, ...ofCar.slice(0, mostCarFields)], at + carFieldsAt)
  }

  #words(at: number, count: number): Uint32Array {
    return new Uint32Array(this.#wasm.buffer, at, count)
  }
}

function bodyPlacesOf(body: number, bodyLength: number, records: number): BodyPlaces {
  const bodyEnd = body + bodyLength
  const bounds = (bodyEnd + spareBytes + 3) & ~3
  const ends = bounds + 8 * records
  const digests = ends + 4 * records
  return { body, bodyEnd, bounds, ends, digests, end: digests + 4 * wordsPerRunDigest * records }
}

/** `columns` have a multiple of four customers, so that all words are at multiples of four bytes. */
function plainPlacesOf(ids: number, bodyLength: number, records: number): PlainPlaces {
  const even = (records + 3) & ~3
  const startBytes = 4 * (even + 1)
  const lineStarts = ids + 4 * wordsPerUuid * even
  const searchedStarts = lineStarts + startBytes
  const unsearchedStarts = searchedStarts + startBytes
  const rows = unsearchedStarts + startBytes
  const digests = rows + 4 * even
  const columns = digests + 8 * even
  const columnBytes = 2 * even
  const flags = columns + columnBytes * sharedColumns.length
  const bounds = flags + even
  const numbers = bounds + 8 * even
  const lines = numbers + 4 * even
  const searched = lines + bodyLength + moreOfLine * records + spareBytes
  const searchedBytes = searchedShare * bodyLength + moreOfSearched * records + spareForWords
  const unsearched = searched + searchedBytes + spareBytes
  const end = unsearched + bodyLength + moreOfUnsearched * records + spareBytes
  return {
    ids,
    lineStarts,
    searchedStarts,
    unsearchedStarts,
    rows,
    columns,
    columnBytes,
    flags,
    digests,
    bounds,
    numbers,
    lines,
    searched,
    unsearched,
    end,
  }
}
