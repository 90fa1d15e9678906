import { editableFieldsOf, type CopyOf, type EditableFields } from './customer-columns.ts'

/**
 * What records held before the copy took a newer one in: an edit names the record that she saw, which may be the one before. Kept while the
 * program runs, the latest so many; what is not known here is treated as changed elsewhere.
 */
export interface EarlierRecords {
  remember(of: CopyOf, record: EditableFields & { readonly id: string; readonly lastUpdated: string }): void
  find(of: CopyOf, id: string, lastUpdated: string): EditableFields | null
}

const mostKept = 20_000

export function createEarlierRecords(): EarlierRecords {
  const kept = new Map<string, EditableFields>()
  const keyOf = ({ connectionId, region }: CopyOf, id: string, lastUpdated: string): string =>
    JSON.stringify([connectionId, region, id, lastUpdated])
  return {
    remember(of, record) {
      kept.set(keyOf(of, record.id, record.lastUpdated), editableFieldsOf(record))
      if (kept.size <= mostKept) return
      for (const oldest of kept.keys()) {
        kept.delete(oldest)
        break
      }
    },
    find: (of, id, lastUpdated) => kept.get(keyOf(of, id, lastUpdated)) ?? null,
  }
}
