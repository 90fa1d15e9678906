import type { Database } from '../../database/database.ts'
import { entriesInBlocks, type Place, type RecentBlocks } from '../../database/team-blocks.ts'
import { parseEntry, type LogEntry } from './entry.ts'
import type { SubjectKey } from './subject.ts'
import { entryOfPlace } from './subject-index.ts'

/**
 * `accepted`: merged. `not-counted`: written by who was no member then. `newer`: of a later version of Forecourt. `waiting`: cannot be
 * opened or checked yet, its sealed form is kept. `erased`, `refused`: without content. Stored: the words must not change.
 */
export type EntryState = 'accepted' | 'not-counted' | 'newer' | 'waiting' | 'erased' | 'refused'

export interface StoredEntry {
  readonly device: string
  readonly n: number
  readonly state: EntryState
  /** Of each state but `accepted`, by which they are found. */
  readonly reason: string | null
  readonly kind: string | null
  readonly subject: SubjectKey | null
  /** `subjectHash` of the subject. */
  readonly subjectHash: number | null
  /** The time that its writer gave; null without content. */
  readonly atMs: number | null
  readonly arrivedAtMs: number
  /** JSON. */
  readonly content: string | null
  /** As the server has it: of entries that are waiting, and of own ones, in case the server loses them. */
  readonly body: Uint8Array | null
}

interface Row {
  readonly device: string
  readonly n: number
  readonly state: EntryState
  readonly reason: string | null
  readonly kind: string | null
  readonly subject: string | null
  readonly subject_hash: number | null
  readonly at_ms: number | null
  readonly arrived_at: number
  readonly content: string | null
  readonly body: Uint8Array | null
}

const toStored = (row: Row): StoredEntry => ({
  device: row.device,
  n: row.n,
  state: row.state,
  reason: row.reason,
  kind: row.kind,
  subject: row.subject,
  subjectHash: row.subject_hash,
  atMs: row.at_ms,
  arrivedAtMs: row.arrived_at,
  content: row.content,
  body: row.body,
})

/** An entry that is in no block. */
export function entryOf(database: Database, device: string, n: number): StoredEntry | null {
  const row = database.get<Row>('SELECT * FROM team_entry WHERE device = ? AND n = ?', [device, n])
  return row ? toStored(row) : null
}

/** The entries of these places, in blocks or by themselves. */
export function entriesAt(database: Database, places: readonly Place[], recent?: RecentBlocks): StoredEntry[] {
  if (places.length === 0) return []
  const inBlocks = entriesInBlocks(database, places, recent)
  const found = inBlocks.map((entry): StoredEntry => ({
    ...entry,
    state: 'accepted',
    reason: null,
    body: null,
  }))
  if (found.length === places.length) return found
  const known = new Set(inBlocks.map(({ place }) => place))
  const rows = database.all<Row>(`SELECT e.* FROM (SELECT value AS place FROM json_each(?)) p ${entryOfPlace}`, [
    JSON.stringify(places.filter((place) => !known.has(place))),
  ])
  return [...found, ...rows.map(toStored)]
}

/** Null for one whose texts a deletion has made unreadable. */
export function toLogEntry({ device, n, content }: StoredEntry): LogEntry | null {
  const parsed = content === null ? null : parseEntry(content)
  return parsed?.state === 'known' ? { ...parsed.entry, device, n } : null
}
