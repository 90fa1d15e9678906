import type { Database } from '../../database/database.ts'
import { writeSetting } from '../../database/settings.ts'
import {
  addBlock,
  createRecentBlocks,
  numbersOfDevice,
  takeOutOfBlocks,
  takeRangeOut,
  type PackedBlock,
} from '../../database/team-blocks.ts'
import { teamMarkKeySetting } from '../../database/team-outbox.ts'
import type { SealedEntry } from '../team-server.ts'
import type { LogEntry } from './entry.ts'
import { erasingSetting, leaveTeamWork, publishingSetting } from './leave-work.ts'
import { subjectHash, type SubjectKey } from './subject.ts'
import { entriesAt, entryOf, toLogEntry, type StoredEntry } from './stored-entries.ts'
import { createSubjectIndex, type IndexedBlock, type IndexedEntry } from './subject-index.ts'

/** An entry with the time of its arrival on this PC. */
export interface ArrivedEntry {
  readonly entry: LogEntry
  readonly arrivedAtMs: number
}

/** What the database has of the team's log. */
export interface LogRepository {
  /** The greatest number that this PC has, by device. Numbers have no gaps. */
  heads(): ReadonlyMap<string, number>
  headOf(device: string): number
  /** The time that the last entry of the device gives, or that of its arrival when it has no content; null: there is none. */
  lastEntryMs(device: string): number | null
  /** The greatest number of the device that the server is known to have. */
  pushedOf(device: string): number
  setPushed(device: string, n: number): void
  /** Adds the next entry of a device, or replaces one. */
  put(entry: StoredEntry): void
  /** Adds entries of a device after its head, in the caller's transaction. */
  addMany(entries: readonly StoredEntry[]): void
  /** Adds blocks of accepted entries that follow the head of the device, in the caller's transaction. `sortIndex` completes it. */
  addBlocks(device: string, n: number, blocks: readonly (PackedBlock & IndexedBlock)[], arrivedAtMs: number): void
  /** How many entries wait for `sortIndex`. */
  unsorted(): number
  /**
   * Completes the index of what `addBlocks` added, in short transactions, and notes what has changed. Reading is right without it.
   * Returns whether there was anything.
   */
  sortIndex(pause: () => Promise<void>): Promise<boolean>
  get(device: string, n: number): StoredEntry | null
  /** Removes the entries of a device from a number on. */
  removeFrom(device: string, n: number): void
  /** Own entries in sealed form with a number greater than `after`, in order. Those that were erased have no body. */
  sealedAfter(device: string, after: number, limit: number): SealedEntry[]
  /** What is merged about a subject. */
  entriesOf(subject: SubjectKey): ArrivedEntry[]
  /** Entries with content about the members, also those that do not count. */
  membershipEntries(subject: SubjectKey): LogEntry[]
  /** Entries of which only the sealed form is here, in pages. */
  waitingAfter(device: string, n: number, limit: number): SealedEntry[]
  /** Entries of later versions, as the JSON that they are. */
  newerEntries(): { readonly device: string; readonly n: number; readonly content: string }[]
  /** Lets at most `limit` entries of a device up to a number be merged again. Returns how many there were. */
  countUpTo(device: string, last: number, limit: number): number
  /** Takes those of the entries after a number, up to another one, that are merged out of it. */
  discountRange(device: string, after: number, to: number): void
  /** Subjects whose outcomes say to be of this time or later. */
  subjectsSince(fromMs: number): SubjectKey[]
  counts(): { readonly newer: number; readonly refused: number }
}

