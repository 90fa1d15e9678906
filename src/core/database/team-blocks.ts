import { compressBlock, decompressBlock } from './block-codec.ts'
import type { Database } from './database.ts'

/*
 * Entries of other PCs that arrived together are stored in blocks: a row for each takes ten times as long to encrypt and write. A block
 * has accepted entries only. Whatever is to change about one takes it out of its block first, into the table of single entries.
 */

/** A device, by its number in `team_device`, and the number of its entry: `device * 2 ** 32 + n`. */
export type Place = number

export const numbersOfDevice = 2 ** 32

/** What a block has of an entry. */
export interface BlockEntry {
  readonly kind: string
  readonly subject: string
  readonly subjectHash: number
  /** The time that its writer gave. */
  readonly atMs: number
  /** JSON. */
  readonly content: string
}

export interface PlacedEntry extends BlockEntry {
  readonly place: Place
  readonly device: string
  readonly n: number
  readonly arrivedAtMs: number
}

interface BlockRow {
  readonly place: Place
  readonly device: string
  readonly size: number
  readonly arrived_at: number
  readonly entries: Uint8Array
}

/** As it is stored. */
export interface PackedBlock {
  readonly size: number
  readonly bytes: Uint8Array
  /** The earliest time of an outcome, which retention reads; null: none is one. */
  readonly oldestMs: number | null
}

/** About a page of the database when they are compressed: one entry is read without the others of its device. */
export const entriesOfBlock = 32
/** Fewer entries are stored one by one. */
export const fewestInBlock = 8

/** An entry has two lines: what is stored about it, and its text. Both are empty when it was taken out. */
const linesOfEntry = 2
export const fitsInBlock = ({ subject, content }: Pick<BlockEntry, 'subject' | 'content'>): boolean =>
  !content.includes('\n') && !subject.includes('\n') && subject.isWellFormed()

const selectBlock =
  'SELECT place, size, arrived_at, entries, device FROM team_block CROSS JOIN team_device ON number = place >> 32'
const linesOf = ({ entries }: Pick<BlockRow, 'entries'>): string[] => decompressBlock(entries).toString().split('\n')
const compressed = (lines: readonly string[]): Uint8Array => compressBlock(Buffer.from(lines.join('\n')))
const headLine = ({ kind, subjectHash, atMs, subject }: BlockEntry): string =>
  `${kind} ${subjectHash} ${atMs} ${subject}`

function entryAt(
  { place, device, arrived_at: arrivedAtMs }: BlockRow,
  lines: readonly string[],
  at: number,
): PlacedEntry | null {
  const head = lines[at * linesOfEntry] ?? ''
  if (head === '') return null
  const [kind = '', hash, atMs] = head.split(' ', 3)
  return {
    place: place + at,
    device,
    n: (place + at) % numbersOfDevice,
    arrivedAtMs,
    kind,
    subjectHash: Number(hash),
    atMs: Number(atMs),
    subject: head.slice(kind.length + (hash?.length ?? 0) + (atMs?.length ?? 0) + 3),
    content: lines[at * linesOfEntry + 1] ?? '',
  }
}

const entriesIn = (row: BlockRow): PlacedEntry[] => {
  const lines = linesOf(row)
  return Array.from({ length: row.size }, (_, at) => entryAt(row, lines, at)).filter((entry) => entry !== null)
}

function oldestOutcome(entries: readonly BlockEntry[]): number | null {
  let oldest: number | null = null
  for (const { kind, atMs } of entries) if (kind === 'outcome' && (oldest === null || atMs < oldest)) oldest = atMs
  return oldest
}

/** Makes a block of entries of a device that follow each other. Each must fit (`fitsInBlock`). */
export function packBlock(entries: readonly BlockEntry[]): PackedBlock {
  const lines: string[] = []
  for (const entry of entries) lines.push(headLine(entry), entry.content)
  return { size: entries.length, bytes: compressed(lines), oldestMs: oldestOutcome(entries) }
}

/** The texts of a block that is not stored so far. */
export function textsOfBlock({ bytes, size }: PackedBlock): string[] {
  const lines = linesOf({ entries: bytes })
  return Array.from({ length: size }, (_, at) => lines[at * linesOfEntry + 1] ?? '')
}

/** Stores a block, in the caller's transaction. */
export function addBlock(
  database: Database,
  { place, arrivedAtMs, block }: { readonly place: Place; readonly arrivedAtMs: number; readonly block: PackedBlock },
): void {
  database.run(`INSERT INTO team_block (place, size, arrived_at, entries, oldest_ms) VALUES (?, ?, ?, ?, ?)`, [
    place,
    block.size,
    arrivedAtMs,
    block.bytes,
    block.oldestMs,
  ])
}

