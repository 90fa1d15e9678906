import type { RemoteCustomer } from '../../service/service-client.ts'
import type { ListedReferences } from '../../uploads/listed-references.ts'
import { isPlainRecord, type PlainPage, type PlainRecord } from '../plain/plain-page.ts'
import { findReference } from '../../service/row-reference.ts'
import { wordsPerUuid } from '../record/uuid-words.ts'
import { groupReferences } from './grouped-references.ts'
import { createKnownRuns } from './known-runs.ts'
import { grown } from '../packed/grow.ts'
import { createPackedIds } from './packed-ids.ts'

/**
 * What the syncs of a connection and region have read and saved: packed, about 60 bytes for each record. A page or a
 * run of records whose text is known is neither parsed nor saved again. In memory only, so the first sync after a start reads everything.
 */
export interface KnownRecords {
  /** Starts a pass: nothing is listed yet. `expected`: about how many records the list has. */
  start(expected: number): void
  /** The runs of the page with this digest, when all their records are still known by these texts; else null. */
  findPage(digest: string): Int32Array | null
  rememberPage(digest: string, runs: Int32Array): void
  /** The run of records whose text has the digest that begins at a place, when all of them are still known by it; −1: there is none. */
  findRun(digests: Uint32Array, at: number): number
  rememberRun(digests: Uint32Array, at: number, numbers: readonly number[]): number
  countOf(run: number): number
  /** Counts the records of a run as listed in this pass. */
  listRun(run: number): void
  /** Counts a record that was parsed as listed, and returns its number. */
  listParsed(record: RemoteCustomer | PlainRecord): number
  /** The same for so many customers of a page, from one on. */
  listPlain(page: PlainPage, first: number, count: number): number[]
  /** Call when the cache has the record as it was listed, or newer. `run`: the run that it was listed in; −1: none. */
  confirm(number: number, run: number): void
  /** Records were changed or removed by something else than this pass: they will be parsed and compared again. */
  forget(ids: Iterable<string>): void
  /** How many records this pass has listed. */
  readonly listed: number
  /** How many of them are certainly in the cache. */
  countConfirmed(): number
  /** The place of a record in this pass, from 1; 0: it is not listed. */
  placeOf(id: string): number
  /** How many entries the list had when a pass last read all of it; null: that is not certain. */
  readonly endsAt: number | null
  /** The ids of records that earlier passes have listed, and this one has not. */
  unlisted(): string[]
  /** The upload references of the listed records. */
  references(): ListedReferences
  /** Ends a pass that has read the whole list: what it did not list is forgotten. `endsAt`: how many entries the list has. */
  end(endsAt?: number | null): void
}

interface KnownPage {
  readonly runs: Int32Array
  isListed: boolean
}

/** A sync after a change adds runs where pages begin and end. A pass that finds nothing changed has one run for four records. */
const mostRunsPerRecord = 0.75

/** More rows than any file has: the row of a reference that Forecourt did not make. */
const tooHighRow = 2 ** 32

/** Columns by number. */
const emptyColumns = (length: number) => ({
  /** The place in this pass, from 1; 0: not listed. */
  places: new Uint32Array(length),
  /** 1: the cache has the record. */
  confirmed: new Uint8Array(length),
  /** The run by whose text the record is known, plus one; 0: none. */
  runs: new Uint32Array(length),
  /** The upload and the row of the record's reference; 0: none. */
  uploads: new Uint32Array(length),
  rows: new Uint32Array(length),
})

