import { parseReference } from '../../../../src/core/service/row-reference.ts'
import type { ListedReferences } from '../../../../src/core/uploads/listed-references.ts'

/** Collects references one by one, as a list has them. */
export function createReferenceCollector(): {
  add(reference: string, customerId: string): void
  readonly references: ListedReferences
} {
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
