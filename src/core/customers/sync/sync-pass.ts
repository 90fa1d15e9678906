import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Clock } from '../../ports/clock.ts'
import { eachPage } from '../../service/paging.ts'
import type { Answer, CallOptions, RemoteCustomer, ServiceClient } from '../../service/service-client.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { CustomerIndexes } from '../cache/customer-indexes.ts'
import { isUploadReference } from '../cache/upload-reference.ts'
import { createReferenceCollector, type ListedReferences } from '../../uploads/listed-references.ts'
import type { ResultHandler } from './apply-results.ts'

export interface SyncPassParts {
  readonly clock: Clock
  readonly cache: CustomerCache
  readonly indexes: CustomerIndexes
  readonly results: Pick<ResultHandler, 'saveRecords' | 'removeVanished'>
  /** Records that were deleted since the pass started: a page that was read before must not bring them back. */
  readonly deletedDuringSync: ReadonlySet<string>
  /** Records that an upload saved since the pass started: pages that were read before do not have them. */
  readonly savedDuringSync: ReadonlySet<string>
  /** Called at the end of the list with the ids of its records by upload reference. */
  onReferencesListed(scope: ConnectionRegion, references: ListedReferences): Promise<void> | void
  /** The most vanished records that are confirmed one by one. */
  readonly maxConfirmed: number
}

export interface SyncPass {
  readonly scope: ConnectionRegion
  readonly client: ServiceClient
  readonly pageSize: number
  /** Attempts and patience of each page. */
  readonly callOptions: CallOptions
  readonly signal: AbortSignal
  /** Called after each page with the number of records read. */
  onProgress(read: number): void
}

/** Records saved in one transaction. Each transaction rewrites most pages of the indexes and blocks the program meanwhile. */
const saveBatchSize = 1_000

/**
 * Reads all pages of the service's list into the cache. Records that the list lacks leave the cache only if the pass reaches the end of
 * the list. Ends early, without a failure, when `signal` aborts.
 */
export async function runSyncPass(
  parts: SyncPassParts,
  { scope, client, pageSize, callOptions, signal, onProgress }: SyncPass,
): Promise<Answer<null>> {
  const { clock, cache, indexes, results, deletedDuringSync, savedDuringSync, maxConfirmed } = parts
  const listed = new Set<string>()
  const collector = createReferenceCollector()
  const unreadable: unknown[] = []
  const isFirstSync = cache.lastSync(scope) === null
  let unsaved: RemoteCustomer[] = []
  const saveBatch = (): void => {
    results.saveRecords(
      scope,
      unsaved.filter(({ id }) => !deletedDuringSync.has(id)),
    )
    unsaved = []
  }
  const pages = await eachPage(client, { pageSize, callOptions, signal, readAhead: true }, (page, unreadableOfPage) => {
    if (signal.aborted) return false
    const isFirstPage = listed.size === 0
    for (const { id, additionalFields } of page) {
      if (listed.has(id)) continue
      listed.add(id)
      const reference = Object.values(additionalFields).find(isUploadReference)
      if (reference !== undefined) collector.add(reference, id)
    }
    unsaved.push(...page)
    unreadable.push(...unreadableOfPage)
    // The first page is saved at once, so that the list shows something.
    if (isFirstPage || unsaved.length >= saveBatchSize) {
      // A long list is being read for the first time: see CustomerIndexes.
      if (!isFirstPage && isFirstSync) indexes.drop()
      saveBatch()
    }
    onProgress(listed.size)
    return !signal.aborted
  })
  if (!signal.aborted) saveBatch()
  if (!pages.ok) return pages
  if (!pages.value.toTheEnd) return { ok: true, value: null }
  cache.saveUnreadable(scope, unreadable)
  const missing = cache.idsMissingFrom(scope, listed).filter((id) => !savedDuringSync.has(id))
  const sample = evenSample(missing, maxConfirmed)
  const deleted = await findDeleted(client, sample, signal)
  // If one of the sample still exists, the list was incomplete, and only the confirmed records are removed.
  const vanished = deleted.length === sample.length ? missing : deleted
  if (signal.aborted) return { ok: true, value: null }
  const deletedElsewhere = results.removeVanished(scope, vanished)
  cache.recordSync(scope, clock.now().toISOString(), { listed: listed.size, vanished: deletedElsewhere })
  await parts.onReferencesListed(scope, collector.references)
  return { ok: true, value: null }
}

/** Those of the records that the service no longer has. A record can move between pages while they are read, so the list alone is no proof. */
async function findDeleted(client: ServiceClient, ids: readonly string[], signal: AbortSignal): Promise<string[]> {
  const deleted: string[] = []
  for (const id of ids) {
    const answer = await client.getCustomer(id, { signal, attempts: 1 })
    if (!answer.ok && answer.error.failure.kind === 'not-found') deleted.push(id)
  }
  return deleted
}

/** At most `limit` items, evenly spaced over the list. */
function evenSample<T>(items: readonly T[], limit: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / limit))
  return items.filter((_, index) => index % step === 0)
}
