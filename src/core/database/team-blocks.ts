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
  readonly arrivedAtMs: number
}

interface BlockRow {
  readonly place: Place
  readonly size: number
  readonly arrived_at: number
  readonly entries: Uint8Array
}

/** About a page of the database when they are compressed: one entry is read without the others of its device. */
export const entriesOfBlock = 32

/** An entry has two lines: what is stored about it, and its text. Both are empty when it was taken out. */
const linesOfEntry = 2
export const fitsInBlock = ({ subject, content }: Pick<BlockEntry, 'subject' | 'content'>): boolean =>
  !content.includes('\n') && !subject.includes('\n') && subject.isWellFormed()

const columns = 'place, size, arrived_at, entries'
const linesOf = ({ entries }: BlockRow): string[] => {
  const block = decompressBlock(entries)
  if (!block) throw new Error('A block of entries has no codec')
  return block.toString().split('\n')
}
const compressed = (lines: readonly string[]): Uint8Array => compressBlock(Buffer.from(lines.join('\n')))
const headLine = ({ kind, subjectHash, atMs, subject }: BlockEntry): string =>
  `${kind} ${subjectHash} ${atMs} ${subject}`

function entryAt(
  { place, arrived_at: arrivedAtMs }: BlockRow,
  lines: readonly string[],
  at: number,
): PlacedEntry | null {
  const head = lines[at * linesOfEntry] ?? ''
  if (head === '') return null
  const [kind = '', hash, atMs] = head.split(' ', 3)
  return {
    place: place + at,
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

/** What retention reads; null: no entry is an outcome. */
function oldestOutcome(entries: readonly BlockEntry[]): number | null {
  let oldest: number | null = null
  for (const { kind, atMs } of entries) if (kind === 'outcome' && (oldest === null || atMs < oldest)) oldest = atMs
  return oldest
}

/** Stores entries of a device that follow each other, in the caller's transaction. Each must fit (`fitsInBlock`). */
export function addBlock(
  database: Database,
  {
    place,
    arrivedAtMs,
    entries,
  }: { readonly place: Place; readonly arrivedAtMs: number; readonly entries: readonly BlockEntry[] },
): void {
  const lines: string[] = []
  for (const entry of entries) lines.push(headLine(entry), entry.content)
  database.run(`INSERT INTO team_block (${columns}, oldest_ms) VALUES (?, ?, ?, ?, ?)`, [
    place,
    entries.length,
    arrivedAtMs,
    compressed(lines),
    oldestOutcome(entries),
  ])
}

/** The last block that begins at a place or before it. */
const blockAt = (database: Database, place: Place): BlockRow | null => {
  const row = database.get<BlockRow>(`SELECT ${columns} FROM team_block WHERE place <= ? ORDER BY place DESC LIMIT 1`, [
    place,
  ])
  return row && place < row.place + row.size ? row : null
}

/** The entries of these places that are in blocks, in the order of the places. */
export function entriesInBlocks(database: Database, places: readonly Place[]): PlacedEntry[] {
  let [row, lines]: [BlockRow | null, readonly string[]] = [null, []]
  return places
    .toSorted((one, other) => one - other)
    .flatMap((place) => {
      if (!row || place >= row.place + row.size) {
        row = blockAt(database, place)
        lines = row ? linesOf(row) : []
      }
      return (row && entryAt(row, lines, place - row.place)) ?? []
    })
}

/** All entries in blocks, block by block, those after a place. */
export function* entriesByBlock(database: Database, after: Place = 0): Generator<readonly PlacedEntry[], void> {
  for (let last = after; ;) {
    const row = database.get<BlockRow>(`SELECT ${columns} FROM team_block WHERE place > ? ORDER BY place LIMIT 1`, [
      last,
    ])
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

/** The device of a place. */
export const deviceOfPlace = (database: Database, place: Place): string =>
  database.get<{ device: string }>('SELECT device FROM team_device WHERE number = ?', [
    Math.floor(place / numbersOfDevice),
  ])?.device ?? ''

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
  const rows = database.all<BlockRow>(`SELECT ${columns} FROM team_block WHERE place > ? AND place < ?`, [from, to])
  for (const row of first ? [first, ...rows] : rows) {
    takeOutOfBlocks(
      database,
      entriesIn(row).flatMap(({ place }) => (place >= from && place < to ? [place] : [])),
    )
  }
}

function addSingle(database: Database, entry: PlacedEntry): void {
  const { place, kind, subject, subjectHash, atMs, arrivedAtMs, content } = entry
  database.run(
    `INSERT INTO team_entry (device, n, state, kind, subject, subject_hash, at_ms, arrived_at, content)
     VALUES (?, ?, 'accepted', ?, ?, ?, ?, ?, ?)`,
    [deviceOfPlace(database, place), place % numbersOfDevice, kind, subject, subjectHash, atMs, arrivedAtMs, content],
  )
}
