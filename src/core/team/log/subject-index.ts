import type { Database, SqlValue } from '../../database/database.ts'
import { entriesInBlocks, numbersOfDevice, type Place } from '../../database/team-blocks.ts'
import type { SubjectKey } from './subject.ts'

/** What the index has of an entry. */
export interface IndexedEntry {
  readonly device: string
  readonly n: number
  readonly subject: SubjectKey
  readonly subjectHash: number
  /** The time that an outcome gives; null: it is none. */
  readonly outcomeMs: number | null
}

/** What the index has of the entries of a block. */
export interface IndexedBlock {
  readonly subjects: readonly SubjectKey[]
  readonly subjectHashes: Float64Array
  /** The times that outcomes give; NaN: it is none. */
  readonly outcomeTimes: Float64Array
}

/**
 * Finds entries by the hash of their subject, and outcomes by their time. Places can also be of entries that were emptied or that
 * only have the same hash: the caller compares the subject.
 */
export interface SubjectIndex {
  /** Adds an entry, in the caller's transaction, and notes that its subject has changed (`team_changed`). */
  add(entry: IndexedEntry): void
  /**
   * Adds the entries of blocks from a place on, in the caller's transaction. They are found when it has ended, and sorted into the tables
   * later: in the order of their arrival, each would change another page of the file. Their subjects are noted as changed then.
   */
  addLater(place: Place, blocks: readonly IndexedBlock[]): void
  /** How many entries wait for `sort`. */
  unsorted(): number
  /** Sorts what was added later into the tables, in short transactions, with a pause after each. Returns whether there was anything. */
  sort(pause: () => Promise<void>): Promise<boolean>
  /** Places about a subject. */
  placesOf(hash: number): readonly Place[]
  /** Places of outcomes of this time or later. */
  outcomesSince(fromMs: number): readonly Place[]
  /** Null: nothing of the device is indexed. */
  placeOf(device: string, n: number): Place | null
  /** Gives the device a number when it has none, in the caller's transaction. */
  addPlaceOf(device: string, n: number): Place
}

/** SQL: the entry `e` of each place of the table `p`. */
export const entryOfPlace = `CROSS JOIN team_device d ON d.number = p.place >> 32
  CROSS JOIN team_entry e ON e.device = d.device AND e.n = p.place & 4294967295`

/** Of each entry: hash, place, time of the outcome (NaN: none). */
const fields = 3
const [hashField, placeField, timeField] = [0, 1, 2]
/** In one go, a millisecond: their positions need 14 of the 53 bits of a number, beside 39 of what they are sorted by (48 bits, and 43 of a time). */
const sortedAtOnce = 2 ** 14
const droppedOf = (field: number): number => (field === hashField ? 2 ** 9 : 2 ** 4)
/** The length of a transaction, and after how many rows the time is compared. */
const sliceMs = 6
/** In one statement: each takes as long as ten rows. */
const rowsAtOnce = 50
/** Sorted in one go: 3 ms. */
const notedAtOnce = 4_000
/** Some 200 pages: the write-ahead log is moved in short pieces. */
const slicesBetweenMoves = 3

