import type { Database } from '../../database/database.ts'
import { writeSetting } from '../../database/settings.ts'
import { teamMarkKeySetting } from '../../database/team-outbox.ts'
import type { SealedEntry } from '../team-server.ts'
import { parseEntry, type LogEntry, type NewEntry } from './entry.ts'
import { erasingSetting, leaveTeamWork, publishingSetting } from './leave-work.ts'
import { subjectOf, type SubjectKey } from './subject.ts'

/**
 * `accepted`: signed by its device and valid; whether it counts follows from the list of members when it is read. `newer`: of a later
 * version of Forecourt. `waiting`: cannot be opened or checked yet, its sealed form is kept. `erased`, `refused`: without content.
 * Stored: the words must not change.
 */
export type EntryState = 'accepted' | 'newer' | 'waiting' | 'erased' | 'refused'

/** A row of `team_entry`. */
export interface StoredEntry {
  readonly device: string
  readonly n: number
  readonly state: EntryState
  /** Of each state but `accepted`, by which they are found. */
  readonly reason: string | null
  readonly kind: string | null
  readonly subject: SubjectKey | null
  /** The time that its writer gave; null without content. */
  readonly at_ms: number | null
  /** Milliseconds since 1970: when it came to this PC. */
  readonly arrived_at: number
  /** JSON. */
  readonly content: string | null
  /** As the server has it: of entries that are waiting, and of own ones, in case the server loses them. */
  readonly body: Uint8Array | null
}

/** What of a row is not given is null. */
export const storedEntry = (given: Partial<StoredEntry> & Omit<StoredEntry, keyof typeof empty>): StoredEntry => ({
  ...empty,
  ...given,
})
const empty = { reason: null, kind: null, subject: null, at_ms: null, content: null, body: null }

/** The row of an entry that is accepted. */
export const acceptedRow = (
  entry: NewEntry,
  given: Pick<StoredEntry, 'device' | 'n' | 'arrived_at' | 'content' | 'body'>,
): StoredEntry =>
  storedEntry({ ...given, state: 'accepted', kind: entry.kind, subject: subjectOf(entry), at_ms: entry.at[0] })

/** An entry with the time of its arrival on this PC. */
export type ArrivedEntry = LogEntry & { readonly arrivedAtMs: number }

/** What the database has of the team's log. */
export type LogRepository = ReturnType<typeof createLogRepository>

