import { assertNever } from '../../contract/result.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import { createWallTime } from '../scheduling/wall-time.ts'
import { eachPage, type ListEnd } from '../service/paging.ts'
import type { Answer, RemoteUpload, ServiceClient } from '../service/service-client.ts'
import { countersIn, createBatchPollings, isEqual, type Polling } from './batch-polling.ts'
import { completeElsewhere } from './elsewhere.ts'
import type { ElsewhereCustomer } from './elsewhere-journal.ts'
import { collectListed, type ListedEntries } from './listed-rows.ts'
import { countUnlisted, resolveRows, withNamedRows } from './matching.ts'
import { recordVins } from './upload-vins.ts'
import { clientFor, pageSize, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import type { Counters, UploadRecord } from './upload-record.ts'
import { batchKey, readCounters, type FollowStep } from './upload-steps.ts'

export interface Follower {
  readonly pollings: ReadonlyMap<string, Polling>
  /** Behind a batch that is followed, the counters of an accepted one are read after a while only. */
  acceptedOfSeveral(uploadId: string, batch: number, counters: Counters): void
  perform(step: FollowStep): Promise<UploadStepEnd>
  /** What the following of an upload waits for; null: nothing. */
  waiting(uploadId: string): Waiting | null
}

type StepOf<Name extends FollowStep['do']> = Extract<FollowStep, { do: Name }>

/** Follows accepted batches by the service's counters until they finish, and matches customers to rows. */
export function createFollower(context: RunnerContext): Follower {
  const { storage, journal, timing, changed, standing } = context
  const pollings = createBatchPollings(storage.clock, timing)
  const wallTime = createWallTime(storage.clock)
  const done: UploadStepEnd = { end: 'done' }
  const endPolling = (key: string): void => {
    pollings.delete(key)
    standing.delete(key)
  }
  const today = (): string => localDate(storage.clock.now())

  /** Reads the customers that the service lists, of one of its uploads or all. `endsAt`: how many its counters have. */
  const readList = (
    client: ServiceClient,
    onPage: (page: ListedEntries) => Promise<void> | void,
    of: { readonly uploadId?: string; readonly endsAt?: number } = {},
  ): Promise<Answer<ListEnd>> =>
    eachPage(client, { pageSize: pageSize(context), signal: context.closing, ...of }, (customers, unreadable) =>
      onPage({ customers, unreadable }),
    )

  const created = ({ processed, errors }: Counters): number => Math.max(0, processed - errors)

  /** Among the customers of all uploads, only a reference is certain; without references, the content must do. */
  const inAllCustomers = ({ referenceKey }: UploadRecord) =>
    referenceKey === null ? 'reference or content' : 'reference'

  /**
   * Matches the rows of a batch with the customers of its upload. A service that does not list them by upload (404) lists
   * them among all customers: those that other batches have are then left out, and rows are found by their references.
   */
  const matchUpload = async (client: ServiceClient, step: StepOf<'poll'>, counters: Counters) => {
    const { upload, batch, remoteId } = step
    const rows = journal.openRows(upload.id, batch.number)
    const own = collectListed(rows, upload.id, 'reference or content')
    const readOwn = async (page: ListedEntries): Promise<void> => {
      own.add(page)
      await context.saveCustomers?.(upload, page.customers)
    }
    const listed = await readList(client, readOwn, { uploadId: remoteId, endsAt: created(counters) })
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
      await context.saveCustomers?.(
        upload,
        page.customers.filter(({ id }) => !others.has(id)),
      )
    }
    const all = await readList(client, readAll)
    if (!all.ok) return all
    const found = { ...among.match(), unknownEntries: 0 }
    return { ok: true, value: { rows, customers: among.customers, ...found, problem: all.value.problem } } as const
  }

  /** Completes an upload made elsewhere with its customers. A service that does not list them by upload (404) leaves none. */
  const endElsewhere = async (
    client: ServiceClient,
    { upload, batch, remoteId }: StepOf<'poll'>,
    counters: Counters,
    reading: 'complete' | 'stalled',
  ): Promise<UploadStepEnd> => {
    const key = batchKey(upload.id, batch.number)
    const customers = new Map<string, ElsewhereCustomer>()
    let unreadable = 0
    const read = (page: ListedEntries): void => {
      for (const { id, rego, state, vin, clientName } of page.customers) {
        customers.set(id, { id, rego, state, vin, clientName })
      }
      unreadable += page.unreadable.length
    }
    const listed = await readList(client, read, { uploadId: remoteId, endsAt: created(counters) })
    if (!listed.ok && listed.error.failure.kind !== 'not-found') return stepEndAfter(listed.error, upload.id)
    // Customers of an old upload may have been deleted: only a recent one's are waited for.
    const isRecent = storage.clock.now().getTime() - Date.parse(upload.createdAt) < timing.listPatienceMs
    const isIncomplete = listed.ok && customers.size + unreadable < created(counters)
    const problem = listed.ok ? (listed.value.problem?.failure.message ?? null) : null
    if (!isIncomplete || !isRecent || !pollings.recordIncompleteList(key, customers.size, problem)) {
      const isCancelled = batch.cancelSent && reading === 'stalled'
      await completeElsewhere(journal, upload, [...customers.values()], counters, isCancelled)
      endPolling(key)
    }
    changed(upload.id)
    return done
  }

  /** Completes a batch with its customers, or tries again later while the list has fewer than the counters. */
  const matchCustomers = async (
    client: ServiceClient,
    step: StepOf<'poll'>,
    counters: Counters,
    reading: 'complete' | 'stalled' | 'standing',
  ): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const key = batchKey(upload.id, batch.number)
    const found = await matchUpload(client, step, counters)
    if (!found.ok) return stepEndAfter(found.error, upload.id)
    const { rows, customers, matched, unknownEntries, problem } = found.value
    // The list can be older than the counters, or can have changed between two pages. Waiting does not make a record readable.
    const isIncomplete = countUnlisted(rows, matched, counters, today()) > unknownEntries
    if (isIncomplete && reading === 'standing') return stand(step, matched.size)
    if (isIncomplete && pollings.recordIncompleteList(key, matched.size, problem?.failure.message ?? null)) {
      changed(upload.id)
      return done
    }
    const isCancelled = batch.cancelSent && reading === 'stalled'
    const resolved = resolveRows(rows, matched, counters, isCancelled, today(), unknownEntries)
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
    if (context.regoVins) {
      recordVins(context.regoVins, upload, rows, matched, customers, storage.clock.now().toISOString())
    }
    endPolling(key)
    changed(upload.id)
    return done
  }

  /** Says since when the counters of a batch do not move. Other batches do not wait for it any more. */
  const stand = ({ upload, batch }: StepOf<'poll'>, found: number): UploadStepEnd => {
    const key = batchKey(upload.id, batch.number)
    const polling = pollings.get(key)
    if (!polling) return done
    const since = new Date(wallTime(polling.unchangedSinceMs))
    const { processed } = polling.counters
    pollings.recordStanding(key, uploadMessages.waiting.standing(since, processed, found, batch.rows))
    standing.add(key)
    changed(upload.id)
    return done
  }

  const readProgress = async (
    client: ServiceClient,
    step: StepOf<'poll'>,
    counters: Counters,
  ): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const key = batchKey(upload.id, batch.number)
    const wasReadable = pollings.get(key)?.isReadable ?? true
    const { unchangedReadings, unchangedSinceMs } = pollings.record(key, counters)
    if (unchangedReadings === 0) standing.delete(key)
    const isNew = !isEqual(counters, batch.counters)
    if (isNew) journal.saveCounters(upload.id, batch.number, counters, batch.cancelSent)
    if (upload.madeElsewhere && counters.uploaded > batch.rows) journal.growElsewhere(upload.id, counters.uploaded)
    if (isNew || !wasReadable) changed(upload.id)
    const rows = upload.madeElsewhere ? counters.uploaded : batch.rows
    const reading = readCounters(counters, rows, unchangedReadings, timing.unchangedReadings, batch.cancelSent)
    // The service may pause within an upload: unprocessed rows count as failed only after the long window.
    const unchangedMs = storage.clock.monotonicMs() - unchangedSinceMs
    const mayContinue = !batch.cancelSent && unchangedMs < timing.searchWindowMs
    if (reading === 'in-progress') {
      if (upload.madeElsewhere || unchangedMs < timing.listPatienceMs) return done
      // The counters may be wrong: all rows that are listed have arrived, whatever these count.
      const whole = { uploaded: batch.rows, processed: batch.rows, errors: 0 }
      return matchCustomers(client, step, whole, 'standing')
    }
    if (reading === 'stalled' && mayContinue) {
      const reason = uploadMessages.waiting.uploadPaused(counters.uploaded, rows)
      pollings.recordPatience(key, { reason, untilMs: unchangedSinceMs + timing.searchWindowMs })
      if (unchangedReadings === timing.unchangedReadings) changed(upload.id)
      return done
    }
    const end = upload.madeElsewhere ? endElsewhere : matchCustomers
    return end(client, step, counters, reading)
  }

  /** Unreadable counters never complete a batch: the upload shows that it waits for readable ones. */
  const readAnswer = (client: ServiceClient, step: StepOf<'poll'>, remote: RemoteUpload): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    journal.saveServiceRecord(upload.id, batch.number, remote)
    const counters = countersIn(remote, batch.counters)
    if (counters) return readProgress(client, step, counters)
    const key = batchKey(upload.id, batch.number)
    if (pollings.get(key)?.isReadable !== false) {
      storage.log.write('warning', 'uploads.counters-unreadable', { batch: batch.number })
    }
    pollings.recordUnreadable(key, batch.counters)
    changed(upload.id)
    return Promise.resolve(done)
  }

  const poll = async (step: StepOf<'poll'>): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.getUpload(remoteId, { signal: context.closing, attempts: 1 })
    if (answer.ok) return readAnswer(found.client, step, answer.value)
    if (answer.error.failure.kind !== 'not-found') return stepEndAfter(answer.error, upload.id)
    // The service may remove a cancelled upload: then its last counters are final.
    if (batch.cancelSent) return readProgress(found.client, step, batch.counters)
    journal.forgetRemote(upload.id, batch.number)
    return done
  }

  const cancel = async ({ upload, batch, remoteId }: StepOf<'cancel'>): Promise<UploadStepEnd> => {
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.cancelUpload(remoteId, { signal: context.abortWrites })
    if (answer.ok) {
      const counters = countersIn(answer.value, batch.counters) ?? batch.counters
      journal.saveCounters(upload.id, batch.number, counters, true)
    } else if (answer.error.failure.kind === 'not-found' || answer.error.failure.kind === 'rejected') {
      // Nothing is left to cancel. The customers created so far are still counted.
      journal.saveCounters(upload.id, batch.number, batch.counters, true)
    } else if (answer.error.certainty === 'unknown') {
      return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
    } else {
      return stepEndAfter(answer.error, upload.id)
    }
    endPolling(batchKey(upload.id, batch.number))
    changed(upload.id)
    return done
  }

  /** Follows a batch without an upload id: looks for its rows among all customers. */
  const count = async ({ upload, batch }: StepOf<'count'>): Promise<UploadStepEnd> => {
    const key = batchKey(upload.id, batch.number)
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const rows = journal.openRows(upload.id, batch.number)
    const by = inAllCustomers(upload)
    const among = collectListed(rows, upload.id, by, journal.customerIds(upload.id))
    const listed = await readList(found.client, among.add)
    if (!listed.ok) return stepEndAfter(listed.error, upload.id)
    const { problem } = listed.value
    const { matched, unknownEntries } = among.match()
    const counters = { uploaded: batch.rows, processed: matched.size, errors: 0 }
    const { unchangedReadings, unchangedSinceMs } = pollings.record(key, counters)
    const unchangedMs = storage.clock.monotonicMs() - unchangedSinceMs
    const isStalled = unchangedReadings >= timing.unchangedReadings && unchangedMs >= timing.listPatienceMs
    if (matched.size === rows.length || isStalled) {
      // Without counters, nothing says that a row has failed. An entry that names no row may be one of these or another upload's.
      const results = resolveRows(rows, matched, { ...counters, processed: batch.rows }, false, today())
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
    return done
  }

  const performStep = async (step: FollowStep): Promise<UploadStepEnd> => {
    switch (step.do) {
      case 'rest':
        return done
      case 'poll':
        return poll(step)
      case 'count':
        return count(step)
      case 'cancel':
        return cancel(step)
      case 'finish':
        journal.finish(step.upload.id)
        changed(step.upload.id)
        context.finished(step.upload.connectionId, step.upload.region)
        return done
      default:
        return assertNever(step)
    }
  }

  return {
    pollings: pollings.all,
    acceptedOfSeveral: (uploadId, batch, counters) => void pollings.record(batchKey(uploadId, batch), counters),
    waiting: (uploadId) => pollings.waiting(uploadId),
    async perform(step) {
      const ended = await performStep(step)
      if (ended.end === 'stop' && 'batch' in step) {
        pollings.recordStop(batchKey(step.upload.id, step.batch.number), step.batch.counters)
      }
      return ended
    },
  }
}