export function createSubjectIndex(database: Database): SubjectIndex {
  let unsorted = new Float64Array(0)
  let count = 0
  /** Their subjects; null: only the database has it. */
  let subjects: (SubjectKey | null)[] = []

  const note = insertInto(database, 'team_changed (subject)', 1)
  const addPlaces = insertInto(database, 'team_place (subject_hash, place)', 2)
  const addTimes = insertInto(database, 'team_outcome_time (at_ms, place)', 2)

  const knownNumber = (device: string): number | null =>
    database.get<{ number: number | null }>('SELECT number FROM team_device WHERE device = ?', [device])?.number ?? null
  const deviceNumber = (device: string): number => {
    const known = knownNumber(device)
    if (known !== null) return known
    const added = database.get<{ number: number }>(
      `INSERT INTO team_device (device, head, pushed, number)
       VALUES (?, 0, 0, (SELECT coalesce(max(number), 0) + 1 FROM team_device))
       ON CONFLICT DO UPDATE SET number = excluded.number RETURNING number`,
      [device],
    )
    return added?.number ?? 0
  }
  const add = ({ device, n, subject, subjectHash: hash, outcomeMs }: IndexedEntry): void => {
    const place = deviceNumber(device) * numbersOfDevice + n
    addPlaces([hash, place])
    if (outcomeMs !== null) addTimes([outcomeMs, place])
    note([subject])
  }
  /** Null: its entry was emptied. */
  const subjectAt = (place: Place): SubjectKey | null =>
    database.get<{ subject: string | null }>(
      `SELECT e.subject FROM (SELECT CAST(? AS INTEGER) AS place) p ${entryOfPlace}`,
      [place],
    )?.subject ??
    entriesInBlocks(database, [place])[0]?.subject ??
    null

  const remember = (values: Float64Array, ofEntries: Iterable<SubjectKey | null>): void => {
    for (const subject of ofEntries) subjects.push(subject)
    const used = count * fields
    if (used + values.length > unsorted.length) {
      const larger = new Float64Array(Math.max(unsorted.length * 2, used + values.length))
      larger.set(unsorted.subarray(0, used))
      unsorted = larger
    }
    unsorted.set(values, used)
    count += values.length / fields
  }
  const forget = (removed: number): void => {
    unsorted.copyWithin(0, removed * fields, count * fields)
    count -= removed
    subjects = subjects.slice(removed)
    if (count === 0) unsorted = new Float64Array(0)
  }

  // Left by a program that ended before they were sorted.
  const parts = database.all<{ places: Uint8Array }>('SELECT places FROM team_unsorted_place ORDER BY number')
  for (const { places } of parts) {
    const values = new Float64Array(new Uint8Array(places).buffer)
    remember(
      values,
      Array.from({ length: values.length / fields }, () => null),
    )
  }

  /**
   * Writes the first entries in the order of a field, so that neighbours in a table are written together. `rows`: value and place of each,
   * `positions`: where they are here.
   */
  const writeInOrder = async (
    field: number,
    length: number,
    write: (rows: readonly number[], positions: readonly number[]) => void,
    pause: () => Promise<void>,
  ): Promise<void> => {
    const order = await positionsInOrder(() => unsorted, { field, length }, pause)
    let slices = 0
    for (let position = order.next(); !position.done;) {
      database.transaction(() => {
        for (const startedAt = performance.now(); !position.done && performance.now() - startedAt < sliceMs;) {
          const [rows, positions]: [number[], number[]] = [[], []]
          for (let row = 0; row < rowsAtOnce && !position.done; row += 1) {
            const from = position.value * fields
            positions.push(position.value)
            rows.push(unsorted[from + field] ?? 0, unsorted[from + placeField] ?? 0)
            position = order.next()
          }
          write(rows, positions)
        }
      }, 'later')
      await pause()
      slices += 1
      if (slices % slicesBetweenMoves > 0) continue
      database.moveLog()
      await pause()
    }
  }

  /** In the order in which they are worked on later, so that what is removed together is together. */
  const noteAll = async (changed: ReadonlySet<SubjectKey>, pause: () => Promise<void>): Promise<void> => {
    const all = [...changed]
    for (let from = 0; from < all.length; from += notedAtOnce) {
      const part = all.slice(from, from + notedAtOnce).toSorted()
      await pause()
      for (let at = 0; at < part.length;) {
        database.transaction(() => {
          for (const startedAt = performance.now(); at < part.length && performance.now() - startedAt < sliceMs;) {
            note(part.slice(at, at + rowsAtOnce))
            at += rowsAtOnce
          }
        }, 'later')
        await pause()
      }
      database.moveLog()
      await pause()
    }
  }

  return {
    add,
    addLater(place, blocks) {
      const ofEntries = blocks.flatMap((block) => block.subjects)
      const values = new Float64Array(ofEntries.length * fields)
      let at = 0
      for (const { subjectHashes, outcomeTimes } of blocks) {
        for (let position = 0; position < subjectHashes.length; position += 1, at += 1) {
          values[at * fields + hashField] = subjectHashes[position] ?? 0
          values[at * fields + placeField] = place + at
          values[at * fields + timeField] = outcomeTimes[position] ?? NaN
        }
      }
      database.run('INSERT INTO team_unsorted_place (places) VALUES (?)', [new Uint8Array(values.buffer)])
      database.afterCommit(() => remember(values, ofEntries))
    },
    unsorted: () => count,
    async sort(pause) {
      if (count === 0) return false
      const sorted = count
      const last =
        database.get<{ number: number }>('SELECT max(number) AS number FROM team_unsorted_place')?.number ?? 0
      let noted: number | null = null
      const changed = new Set<SubjectKey>()
      const addAndNote = (rows: readonly number[], positions: readonly number[]): void => {
        addPlaces(rows)
        for (const [row, position] of positions.entries()) {
          const hash = rows[row * 2] ?? 0
          if (hash === noted) continue
          noted = hash
          const subject = subjects[position] ?? subjectAt(rows[row * 2 + 1] ?? 0)
          if (subject !== null) changed.add(subject)
        }
      }
      await writeInOrder(hashField, sorted, addAndNote, pause)
      await noteAll(changed, pause)
      await writeInOrder(timeField, sorted, addTimes, pause)
      for (let removed = 1; removed > 0;) {
        removed = database.transaction(
          () => database.run('DELETE FROM team_unsorted_place WHERE number <= ? LIMIT 20', [last]).changes,
          'later',
        )
        await pause()
      }
      forget(sorted)
      return true
    },
    placesOf(hash) {
      const places = database
        .all<{ place: Place }>('SELECT place FROM team_place WHERE subject_hash = ?', [hash])
        .map(({ place }) => place)
      const sorted = places.length
      for (let at = 0; at < count * fields; at += fields) {
        if (unsorted[at + hashField] === hash) places.push(unsorted[at + placeField] ?? 0)
      }
      return places.length === sorted ? places : [...new Set(places)]
    },
    outcomesSince(fromMs) {
      const places = new Set(
        database
          .all<{ place: Place }>('SELECT place FROM team_outcome_time WHERE at_ms >= ?', [fromMs])
          .map(({ place }) => place),
      )
      for (let at = 0; at < count * fields; at += fields) {
        // A comparison with NaN is false.
        if ((unsorted[at + timeField] ?? 0) >= fromMs) places.add(unsorted[at + placeField] ?? 0)
      }
      return [...places]
    },
    placeOf(device, n) {
      const number = knownNumber(device)
      return number === null ? null : number * numbersOfDevice + n
    },
    addPlaceOf: (device, n) => deviceNumber(device) * numbersOfDevice + n,
  }
}

