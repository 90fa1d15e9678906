import { startWasm, type StartedWasm } from '../../wasm/wasm-code.ts'
import { sharedColumns, type SharedColumn } from '../packed/packed-record.ts'
import { wordsPerUuid } from '../record/uuid-words.ts'
import {
  bodyPlacesOf,
  carFieldsAt,
  codeAt,
  digestAt,
  fieldSetBytes,
  fieldSetsAt,
  jobAt,
  jobWords,
  mostCarFields,
  notPlain,
  openingTextsAt,
  openingsAt,
  plainPlacesOf,
  spareBytes,
  tableSizes,
  tableWords,
  tablesAt,
  wordFormsAt,
  wordsPerRunDigest,
  type BodyPlaces,
  type PlainPlaces,
  type TableName,
  type TableSize,
} from './plain-layout.ts'
import type { PageTexts, PlainPage } from './plain-page.ts'

/*
 * The memory of the code that reads plain customers (`src/wasm/plain-customers.ts`), and its calls.
 */

/** What `src/wasm/plain-customers.ts` exports. */
interface ReaderCode {
  readonly findRecords: (...numbers: readonly number[]) => number
  readonly findRuns: (...numbers: readonly number[]) => number
  readonly writeDigest: (...numbers: readonly number[]) => void
  readonly readCustomers: (...numbers: readonly number[]) => number
}

/** What the code wrote about the plain customers of a page. */
export interface ReadPlainPage extends Omit<PlainPage, 'values' | 'otherCars' | 'free'> {
  /** For each customer its number among the plain ones; −1: it is not plain. */
  readonly numbers: Int32Array
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

  /** Expects the fields of customers in this order from now on. `kind`: see `src/wasm/customer-json.ts`. */
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
    // A record that is found has six bytes at least, and its bounds take eight.
    this.#reserve(places.bounds + 2 * body.length + spareBytes)
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
