import { isUtf8 } from 'node:buffer'
import { isRecord } from '../../service/open-body.ts'
import { reportsFailure } from '../../service/answer-body.ts'
import type { DateReading } from '../../service/field-values.ts'
import { readCustomer } from '../../service/read-customer.ts'
import { findRecordTexts, type RecordTexts } from '../../service/record-texts.ts'
import { customersIn } from '../../service/remote-records.ts'
import type { CustomerPage, ReadPage, RemoteCustomer } from '../../service/service-client.ts'
import type { KnownRecords } from './known-records.ts'
import { digestOf } from './known-runs.ts'

/** What is asked about the texts of earlier pages. */
type KnownTexts = Pick<KnownRecords, 'findPage' | 'findRun' | 'countOf'>

/**
 * Reads pages of the customer list, of which only texts that are not known are parsed. Null for a page that is not written in the
 * usual way or is no success: the ordinary reading decides about it.
 */
export const createPageReader =
  (known: KnownTexts, dates: DateReading = 'as-written'): ReadPage =>
  (body) => {
    const page = digestAs(dates, body)
    const runs = known.findPage(page)
    if (runs) {
      const entries = runs.reduce((sum, run) => sum + known.countOf(run), 0)
      return { customers: [], unreadable: [], reading: { entries, runs, texts: [], page: null } }
    }
    if (!isUtf8(body)) return null
    try {
      return readByRuns(body, page, known, dates)
    } catch (error) {
      // A text between two records is no JSON by itself.
      if (error instanceof SyntaxError) return null
      throw error
    }
  }

/** Another reading of dates has digests of its own, so each record is read again after the setting was changed. */
const digestAs = (dates: DateReading, text: Buffer): string =>
  digestOf(dates === 'as-written' ? text : Buffer.concat([Buffer.from(dates), text]))

function readByRuns(body: Buffer, page: string, known: KnownTexts, dates: DateReading): CustomerPage | null {
  const found = findRecordTexts(body)
  if (!found) return null
  const { bounds } = found
  const ends = endsOfRuns(body, found)
  const digests = ends.map((end, at) =>
    digestAs(dates, body.subarray(bounds[(ends[at - 1] ?? 0) * 2], bounds[end * 2 - 1])),
  )
  const runs = Int32Array.from(digests, (digest) => known.findRun(digest))
  const whole = runs.every((run) => run < 0) ? parseWhole(body, found) : null
  if (!whole && !isListAlone(JSON.parse(found.envelope))) return null
  const customers: RemoteCustomer[] = []
  const unreadable: unknown[] = []
  const texts: { count: number; digest: string | null }[] = []
  let entries = 0
  let next = 0
  for (const [at, end] of ends.entries()) {
    const run = runs[at]!
    const [firstCustomer, firstUnreadable] = [customers.length, unreadable.length]
    for (; run < 0 && next < end; next += 1) {
      const raw: unknown = whole
        ? whole[next]
        : JSON.parse(body.toString('utf8', bounds[next * 2], bounds[next * 2 + 1]))
      const customer = readCustomer(raw, null, dates)
      if (customer) customers.push(customer)
      else unreadable.push(raw)
    }
    next = end
    const count = customers.length - firstCustomer
    entries += run < 0 ? count : known.countOf(run)
    if (run < 0) texts.push({ count, digest: unreadable.length === firstUnreadable ? (digests[at] ?? null) : null })
  }
  return { customers, unreadable, reading: { entries, runs, texts, page } }
}

/** A run has four records on average: fewer texts are looked up, and an edit has few others parsed. */
const runMask = 3
const longestRun = 16
/** As far as the bytes of a record tell whether it begins a run. An id has 36, in quotes. */
const bytesRead = 40

/**
 * Where the runs of a page end, as the number of the record behind the last one. Whether a record begins a run depends on its own first
 * bytes only: when the list moves by one place, most runs stay the same.
 */
function endsOfRuns(body: Buffer, { bounds, firstValue }: RecordTexts): number[] {
  const ends: number[] = []
  let first = 0
  for (let record = 1; record * 2 < bounds.length; record += 1) {
    const at = bounds[record * 2]! + firstValue
    const isFirst = (hashOf(body, at, Math.min(at + bytesRead, bounds[record * 2 + 1]!)) & runMask) === 0
    if (!isFirst && record - first < longestRun) continue
    ends.push(record)
    first = record
  }
  return [...ends, bounds.length / 2]
}

function hashOf(body: Buffer, from: number, to: number): number {
  let hash = 0
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ body[at]!, 0x9e3779b1)
  return hash >>> 16
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
