import type { CustomerInput } from './service-client.ts'

/** The reference by which a customer is matched to its row of the file, in whichever batch the row is sent. */
export function referenceFor(uploadId: string, row: number): string {
  return `${referenceStart(uploadId)}${row}`
}

/** What the references of an upload begin with: the number of the row follows. */
export function referenceStart(uploadId: string): string {
  return `fc-${uploadId}-`
}

/** The upload and the row that a reference names; null: it is not a reference. */
export function parseReference(reference: string): { readonly uploadId: string; readonly row: number } | null {
  const [, uploadId, row] = /^fc-([0-9a-f]+)-(\d+)$/.exec(reference) ?? []
  return uploadId === undefined ? null : { uploadId, row: Number(row) }
}

/** A customer as it is posted (JSON), with the reference of its row. `key`: null for an upload without references. */
export function postedCustomer(input: CustomerInput, key: string | null, uploadId: string, row: number): string {
  if (key === null) return JSON.stringify(input)
  const fields = { ...input.additional_fields, [key]: referenceFor(uploadId, row) }
  return JSON.stringify({ ...input, additional_fields: fields })
}
