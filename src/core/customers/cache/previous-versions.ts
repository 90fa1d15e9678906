import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { editableFieldsOf, type EditableFields } from './customer-columns.ts'

/**
 * What records held before the copy took a newer one in: an edit names the record that she saw, which may be the one before. Kept while the
 * program runs, the latest so many; what is not known here is treated as changed elsewhere.
 */
export interface PreviousVersions {
  remember(
    scope: ConnectionRegion,
    record: EditableFields & { readonly id: string; readonly lastUpdated: string },
  ): void
  find(scope: ConnectionRegion, id: string, lastUpdated: string): EditableFields | null
}

const mostKept = 20_000

export function createPreviousVersions(): PreviousVersions {
  const kept = new Map<string, EditableFields>()
  const keyOf = ({ connectionId, region }: ConnectionRegion, id: string, lastUpdated: string): string =>
    JSON.stringify([connectionId, region, id, lastUpdated])
  return {
    remember(scope, record) {
      kept.set(keyOf(scope, record.id, record.lastUpdated), editableFieldsOf(record))
      if (kept.size <= mostKept) return
      for (const oldest of kept.keys()) {
        kept.delete(oldest)
        break
      }
    },
    find: (scope, id, lastUpdated) => kept.get(keyOf(scope, id, lastUpdated)) ?? null,
  }
}
