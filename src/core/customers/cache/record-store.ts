import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { Log } from '../../ports/log.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { createPreviousVersions, type PreviousVersions } from './previous-versions.ts'
import type { RecordIds } from '../packed/list-columns.ts'
import type { ListPart } from '../packed/list-part.ts'
import { removal, type NumberedRecord, type RecordChanges, type SavedRecord } from './record-changes.ts'
import { fromRecordText, hasSameFields, isOlder, toRecordText, type RecordDigest } from '../record/record-text.ts'
import type { RecordIndex } from './record-index.ts'
import { createScopeRecords, mostMissingParts, type ListedBlock, type ScopeRecords } from './scope-records.ts'
import type { PackedEntry } from './stored-blocks.ts'
import { toCustomer } from './stored-customer.ts'

/** What saving records changed in the cache. */
export interface CacheChange {
  /** The number of records that are new or different. */
  readonly changed: number
  /** Whether one of them has, or had, a sighting. */
  readonly sighted: boolean
  /** How many of the given records were compared, from the first one on. */
  readonly taken: number
}

export interface SaveOptions {
  /** Ends early when records in this many blocks have changed: each takes half a millisecond. */
  readonly mostBlocks?: number
  /**
   * For many records of the service's list: a power cut can undo the save, and the next sync reads them again. New blocks are stored
   * without their part of the list: `storeParts` stores it, or the next start makes it.
   */
  readonly partsLater?: boolean
}

/** The service's records on this PC, in compressed blocks (table `customer_block`). */
export interface RecordStore {
  /** Runs `work` in a transaction. After a rollback none of its records counts as saved. */
  transaction<T>(work: () => T, durable?: 'now' | 'later'): T
  /**
   * Saves records of the service, except those of which the cache has a newer version.
   */
  save(scope: ConnectionRegion, records: readonly RemoteCustomer[], how?: SaveOptions): CacheChange
  remove(scope: ConnectionRegion, ids: readonly string[]): void
  /** Removes the records of a connection in all regions. */
  forgetConnection(connectionId: string): void
  has(scope: ConnectionRegion, id: string): boolean
  find(scope: ConnectionRegion, id: string): Customer | null
  /** Records by their numbers in the cache, in that order. Numbers that are not of this scope are skipped. */
  findByNumbers(scope: ConnectionRegion, numbers: readonly number[]): Customer[]
  /** The record with a number as it is now, parsed when it is asked for: many of them take little memory. Null: it is not of this scope. */
  findLater(scope: ConnectionRegion, number: number): (() => Customer) | null
  /** Fields of a record that the interface does not name or that could not be read, as received; null: no such record. */
  otherFields(scope: ConnectionRegion, id: string): Readonly<Record<string, unknown>> | null
  /**
   * All records in the order of their numbers. Records that change while they are read appear in their latest version, if
   * they were not read before.
   */
  each(scope: ConnectionRegion): IterableIterator<NumberedRecord>
  /** The same for the list, block by block, without parsing records whose part of the list is stored. */
  listBlocks(scope: ConnectionRegion): IterableIterator<ListedBlock>
  /** Whether `partsLater` has left parts of the list to be stored. */
  hasUnstoredParts(scope: ConnectionRegion): boolean
  /** Stores some of them, in one short transaction. `partOf`: the list's records with these numbers; null: it does not have them. */
  storeParts(scope: ConnectionRegion, partOf: (numbers: Uint32Array) => ListPart | null): void
  /** How many records there are, as if none had been removed from a block. */
  mostRecords(scope: ConnectionRegion): number
  /** Gives memory back that the next reading takes again. */
  releaseMemory(): void
  /** The ids of the records by their numbers. */
  ids(scope: ConnectionRegion): RecordIds
  readonly previousVersions: PreviousVersions
}

export interface RecordStoreParts {
  readonly changes: Pick<RecordChanges, 'add'>
  readonly log: Log
  /** Called when a block was damaged and its records were removed from the cache, so that they are read from the service again. */
  onLost(scope: ConnectionRegion, ids: readonly string[]): void
}

/** How often parts of the list are stored until the database's log is moved. */
const storingsPerMove = 4

