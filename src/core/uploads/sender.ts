import { z } from 'zod'
import { assertNever } from '../../contract/result.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import type { UploadRequest } from '../service/service-client.ts'
import { countersIn } from './batch-polling.ts'
import { checkListBeforeSending, needsListCheck } from './list-check.ts'
import {
  clientFor,
  withRowsKept,
  type RunnerContext,
  type UploadStepEnd,
  pageSize,
  stepEndAfter,
} from './runner-context.ts'
import { createRejectedBatches, type RejectedBatches } from './rejected-batches.ts'
import { type Search, nextSearch } from './search-times.ts'
import { checkEarlierUploads } from './start-check.ts'
import { uploadMessages } from './upload-messages.ts'
import { noCounters, remoteName, type Counters, type UploadRecord } from './upload-record.ts'
import { afterPost, nextSend, type PostOutcome, type SendStep, type SendStepOf, batchKey } from './upload-steps.ts'
import { eachPage } from '../service/paging.ts'
import { collectListed, matchListed } from './listed-rows.ts'

export type Sender = ReturnType<typeof createSender>

/**
 * The request of a batch (interface, part 4), with the stored customers byte for byte. `customers`: a list in JSON (UTF-8), which is
 * parsed only where it is read.
 */
function createUploadRequest(
  name: string,
  lookUpMissingVins: boolean,
  customers: Buffer,
): UploadRequest & { readonly posted: Buffer<ArrayBuffer> } {
  const start = JSON.stringify({ name, enable_rego_lookups: lookUpMissingVins }).slice(0, -1)
  return {
    name,
    enable_rego_lookups: lookUpMissingVins,
    get customers() {
      return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(customers.toString()))
    },
    posted: Buffer.concat([Buffer.from(`${start},"customers":`), customers, Buffer.from('}')]),
  }
}

const lostNote = ({ referenceKey }: UploadRecord): string =>
  referenceKey === null ? uploadMessages.notes.lostWithoutReferences : uploadMessages.notes.lost

/**
 * Sends batches, and searches the service for those whose answer was lost. `isOneOfSeveral`: earlier batches of the upload are still
 * processed.
 */
export function createSender(
  context: RunnerContext,
  onAccepted: (uploadId: string, batch: number, counters: Counters, isOneOfSeveral: boolean) => void,
) {
  const { storage, journal, timing, changed, connectionId, unchecked, standing } = context
  const searches = new Map<string, Search>()
  const rejectedBatches = createRejectedBatches(journal)
  const wallTime = createWallTime(storage.clock)
  const done: UploadStepEnd = { end: 'done' }
  const decide = (): SendStep =>
    nextSend(
      journal.unfinished(connectionId),
      searches,
      storage.clock.monotonicMs(),
      timing.mostLostBatches,
      unchecked,
      standing,
    )

  const post = async ({ upload, batch }: SendStepOf<'post'>): Promise<UploadStepEnd> => {
    if (needsListCheck(upload, storage.clock.now())) {
      const ended = await checkListBeforeSending(context, upload)
      if (ended) return ended
    }
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    // The user may have cancelled, paused or withdrawn it while the credentials were read.
    const current = journal.find(upload.id)
    const isPlanned = current?.batches.some(({ number, state }) => number === batch.number && state === 'planned')
    if (!current || !isPlanned || current.paused || context.closing.aborted) return done
    const customers = journal.postedCustomers(upload.id, batch.number)
    const request = createUploadRequest(remoteName(current, batch.number), current.lookUpMissingVins, customers)
    journal.markSending(upload.id, batch.number)
    changed(upload.id)
    const outcome = afterPost(await found.client.createUpload(request, { signal: context.abortWrites }), batch)
    if (outcome.kind !== 'accepted') return saveNotAccepted(context, rejectedBatches, current, batch, outcome)
    const counters = countersIn(outcome.remote, noCounters) ?? noCounters
    storage.database.transaction(() => {
      journal.markAccepted(upload.id, batch.number, outcome.remote, counters)
      rejectedBatches.accepted(upload.id, batch)
    })
    const isOneOfSeveral = current.batches.some(({ state }) => state === 'processing')
    onAccepted(upload.id, batch.number, counters, isOneOfSeveral)
    changed(upload.id)
    return done
  }

  return {
    /** The next step of sending; see `nextSend`. */
    decide,
    async perform(step: SendStep): Promise<UploadStepEnd> {
      switch (step.do) {
        case 'rest':
          return done
        case 'mark-unknown':
          journal.markUnknown(step.upload.id, step.batch.number, lostNote(step.upload))
          changed(step.upload.id)
          return done
        case 'post':
          return post(step)
        case 'search':
          return searchLostBatch(context, searches, step)
        case 'check':
          return checkEarlierUploads(context, step.upload)
        default:
          return assertNever(step)
      }
    },
    /** Searches for lost batches now, and forgets why batches were rejected. The window in which their rows may still appear stays the same. */
    searchNow(): void {
      rejectedBatches.forget()
      const nowMs = storage.clock.monotonicMs()
      for (const [key, value] of searches) searches.set(key, { ...value, nextAtMs: nowMs })
      for (const [id, value] of unchecked) unchecked.set(id, { ...value, nextAtMs: nowMs })
    },
    /** The next search for a batch of this upload, when nothing else of it can be sent before; null: there is none. */
    waiting(uploadId: string): Waiting | null {
      const check = unchecked.get(uploadId)?.search
      if (check)
        return { reason: check.problem ?? uploadMessages.waiting.foundAtStart, until: wallTime(check.nextAtMs) }
      const [next] = [...searches]
        .filter(([key]) => key.startsWith(`${uploadId}/`))
        .map(([, search]) => search)
        .toSorted((a, b) => a.nextAtMs - b.nextAtMs)
      if (!next || journal.find(uploadId)?.batches.some(({ state }) => state === 'planned')) return null
      return { reason: next.problem ?? uploadMessages.notes.lost, until: wallTime(next.nextAtMs) }
    },
  }
}

