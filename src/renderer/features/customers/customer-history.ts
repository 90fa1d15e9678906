import type { CustomerChange } from '../../../contract/customers.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import { customersText } from './customers-text.ts'

export interface HistoryEntry {
  readonly id: string
  readonly kind: CustomerChange['kind']
  readonly at: string
  readonly text: string
  /** The upload to which the entry links. */
  readonly uploadId: string | null
}

/** Uploads and changes of one customer in one list, newest first. */
export function historyEntries({ uploads, changes }: MethodOutput<'customers.history'>): HistoryEntry[] {
  const { history: text } = customersText
  const uploaded = uploads.map(({ uploadId, name, row, at }) => ({
    id: `${uploadId} ${row}`,
    kind: 'uploaded' as const,
    at,
    text: text.uploaded(row, name),
    uploadId,
  }))
  const changed = changes
    .filter(({ kind }) => kind !== 'uploaded')
    .map(({ id, kind, at, words, undone }) => ({
      id,
      kind,
      at,
      text: undone ? text.undone(words) : words,
      uploadId: null,
    }))
  return [...uploaded, ...changed].toSorted((a, b) => b.at.localeCompare(a.at))
}
