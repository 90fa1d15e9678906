import type { Recorder } from '../../../contract/call-note.ts'
import type { DataOf } from '../log/entry-kinds.ts'
import type { LogEntry } from '../log/entry.ts'
import { orderEntries } from './order-entries.ts'

type Shared = 'template' | 'view'

/** A template or view that the team shares, as it was saved last; content null: deleted. */
export interface MergedShared<K extends Shared> {
  readonly id: string
  readonly content: DataOf<K>['content']
  readonly by: Recorder | null
  readonly atMs: number
}

/** Merges the entries of one template or view: the last one counts. Null: there is none. */
export function mergeShared<K extends Shared>(kind: K, entries: readonly LogEntry[]): MergedShared<K> | null {
  const ordered = orderEntries(entries.filter((entry) => entry.kind === kind))
  const last = ordered.at(-1)
  if (!last) return null
  const { id, content } = last.entry.data as DataOf<K>
  return { id, content, by: last.entry.by, atMs: last.time[0] }
}

export type MergedUpload = Omit<DataOf<'upload'>, 'fileHash' | 'startedAt'> & {
  readonly device: string
  /** Who started it. */
  readonly by: Recorder | null
  /** When it was started. */
  readonly atMs: number
}

/** The uploads of one file, those that were described last first. An upload counts as its PC described it last. */
export function mergeUploads(entries: readonly LogEntry[]): readonly MergedUpload[] {
  const ordered = orderEntries(entries)
  const uploads = new Map<string, MergedUpload>()
  for (const { entry } of ordered) {
    if (entry.kind !== 'upload') continue
    const { fileHash: _, startedAt, ...upload } = entry.data
    // By device as well: nobody describes the upload of another PC.
    const key = `${entry.device} ${upload.id}`
    const first = uploads.get(key)
    // Whoever is working when an upload ends has not started it.
    const { by, atMs } = first ?? { by: entry.by, atMs: Date.parse(startedAt) }
    uploads.delete(key)
    uploads.set(key, { ...upload, device: entry.device, by, atMs })
  }
  return [...uploads.values()].toReversed()
}
