import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { runInSlices, type Steps } from '../../scheduling/in-slices.ts'
import type { DateReading } from '../../service/field-values.ts'
import { createListedIds, type ListedIds } from '../../service/listed-ids.ts'
import { listProblem, listText } from '../../service/list-text.ts'
import { eachPage } from '../../service/paging.ts'
import type { Answer, CallOptions, RemoteCustomer, ServiceClient } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { recordsPerBlock } from '../cache/record-block.ts'
import { groupReferences, type ListedReferences } from '../../uploads/listed-references.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { ResultHandler } from './apply-results.ts'
import { confirmRecords } from './confirm-records.ts'
import type { ListedAgain } from './listed-again.ts'
import type { NotFoundRecords } from './not-found-records.ts'
import type { SyncedPage, SyncedPages } from './synced-pages.ts'

export interface SyncPassParts {
  readonly clock: Clock
  readonly database: Pick<Database, 'moveLog'>
  readonly cache: CustomerCache
  readonly lists: CustomerLists
  readonly results: Pick<ResultHandler, 'saveRecords' | 'removeVanished'>
  readonly pages: SyncedPages
  readonly notFound: NotFoundRecords
  readonly listedAgain: ListedAgain
  /** Records that were deleted since the pass started: a page that was read before must not bring them back. */
  readonly deletedDuringSync: ReadonlySet<string>
  /** Records that an upload saved since the pass started: pages that were read before do not have them. */
  readonly savedDuringSync: ReadonlySet<string>
  /** Called at the end of the list with the ids of its records by upload reference. */
  onReferencesListed(scope: ConnectionRegion, references: ListedReferences): Promise<void> | void
}

export interface SyncPass {
  readonly scope: ConnectionRegion
  readonly client: ServiceClient
  readonly pageSize: number
  readonly dates: DateReading
  /** Attempts and patience of each page. */
  readonly callOptions: CallOptions
  readonly signal: AbortSignal
  /** Called after each page with the number of records read. */
  onProgress(read: number): void
  /** Called when deleted records were listed again and have left the bin. */
  onReturned(count: number): void
}

/** A customer that was read, and its page. */
interface ListedRecord {
  readonly record: RemoteCustomer
  readonly page: SyncedPage
}

/** Records saved in one transaction, which waits for the disk at its end: whole blocks, and fewer while they take long, as the first ones do. */
const [fewestSaved, mostSaved] = [recordsPerBlock, recordsPerBlock * 8]
const longSaveMs = 10

/** Records saved until the database's log is moved: SQLite alone would move 16 MiB of it at once, which takes 40 ms. */
const recordsPerMove = 4_000
/** A removed record has its whole block written again. */
const writtenPerRemoved = 5

/** Vanished records that are removed in one transaction. */
const removedAtOnce = 100

/** Blocks of records that are changed in one transaction: 10 ms. New records are appended, and count little. */
const blocksPerSave = 16

/** Ids compared between two pauses: about 1 ms. */
const idsPerStep = 2_000

/**
 * Reads all pages of the service's list into the cache. Records that the list lacks leave the cache only if the pass reaches the end of
 * the list. Ends early, without a failure, when `signal` aborts.
 */
