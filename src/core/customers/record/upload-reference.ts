import { pair, pairLength, span, spanLength, type PlainCustomers } from '../../service/plain-customers.ts'
import type { ByteTexts } from './byte-texts.ts'

/** The reference that an upload gives to each of its rows: it links a record to the file that it came from. */
const referencePattern = /^fc-([0-9a-f]{16})-(\d+)$/

/** Most values are none, and a pattern takes longer. */
const mayBeReference = (value: unknown): value is string => typeof value === 'string' && value.startsWith('fc-')

export function isUploadReference(value: unknown): value is string {
  return mayBeReference(value) && referencePattern.test(value)
}

/** The upload and the row that a reference names. */
export interface UploadReference {
  readonly uploadId: string
  readonly row: number
}

/** The upload and row of the first reference among a record's additional fields. */
export function findUploadReference(fields: Readonly<Record<string, unknown>>): UploadReference | null {
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (!mayBeReference(value)) continue
    const [, uploadId, row] = referencePattern.exec(value) ?? []
    if (uploadId !== undefined) return { uploadId, row: Number(row) }
  }
  return null
}

const prefix = Buffer.from('fc-')
const [dash, zero, nine, lowerA, lowerF] = [0x2d, 0x30, 0x39, 0x61, 0x66]
const idLength = 16

/** Where the upload's id is in a reference of bytes. */
const idBegin = (begin: number): number => begin + prefix.length
const idEnd = (begin: number): number => begin + prefix.length + idLength

/** Whether the bytes from `begin` to `end` are a reference. */
export function isReferenceIn(body: Buffer, begin: number, end: number): boolean {
  for (let at = 0; at < prefix.length; at += 1) if (body[begin + at] !== prefix[at]) return false
  const row = idEnd(begin) + 1
  if (end <= row || body[row - 1] !== dash) return false
  for (let at = idBegin(begin); at < row - 1; at += 1) {
    const byte = body[at]!
    if (!((byte >= zero && byte <= nine) || (byte >= lowerA && byte <= lowerF))) return false
  }
  for (let at = row; at < end; at += 1) if (body[at]! < zero || body[at]! > nine) return false
  return true
}

/** The upload of a reference. `texts`: those of others. */
export function uploadIn(body: Buffer, begin: number, texts: ByteTexts): string {
  const number = texts.numberOf(body, idBegin(begin), idEnd(begin))
  return number < 0 ? body.toString('latin1', idBegin(begin), idEnd(begin)) : texts.textAt(number)
}

/** The same as `findUploadReference` for a customer that stays bytes. */
export function findPlainReference(
  { body, spans, pairs }: PlainCustomers,
  customer: number,
  texts: ByteTexts,
): UploadReference | null {
  const first = spans[customer * spanLength + span.firstPair]!
  const last = first + spans[customer * spanLength + span.pairs]!
  for (let field = first; field < last; field += 1) {
    const begin = pairs[field * pairLength + pair.valueBegin]!
    const end = pairs[field * pairLength + pair.valueEnd]!
    if (!isReferenceIn(body, begin, end)) continue
    let row = 0
    for (let at = idEnd(begin) + 1; at < end; at += 1) row = row * 10 + body[at]! - zero
    return { uploadId: uploadIn(body, begin, texts), row }
  }
  return null
}

/** The sorted names of a record's additional fields, without upload references. */
export function additionalFieldNames(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields)
    .filter((name) => !isUploadReference(fields[name]))
    .sort()
}
