import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import { assertNever } from '../../contract/result.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import type { ServiceClient, UploadRequest } from '../service/service-client.ts'
import { countersIn } from './batch-polling.ts'
import { checkListBeforeSending, needsListCheck } from './list-check.ts'
import { clientFor, withRowsKept, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { createRejectedBatches, type RejectedBatches } from './rejected-batches.ts'
import { searchLostBatch } from './search-lost-batch.ts'
import type { Search } from './search-times.ts'
import { checkEarlierUploads } from './start-check.ts'
import { uploadMessages } from './upload-messages.ts'
import { noCounters, remoteName, type Counters, type UploadRecord } from './upload-record.ts'
import { afterPost, nextSend, type PostOutcome, type SendStep, type SendStepOf } from './upload-steps.ts'

export type Sender = ReturnType<typeof createSender>

export interface SenderListener {
  /** `isOneOfSeveral`: earlier batches of the upload are still processed. */
  accepted(uploadId: string, batch: number, counters: Counters, isOneOfSeveral: boolean): void
}

/** A batch that is marked as being sent, and what is posted. */
interface SentBatch {
  readonly client: ServiceClient
  readonly upload: UploadRecord
  readonly batch: { readonly number: number; readonly rows: number }
  readonly customers: Buffer
}

/** What the next batch needs, read while the service answers the one before. */
interface PreparedBatch extends Pick<SentBatch, 'client' | 'customers'> {
  readonly number: number
}

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

/** Sends batches, and searches the service for those whose answer was lost. */
export function createSender(context: RunnerContext, listener: SenderListener) {
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

  const post = async ({ upload, batch }: SendStepOf<'post'>, proceed: () => void): Promise<UploadStepEnd> => {
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
    journal.markSending(upload.id, batch.number)
    let next: SentBatch | UploadStepEnd = { client: found.client, upload: current, batch, customers }
    while (!('end' in next)) {
      next = await send(next)
      if (!('end' in next)) proceed()
    }
    return next
  }

  /** Posts a batch that is marked as being sent. Returns the next one when it was accepted and the next is marked too. */
  const send = async (sent: SentBatch): Promise<SentBatch | UploadStepEnd> => {
    const { client, upload, batch, customers } = sent
    const request = createUploadRequest(remoteName(upload, batch.number), upload.lookUpMissingVins, customers)
    const answering = client.createUpload(request, { signal: context.abortWrites })
    const prepared = workMeanwhile(sent)
    const answer = await answering
    const outcome = afterPost(answer, batch)
    if (outcome.kind !== 'accepted') return saveNotAccepted(context, rejectedBatches, sent, outcome)
    const counters = countersIn(outcome.remote, noCounters) ?? noCounters
    // One commit saves the answer and marks the next batch: each batch then waits for one write of the disk.
    const next = storage.database.transaction(() => {
      journal.markAccepted(upload.id, batch.number, outcome.remote, counters)
      rejectedBatches.accepted(upload.id, batch)
      return beginNext(upload, prepared())
    })
    const isOneOfSeveral = upload.batches.some(({ state }) => state === 'processing')
    listener.accepted(upload.id, batch.number, counters, isOneOfSeveral)
    if (next) return next
    changed(upload.id)
    return done
  }

  /**
   * Announces the batch and reads what the next one needs while the service answers. Returns what was read so far; null: nothing.
   * The rows of a planned batch change only between two batches.
   */
  const workMeanwhile = ({ upload, batch }: SentBatch): (() => PreparedBatch | null) => {
    let prepared: PreparedBatch | null = null
    const work = async (): Promise<void> => {
      // The call leaves first.
      await yieldToEventLoop()
      changed(upload.id)
      const next = upload.batches.find(({ number, state }) => state === 'planned' && number !== batch.number)
      const found = next && (await clientFor(context, upload))
      if (!found || 'ended' in found) return
      prepared = {
        client: found.client,
        number: next.number,
        customers: journal.postedCustomers(upload.id, next.number),
      }
    }
    // The next step reads it again, and waits when that fails too.
    work().catch(context.onError)
    return () => prepared
  }

  /** Marks the prepared batch as being sent, if it is what would be sent next. */
  const beginNext = ({ id }: UploadRecord, prepared: PreparedBatch | null): SentBatch | null => {
    if (!prepared || context.closing.aborted) return null
    const step = decide()
    if (step.do !== 'post' || step.upload.id !== id || step.batch.number !== prepared.number) return null
    const { upload, batch } = step
    journal.markSending(upload.id, batch.number)
    return { client: prepared.client, upload, batch, customers: prepared.customers }
  }

  return {
    /** The next step of sending; see `nextSend`. */
    decide,
    /** Performs a step. A `post` continues with the next batches as long as these would be the next steps. */
    async perform(step: SendStep, proceed: () => void): Promise<UploadStepEnd> {
      switch (step.do) {
        case 'rest':
          return done
        case 'mark-unknown':
          journal.markUnknown(step.upload.id, step.batch.number, lostNote(step.upload))
          changed(step.upload.id)
          return done
        case 'post':
          return post(step, proceed)
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
  { upload, batch }: SentBatch,
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
