import { parseReference } from './upload-record.ts'

/** The customers of one upload in the service's list. */
export interface ListedRows {
  /** The first customer of each row. */
  readonly first: ReadonlyMap<number, string>
  /** All customers of the rows that have several. */
  readonly several: ReadonlyMap<number, readonly string[]>
}

/** What the service's list has of each upload, by upload id. */
export type ListedReferences = ReadonlyMap<string, ListedRows>

/** Collects references while the list is read: at its end nothing has to go through all of them. */
export interface ReferenceCollector {
  add(reference: string, customerId: string): void
  readonly references: ListedReferences
}

export function createReferenceCollector(): ReferenceCollector {
  const references = new Map<string, { first: Map<number, string>; several: Map<number, string[]> }>()
  return {
    references,
    add(reference, customerId) {
      const parsed = parseReference(reference)
      if (!parsed) return
      const { uploadId, row } = parsed
      const rows = references.get(uploadId) ?? { first: new Map(), several: new Map() }
      references.set(uploadId, rows)
      const first = rows.first.get(row)
      if (first === undefined) rows.first.set(row, customerId)
      else rows.several.set(row, [...(rows.several.get(row) ?? [first]), customerId])
    },
  }
}
