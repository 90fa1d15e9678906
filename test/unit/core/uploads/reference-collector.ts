import { parseReference, type RowReference } from '../../../../src/core/service/row-reference.ts'
import { groupReferences, type ListedReferences } from '../../../../src/core/uploads/listed-references.ts'

/** Collects references one by one, as a list has them. */
export function createReferenceCollector(): {
  add(reference: string, customerId: string): void
  readonly references: ListedReferences
} {
  const page = new Map<string, RowReference>()
  return {
    references: groupReferences([page]),
    add(reference, customerId) {
      const parsed = parseReference(reference)
      if (parsed) page.set(customerId, parsed)
    },
  }
}
