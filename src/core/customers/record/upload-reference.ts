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

/** The sorted names of a record's additional fields, without upload references. */
export function additionalFieldNames(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields)
    .filter((name) => !isUploadReference(fields[name]))
    .sort()
}
