import type { RowReference } from '../service/row-reference.ts'

/** The customers of one upload in the service's list. */
export interface ListedRows {
  /** The first customer of each row. */
  readonly first: { get(row: number): string | undefined }
  /** All customers of the rows that have several, in the order of the list. */
  readonly several: Iterable<readonly [row: number, ids: readonly string[]]>
}

/** What the service's list has of each upload, by upload id. */
export type ListedReferences = ReturnType<typeof groupReferences>

type RowsOfUpload = { readonly first: Map<number, string>; readonly several: Map<number, string[]> }

/** `pages`: the references of the customers of each page, by customer id, in the order of the list. Read when the first upload is asked for. */
export function groupReferences(pages: readonly ReadonlyMap<string, RowReference>[]) {
  let uploads: ReadonlyMap<string, RowsOfUpload> | null = null
  return { get: (uploadId: string): ListedRows | undefined => (uploads ??= byUpload(pages)).get(uploadId) }
}

function byUpload(pages: readonly ReadonlyMap<string, RowReference>[]): Map<string, RowsOfUpload> {
  const uploads = new Map<string, RowsOfUpload>()
  for (const [customerId, { uploadId, row }] of pages.flatMap((page) => [...page])) {
    const { first, several } = uploads.get(uploadId) ?? { first: new Map(), several: new Map() }
    uploads.set(uploadId, { first, several })
    const before = first.get(row)
    // A customer that moves while the list is read is listed twice.
    if (before === customerId) continue
    if (before === undefined) first.set(row, customerId)
    else if (!several.get(row)?.push(customerId)) several.set(row, [before, customerId])
  }
  return uploads
}