/** Adds rows, whose values follow each other, to a table that does not have them. */
function insertInto(database: Database, columns: string, size: number): (values: readonly SqlValue[]) => void {
  const row = `(${Array.from({ length: size }, () => '?').join(', ')})`
  const insert = (rows: number): string =>
    `INSERT OR IGNORE INTO ${columns} VALUES ${Array.from({ length: rows }, () => row).join(', ')}`
  const [one, many] = [insert(1), insert(rowsAtOnce)]
  return (values) => {
    if (values.length === rowsAtOnce * size) database.run(many, values)
    else for (let at = 0; at < values.length; at += size) database.run(one, values.slice(at, at + size))
  }
}

/**
 * The positions of the first entries that have the field, about in its order: sorted in parts, with a pause after each, and merged while
 * they are read. A comparison function would take ten times as long.
 */
async function positionsInOrder(
  values: () => Float64Array,
  { field, length }: { readonly field: number; readonly length: number },
  pause: () => Promise<void>,
): Promise<Iterator<number, undefined>> {
  const parts: Float64Array[] = []
  for (let from = 0; from < length; from += sortedAtOnce) {
    const all = values()
    const keys = new Float64Array(Math.min(sortedAtOnce, length - from))
    let used = 0
    for (let at = 0; at < keys.length; at += 1) {
      const value = all[(from + at) * fields + field] ?? NaN
      if (Number.isNaN(value)) continue
      keys[used] = Math.floor(value / droppedOf(field)) * sortedAtOnce + at
      used += 1
    }
    parts.push(keys.subarray(0, used).sort())
    await pause()
  }
  return merged(parts)
}

/** Of keys of sorted parts, the positions that are in them, in the order of the keys. */
function* merged(parts: readonly Float64Array[]): Generator<number, undefined> {
  const next = parts.map(() => 0)
  for (;;) {
    let [first, least] = [-1, Infinity]
    for (let part = 0; part < parts.length; part += 1) {
      const key = (parts[part]?.[next[part] ?? 0] ?? Infinity) / sortedAtOnce
      if (key < least) [first, least] = [part, key]
    }
    const at = next[first]
    if (at === undefined) return
    next[first] = at + 1
    yield first * sortedAtOnce + ((parts[first]?.[at] ?? 0) % sortedAtOnce)
  }
}
