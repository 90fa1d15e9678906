import { freeBytes } from '../../database/block-codec.ts'
import { plainTextCount, span, spanLength, type PlainCustomers } from '../../service/plain-customers.ts'
import { readCustomer } from '../../service/read-customer.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { readUuid, wordsPerUuid } from '../record/uuid-words.ts'
import { fieldsDigest, type RecordDigest } from './record-text.ts'

/** Customers that stay bytes, with what the cache stores and compares of them: a line (`record-text.ts`) and its digest. */
export interface PlainRecords extends PlainCustomers {
  /** The stored lines one after the other, each with a line break behind it. */
  readonly lines: Buffer
  /** Where each line begins, and where the last one ends. */
  readonly starts: Uint32Array
  /** `high` and `low` of the digest of each. */
  readonly digests: Uint32Array
  /** Frees the memory, when nobody needs them any more. The collector would run for it alone. */
  free(): void
}

/** One of them. */
export interface PlainRecord {
  readonly plain: PlainRecords
  readonly at: number
}

const [quote, comma, openBracket, closeBracket, openBrace, closeBrace, lineBreak] = [
  0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x0a,
]
const nullText = Buffer.from('null')
/** Brackets, commas, and `null` for each text that a customer does not name. */
const mostMore = 128

export function plainRecordsOf(page: PlainCustomers): PlainRecords {
  const { body, count, spans, pairs, ids } = page
  let length = 0
  for (let at = 0; at < count; at += 1) {
    length += spans[at * spanLength + span.end]! - spans[at * spanLength + span.begin]! + mostMore
  }
  const lines = Buffer.allocUnsafeSlow(length)
  const starts = new Uint32Array(count + 1)
  const digests = new Uint32Array(count * 2)
  for (let at = 0; at < count; at += 1) {
    const end = writeLine(page, at, lines, starts[at]!)
    const { high, low } = fieldsDigest(lines.subarray(starts[at], end))
    digests[at * 2] = high
    digests[at * 2 + 1] = low
    lines[end] = lineBreak
    starts[at + 1] = end + 1
  }
  return {
    ...page,
    lines,
    starts,
    digests,
    free() {
      for (const bytes of [body, spans, pairs, ids, lines, starts, digests]) {
        if (bytes.byteLength === bytes.buffer.byteLength) freeBytes(bytes.buffer)
      }
    },
  }
}

/** Writes the line of a customer, and returns where it ends. Not in the loop: one that runs for long is compiled with all that is in it. */
function writeLine({ body, spans }: PlainCustomers, at: number, lines: Buffer, start: number): number {
  const base = at * spanLength
  let end = start
  lines[end++] = openBracket
  for (let text = 0; text < plainTextCount; text += 1) {
    const place = base + span.texts + text * 2
    const to = spans[place + 1]!
    // A record without a time has an empty one.
    if (to === 0 && text > 0) end = copyBytes(nullText, 0, nullText.length, lines, end)
    else {
      lines[end++] = quote
      end = copyBytes(body, to === 0 ? 0 : spans[place]!, to, lines, end)
      lines[end++] = quote
    }
    lines[end++] = comma
  }
  lines[end++] = openBracket
  lines[end++] = closeBracket
  lines[end++] = comma
  const fieldsEnd = spans[base + span.fieldsEnd]!
  if (fieldsEnd > 0) end = copyBytes(body, spans[base + span.fieldsBegin]!, fieldsEnd, lines, end)
  else {
    lines[end++] = openBrace
    lines[end++] = closeBrace
  }
  lines[end++] = closeBracket
  return end
}

/** Copies bytes, and returns the place behind them. For so few, `Buffer.copy` takes longer. */
function copyBytes(from: Buffer, begin: number, end: number, into: Buffer, start: number): number {
  let at = start
  for (let place = begin; place < end; place += 1) into[at++] = from[place]!
  return at
}

export const isPlainRecord = <Plain extends PlainRecord>(record: object | Plain): record is Plain => 'plain' in record

export const plainDigest = ({ plain: { digests }, at }: PlainRecord): RecordDigest => ({
  high: digests[at * 2]!,
  low: digests[at * 2 + 1]!,
  other: 0,
})

/** The record as an object. */
export function remoteOf(record: RemoteCustomer | PlainRecord): RemoteCustomer {
  if (!isPlainRecord(record)) return record
  const { plain, at } = record
  const base = at * spanLength
  const text = plain.body.toString('utf8', plain.spans[base + span.begin], plain.spans[base + span.end])
  const customer = readCustomer(JSON.parse(text))
  if (!customer) throw new Error('A plain customer has an id')
  return customer
}

export const idOf = (record: { readonly id: string } | PlainRecord): string =>
  isPlainRecord(record) ? readUuid(record.plain.ids, record.at * wordsPerUuid) : record.id

export const plainLine = ({ plain, at }: PlainRecord): string =>
  plain.lines.toString('utf8', plain.starts[at], plain.starts[at + 1]! - 1)
