import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import type { DateReading } from '../../service/field-values.ts'
import { createListedIds } from '../../service/listed-ids.ts'
import { listProblem, listText } from '../../service/list-text.ts'
import { eachPage } from '../../service/paging.ts'
import type { Answer, CallOptions, RemoteCustomer, ServiceClient } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { groupReferences, type ListedReferences } from '../../uploads/listed-references.ts'
import type { CustomerLists } from '../list/customer-lists.ts'
import type { ResultHandler } from './apply-results.ts'
import { confirmRecords, type ListedAgain } from './listed-again.ts'
import type { NotFoundRecords } from './not-found-records.ts'
import type { SyncedPage, SyncedPages } from './synced-pages.ts'

export interface SyncPassParts {
  readonly clock: Clock
  readonly database: Pick<Database, 'moveLog'>
  readonly cache: CustomerCache
  readonly lists: Pick<CustomerLists, 'ready'>
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

/** A page that was read, and its customers. */
interface ReadPage {
  readonly page: SyncedPage
  readonly customers: readonly RemoteCustomer[]
}

/** Records saved in one transaction: about 25 ms. Each one writes most pages of the index of ids. */
const recordsPerSave = 1_000

/** Records changed until the database's log is moved: SQLite alone would move 16 MiB of it at once, which takes 40 ms. */
const recordsPerMove = 4_000

/** Vanished records that are removed in one transaction. */
const removedAtOnce = 100

/**
 * Reads all pages of the service's list into the cache. Records that the list lacks leave the cache only if the pass reaches the end of
 * the list. Ends early, without a failure, when `signal` aborts.
 */
export async function runSyncPass(
  parts: SyncPassParts,
  { scope, client, pageSize, dates, callOptions, signal, onProgress, onReturned }: SyncPass,
): Promise<Answer<null>> {
  const { clock, database, cache, lists, results, pages, notFound, deletedDuringSync, savedDuringSync } = parts
  const list = await lists.ready(scope)
  const before = list.rows().length
  pages.start(dates)
  const ids = createListedIds()
  const references: SyncedPage['references'][] = []
  const unfoundBefore = notFound.of(scope)
  const unreadable: unknown[] = []
  let unsaved: ReadPage[] = []
  let unmoved = 0
  /** Call it after each transaction, with the records that it has changed. */
  const moveLongLog = async (changed: number): Promise<void> => {
    unmoved += changed
    if (unmoved < recordsPerMove) return
    unmoved = 0
    await yieldToEventLoop()
    if (!signal.aborted) database.moveLog()
  }
  const saveUnsaved = async (): Promise<void> => {
    const saved = unsaved
    unsaved = []
    const records = saved.flatMap(({ customers }) => customers).filter(({ id }) => !deletedDuringSync.has(id))
    const changed = results.saveRecords(scope, records, 'later')
    // After the transaction: a page that was rolled back is read again, and so is one with a customer that was not saved.
    for (const { page, customers } of saved) if (customers.every(({ id }) => list.find(id))) pages.remember(page)
    await moveLongLog(changed)
  }
  const ahead = { readAhead: true, ...(before > 0 ? { expected: before } : {}), endsAt: pages.endsAt }
  const paging = { pageSize, callOptions, signal, ...ahead, ids, recognise: pages.recognise }
  let isFirstPage = true
  const read = await eachPage(client, paging, async (customers, unreadableOfPage, answered) => {
    if (signal.aborted) return false
    const page = pages.read(answered)
    references.push(page.references)
    unreadable.push(...unreadableOfPage)
    onProgress(ids.listed)
    if (customers.length === 0) return true
    unsaved.push({ page, customers })
    // The first page is saved at once, so that the list shows something.
    if (isFirstPage || unsaved.reduce((sum, each) => sum + each.customers.length, 0) >= recordsPerSave) {
      // The page was read in this turn.
      await yieldToEventLoop()
      if (!signal.aborted) await saveUnsaved()
      isFirstPage = false
    }
    return !signal.aborted
  })
  if (!signal.aborted) await saveUnsaved()
  if (!read.ok) return read
  const { toTheEnd, endsAt, problem } = read.value
  if (!toTheEnd) return { ok: true, value: null }
  cache.saveUnreadable(scope, unreadable)
  if (problem) return { ok: false, error: problem }
  // A deletion of this PC has moved the records behind it, so one of these may have been passed over. The next list decides.
  const isShifted = deletedDuringSync.size > 0
  const isAbsent = (id: string): boolean => !isShifted && ids.placeOf(id) === 0 && !savedDuringSync.has(id)
  const absent = new Set(notFound.of(scope).filter(isAbsent))
  const missing = list
    .rows()
    .map(({ id }) => id)
    .filter((id) => isAbsent(id) && !absent.has(id))
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
    await moveLongLog(removedAtOnce)
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