export async function runSyncPass(
  parts: SyncPassParts,
  { scope, client, pageSize, dates, callOptions, signal, onProgress, onReturned }: SyncPass,
): Promise<Answer<null>> {
  const { clock, database, cache, lists, results, pages, notFound, deletedDuringSync, savedDuringSync } = parts
  // Loaded later, the list would read from the disk what this pass saves.
  const { list } = await lists.ready(scope)
  const before = list.counts().total
  pages.start(dates)
  const ids = createListedIds()
  const references: SyncedPage['references'][] = []
  const unfoundBefore = notFound.of(scope)
  const unreadable: unknown[] = []
  let unsaved: ListedRecord[] = []
  let [saveSize, unmoved] = [fewestSaved, 0]
  /** Call it after each transaction. */
  const isLogLong = (records: number): boolean => {
    unmoved += records
    if (unmoved < recordsPerMove) return false
    unmoved = 0
    return true
  }
  const moveLog = async (): Promise<void> => {
    await yieldToEventLoop()
    if (!signal.aborted) database.moveLog()
  }
  /** Saves what fills whole transactions, and at the end the rest. */
  const saveUnsaved = async (isEnd: boolean): Promise<void> => {
    while (unsaved.length >= (isEnd ? 1 : saveSize)) {
      if (deletedDuringSync.size > 0) unsaved = unsaved.filter(({ record }) => !deletedDuringSync.has(record.id))
      const batch = unsaved.slice(0, saveSize)
      const records = batch.map(({ record }) => record)
      const startedAt = performance.now()
      const { taken } = results.saveRecords(scope, records, { mostBlocks: blocksPerSave, partsLater: true })
      const ms = performance.now() - startedAt
      if (ms > longSaveMs) saveSize = Math.max(fewestSaved, saveSize / 2)
      else if (ms * 2 < longSaveMs) saveSize = Math.min(mostSaved, saveSize * 2)
      // After the transaction: a record that was rolled back is read again.
      for (const { record, page } of batch.slice(0, taken)) {
        // The record of a deleted person is not saved.
        if (cache.has(scope, record.id)) pages.confirm(record.id, page)
      }
      unsaved = unsaved.slice(taken)
      if (isLogLong(taken)) await moveLog()
      if (unsaved.length === 0) return
      await yieldToEventLoop()
      if (signal.aborted) return
    }
  }
  const ahead = { readAhead: true, ...(before > 0 ? { expected: before } : {}), endsAt: pages.endsAt }
  const paging = { pageSize, callOptions, signal, ...ahead, ids, recognise: pages.recognise }
  let isFirstPage = true
  const read = await eachPage(client, paging, async (customers, unreadableOfPage, answered) => {
    if (signal.aborted) return false
    const page = pages.add(answered)
    references.push(page.references)
    unsaved = unsaved.concat(customers.map((record) => ({ record, page })))
    unreadable.push(...unreadableOfPage)
    onProgress(ids.listed)
    // The first page is saved at once, so that the list shows something.
    if (isFirstPage || unsaved.length >= saveSize) {
      // The page was read in this turn.
      await yieldToEventLoop()
      if (!signal.aborted) await saveUnsaved(isFirstPage)
      isFirstPage = false
    }
    return !signal.aborted
  })
  if (!signal.aborted) await saveUnsaved(true)
  if (!read.ok) return read
  const { toTheEnd, endsAt, problem } = read.value
  if (!toTheEnd) return { ok: true, value: null }
  cache.saveUnreadable(scope, unreadable)
  if (problem) return { ok: false, error: problem }
  // A deletion of this PC has moved the records behind it, so one of these may have been passed over. The next list decides.
  const isShifted = deletedDuringSync.size > 0
  const isAbsent = (id: string): boolean => !isShifted && ids.placeOf(id) === 0 && !savedDuringSync.has(id)
  const absent = new Set(notFound.of(scope).filter(isAbsent))
  const missing = (await findMissing(lists, scope, ids, pages)).filter((id) => isAbsent(id) && !absent.has(id))
  // A record can move between pages while they are read, so the list alone is no proof, and neither is a 404 alone.
  let hasUnlisted = false
  const isGone = (answer: Answer<RemoteCustomer>): boolean => {
    hasUnlisted ||= answer.ok
    return !answer.ok && answer.error.failure.kind === 'not-found'
  }
  const vanished = [...absent, ...(await confirmRecords(client, missing, { signal }, isGone))]
  if (signal.aborted) return { ok: true, value: null }
  let deletedElsewhere = 0
  for (let first = 0; first < vanished.length; first += removedAtOnce) {
    deletedElsewhere += results.removeVanished(scope, vanished.slice(first, first + removedAtOnce))
    if (isLogLong(removedAtOnce * writtenPerRemoved)) await moveLog()
    await yieldToEventLoop()
    if (signal.aborted) return { ok: true, value: null }
  }
  if (hasUnlisted) return { ok: false, error: listProblem(listText.unlisted) }
  if (!isShifted) notFound.remove(scope, [...unfoundBefore, ...absent])
  const returned = await parts.listedAgain.takeBack(
    scope,
    client,
    (id) => ids.placeOf(id) > 0 && !deletedDuringSync.has(id),
    signal,
  )
  if (signal.aborted) return { ok: true, value: null }
  if (returned > 0) onReturned(returned)
  cache.recordSync(scope, clock.now().toISOString(), { listed: ids.listed, vanished: deletedElsewhere })
  pages.endsAt = endsAt
  await yieldToEventLoop()
  if (signal.aborted) return { ok: true, value: null }
  await parts.onReferencesListed(scope, groupReferences(references))
  return { ok: true, value: null }
}

/** The ids in the cache that were not listed. */
async function findMissing(
  lists: CustomerLists,
  scope: ConnectionRegion,
  listed: ListedIds,
  { saved }: Pick<SyncedPages, 'saved'>,
): Promise<string[]> {
  const { list } = await lists.ready(scope)
  function* missing(): Steps<string[]> {
    const ids: string[] = []
    let compared = 0
    // Usually the cache has what the syncs have saved, and nothing else.
    for (const id of list.counts().total === saved.size ? saved.keys() : list.ids()) {
      if (listed.placeOf(id) === 0) ids.push(id)
      compared += 1
      if (compared % idsPerStep === 0) yield
    }
    return ids
  }
  return runInSlices(missing())
}