/** `isMerged`: of entries with content. */
export function createLogRepository(
  database: Database,
  isMerged: (entry: StoredEntry) => boolean = ({ state }) => state === 'accepted',
): LogRepository {
  const headRow = (device: string) =>
    database.get<{ head: number; pushed: number }>('SELECT head, pushed FROM team_device WHERE device = ?', [device])
  const setHead = (device: string, head: number): void => {
    database.run(
      'INSERT INTO team_device (device, head, pushed) VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET head = excluded.head',
      [device, head],
    )
  }
  const index = createSubjectIndex(database)
  const recent = createRecentBlocks()
  const indexedOf = ({ device, n, kind, subject, subjectHash: hash, atMs }: StoredEntry): IndexedEntry | null =>
    subject === null || hash === null
      ? null
      : { device, n, subject, subjectHash: hash, outcomeMs: kind === 'outcome' ? atMs : null }
  const write = (entry: StoredEntry): void => {
    const { device, n, state, reason, kind, subject, subjectHash: hash, atMs, arrivedAtMs, content, body } = entry
    database.run(
      `INSERT INTO team_entry (device, n, state, reason, kind, subject, subject_hash, at_ms, arrived_at, content, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason, kind = excluded.kind,
         subject = excluded.subject, subject_hash = excluded.subject_hash, at_ms = excluded.at_ms, content = excluded.content,
         body = excluded.body`,
      [device, n, state, reason, kind, subject, hash, atMs, arrivedAtMs, content, body],
    )
  }
  const put = (entry: StoredEntry): void => {
    write(entry)
    const indexed = indexedOf(entry)
    if (indexed) index.add(indexed)
  }
  /** About a subject. The caller takes those of some states. */
  const storedOf = (subject: SubjectKey): StoredEntry[] => {
    // As the database has it.
    const stored = subject.toWellFormed()
    return entriesAt(database, index.placesOf(subjectHash(subject)), recent).filter((entry) => entry.subject === stored)
  }
  const get = (device: string, n: number): StoredEntry | null =>
    entryOf(database, device, n) ?? entriesAt(database, [index.placeOf(device, n) ?? 0])[0] ?? null
  const takeOutFrom = (device: string, n: number): void => {
    const from = index.placeOf(device, n)
    if (from !== null) takeRangeOut(database, from, from - n + numbersOfDevice)
  }
  return {
    heads: () =>
      new Map(
        database
          .all<{ device: string; head: number }>('SELECT device, head FROM team_device WHERE head > 0')
          .map(({ device, head }) => [device, head]),
      ),
    headOf: (device) => headRow(device)?.head ?? 0,
    lastEntryMs(device) {
      const last = get(device, headRow(device)?.head ?? 0)
      return last ? (last.atMs ?? last.arrivedAtMs) : null
    },
    pushedOf: (device) => headRow(device)?.pushed ?? 0,
    setPushed(device, n) {
      database.run('UPDATE team_device SET pushed = max(pushed, ?) WHERE device = ?', [n, device])
    },
    put(entry) {
      const { device, n } = entry
      const head = headRow(device)?.head ?? 0
      if (n > head + 1) throw new Error('An entry before this one is missing')
      if (n <= head) takeOutOfBlocks(database, [index.placeOf(device, n) ?? 0])
      put(entry)
      if (n > head) setHead(device, n)
    },
    addMany(entries) {
      for (const entry of entries) {
        write(entry)
        const indexed = indexedOf(entry)
        if (indexed) index.add(indexed)
      }
      const last = entries.at(-1)
      if (last) setHead(last.device, last.n)
    },
    addBlocks(device, n, blocks, arrivedAtMs) {
      const place = index.addPlaceOf(device, n)
      let added = 0
      for (const block of blocks) {
        addBlock(database, { place: place + added, arrivedAtMs, block })
        added += block.size
      }
      index.addLater(place, blocks)
      setHead(device, n + added - 1)
    },
    unsorted: index.unsorted,
    sortIndex: index.sort,
    get,
    removeFrom(device, n) {
      takeOutFrom(device, n)
      database.run('DELETE FROM team_entry WHERE device = ? AND n >= ?', [device, n])
      setHead(device, Math.min(n - 1, headRow(device)?.head ?? 0))
      database.run('UPDATE team_device SET pushed = min(pushed, head) WHERE device = ?', [device])
    },
    sealedAfter: (device, after, limit) =>
      database
        .all<{ n: number; body: Uint8Array | null }>(
          'SELECT n, body FROM team_entry WHERE device = ? AND n > ? ORDER BY n LIMIT ?',
          [device, after, limit],
        )
        .map(({ n, body }) => ({ device, n, body: body ?? new Uint8Array() })),
    entriesOf: (subject) =>
      storedOf(subject).flatMap((stored) => {
        const entry = isMerged(stored) ? toLogEntry(stored) : null
        return entry ? [{ entry, arrivedAtMs: stored.arrivedAtMs }] : []
      }),
    membershipEntries: (subject) =>
      storedOf(subject)
        .filter(({ state }) => state === 'accepted' || state === 'not-counted')
        .flatMap((stored) => toLogEntry(stored) ?? []),
    waitingAfter: (device, n, limit) =>
      database
        .all<{ device: string; n: number; body: Uint8Array }>(
          `SELECT device, n, body FROM team_entry
           WHERE reason IN ('unknown-member', 'unknown-key', 'newer-format') AND (device, n) > (?, ?)
           ORDER BY device, n LIMIT ?`,
          [device, n, limit],
        )
        .map((row) => ({ device: row.device, n: row.n, body: row.body })),
    newerEntries: () =>
      database.all<{ device: string; n: number; content: string }>(
        "SELECT device, n, content FROM team_entry WHERE reason = 'newer' ORDER BY device, n",
      ),
    countUpTo: (device, last, limit) =>
      database.run(
        `UPDATE team_entry SET state = 'accepted', reason = NULL WHERE (device, n) IN (SELECT device, n FROM team_entry
           WHERE reason = 'after-removal' AND device = ? AND n <= ? LIMIT ?)`,
        [device, last, limit],
      ).changes,
    discountRange(device, after, to) {
      const place = index.placeOf(device, 0)
      if (place !== null) takeRangeOut(database, place + after + 1, place + to + 1)
      database.run(
        `UPDATE team_entry SET state = 'not-counted', reason = 'after-removal'
         WHERE device = ? AND n > ? AND n <= ? AND state = 'accepted'`,
        [device, after, to],
      )
    },
    subjectsSince(fromMs) {
      const entries = entriesAt(database, index.outcomesSince(fromMs))
      return [...new Set(entries.flatMap((entry) => (entry.subject && isMerged(entry) ? [entry.subject] : [])))]
    },
    counts: () =>
      database.get<{ newer: number; refused: number }>(
        `SELECT count(*) FILTER (WHERE reason IN ('newer', 'newer-format')) AS newer,
           count(*) FILTER (WHERE state = 'refused' OR reason = 'after-removal') AS refused
         FROM team_entry WHERE reason IS NOT NULL`,
      ) ?? { newer: 0, refused: 0 },
  }
}

const logTables = [
  'team_entry',
  'team_block',
  'team_device',
  'team_mark',
  'team_place',
  'team_outcome_time',
  'team_unsorted_place',
]

/** Removes the log of a team that this PC has left, and the work of the others. */
export function clearTeamLog(database: Database): void {
  database.transaction(() => {
    leaveTeamWork(database)
    for (const table of logTables) database.run(`DELETE FROM ${table}`)
    for (const name of [teamMarkKeySetting, erasingSetting, publishingSetting]) writeSetting(database, name, null)
  })
}
