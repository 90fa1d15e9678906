import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { editableFieldsOf, type EditableFields } from './editable-fields.ts'

/**
 * The editable values of records before the cache replaced them with newer ones: an edit names the version that the user saw, which
 * may be the previous one. Held in memory; a version that is not found here counts as changed elsewhere.
 */
export interface PreviousVersions {
  add(scope: ConnectionRegion, record: EditableFields & { readonly id: string; readonly lastUpdated: string }): void
  find(scope: ConnectionRegion, id: string, lastUpdated: string): EditableFields | null
}

const maxVersions = 20_000

export function createPreviousVersions(): PreviousVersions {
  const versions = new Map<string, EditableFields>()
  const keyOf = ({ connectionId, region }: ConnectionRegion, id: string, lastUpdated: string): string =>
    JSON.stringify([connectionId, region, id, lastUpdated])
  return {
    add(scope, record) {
      versions.set(keyOf(scope, record.id, record.lastUpdated), editableFieldsOf(record))
      if (versions.size <= maxVersions) return
      for (const oldest of versions.keys()) {
        versions.delete(oldest)
        break
      }
    },
    find: (scope, id, lastUpdated) => versions.get(keyOf(scope, id, lastUpdated)) ?? null,
  }
}
