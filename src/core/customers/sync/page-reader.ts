import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import { isRecord } from '../../service/open-body.ts'
import { reportsFailure } from '../../service/answer-body.ts'
import type { DateReading } from '../../service/field-values.ts'
import { readCustomer } from '../../service/read-customer.ts'
import { findRecordTexts, type RecordTexts } from '../../service/record-texts.ts'
import { customersIn, customersTotal } from '../../service/remote-records.ts'
import type { CustomerPage, ReadPage, RemoteCustomer } from '../../service/service-client.ts'
import type { Region } from '../../../contract/region.ts'
import { freeIfAlone } from '../../database/block-codec.ts'
import { wordsPerRunDigest } from '../plain/plain-layout.ts'
import { createPlainReader, type PlainReader } from '../plain/plain-reader.ts'
import type { KnownRecords } from './known-records.ts'

/** What is asked about the texts of earlier pages. */
type KnownTexts = Pick<KnownRecords, 'findPage' | 'findRun' | 'countOf'>

/**
 * Reads pages of the customer list, of which only texts that are not known are read, and only those that are not plain are parsed. Null
 * for a page that is not written in the usual way or is no success: the ordinary reading decides about it. `free` is called with a body
 * that nobody needs any more.
 */
export function createPageReader(
  known: KnownTexts,
  region: Region,
  dates: DateReading = 'as-written',
  free: (body: Buffer) => void = freeIfAlone,
): ReadPage {
  let reader: PlainReader | null | undefined
  const seed = seedOf(dates)
  return (body) => {
    // Made for the first page. Null: this processor cannot.
    reader ??= createPlainReader(region)
    if (!reader?.load(body)) return null
    const page = reader.digest(seed)
    const runs = known.findPage(page)
    if (runs) {
      free(body)
      let entries = 0
      for (let at = 0; at < runs.length; at += 1) entries += known.countOf(runs[at]!)
      const reading = { entries, runs, ...nothingNew }
      return { customers: [], unreadable: [], reading }
    }
    if (!isUtf8(body)) return null
    try {
      const read = readByRuns(body, page, known, dates, reader)
      if (read) free(body)
      return read
    } catch (error) {
      // A text between two records is no JSON by itself.
      if (error instanceof SyntaxError) return null
      throw error
    }
  }
}

const nothingNew = { texts: [], digests: new Uint32Array(0), page: null, order: new Int32Array(0), plain: null }

/** Another reading of dates has digests of its own, so each record is read again after the setting was changed. */
const seedOf = (dates: DateReading): number => (dates === 'as-written' ? 0 : crc32(dates))

