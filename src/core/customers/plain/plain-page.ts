import { freeBytes } from '../../database/block-codec.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { fromRecordText, type RecordDigest } from '../record/record-text.ts'
import type { SharedColumn } from '../packed/packed-record.ts'
import { readUuid, wordsPerUuid } from '../record/uuid-words.ts'

/** Instead of the number of a car: see `otherCars`. */
export const otherCar = 0xffff

/** The values of the columns by their numbers; 0: null. They grow with the pages that are read. */
export type PageValues = Readonly<Record<SharedColumn, readonly (string | null)[]>>

/** Texts of the customers one after the other, and where each begins; the last place is the end. */
export interface PageTexts {
  readonly bytes: Buffer
  readonly starts: Uint32Array
}

/**
 * Customers that were written in the plainest way (`plain-reader.ts`), as the bytes and numbers that the cache and the list have of them: no
 * object is made for one.
 */
export class PlainPage {
  readonly count: number
  /** Four numbers for the id of each, as `uuid-words.ts` has them. */
  readonly ids: Uint32Array
  /** The stored lines (`record-text.ts`), each with a line break behind it. */
  readonly lines: PageTexts
  /** `high` and `low` of the digest of each line. */
  readonly digests: Uint32Array
  /** Joined texts of `TextArena`. */
  readonly searched: PageTexts
  readonly unsearched: PageTexts
  readonly flags: Uint8Array
  /** The number of each value. */
  readonly columns: Readonly<Record<SharedColumn, Uint16Array>>
  readonly values: PageValues
  /** The cars of `otherCar`, by the places of their customers. */
  readonly otherCars: ReadonlyMap<number, string | null>
  /** The row that the reference of an upload names. */
  readonly rows: Uint32Array

  constructor(parts: Omit<PlainPage, 'free'>) {
    this.count = parts.count
    this.ids = parts.ids
    this.lines = parts.lines
    this.digests = parts.digests
    this.searched = parts.searched
    this.unsearched = parts.unsearched
    this.flags = parts.flags
    this.columns = parts.columns
    this.values = parts.values
    this.otherCars = parts.otherCars
    this.rows = parts.rows
  }

  /** Frees the memory, when nobody needs it any more. The collector would run for it alone. */
  free(): void {
    // The numbers share one buffer.
    for (const { buffer } of [this.ids, this.lines.bytes, this.searched.bytes, this.unsearched.bytes]) freeBytes(buffer)
  }
}

/** A customer of a page. */
export interface PlainRecord {
  readonly plain: PlainPage
  readonly at: number
}

export const isPlainRecord = <Plain extends PlainRecord>(record: object | Plain): record is Plain => 'plain' in record

export const plainDigest = ({ plain: { digests }, at }: PlainRecord): RecordDigest => ({
  high: digests[at * 2]!,
  low: digests[at * 2 + 1]!,
  other: 0,
})

/** The record as an object. */
export const remoteOf = (record: RemoteCustomer | PlainRecord): RemoteCustomer =>
  isPlainRecord(record) ? fromRecordText(idOf(record), plainLine(record)) : record

export const idOf = (record: { readonly id: string } | PlainRecord): string =>
  isPlainRecord(record) ? readUuid(record.plain.ids, record.at * wordsPerUuid) : record.id

export const plainLine = ({ plain: { lines }, at }: PlainRecord): string =>
  lines.bytes.toString('utf8', lines.starts[at], lines.starts[at + 1]! - 1)