/** The last block that begins at a place or before it. */
const blockAt = (database: Database, place: Place): BlockRow | null => {
  const row = database.get<BlockRow>(`${selectBlock} WHERE place <= ? ORDER BY place DESC LIMIT 1`, [place])
  return row && place < row.place + row.size ? row : null
}

/** Blocks that were read lately, for who reads thousands of cars: entries of each are in many blocks. */
export interface RecentBlocks {
  linesOf(row: Pick<BlockRow, 'place' | 'entries'>): readonly string[]
}

/** 16 MB at most; the collector may free all of it at any time. */
const mostRecent = 1_000

export function createRecentBlocks(): RecentBlocks {
  interface Read {
    readonly entries: Uint8Array
    readonly lines: readonly string[]
  }
  let blocks = new WeakRef(new Map<Place, Read>())
  return {
    linesOf({ place, entries }) {
      let recent = blocks.deref()
      if (!recent) {
        recent = new Map()
        blocks = new WeakRef(recent)
      }
      const known = recent.get(place)
      // An entry may have been taken out since.
      if (known && Buffer.compare(known.entries, entries) === 0) return known.lines
      const lines = linesOf({ entries })
      const [oldest] = recent.keys()
      if (recent.size >= mostRecent && oldest !== undefined) recent.delete(oldest)
      recent.set(place, { entries, lines })
      return lines
    },
  }
}

/** The entries of these places that are in blocks, in the order of the places. */
export function entriesInBlocks(
  database: Database,
  places: readonly Place[],
  recent: RecentBlocks = { linesOf },
): PlacedEntry[] {
  let [row, lines]: [BlockRow | null, readonly string[]] = [null, []]
  return places
    .toSorted((one, other) => one - other)
    .flatMap((place) => {
      if (!row || place >= row.place + row.size) {
        row = blockAt(database, place)
        lines = row ? recent.linesOf(row) : []
      }
      return (row && entryAt(row, lines, place - row.place)) ?? []
    })
}

/** All entries in blocks, block by block, those after a place. */
export function* entriesByBlock(database: Database, after: Place = 0): Generator<readonly PlacedEntry[], void> {
  for (let last = after; ;) {
    const row = database.get<BlockRow>(`${selectBlock} WHERE place > ? ORDER BY place LIMIT 1`, [last])
    if (!row) return
    yield entriesIn(row)
    last = row.place
  }
}

/** The places of blocks that have an outcome before a time (milliseconds since 1970). */
export const blocksBefore = (database: Database, beforeMs: number): Place[] =>
  database
    .all<{ place: Place }>('SELECT place FROM team_block WHERE oldest_ms < ? ORDER BY place', [beforeMs])
    .map(({ place }) => place)

/** The entries of the block that begins at a place. */
export function entriesOfBlockAt(database: Database, place: Place): PlacedEntry[] {
  const row = blockAt(database, place)
  return row ? entriesIn(row) : []
}

/** Moves entries from their blocks into the table of single entries, in the caller's transaction. Those that are in no block stay. */
export function takeOutOfBlocks(database: Database, places: readonly Place[]): void {
  const open = new Set(places)
  for (const place of open) {
    const row = blockAt(database, place)
    if (!row) continue
    const lines = linesOf(row)
    const rest: PlacedEntry[] = []
    for (let at = 0; at < row.size; at += 1) {
      const entry = entryAt(row, lines, at)
      if (!entry) continue
      if (!open.delete(entry.place)) {
        rest.push(entry)
        continue
      }
      addSingle(database, entry)
      lines.fill('', at * linesOfEntry, (at + 1) * linesOfEntry)
    }
    if (rest.length === 0) database.run('DELETE FROM team_block WHERE place = ?', [row.place])
    else {
      database.run('UPDATE team_block SET entries = ?, oldest_ms = ? WHERE place = ?', [
        compressed(lines),
        oldestOutcome(rest),
        row.place,
      ])
    }
  }
}

/** Moves all entries from a place to another one (not included) out of their blocks, in the caller's transaction. */
export function takeRangeOut(database: Database, from: Place, to: Place): void {
  const first = blockAt(database, from)
  const rows = database.all<BlockRow>(`${selectBlock} WHERE place > ? AND place < ?`, [from, to])
  for (const row of first ? [first, ...rows] : rows) {
    takeOutOfBlocks(
      database,
      entriesIn(row).flatMap(({ place }) => (place >= from && place < to ? [place] : [])),
    )
  }
}

function addSingle(database: Database, entry: PlacedEntry): void {
  const { device, n, kind, subject, subjectHash, atMs, arrivedAtMs, content } = entry
  database.run(
    `INSERT INTO team_entry (device, n, state, kind, subject, subject_hash, at_ms, arrived_at, content)
     VALUES (?, ?, 'accepted', ?, ?, ?, ?, ?, ?)`,
    [device, n, kind, subject, subjectHash, atMs, arrivedAtMs, content],
  )
}