function readByRuns(
  body: Buffer,
  page: string,
  known: KnownTexts,
  dates: DateReading,
  reader: PlainReader,
): CustomerPage | null {
  const found = findRecordTexts(body, reader.findRecords)
  if (!found) return null
  const { bounds } = found
  const { ends, digests } = reader.findRuns(found.firstValue, seedOf(dates))
  const { runs, unknown } = findKnown(ends, digests, known)
  // Plain customers have their dates as written.
  const plain = unknown.length > 0 && dates === 'as-written' ? reader.read(boundsOf(bounds, unknown)) : null
  const plainCount = plain?.page.count ?? 0
  // Most are to be parsed: all at once takes a third of the time of one by one.
  const isMostUnusual = plainCount * 2 < unknown.length
  const whole = isMostUnusual && unknown.length * 2 === bounds.length ? parseWhole(body, found) : null
  const envelope: unknown = JSON.parse(found.envelope)
  if (!whole && !isListAlone(envelope)) return null
  const total = customersTotal(envelope)
  const customers: RemoteCustomer[] = []
  const unreadable: unknown[] = []
  const order = new Int32Array(unknown.length)
  /** Reads a record that is not plain. False: it is no customer. */
  const readOne = (record: number): boolean => {
    const raw: unknown = whole
      ? whole[record]
      : JSON.parse(body.toString('utf8', bounds[record * 2], bounds[record * 2 + 1]))
    const customer = readCustomer(raw, null, dates)
    if (customer) customers.push(customer)
    else unreadable.push(raw)
    return customer !== null
  }
  const texts: { count: number; digestAt: number }[] = []
  let entries = 0
  let read = 0
  let listed = 0
  for (let at = 0, begin = 0; at < ends.length; begin = ends[at]!, at += 1) {
    if (runs[at]! >= 0) {
      entries += known.countOf(runs[at]!)
      continue
    }
    const firstListed = listed
    // All records of a run that is not known are.
    for (const end = read + ends[at]! - begin; read < end; read += 1) {
      const number = plain ? plain.numbers[read]! : -1
      if (number >= 0 || readOne(unknown[read]!)) order[listed++] = number
    }
    const count = listed - firstListed
    entries += count
    texts.push({ count, digestAt: count === ends[at]! - begin ? at * wordsPerRunDigest : -1 })
  }
  // A page that is recognised as a whole is not read for its total.
  const recognisable = total === null ? page : null
  const ofPage = { order: order.subarray(0, listed), plain: plain?.page ?? null }
  const reading = { entries, runs, texts, digests, page: recognisable, ...ofPage }
  return { customers, unreadable, reading, ...(total === null ? {} : { total }) }
}

/** The number of each run; −1: it is not known. And the records of the others. */
function findKnown(
  ends: Uint32Array,
  digests: Uint32Array,
  known: Pick<KnownTexts, 'findRun'>,
): { readonly runs: Int32Array; readonly unknown: readonly number[] } {
  const runs = new Int32Array(ends.length)
  const unknown: number[] = []
  // Loops by index: an iterator makes an object for each record.
  for (let at = 0, begin = 0; at < ends.length; at += 1) {
    const end = ends[at]!
    runs[at] = known.findRun(digests, at * wordsPerRunDigest)
    if (runs[at]! < 0) for (let record = begin; record < end; record += 1) unknown.push(record)
    begin = end
  }
  return { runs, unknown }
}

function boundsOf(all: Uint32Array, records: readonly number[]): Uint32Array {
  const bounds = new Uint32Array(records.length * 2)
  for (let at = 0; at < records.length; at += 1) {
    bounds[at * 2] = all[records[at]! * 2]!
    bounds[at * 2 + 1] = all[records[at]! * 2 + 1]!
  }
  return bounds
}

/** Whether the body around the records is that of a success with one list. */
function isListAlone(envelope: unknown): boolean {
  const list = customersIn(envelope)
  return !reportsFailure({ kind: 'json', value: envelope }) && list?.length === 1 && list[0] === 0
}

/**
 * The records of a page, parsed at once: a third of the time of parsing each. Null when it is not certain that the texts are those of
 * the records, one by one.
 */
function parseWhole(body: Buffer, found: RecordTexts): readonly unknown[] | null {
  const value: unknown = JSON.parse(body.toString('utf8'))
  const list = customersIn(value)
  if (reportsFailure({ kind: 'json', value }) || list?.length !== found.bounds.length / 2) return null
  return list.every((record, at) => beginsWith(record, body, found, at)) ? list : null
}

/** Whether the text of a record begins with the first value of this one. */
function beginsWith(
  record: unknown,
  body: Buffer,
  { bounds, firstName, firstValue }: RecordTexts,
  at: number,
): boolean {
  const value = isRecord(record) ? record[firstName] : null
  if (typeof value !== 'string') return false
  let place = bounds[at * 2]! + firstValue
  while (body[place] === 0x20) place += 1
  if (body[place] !== quote || body[place + 1 + value.length] !== quote) return false
  for (let index = 0; index < value.length; index += 1) {
    if (body[place + 1 + index] !== value.charCodeAt(index)) return false
  }
  return true
}

const quote = 0x22
