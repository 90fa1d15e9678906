/** The reference that an upload gives to each of its rows: it links a record to the file that it came from. */
const referencePattern = /^fc-([0-9a-f]{16})-(\d+)$/

export function isUploadReference(value: unknown): value is string {
  return typeof value === 'string' && referencePattern.test(value)
}

/** The upload and row of the first reference among a record's additional fields. */
export function findUploadReference(
  fields: Readonly<Record<string, unknown>>,
): { readonly uploadId: string; readonly row: number } | null {
  for (const value of Object.values(fields)) {
    const [, uploadId, row] = typeof value === 'string' ? (referencePattern.exec(value) ?? []) : []
    if (uploadId !== undefined) return { uploadId, row: Number(row) }
  }
  return null
}

/** The sorted names of a record's additional fields, without upload references. */
export function additionalFieldNames(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields)
    .filter((name) => !isUploadReference(fields[name]))
    .toSorted()
}
