import type { Database } from '../../database/database.ts'
import { subjectHash, type SubjectKey } from './subject.ts'

/** What the index has of an entry. */
export interface IndexedEntry {
  readonly device: string
  readonly n: number
  readonly subject: SubjectKey
  readonly subjectHash: number
  /** The time that an outcome gives; null: it is none. */
  readonly outcomeMs: number | null
}

/** A device, by its number in `team_device`, and the number of its entry: `device * 2 ** 32 + n`. */
export type Place = number

/**
 * Finds entries by the hash of their subject, and outcomes by their time. Places can also be of entries that were emptied or that
 * only have the same hash: the caller compares the subject.
 */
export interface SubjectIndex {
  /** Adds an entry, in the caller's transaction, and notes that its subject has changed (`team_changed`). */
  add(entry: IndexedEntry): void
  /**
   * Adds many entries, in the caller's transaction. They are found when it has ended, and sorted into the tables later: in the order
   * of their arrival, each would change another page of the file. Their subjects are noted as changed then.
   */
  addLater(entries: readonly IndexedEntry[]): void
  /** Whether so many entries wait for `sort` that they should not become more. */
  isFull(): boolean
  /** Sorts what was added later into the tables, in short transactions, with a pause after each. Returns whether there was anything. */
  sort(pause: () => Promise<void>): Promise<boolean>
  /** Places about a subject that are not in the tables so far. */
  unsortedOf(hash: number): readonly Place[]
  /** Places of outcomes of this time or later that are not in the tables so far, one for each subject. */
  unsortedOutcomes(fromMs: number): readonly Place[]
}

/** SQL: the entry `e` of each place of the table `p`. */
export const entryOfPlace = `CROSS JOIN team_device d ON d.number = p.place >> 32
  CROSS JOIN team_entry e ON e.device = d.device AND e.n = p.place & 4294967295`

const numbersOfDevice = 2 ** 32
/** Of each entry: hash, place, time of the outcome (NaN: none). */
const fields = 3
const [hashField, placeField, timeField] = [0, 1, 2]
/** 3 MB. With more of them, less would be written to the tables; with so many, it is a twentieth of what is written of the entries. */
const mostUnsorted = 120_000
/** In one go: their positions need 17 of the 53 bits of a number, beside 36 of what they are sorted by (48 bits, and 43 of a time). */
const sortedAtOnce = 2 ** 17
const droppedOf = (field: number): number => (field === hashField ? 2 ** 12 : 2 ** 7)
/** The length of a transaction, and after how many rows the time is compared. */
const [sliceMs, rowsBetween] = [6, 200]
const rowsWithoutHash = 500
/** Some 300 pages: the write-ahead log is moved in short pieces. */
const slicesBetweenMoves = 4

