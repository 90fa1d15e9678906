import { localDate } from '../../contract/calendar-date.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import { eachPage, type ListEnd } from '../service/paging.ts'
import type { Answer, ServiceClient } from '../service/service-client.ts'
import type { BatchPollings } from './batch-polling.ts'
import { collectListed, type ListedEntries } from './listed-rows.ts'
import { countUnlisted, resolveRows, withNamedRows } from './matching.ts'
import { clientFor, pageSize, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import type { Counters, UploadRecord } from './upload-record.ts'
import { batchKey, type FollowStepOf } from './upload-steps.ts'
import { recordVins } from './upload-vins.ts'

/** What the steps of following share. */
export interface FollowContext extends RunnerContext {
  readonly pollings: BatchPollings
  /** Forgets the polling of a batch, by `batchKey`. */
  endPolling(key: string): void
}

/** Reads the customers that the service lists, of one of its uploads or all. `endsAt`: how many its counters have. */
const readList = (
  context: RunnerContext,
  client: ServiceClient,
  onPage: (page: ListedEntries) => Promise<void> | void,
  of: { readonly uploadId?: string; readonly endsAt?: number } = {},
): Promise<Answer<ListEnd>> =>
  eachPage(client, { pageSize: pageSize(context), signal: context.closing, ...of }, (customers, unreadable) =>
    onPage({ customers, unreadable }),
  )

const createdIn = ({ processed, errors }: Counters): number => Math.max(0, processed - errors)

/** Among the customers of all uploads, only a reference is certain; without references, the content must do. */
const inAllCustomers = ({ referenceKey }: UploadRecord) =>
  referenceKey === null ? 'reference or content' : 'reference'

/**
 * Matches the rows of a batch with the customers of its upload. A service that does not list them by upload (404) lists
 * them among all customers: those that other batches have are then left out, and rows are found by their references.
 */
async function matchUpload(
  context: RunnerContext,
  client: ServiceClient,
  { upload, batch, remoteId }: FollowStepOf<'poll'>,
  counters: Counters,
) {
  const { journal } = context
  const rows = journal.openRows(upload.id, batch.number)
  const own = collectListed(rows, upload.id, 'reference or content')
  const readOwn = async (page: ListedEntries): Promise<void> => {
    own.add(page)
    await context.customers.saveListed(upload, page.customers)
  }
  const listed = await readList(context, client, readOwn, { uploadId: remoteId, endsAt: createdIn(counters) })
  if (listed.ok) {
    return {
      ok: true,
      value: { rows, customers: own.customers, ...own.match(), problem: listed.value.problem },
    } as const
  }
  if (listed.error.failure.kind !== 'not-found') return listed
  const by = inAllCustomers(upload)
  const others = journal.customerIds(upload.id)
  const among = collectListed(rows, upload.id, by, others)
  const readAll = async (page: ListedEntries): Promise<void> => {
    among.add(page)
    await context.customers.saveListed(
      upload,
      page.customers.filter(({ id }) => !others.has(id)),
    )
  }
  const all = await readList(context, client, readAll)
  if (!all.ok) return all
  const found = { ...among.match(), unknownEntries: 0 }
  return { ok: true, value: { rows, customers: among.customers, ...found, problem: all.value.problem } } as const
}

/** Completes a batch with its customers, or tries again later while the list has fewer than the counters. */
export async function matchCustomers(
  context: FollowContext,
  client: ServiceClient,
  step: FollowStepOf<'poll'>,
  counters: Counters,
  reading: 'complete' | 'stalled' | 'standing',
): Promise<UploadStepEnd> {
  const { storage, journal, pollings, changed, endPolling } = context
  const today = localDate(storage.clock.now())
  const { upload, batch } = step
  const key = batchKey(upload.id, batch.number)
  const found = await matchUpload(context, client, step, counters)
  if (!found.ok) return stepEndAfter(found.error, upload.id)
  const { rows, customers, matched, unknownEntries, problem } = found.value
  // The list can be older than the counters, or can have changed between two pages. Waiting does not make a record readable.
  const isIncomplete = countUnlisted(rows, matched, counters, today) > unknownEntries
  if (isIncomplete && reading === 'standing') return stand(context, step, matched.size)
  if (isIncomplete && pollings.recordIncompleteList(key, matched.size, problem?.failure.message ?? null)) {
    changed(upload.id)
    return { end: 'done' }
  }
  const isCancelled = batch.cancelSent && reading === 'stalled'
  const resolved = resolveRows(rows, matched, counters, isCancelled, today, unknownEntries)
  const results = withNamedRows(resolved, customers, upload.id)
  const isComplete = results.every(({ outcome }) => outcome === 'accepted' || outcome === 'failed')
  const listed = results.filter(({ customerId }) => customerId !== null)
  const areNamed = listed.length === 0 || listed.some(({ isNamed }) => isNamed)
  storage.database.transaction(() => {
    if (!areNamed && upload.referenceKey !== null) {
      journal.forgetReferences(upload.id, uploadMessages.notes.referencesNotReturned)
    }
    journal.completeBatch(upload.id, batch.number, isCancelled && !isComplete ? 'cancelled' : 'complete', results)
  })
  recordVins(context.regoVins, upload, rows, matched, customers, storage.clock.now().toISOString())
  endPolling(key)
  changed(upload.id)
  return { end: 'done' }
}

/** Says since when the counters of a batch do not move. Other batches do not wait for it any more. */
function stand(
  { storage, pollings, standing, changed }: FollowContext,
  { upload, batch }: FollowStepOf<'poll'>,
  found: number,
): UploadStepEnd {
  const key = batchKey(upload.id, batch.number)
  const polling = pollings.get(key)
  if (!polling) return { end: 'done' }
  const since = new Date(createWallTime(storage.clock)(polling.unchangedSinceMs))
  const { processed } = polling.counters
  pollings.recordStanding(key, uploadMessages.waiting.standing(since, processed, found, batch.rows))
  standing.add(key)
  changed(upload.id)
  return { end: 'done' }
}

/** Follows a batch without an upload id: looks for its rows among all customers. */
export async function followByRows(
  context: FollowContext,
  { upload, batch }: FollowStepOf<'count'>,
): Promise<UploadStepEnd> {
  const { storage, journal, timing, pollings, changed, endPolling } = context
  const key = batchKey(upload.id, batch.number)
  const found = await clientFor(context, upload)
  if ('ended' in found) return found.ended
  const rows = journal.openRows(upload.id, batch.number)
  const by = inAllCustomers(upload)
  const among = collectListed(rows, upload.id, by, journal.customerIds(upload.id))
  const listed = await readList(context, found.client, among.add)
  if (!listed.ok) return stepEndAfter(listed.error, upload.id)
  const { problem } = listed.value
  const { matched, unknownEntries } = among.match()
  const counters = { uploaded: batch.rows, processed: matched.size, errors: 0 }
  const { unchangedReadings, unchangedSinceMs } = pollings.record(key, counters)
  const unchangedMs = storage.clock.monotonicMs() - unchangedSinceMs
  const isStalled = unchangedReadings >= timing.unchangedReadings && unchangedMs >= timing.listPatienceMs
  if (matched.size === rows.length || isStalled) {
    // Without counters, nothing says that a row has failed. An entry that names no row may be one of these or another upload's.
    const results = resolveRows(
      rows,
      matched,
      { ...counters, processed: batch.rows },
      false,
      localDate(storage.clock.now()),
    )
    const { maybeUnreadable, notFound } = uploadMessages.reasons
    const reason = unknownEntries > 0 ? maybeUnreadable : notFound
    journal.completeBatch(
      upload.id,
      batch.number,
      'complete',
      withNamedRows(results, among.customers, upload.id).map((result) =>
        result.outcome === null ? { ...result, reason } : result,
      ),
    )
    endPolling(key)
  } else {
    journal.saveCounters(upload.id, batch.number, counters, batch.cancelSent)
    if (problem) pollings.recordIncompleteList(key, matched.size, problem.failure.message)
    else if (unchangedReadings >= timing.unchangedReadings) {
      const reason = uploadMessages.waiting.restOfLost(matched.size, batch.rows)
      pollings.recordPatience(key, { reason, untilMs: unchangedSinceMs + timing.listPatienceMs })
    }
  }
  changed(upload.id)
  return { end: 'done' }
}