export function createRecordStore(database: Database, { changes, log, onLost }: RecordStoreParts): RecordStore {
  const previousVersions = createPreviousVersions()
  const scopes = new Map<string, { readonly connectionId: string; readonly records: ScopeRecords }>()
  let rollbacks = database.rollbacks()
  /** Grows with each change of the blocks, and when they must be read again. */
  let version = 0

  const recordsOf = (scope: ConnectionRegion): ScopeRecords => {
    if (rollbacks !== database.rollbacks()) {
      rollbacks = database.rollbacks()
      version += 1
      scopes.clear()
    }
    const found = scopes.get(scopeKey(scope))
    if (found) return found.records
    const records = createScopeRecords(database, scope, (removed) => {
      version += 1
      log.write('error', 'customers.block-damaged', { records: removed.length })
      if (removed.length === 0) return
      changes.add(
        removal(
          scope,
          removed.map(({ number }) => number),
        ),
      )
      const lost = removed.map(({ id }) => id)
      database.afterCommit(() => onLost(scope, lost))
    })
    scopes.set(scopeKey(scope), { connectionId: scope.connectionId, records })
    return records
  }
  const findRecord = (scope: ConnectionRegion, id: string): RemoteCustomer | null => {
    const records = recordsOf(scope)
    const place = records.index().find(id)
    const found = place < 0 ? null : records.read(records.index().numberAt(place))
    return found && fromRecordText(id, found.line)
  }

  let savesParts = true
  /** Counts calls of `storeParts`. */
  let storings = 0
  const tryToSave = (saveParts: () => void): void => {
    if (!savesParts) return
    try {
      saveParts()
    } catch (error) {
      if (!(error instanceof FailureError)) throw error
      // The disk is full, for example. The list needs no stored part, and the next start makes them again.
      savesParts = false
      log.write('warning', 'customers.list-not-stored', { kind: error.failure.kind })
    }
  }

  const save: RecordStore['save'] = (scope, incoming, { mostBlocks = Infinity, partsLater = false } = {}) => {
    const records = recordsOf(scope)
    const index = records.index()
    const changed = new Map<number, PackedEntry>()
    /** In the order of their numbers, which follow one another. */
    const added: PackedEntry[] = []
    const placeInAdded = (number: number): number => number - (added[0]?.number ?? Infinity)
    const saved = new Map<number, SavedRecord>()
    const blocks = new Set<number>()
    let sighted = false
    let taken = 0
    for (; taken < incoming.length && blocks.size < mostBlocks; taken += 1) {
      const record = incoming[taken]!
      const { line, digest } = toRecordText(record)
      const place = index.find(record.id)
      const isNew = place < 0
      if (!isNew && isUnchanged(index, place, digest)) {
        index.markCompared(place)
        continue
      }
      const number = isNew ? records.nextNumber() : index.numberAt(place)
      // A page may list a record twice while it changes: the version that this call saved counts.
      const before = isNew ? null : (saved.get(number)?.record ?? storedRecord(records, number))
      if (before && isOlder(record, before)) continue
      const packed = records.pack(record)
      const entry: PackedEntry = { number, id: record.id, digest, line, packed }
      if (!isNew) index.setDigest(place, digest)
      // Searched again: the record is gone when its block was found to be damaged.
      index.markCompared(isNew ? index.add(number, record.id, digest) : index.find(record.id))
      if (isNew) added.push(entry)
      else if (placeInAdded(number) >= 0) added[placeInAdded(number)] = entry
      else {
        changed.set(number, entry)
        blocks.add(records.blockOf(number))
      }
      if (before) previousVersions.add(scope, before)
      saved.set(number, { number, record, packed })
      sighted ||= record.sightings.length > 0 || (before !== null && before.sightings.length > 0)
    }
    if (changed.size === 0 && added.length === 0) return { changed: 0, sighted: false, taken }
    version += 1
    const appended = records.write({ changed, added, partsLater })
    // The others were added to the last block that there was.
    const firstAppended = appended[0]?.numbers[0] ?? Infinity
    const all = [...saved.values()].toSorted((one, other) => one.number - other.number)
    changes.add({
      kind: 'changed',
      scope,
      saved: all.filter(({ number }) => number < firstAppended),
      removed: [],
      appended,
      sighted: all.filter(({ number, record }) => number >= firstAppended && record.sightings.length > 0),
    })
    return { changed: changed.size + added.length, sighted, taken }
  }

  return {
    previousVersions,
    transaction: (work, durable) => database.transaction(work, durable),
    save: (scope, incoming, how) =>
      database.transaction(() => save(scope, incoming, how), how?.partsLater ? 'later' : 'now'),

    remove(scope, ids) {
      database.transaction(() => {
        const records = recordsOf(scope)
        const index = records.index()
        const removed = new Set<number>()
        for (const id of ids) {
          const place = index.find(id)
          if (place < 0) continue
          removed.add(index.numberAt(place))
          index.remove(place)
        }
        if (removed.size === 0) return
        version += 1
        records.write({ removed })
        changes.add(removal(scope, [...removed]))
      })
    },

    forgetConnection(connectionId) {
      database.transaction(() => {
        for (const table of ['block', 'list', 'first_rows', 'sync', 'unreadable']) {
          database.run(`DELETE FROM customer_${table} WHERE connection_id = ?`, [connectionId])
        }
        changes.add({ kind: 'forgotten', connectionId })
      })
      for (const [key, each] of scopes) if (each.connectionId === connectionId) scopes.delete(key)
      version += 1
    },

    has: (scope, id) => recordsOf(scope).index().find(id) >= 0,

    find(scope, id) {
      const found = findRecord(scope, id)
      return found && toCustomer(found)
    },

    findByNumbers(scope, numbers) {
      const records = recordsOf(scope)
      return numbers.flatMap((number) => {
        const found = records.read(number)
        return found ? toCustomer(fromRecordText(found.id, found.line)) : []
      })
    },

    findLater(scope, number) {
      const found = recordsOf(scope).read(number)
      return found && (() => toCustomer(fromRecordText(found.id, found.line)))
    },

    otherFields: (scope, id) => findRecord(scope, id)?.other ?? null,

    *each(scope) {
      for (let after = 0; ;) {
        const entries = recordsOf(scope).readAfter(after)
        if (!entries) return
        const readVersion = version
        for (const { number, id, line } of entries) {
          yield { number, record: fromRecordText(id, line) }
          after = number
          // The record behind this one may have changed.
          if (version !== readVersion || rollbacks !== database.rollbacks()) break
        }
      }
    },

    *listBlocks(scope) {
      for (let after = 0; ;) {
        const records = recordsOf(scope)
        const block = records.listAfter(after)
        // Each commit waits for the disk.
        tryToSave(() => records.saveMissingParts(block ? mostMissingParts : 1))
        if (!block) return
        after = block.numbers.at(-1) ?? after
        yield block
      }
    },

    hasUnstoredParts: (scope) => savesParts && recordsOf(scope).hasUnstoredParts(),
    storeParts(scope, partOf) {
      tryToSave(() => {
        recordsOf(scope).storeParts(partOf)
        storings += 1
        // Else the next long job would move the parts of all blocks at once.
        if (storings % storingsPerMove === 0) database.moveLog()
      })
    },

    mostRecords: (scope) => recordsOf(scope).mostRecords(),
    releaseMemory() {
      for (const { records } of scopes.values()) records.releaseMemory()
      database.releaseMemory()
    },

    ids(scope) {
      const { connectionId, region } = scope
      const own = { connectionId, region }
      const key = scopeKey(own)
      // Asked for each id of a long list.
      const index = () => {
        const found = rollbacks === database.rollbacks() ? scopes.get(key) : undefined
        return (found?.records ?? recordsOf(own)).index()
      }
      return {
        numberOf(id) {
          const place = index().find(id)
          return place < 0 ? -1 : index().numberAt(place)
        },
        idOf: (number) => index().idOf(number),
      }
    },
  }
}

function storedRecord(records: ScopeRecords, number: number): RemoteCustomer | null {
  const found = records.read(number)
  return found && fromRecordText(found.id, found.line)
}

function isUnchanged(index: RecordIndex, place: number, digest: RecordDigest): boolean {
  const existing = index.digestAt(place)
  // An unknown field that changes at each reading, such as a time, is no change of the customer.
  return hasSameFields(existing, digest) && (index.isCompared(place) || existing.other === digest.other)
}
