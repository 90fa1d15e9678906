import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { RemoteCustomer } from '../../service/service-client.ts'

/** Tells whether two versions of a record differ, without reading them: 64 bits of a hash of its fields, and 32 bits of one of `other`. */
export interface RecordDigest {
  readonly high: number
  readonly low: number
  readonly other: number
}

/** A record as it is stored: one line of JSON without the id, and its digest. */
export interface RecordText {
  readonly line: string
  readonly digest: RecordDigest
}

/** The parts of a stored line, in this order. The last one is missing when the record has no such fields. */
type StoredParts = readonly [
  lastUpdated: string,
  rego: string | null,
  state: string | null,
  vin: string | null,
  clientName: string | null,
  mobileNumber: string | null,
  saleDate: string | null,
  expiryDate: string | null,
  vehicleTitle: string | null,
  sightings: RemoteCustomer['sightings'],
  additionalFields: RemoteCustomer['additionalFields'],
  other?: Readonly<Record<string, unknown>>,
]

/** A record as it is stored. Throws a `TypeError` for a value that JSON does not have. */
export function toRecordText(record: RemoteCustomer): RecordText {
  const parts: StoredParts = [
    record.lastUpdated,
    record.rego,
    record.state,
    record.vin,
    record.clientName,
    record.mobileNumber,
    record.saleDate,
    record.expiryDate,
    record.vehicleTitle,
    record.sightings,
    record.additionalFields,
  ]
  const fields = JSON.stringify(parts)
  const digest = fieldsDigest(fields)
  if (!record.other || Object.keys(record.other).length === 0) return { line: fields, digest }
  const other = JSON.stringify(record.other)
  return { line: `${fields.slice(0, -1)},${other}]`, digest: { ...digest, other: crc32(other) } }
}

/** The digest of a stored line without fields that the program does not know. */
function fieldsDigest(line: string): RecordDigest {
  // A buffer costs three times as much.
  const hashed = hash('sha1', line, 'binary')
  return { high: digestWord(hashed, 0), low: digestWord(hashed, 1), other: 0 }
}

/** A number of 32 bits of a digest whose characters are its bytes. */
const digestWord = (digest: string, word: number): number =>
  (digest.charCodeAt(word * 4) |
    (digest.charCodeAt(word * 4 + 1) << 8) |
    (digest.charCodeAt(word * 4 + 2) << 16) |
    (digest.charCodeAt(word * 4 + 3) << 24)) >>>
  0

/** The record of a stored line. */
export function fromRecordText(id: string, line: string): RemoteCustomer {
  // Only this program writes lines, and the checksum of their block was compared.
  const parts = JSON.parse(line) as StoredParts
  const [lastUpdated, rego, state, vin, clientName, mobileNumber, saleDate, expiryDate, vehicleTitle] = parts
  return {
    id,
    lastUpdated,
    rego,
    state,
    vin,
    clientName,
    mobileNumber,
    saleDate,
    expiryDate,
    vehicleTitle,
    sightings: parts[9],
    additionalFields: parts[10],
    other: parts[11] ?? {},
  }
}

/** Whether the fields of two versions are the same; `other` is not compared. */
export function hasSameFields(a: RecordDigest, b: RecordDigest): boolean {
  return a.high === b.high && a.low === b.low
}

/** A page that was read before the record was saved must not bring back the older version. */
export function isOlder(next: RemoteCustomer, before: RemoteCustomer): boolean {
  return Date.parse(next.lastUpdated) < Date.parse(before.lastUpdated)
}
