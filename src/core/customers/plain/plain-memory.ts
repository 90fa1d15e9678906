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
const fieldSetsAt = codeAt + 64

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
const wordFormsAt = fieldSetsAt + fieldSetBytes * (fewTexts.most + 1)
const tablesAt = wordFormsAt + 8 * (words.most + 1)

/** Of a line, an additional byte for each bracket, comma and quote, and `null` for each text that the customer does not name. */
const moreOfLine = 128
/** How much longer the searched texts of a customer are at most, and room for words that are longer in other letters. */
const [searchedShare, moreOfSearched, spareForWords] = [3, 64, 16_384]
const moreOfUnsearched = 64

/** Where everything of a page is. */
interface PagePlaces {
  readonly arraysEnd: number
  readonly ids: number
  readonly lineStarts: number
  readonly searchedStarts: number
  readonly unsearchedStarts: number
  readonly rows: number
  readonly columns: number
  readonly columnBytes: number
  readonly flags: number
  readonly digests: number
  readonly bounds: number
  readonly numbers: number
  readonly body: number
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

  /** Reads customers, of which `bounds` has the begin and the end in the body. */
  read(body: Buffer, bounds: Uint32Array): ReadPlainPage {
    const records = bounds.length / 2
    const places = placesOf(this.#pageAt, body.length, records)
    this.#wasm.reserve(places.end)
    if (this.#bytes.buffer !== this.#wasm.buffer) this.#bytes = Buffer.from(this.#wasm.buffer)
    body.copy(this.#bytes, places.body)
    this.#bytes.fill(0, places.body + body.length, places.body + body.length + spareBytes)
    this.#words(places.bounds, bounds.length).set(bounds)
    for (const starts of [places.lineStarts, places.searchedStarts, places.unsearchedStarts]) {
      this.#words(starts, 1)[0] = 0
    }
    this.#words(jobAt, jobWords).set([
      places.body,
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

  #copyOf(places: PagePlaces, records: number, count: number): ReadPlainPage {
    const { buffer } = this.#wasm
    const arrays = buffer.slice(this.#pageAt, places.arraysEnd)
    const at = (place: number): number => place - this.#pageAt
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

/** `columns` have an even number of customers, so that all words are at multiples of four bytes. */
function placesOf(pageAt: number, bodyLength: number, records: number): PagePlaces {
  const even = (records + 3) & ~3
  const startBytes = 4 * (even + 1)
  const ids = pageAt
  const lineStarts = ids + 4 * wordsPerUuid * even
  const searchedStarts = lineStarts + startBytes
  const unsearchedStarts = searchedStarts + startBytes
  const rows = unsearchedStarts + startBytes
  const digests = rows + 4 * even
  const columns = digests + 8 * even
  const columnBytes = 2 * even
  const flags = columns + columnBytes * sharedColumns.length
  const arraysEnd = flags + even
  const bounds = arraysEnd
  const numbers = bounds + 8 * even
  const body = numbers + 4 * even
  const lines = body + bodyLength + spareBytes
  const searched = lines + bodyLength + moreOfLine * records + spareBytes
  const searchedBytes = searchedShare * bodyLength + moreOfSearched * records + spareForWords
  const unsearched = searched + searchedBytes + spareBytes
  const end = unsearched + bodyLength + moreOfUnsearched * records + spareBytes
  return {
    arraysEnd,
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
    body,
    lines,
    searched,
    unsearched,
    end,
  }
}
