import { sharedColumns } from '../packed/packed-record.ts'
import { wordsPerUuid } from '../record/uuid-words.ts'

/*
 * Where everything is in the memory of the code that reads plain customers (`src/wasm/customer-memory.ts`): what stays from page to page, and
 * behind it what belongs to one page.
 */

// What the code knows by itself.
const formAt = 4_096
/** Where a form ends at the latest. */
export const formLimit = formAt + 12_224
export const fieldSetBytes = 64
export const carFieldsAt = 48
export const mostCarFields = 2
export const notPlain = 0xff

/** Memory is read and written 16 bytes at a time, also behind the last one. */
export const spareBytes = 64
export const jobAt = 17_408
export const jobWords = 25
export const openingsAt = jobAt + 256
/** The names of the interface in JSON, and the code of a country. */
export const openingTextsAt = openingsAt + 256
export const codeAt = openingTextsAt + 1_024
/** The digest of the page. */
export const digestAt = codeAt + 64
export const fieldSetsAt = digestAt + 64

export interface TableSize {
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
export const tableSizes = { shared: manyTexts, fieldSets: fewTexts, carTexts: manyTexts, cars: manyTexts, words }
export type TableName = keyof typeof tableSizes
export const tableWords = 7
export const wordsPerRunDigest = 4
export const wordFormsAt = fieldSetsAt + fieldSetBytes * (fewTexts.most + 1)
export const tablesAt = wordFormsAt + 8 * (words.most + 1)

/** Of a line, an additional byte for each bracket, comma and quote, and `null` for each text that the customer does not name. */
const moreOfLine = 128
/** How much longer the searched texts of a customer are at most, and room for words that are longer in other letters. */
const [searchedShare, moreOfSearched, spareForWords] = [3, 64, 16_384]
const moreOfUnsearched = 64

/** Where the body of a page and its runs are. */
export interface BodyPlaces {
  readonly body: number
  readonly bodyEnd: number
  /** Where each record begins and ends. Behind all bounds: where each run ends, and the digest of each. */
  readonly bounds: number
  readonly ends: number
  readonly digests: number
  readonly end: number
}

/** Where everything of its plain customers is. */
export interface PlainPlaces {
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

export function bodyPlacesOf(body: number, bodyLength: number, records: number): BodyPlaces {
  const bodyEnd = body + bodyLength
  const bounds = (bodyEnd + spareBytes + 3) & ~3
  const ends = bounds + 8 * records
  const digests = ends + 4 * records
  return { body, bodyEnd, bounds, ends, digests, end: digests + 4 * wordsPerRunDigest * records }
}

/** `columns` have a multiple of four customers, so that all words are at multiples of four bytes. */
export function plainPlacesOf(ids: number, bodyLength: number, records: number): PlainPlaces {
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
