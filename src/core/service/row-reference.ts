import type { CustomerInput } from './service-client.ts'

/** The upload and the row that a reference names. */
export interface RowReference {
  readonly uploadId: string
  readonly row: number
}

/** The reference by which a customer is matched to its row of the file, in whichever batch the row is sent. */
function referenceFor(uploadId: string, row: number): string {
  return `fc-${uploadId}-${row}`
}

/** A service may change the case of a value and add blanks. */
const referencePattern = /^\s*fc-([0-9a-f]{16})-(0|[1-9]\d{0,14})\s*$/i

/** Most values are none, and a pattern takes longer. */
const mayBeReference = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 20 && value.length < 80

/** What a value of a record names when it is the reference of a row; null: it is none. */
export function parseReference(value: unknown): RowReference | null {
  if (!mayBeReference(value)) return null
  const [, uploadId, row] = referencePattern.exec(value) ?? []
  return uploadId === undefined ? null : { uploadId: uploadId.toLowerCase(), row: Number(row) }
}

/** Fields within fields: a service may nest the additional fields of a record, or list them as pairs. */
const deepest = 3

/** The first reference among the fields of a record, under whatever name; null: there is none. */
export function findReference(record: {
  readonly additionalFields: Readonly<Record<string, unknown>>
  readonly other?: Readonly<Record<string, unknown>>
}): RowReference | null {
  return referenceWithin(record.additionalFields, deepest) ?? referenceWithin(record.other, deepest)
}

function referenceWithin(value: unknown, depth: number): RowReference | null {
  if (typeof value !== 'object' || value === null || depth === 0) return parseReference(value)
  for (const each of Object.values(value)) {
    const found = referenceWithin(each, depth - 1)
    if (found) return found
  }
  return null
}

/** A customer as it is posted, with the reference of its row. `key`: null for an upload without references. */
export function withReference(input: CustomerInput, key: string | null, uploadId: string, row: number): CustomerInput {
  if (key === null) return input
  return { ...input, additional_fields: { ...input.additional_fields, [key]: referenceFor(uploadId, row) } }
}
