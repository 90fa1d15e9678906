import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer } from '../../../contract/customer-record.ts'
import { orderAtStart } from '../../../contract/order-at-start.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { Database } from '../../database/database.ts'
import { runAtOnce, runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { createFirstRows, type FirstRows, firstRowsLength } from '../cache/first-rows.ts'
import type { RecordChange } from '../cache/record-changes.ts'
import { fromRecordText, toRecordText } from '../record/record-text.ts'
import { listPartOf, recordsOfPart, type ListPart } from '../packed/list-part.ts'
import { createPackedList, type NumberedPackedRecord, type PackedList } from '../packed/packed-list.ts'

/** The customers of a connection and region in memory. */
export interface LoadedList {
  readonly list: PackedList
  /** The records with a sighting, by number. A changed record is a new object. */
  readonly sighted: ReadonlyMap<number, RemoteCustomer>
  /** Some others that pages have shown, by number, parsed when they are asked for. A changed record is removed. */
  readonly rows: Map<number, () => Customer>
}

/** The packed lists of all connections and regions that were asked for. The cache's changes update them after each commit. */
export interface CustomerLists {
  /** Resolves when the list has all records. They are read in slices of a few milliseconds. */
  ready(scope: ConnectionRegion): Promise<LoadedList>
  /** The list, if it has all records. */
  loaded(scope: ConnectionRegion): LoadedList | null
  /** The same without waiting: records that were not read yet are read now. */
  now(scope: ConnectionRegion): LoadedList
  /** What the list begins with in `orderAtStart`, while it is not read yet. Null: it is, or its beginning is not stored. */
  firstRows(scope: ConnectionRegion): FirstRows | null
  /** Whether there is something for `store`. */
  hasUnstored(scope: ConnectionRegion): boolean
  /**
   * Stores what the cache has left to store of the list, so that the next start need not parse those records, and the first rows of the
   * list. In short turns.
   */
  store(scope: ConnectionRegion, signal: AbortSignal): Promise<void>
  /** Stores the first rows of the lists that are read, for the next start. Never rejects. */
  close(): Promise<void>
  /** Gives memory back until the lists are used again. In short turns. */
  releaseMemory(): Promise<void>
}

interface HeldList extends LoadedList {
  readonly scope: ConnectionRegion
  readonly sighted: Map<number, RemoteCustomer>
  /** Reads the records; null when all were read. */
  loading: Steps<void> | null
  /** What changed while the records are read: the last version of each, null when it was removed. */
  readonly late: Map<number, LateRecord | null>
}

/** `record`: null when it has no sighting and was appended with others. */
interface LateRecord extends NumberedPackedRecord {
  readonly record: RemoteCustomer | null
}

/** After so many blocks, room for all of them is made at once: their texts are about as long. */
const blocksMeasured = 8
/**
 * A little more than they need, which stays untouched. A long buffer that grows is freed, and then glibc keeps tens of megabytes of free
 * memory.
 */
const roomForMore = 1.15

type CacheChanged = Extract<RecordChange, { readonly kind: 'changed' }>

function lateRecords({ saved, appended, sighted }: CacheChanged): LateRecord[] {
  const withSighting = new Map(sighted.map(({ number, record }) => [number, record]))
  const others = appended.flatMap(({ numbers, part }) =>
    (recordsOfPart(part) ?? []).map((packed, at): LateRecord => {
      const number = numbers[at] ?? 0
      return { number, packed, record: withSighting.get(number) ?? null }
    }),
  )
  return [...saved, ...others]
}

export function createCustomerLists(
  cache: Pick<CustomerCache, 'listBlocks' | 'hasUnstoredParts' | 'storeParts' | 'mostRecords' | 'ids' | 'changes'>,
  database: Database,
): CustomerLists {
  const lists = new Map<string, HeldList>()
  const stored = createFirstRows(database)

  const apply = (held: HeldList, saved: readonly LateRecord[], removed: readonly number[]): boolean => {
    for (const number of removed) {
      held.sighted.delete(number)
      held.rows.delete(number)
    }
    for (const { number, record } of saved) {
      held.rows.delete(number)
      if (record && record.sightings.length > 0) held.sighted.set(number, record)
      else held.sighted.delete(number)
    }
    return held.list.apply(saved, removed)
  }

  const applyChange = (held: HeldList, { saved, removed, appended, sighted }: CacheChanged): boolean => {
    if (!apply(held, saved, removed)) return false
    for (const { number, record } of sighted) held.sighted.set(number, record)
    return appended.every(({ numbers, part }) => {
      const isAppended = held.list.append(numbers, part)
      part.free?.()
      return isAppended
    })
  }

  function* load(scope: ConnectionRegion, held: HeldList): Steps<void> {
    let read = 0
    for (const { numbers, part, idAt } of cache.listBlocks(scope)) {
      if (!held.list.append(numbers, part)) throw new Error('The blocks of customers are not in order')
      for (const { at, line } of part.sighted) held.sighted.set(numbers[at] ?? 0, fromRecordText(idAt(at), line))
      part.free?.()
      read += 1
      if (read === blocksMeasured) held.list.reserve(cache.mostRecords(scope) * roomForMore)
      yield
    }
    const late = [...held.late].toSorted(([one], [other]) => one - other)
    apply(
      held,
      late.flatMap(([, record]) => record ?? []),
      late.flatMap(([number, record]) => (record ? [] : number)),
    )
    held.late.clear()
    held.loading = null
  }

  const partOf = ({ list, sighted }: HeldList, numbers: Uint32Array): ListPart | null => {
    const records = list.recordsOf(numbers)
    if (!records) return null
    return listPartOf(
      records.map((packed, at) => {
        const record = sighted.get(numbers[at] ?? 0)
        return { packed, line: record ? toRecordText(record).line : '' }
      }),
    )
  }

  const isLoaded = (scope: ConnectionRegion): boolean => lists.get(scopeKey(scope))?.loading === null
  const lacksFirstRows = (scope: ConnectionRegion): boolean => isLoaded(scope) && stored.find(scope) === null
  const storeFirstRows = async (scope: ConnectionRegion): Promise<void> => {
    const held = lists.get(scopeKey(scope))
    if (!held || !lacksFirstRows(scope)) return
    await runInSlices(held.list.inOrder(orderAtStart))
    // Another list of this scope, or none, when the connection was removed meanwhile.
    if (lists.get(scopeKey(scope)) !== held) return
    // Made again from the kept order, in one turn with the storing: the list may have changed since.
    const { total, page } = runAtOnce(held.list.inOrder(orderAtStart))
    try {
      stored.save(scope, { total, numbers: page(0, firstRowsLength) })
    } catch (error) {
      // The disk is full, for example. The next start reads all customers first.
      if (!(error instanceof FailureError)) throw error
    }
  }

  const listOf = (scope: ConnectionRegion): HeldList => {
    const found = lists.get(scopeKey(scope))
    if (found) return found
    const { connectionId, region } = scope
    const held: HeldList = {
      scope: { connectionId, region },
      list: createPackedList(region, cache.ids({ connectionId, region })),
      sighted: new Map(),
      rows: new Map(),
      loading: null,
      late: new Map(),
    }
    held.loading = load({ connectionId, region }, held)
    lists.set(scopeKey(scope), held)
    return held
  }
  /** After a failure the next caller reads all records again. */
  const dropOnError = (scope: ConnectionRegion, held: HeldList): void => {
    if (lists.get(scopeKey(scope)) === held) lists.delete(scopeKey(scope))
  }

  cache.changes.listen((change) => {
    if (change.kind === 'forgotten') {
      for (const [key, held] of lists) if (held.scope.connectionId === change.connectionId) lists.delete(key)
      return
    }
    const held = lists.get(scopeKey(change.scope))
    if (!held) return
    if (held.loading) {
      for (const number of change.removed) held.late.set(number, null)
      for (const record of lateRecords(change)) held.late.set(record.number, record)
    } else if (!applyChange(held, change)) lists.delete(scopeKey(change.scope))
  })

  return {
    async ready(scope) {
      for (;;) {
        const held = listOf(scope)
        try {
          while (held.loading) await runInSlices(held.loading)
        } catch (error) {
          dropOnError(scope, held)
          throw error
        }
        // The connection was forgotten meanwhile, for example.
        if (lists.get(scopeKey(scope)) === held) return held
      }
    },
    loaded(scope) {
      const held = lists.get(scopeKey(scope))
      return held && !held.loading ? held : null
    },
    firstRows: (scope) => (isLoaded(scope) ? null : stored.find(scope)),
    hasUnstored: (scope) => cache.hasUnstoredParts(scope) || lacksFirstRows(scope),
    async store(scope, signal) {
      while (!signal.aborted && cache.hasUnstoredParts(scope)) {
        const held = lists.get(scopeKey(scope))
        if (!held || held.loading) return
        cache.storeParts(scope, (numbers) => partOf(held, numbers))
        await yieldToEventLoop()
      }
      if (!signal.aborted) await storeFirstRows(scope)
    },
    async close() {
      try {
        for (const { scope } of lists.values()) await storeFirstRows(scope)
      } catch {
        // The database was closed already, at the end of the user's session. The next start reads all customers first.
      }
    },
    async releaseMemory() {
      for (const { list, rows, loading } of lists.values()) {
        rows.clear()
        if (!loading) await runInSlices(list.pack())
      }
    },
    now(scope) {
      const held = listOf(scope)
      try {
        if (held.loading) runAtOnce(held.loading)
      } catch (error) {
        dropOnError(scope, held)
        throw error
      }
      return held
    },
  }
}