export function createKnownRecords(): KnownRecords {
  let ids = createPackedIds()
  let runs = createKnownRuns()
  let columns = emptyColumns(256)
  let pages = new Map<string, KnownPage>()
  const uploadNumbers = new Map<string, number>()
  let listed = 0
  let lastEnd: number | null = null
  /** The listed records that the cache has. */
  let confirmed = 0

  const growColumns = (length: number): void => {
    const longer = new Uint8Array(length)
    longer.set(columns.confirmed)
    columns = {
      places: grown(columns.places, length),
      confirmed: longer,
      runs: grown(columns.runs, length),
      uploads: grown(columns.uploads, length),
      rows: grown(columns.rows, length),
    }
  }

  const list = (number: number): void => {
    if (columns.places[number] !== 0) return
    listed += 1
    columns.places[number] = listed
    if (columns.confirmed[number] === 1) confirmed += 1
  }

  /** Returns whether it was not listed before. */
  const listNumber = (number: number): boolean => {
    if (number >= columns.places.length) growColumns(Math.ceil(ids.size * 1.5))
    const isFirst = columns.places[number] === 0
    list(number)
    return isFirst
  }

  const setReference = (number: number, uploadId: string | null, row: number): void => {
    const isOwn = uploadId !== null && row < tooHighRow
    if (isOwn && !uploadNumbers.has(uploadId)) uploadNumbers.set(uploadId, uploadNumbers.size + 1)
    columns.uploads[number] = isOwn ? (uploadNumbers.get(uploadId) ?? 0) : 0
    columns.rows[number] = isOwn ? row : 0
  }

  /** Counts a customer of a page as listed. */
  const listOne = ({ ids: words, columns: ofPage, values, rows }: PlainPage, at: number): number => {
    const number = ids.addUuid(words, at * wordsPerUuid)
    if (listNumber(number)) setReference(number, values.uploadId[ofPage.uploadId[at]!]!, rows[at]!)
    return number
  }

  /** The numbers of the listed records in the order of the list. */
  const inOrder = (): Uint32Array => {
    const numbers = new Uint32Array(listed)
    for (let number = 0; number < ids.size; number += 1) {
      const place = columns.places[number]!
      if (place > 0) numbers[place - 1] = number
    }
    return numbers
  }

  const isKnownByText = (run: number): boolean => {
    const end = runs.endOf(run)
    for (let place = runs.startOf(run); place < end; place += 1) {
      if (columns.runs[runs.memberAt(place)] !== run + 1) return false
    }
    return true
  }

  /** Forgets the runs that no page has any more. */
  const compactRuns = (): void => {
    const kept = runs.only([...pages.values()].flatMap((page) => [...page.runs]))
    runs = kept.runs
    for (const [digest, page] of pages) {
      pages.set(digest, { ...page, runs: page.runs.map((run) => kept.renumbered[run]! - 1) })
    }
    columns.runs = columns.runs.map((run) => (run === 0 ? 0 : kept.renumbered[run - 1]!))
  }

  /** Gives the listed records new numbers from 0. Runs name records by their numbers, so all are read once more. */
  const compact = (): void => {
    const before = { ids, columns }
    const kept = inOrder()
    ids = createPackedIds()
    runs = createKnownRuns()
    columns = emptyColumns(Math.max(256, Math.ceil(kept.length * 1.2)))
    pages = new Map()
    kept.forEach((from, number) => {
      ids.add(before.ids.idOf(from))
      columns.places[number] = number + 1
      columns.confirmed[number] = before.columns.confirmed[from]!
      columns.uploads[number] = before.columns.uploads[from]!
      columns.rows[number] = before.columns.rows[from]!
    })
  }

  return {
    start(expected) {
      if (expected > columns.places.length) {
        growColumns(expected)
        ids.reserve(expected)
      }
      columns.places.fill(0)
      listed = 0
      confirmed = 0
      for (const page of pages.values()) page.isListed = false
    },

    findPage(digest) {
      const page = pages.get(digest)
      if (!page?.runs.every(isKnownByText)) return null
      page.isListed = true
      return page.runs
    },

    rememberPage: (digest, ofPage) => void pages.set(digest, { runs: ofPage, isListed: true }),

    findRun(digests, at) {
      const run = runs.find(digests, at)
      return run >= 0 && isKnownByText(run) ? run : -1
    },

    rememberRun: (digests, at, numbers) => runs.add(digests, at, numbers),
    countOf: (run) => runs.endOf(run) - runs.startOf(run),
    listRun(run) {
      const end = runs.endOf(run)
      for (let place = runs.startOf(run); place < end; place += 1) list(runs.memberAt(place))
    },

    listParsed(record) {
      if (isPlainRecord(record)) return listOne(record.plain, record.at)
      const number = ids.add(record.id)
      if (listNumber(number)) {
        const reference = findReference(record)
        setReference(number, reference?.uploadId ?? null, reference?.row ?? 0)
      }
      return number
    },

    listPlain(page, first, count) {
      const numbers: number[] = []
      for (let at = first; at < first + count; at += 1) numbers.push(listOne(page, at))
      return numbers
    },

    confirm(number, run) {
      if (columns.confirmed[number] === 0 && columns.places[number] !== 0) confirmed += 1
      columns.confirmed[number] = 1
      columns.runs[number] = run + 1
    },

    forget(changed) {
      for (const id of changed) {
        const number = ids.find(id)
        if (number < 0) continue
        columns.runs[number] = 0
        if (columns.confirmed[number] === 1 && columns.places[number] !== 0) confirmed -= 1
        columns.confirmed[number] = 0
      }
    },

    get listed() {
      return listed
    },

    countConfirmed: () => confirmed,

    placeOf(id) {
      const number = ids.find(id)
      return number >= 0 ? columns.places[number]! : 0
    },

    get endsAt() {
      return lastEnd
    },

    unlisted() {
      const found: string[] = []
      for (let number = 0; number < ids.size; number += 1)
        if (columns.places[number] === 0) found.push(ids.idOf(number))
      return found
    },

    references: () =>
      groupReferences({ ...columns, listed: inOrder(), uploadNumbers, idOf: (number) => ids.idOf(number) }),

    end(endsAt = null) {
      lastEnd = endsAt
      for (const [digest, page] of pages) if (!page.isListed) pages.delete(digest)
      if (ids.size - listed > Math.max(1_000, ids.size / 4)) compact()
      else if (runs.size > mostRunsPerRecord * listed + 1_000) compactRuns()
    },
  }
}