export function createLogRepository(database: Database) {
  const deviceRow = (device: string) =>
    database.get<{ head: number; pushed: number }>('SELECT head, pushed FROM team_device WHERE device = ?', [device])
  const setHead = (device: string, head: number): void => {
    database.run(
      'INSERT INTO team_device (device, head, pushed) VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET head = excluded.head',
      [device, head],
    )
  }
  const get = (device: string, n: number): StoredEntry | null =>
    database.get<StoredEntry>('SELECT * FROM team_entry WHERE device = ? AND n = ?', [device, n]) ?? null
  const heads = (): ReadonlyMap<string, number> =>
    new Map(
      database
        .all<{ device: string; head: number }>('SELECT device, head FROM team_device WHERE head > 0')
        .map(({ device, head }) => [device, head]),
    )
  return {
    /** The greatest number that this PC has, by device. Numbers have no gaps. */
    heads,
    headOf: (device: string): number => deviceRow(device)?.head ?? 0,
    /** The time that the last entry of the device gives, or that of its arrival when it has no content; null: there is none. */
    lastEntryMs(device: string): number | null {
      const last = get(device, deviceRow(device)?.head ?? 0)
      return last ? (last.at_ms ?? last.arrived_at) : null
    },
    /** The greatest number of the device that the server is known to have. */
    pushedOf: (device: string): number => deviceRow(device)?.pushed ?? 0,
    setPushed(device: string, n: number): void {
      database.run('UPDATE team_device SET pushed = max(pushed, ?) WHERE device = ?', [n, device])
    },
    /** Adds or replaces entries, in the caller's transaction. Those of a device behind its head follow each other. */
    put(entries: readonly StoredEntry[]): void {
      const changed = new Map<string, number>()
      for (const { device, n, state, reason, kind, subject, at_ms: atMs, arrived_at: at, content, body } of entries) {
        const head = changed.get(device) ?? deviceRow(device)?.head ?? 0
        if (n > head + 1) throw new Error('An entry before this one is missing')
        changed.set(device, Math.max(head, n))
        database.run(
          `INSERT INTO team_entry (device, n, state, reason, kind, subject, at_ms, arrived_at, content, body)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason, kind = excluded.kind,
             subject = excluded.subject, at_ms = excluded.at_ms, content = excluded.content, body = excluded.body`,
          [device, n, state, reason, kind, subject, atMs, at, content, body],
        )
      }
      for (const [device, head] of changed) setHead(device, head)
    },
    get,
    /** Removes the entries of a device from a number on. */
    removeFrom(device: string, n: number): void {
      database.run('DELETE FROM team_entry WHERE device = ? AND n >= ?', [device, n])
      database.run(
        'UPDATE team_device SET head = min(head, $last), pushed = min(pushed, $last) WHERE device = $device',
        {
          device,
          last: n - 1,
        },
      )
    },
    /** Own entries in sealed form with a number greater than `after`, in order. Those that were erased have no body. */
    sealedAfter: (device: string, after: number, limit: number): SealedEntry[] =>
      database
        .all<{ n: number; body: Uint8Array | null }>(
          'SELECT n, body FROM team_entry WHERE device = ? AND n > ? ORDER BY n LIMIT ?',
          [device, after, limit],
        )
        .map(({ n, body }) => ({ device, n, body: body ?? new Uint8Array() })),
    /** Accepted entries about a subject for which `isMerged` holds. */
    entriesOf: (subject: SubjectKey, isMerged: (entry: StoredEntry) => boolean = () => true): ArrivedEntry[] =>
      database
        .all<StoredEntry>("SELECT * FROM team_entry WHERE subject = ? AND state = 'accepted'", [subject])
        .flatMap((stored) => {
          const entry = isMerged(stored) ? toLogEntry(stored) : null
          return entry ? [{ ...entry, arrivedAtMs: stored.arrived_at }] : []
        }),
    /** Entries of which only the sealed form is here, in pages. */
    waitingAfter: (device: string, n: number, limit: number): SealedEntry[] =>
      database.all<SealedEntry>(
        `SELECT device, n, body FROM team_entry
         WHERE reason IN ('unknown-member', 'unknown-key', 'newer-format') AND (device, n) > (?, ?)
         ORDER BY device, n LIMIT ?`,
        [device, n, limit],
      ),
    /** Entries of later versions. */
    newerEntries: (): StoredEntry[] =>
      database.all<StoredEntry>("SELECT * FROM team_entry WHERE reason = 'newer' ORDER BY device, n"),
    /** Notes that what is merged about the accepted entries of a device after one number up to another has changed. */
    noteChanged(device: string, after: number, to: number): void {
      database.run(
        `INSERT INTO team_changed (subject) SELECT DISTINCT subject FROM team_entry
         WHERE device = ? AND n > ? AND n <= ? AND state = 'accepted' AND subject IS NOT NULL ON CONFLICT DO NOTHING`,
        [device, after, to],
      )
    },
    /** `refused`: also accepted entries behind the last one of their device that counts. */
    counts(lastCounted: (device: string) => number): { readonly newer: number; readonly refused: number } {
      const counted = database.get<{ newer: number; refused: number }>(
        `SELECT count(*) FILTER (WHERE reason IN ('newer', 'newer-format')) AS newer,
           count(*) FILTER (WHERE state = 'refused') AS refused
         FROM team_entry WHERE reason IS NOT NULL`,
      )
      let refused = counted?.refused ?? 0
      for (const [device, head] of heads()) {
        const last = lastCounted(device)
        if (last >= head) continue
        refused +=
          database.value<number>("SELECT count(*) FROM team_entry WHERE device = ? AND n > ? AND state = 'accepted'", [
            device,
            last,
          ]) ?? 0
      }
      return { newer: counted?.newer ?? 0, refused }
    },
  }
}

/** Null for one whose texts a deletion has made unreadable. */
function toLogEntry({ device, n, content }: StoredEntry): LogEntry | null {
  const parsed = content === null ? null : parseEntry(content)
  return parsed?.state === 'known' ? { ...parsed.entry, device, n } : null
}

/** Removes the log of a team that this PC has left, and the work of the others. */
export function clearTeamLog(database: Database): void {
  database.transaction(() => {
    leaveTeamWork(database)
    for (const table of ['team_entry', 'team_device', 'team_mark']) database.run(`DELETE FROM ${table}`)
    for (const name of [teamMarkKeySetting, erasingSetting, publishingSetting]) writeSetting(database, name, null)
  })
}