export function createSubjectIndex(database: Database): SubjectIndex {
  let unsorted = new Float64Array(0)
  let count = 0
  /** The subjects of the hashes, as far as they are known. */
  const subjects = new Map<number, SubjectKey>()

  const note = (subject: SubjectKey): void =>
    void database.run('INSERT INTO team_changed (subject) VALUES (?) ON CONFLICT DO NOTHING', [subject])
  const addPlace = (hash: number, place: Place): void =>
    void database.run('INSERT OR IGNORE INTO team_place (subject_hash, place) VALUES (?, ?)', [hash, place])
  const addTime = (atMs: number, place: Place): void =>
    void database.run('INSERT OR IGNORE INTO team_outcome_time (at_ms, place) VALUES (?, ?)', [atMs, place])

  const deviceNumber = (device: string): number => {
    const known = database.get<{ number: number | null }>('SELECT number FROM team_device WHERE device = ?', [device])
    if (typeof known?.number === 'number') return known.number
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
    addPlace(hash, place)
    if (outcomeMs !== null) addTime(outcomeMs, place)
    note(subject)
  }
  /** Null: its entry was emptied. */
  const subjectAt = (place: Place): SubjectKey | null =>
    database.get<{ subject: string | null }>(
      `SELECT e.subject FROM (SELECT CAST(? AS INTEGER) AS place) p ${entryOfPlace}`,
      [place],
    )?.subject ?? null

  const remember = (values: Float64Array): void => {
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
    if (count > 0) return
    unsorted = new Float64Array(0)
    subjects.clear()
  }

  /** Entries that an earlier version of Forecourt stored. */
  const addWithoutHash = (): void => {
    for (;;) {
      const rows = database.all<{ device: string; n: number; subject: string; kind: string; at_ms: number }>(
        `SELECT device, n, subject, kind, at_ms FROM team_entry
         WHERE subject IS NOT NULL AND subject_hash IS NULL LIMIT ${rowsWithoutHash}`,
      )
      if (rows.length === 0) return
      database.transaction(() => {
        for (const { device, n, subject, kind, at_ms: atMs } of rows) {
          const hash = subjectHash(subject)
          database.run('UPDATE team_entry SET subject_hash = ? WHERE device = ? AND n = ?', [hash, device, n])
          add({ device, n, subject, subjectHash: hash, outcomeMs: kind === 'outcome' ? atMs : null })
        }
      })
    }
  }

  // Left by a program that ended before they were sorted.
  const parts = database.all<{ places: Uint8Array }>('SELECT places FROM team_unsorted_place ORDER BY number')
  for (const { places } of parts) remember(new Float64Array(new Uint8Array(places).buffer))
  addWithoutHash()

  /** Writes the first entries in the order of a field, so that neighbours in a table are written together. */
  const writeInOrder = async (
    field: number,
    length: number,
    write: (value: number, place: Place) => void,
    pause: () => Promise<void>,
  ): Promise<void> => {
    const order = positionsInOrder(unsorted, { field, length })
    let slices = 0
    for (let at = 0; at < order.length;) {
      database.transaction(() => {
        for (const startedAt = performance.now(); at < order.length;) {
          const from = (order[at] ?? 0) * fields
          write(unsorted[from + field] ?? 0, unsorted[from + placeField] ?? 0)
          at += 1
          if (at % rowsBetween === 0 && performance.now() - startedAt > sliceMs) return
        }
      }, 'later')
      await pause()
      slices += 1
      if (slices % slicesBetweenMoves > 0) continue
      database.moveLog()
      await pause()
    }
  }

  return {
    add,
    addLater(entries) {
      if (entries.length === 0) return
      const numbers = new Map<string, number>()
      const values = new Float64Array(entries.length * fields)
      for (const [at, { device, n, subject, subjectHash: hash, outcomeMs }] of entries.entries()) {
        subjects.set(hash, subject)
        const number = numbers.get(device) ?? deviceNumber(device)
        numbers.set(device, number)
        values[at * fields + hashField] = hash
        values[at * fields + placeField] = number * numbersOfDevice + n
        values[at * fields + timeField] = outcomeMs ?? NaN
      }
      database.run('INSERT INTO team_unsorted_place (places) VALUES (?)', [new Uint8Array(values.buffer)])
      database.afterCommit(() => remember(values))
    },
    isFull: () => count >= mostUnsorted,
    async sort(pause) {
      if (count === 0) return false
      const sorted = count
      const last =
        database.get<{ number: number }>('SELECT max(number) AS number FROM team_unsorted_place')?.number ?? 0
      let noted: number | null = null
      const addAndNote = (hash: number, place: Place): void => {
        addPlace(hash, place)
        if (hash === noted) return
        noted = hash
        const subject = subjects.get(hash) ?? subjectAt(place)
        if (subject !== null) note(subject)
      }
      await writeInOrder(hashField, sorted, addAndNote, pause)
      await writeInOrder(timeField, sorted, addTime, pause)
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
    unsortedOf(hash) {
      const places: Place[] = []
      for (let at = 0; at < count * fields; at += fields) {
        if (unsorted[at + hashField] === hash) places.push(unsorted[at + placeField] ?? 0)
      }
      return places
    },
    unsortedOutcomes(fromMs) {
      const places = new Map<number, Place>()
      for (let at = 0; at < count * fields; at += fields) {
        // A comparison with NaN is false.
        if ((unsorted[at + timeField] ?? 0) >= fromMs)
          places.set(unsorted[at + hashField] ?? 0, unsorted[at + placeField] ?? 0)
      }
      return [...places.values()]
    },
  }
}

/** The positions of the first entries that have the field, about in its order. A comparison function would take ten times as long. */
function positionsInOrder(
  values: Float64Array,
  { field, length }: { readonly field: number; readonly length: number },
): readonly number[] {
  const positions: number[] = []
  for (let from = 0; from < length; from += sortedAtOnce) {
    const keys: number[] = []
    for (let at = from; at < Math.min(length, from + sortedAtOnce); at += 1) {
      const value = values[at * fields + field] ?? NaN
      if (!Number.isNaN(value)) keys.push(Math.floor(value / droppedOf(field)) * sortedAtOnce + at - from)
    }
    for (const key of Float64Array.from(keys).toSorted()) positions.push(from + (key % sortedAtOnce))
  }
  return positions
}