/** Saves why a batch was not accepted, and says how the step ends. */
function saveNotAccepted(
  { storage, journal, changed }: RunnerContext,
  rejectedBatches: RejectedBatches,
  upload: UploadRecord,
  batch: { readonly number: number; readonly rows: number },
  outcome: Exclude<PostOutcome, { kind: 'accepted' }>,
): UploadStepEnd {
  switch (outcome.kind) {
    case 'unknown':
      storage.log.write('warning', 'uploads.answer-lost', { batch: batch.number, rows: batch.rows })
      journal.markUnknown(upload.id, batch.number, lostNote(upload))
      break
    case 'too-large':
      rejectedBatches.tooLarge(upload.id, batch)
      break
    case 'rejected':
      storage.log.write('warning', 'uploads.batch-rejected', { rows: batch.rows, named: outcome.named.length })
      rejectedBatches.rejected(upload.id, batch, outcome.error, outcome.named)
      break
    case 'refused':
      journal.markRefused(upload.id, batch.number, withRowsKept(outcome.error.failure))
      break
    case 'again':
      journal.markPlanned(upload.id, batch.number, { resend: false, note: null })
      break
    default:
      return assertNever(outcome)
  }
  changed(upload.id)
  if (outcome.kind !== 'again' || outcome.after === 'next-start') return { end: 'done' }
  const { failure, retryAfterMs } = outcome.error
  return outcome.after === 'user'
    ? { end: 'stop', uploadId: upload.id, failure: withRowsKept(failure) }
    : { end: 'wait', reason: failure.message, atLeastMs: retryAfterMs }
}

/** Searches for a lost batch: it is found, searched for again later, sent again, or left to the user. */
async function searchLostBatch(
  context: RunnerContext,
  searches: Map<string, Search>,
  { upload, batch }: SendStepOf<'search'>,
): Promise<UploadStepEnd> {
  const { storage, journal, changed } = context
  const found = await clientFor(context, upload)
  if ('ended' in found) return found.ended
  const rows = journal.openRows(upload.id, batch.number)
  let isFound = false
  const likeRows = collectListed(rows, upload.id, 'reference or content', journal.customerIds(upload.id))
  const paging = { pageSize: pageSize(context), signal: context.closing }
  const paged = await eachPage(found.client, paging, (customers, unreadable) => {
    isFound = matchListed(rows, { customers, unreadable }, upload.id, 'reference').matched.size > 0
    likeRows.add({ customers, unreadable: [] })
    return !isFound
  })
  if (!paged.ok) return stepEndAfter(paged.error, upload.id)
  const key = batchKey(upload.id, batch.number)
  if (isFound) {
    searches.delete(key)
    journal.markFound(upload.id, batch.number, uploadMessages.notes.found)
    changed(upload.id)
    return { end: 'done' }
  }
  const next = nextSearch(context, searches.get(key) ?? null, paged.value.problem?.failure.message ?? null)
  if (next) searches.set(key, next)
  else if (likeRows.match().matched.size > 0) {
    // The service may not give references back: the user decides.
    searches.delete(key)
    journal.forgetReferences(upload.id, uploadMessages.notes.referencesNotReturned)
  } else {
    searches.delete(key)
    storage.log.write('warning', 'uploads.sent-again', { batch: batch.number, rows: batch.rows })
    journal.markPlanned(upload.id, batch.number, { resend: true, note: uploadMessages.notes.resent })
  }
  changed(upload.id)
  return { end: 'done' }
}
