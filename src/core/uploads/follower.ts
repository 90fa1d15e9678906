import { assertNever } from '../../contract/result.ts'
import { eachPage } from '../service/paging.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { RemoteCustomer, RemoteUpload, ServiceClient } from '../service/service-client.ts'
import { batchKey, readCounters, type FollowStep } from './upload-steps.ts'
import { collectRowCustomers, originalAndDuplicates, matchRows, resolveRows, type RowCustomer } from './matching.ts'
import { clientFor, stepEndAfter, pageSize, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import type { Counters, UploadRecord } from './upload-record.ts'

/** How a batch is being followed. */
interface Polling {
  readonly nextAtMs: number
  readonly gapMs: number
  readonly counters: Counters
  /** Equal readings in a row, and since when. */
  readonly unchangedReadings: number
  readonly unchangedSinceMs: number
  readonly matchAttempts: number
}

export interface Follower {
  readonly pollings: ReadonlyMap<string, Polling>
  readonly duplicatesChecked: ReadonlySet<string>
  perform(step: FollowStep): Promise<UploadStepEnd>
}

type StepOf<Name extends FollowStep['do']> = Extract<FollowStep, { do: Name }>

/** Follows accepted batches by the service's counters to their end, and ties customers to rows. */
export function createFollower(context: RunnerContext): Follower {
  const { storage, journal, timing, changed } = context
  const pollings = new Map<string, Polling>()
  const duplicatesChecked = new Set<string>()
  const checkingSince = new Map<string, number>()
  const done: UploadStepEnd = { end: 'done' }
  const today = (): string => localDate(storage.clock.now())

  const nextPolling = (key: string, counters: Counters): Polling => {
    const nowMs = storage.clock.monotonicMs()
    const before = pollings.get(key)
    const isSame =
      before !== undefined &&
      before.counters.uploaded === counters.uploaded &&
      before.counters.processed === counters.processed &&
      before.counters.errors === counters.errors
    const gapMs = isSame ? Math.min(Math.ceil(before.gapMs * 1.5), timing.longestPollMs) : timing.firstPollMs
    const next: Polling = {
      nextAtMs: nowMs + gapMs,
      gapMs,
      counters,
      unchangedReadings: isSame ? before.unchangedReadings + 1 : 0,
      unchangedSinceMs: isSame ? before.unchangedSinceMs : nowMs,
      matchAttempts: before?.matchAttempts ?? 0,
    }
    pollings.set(key, next)
    return next
  }

  /** The customers that the service lists for an upload of its own. */
  const customersOf = async (client: ServiceClient, remoteId: string) => {
    const customers: RemoteCustomer[] = []
    const passed = await eachPage(
      client,
      { pageSize: pageSize(context), uploadId: remoteId, signal: context.closing },
      (page) => void customers.push(...page),
    )
    return passed.ok ? ({ ok: true, value: customers } as const) : passed
  }

  const matchCustomers = async (
    client: ServiceClient,
    step: StepOf<'poll'>,
    counters: Counters,
    reading: 'complete' | 'stalled',
  ): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const key = batchKey(upload.id, batch.number)
    const listed = await customersOf(client, remoteId)
    if (!listed.ok) return stepEndAfter(listed.error, upload.id)
    const rows = journal.openRows(upload.id, batch.number)
    const matched = matchRows(rows, listed.value, upload.id, upload.referenceKey)
    const made = Math.max(0, counters.processed - counters.errors)
    const before = pollings.get(key)
    if (matched.size < made && before && before.matchAttempts + 1 < timing.matchTries) {
      // The list may be a little behind the counters, or have moved between two pages.
      pollings.set(key, { ...before, matchAttempts: before.matchAttempts + 1 })
      return done
    }
    const isCancelled = batch.cancelSent && reading === 'stalled'
    journal.completeBatch(
      upload.id,
      batch.number,
      isCancelled ? 'cancelled' : 'complete',
      resolveRows(rows, matched, counters, isCancelled, today()),
    )
    pollings.delete(key)
    changed(upload.id)
    return done
  }

  const read = async (client: ServiceClient, step: StepOf<'poll'>, remote: RemoteUpload): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const counters = { uploaded: remote.uploaded, processed: remote.processed, errors: remote.errors }
    const { unchangedReadings, unchangedSinceMs } = nextPolling(batchKey(upload.id, batch.number), counters)
    const isNew =
      counters.uploaded !== batch.counters.uploaded ||
      counters.processed !== batch.counters.processed ||
      counters.errors !== batch.counters.errors
    if (isNew) {
      journal.saveCounters(upload.id, batch.number, counters, batch.cancelSent)
      changed(upload.id)
    }
    const reading = readCounters(counters, batch.rows, unchangedReadings, timing.unchangedReadings, batch.cancelSent)
    // A service that takes an upload in by and by may pause: what it has not taken counts as failed only after the long window.
    const mayGoOn = !batch.cancelSent && storage.clock.monotonicMs() - unchangedSinceMs < timing.searchWindowMs
    if (reading === 'in-progress' || (reading === 'stalled' && mayGoOn)) return done
    return matchCustomers(client, step, counters, reading)
  }

  const poll = async (step: StepOf<'poll'>): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.getUpload(remoteId, { signal: context.closing, attempts: 1 })
    if (answer.ok) return read(found.client, step, answer.value)
    if (answer.error.failure.kind !== 'not-found') return stepEndAfter(answer.error, upload.id)
    if (batch.cancelSent) {
      // A service that forgets what was cancelled: the counters of its last answer stand.
      return read(found.client, step, { id: remoteId, createdAt: '', name: '', ...batch.counters })
    }
    if (upload.referenceKey === null) return stepEndAfter(answer.error, upload.id)
    journal.forgetRemote(upload.id, batch.number)
    return done
  }

  const cancel = async (step: StepOf<'cancel'>): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.cancelUpload(remoteId, { signal: context.abortWrites })
    if (answer.ok) {
      const { uploaded, processed, errors } = answer.value
      journal.saveCounters(upload.id, batch.number, { uploaded, processed, errors }, true)
    } else if (answer.error.failure.kind === 'not-found' || answer.error.failure.kind === 'rejected') {
      // Nothing left to stop: what it made is counted all the same.
      journal.saveCounters(upload.id, batch.number, batch.counters, true)
    } else if (answer.error.certainty === 'unknown') {
      return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
    } else {
      return stepEndAfter(answer.error, upload.id)
    }
    pollings.delete(batchKey(upload.id, batch.number))
    changed(upload.id)
    return done
  }

  /** Every copy at the service of this upload's rows, by row. */
  const rowCustomersOf = async (client: ServiceClient, upload: UploadRecord) => {
    const copies = new Map<number, RowCustomer[]>()
    const passed = await eachPage(client, { pageSize: pageSize(context), signal: context.closing }, (page) =>
      collectRowCustomers(copies, page, upload.id, upload.referenceKey),
    )
    return passed.ok ? ({ ok: true, value: copies } as const) : passed
  }

  const count = async (step: StepOf<'count'>): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const key = batchKey(upload.id, batch.number)
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const copies = await rowCustomersOf(found.client, upload)
    if (!copies.ok) return stepEndAfter(copies.error, upload.id)
    const rows = journal.openRows(upload.id, batch.number)
    const matched = new Map<number, string>()
    for (const { row } of rows) {
      const first = originalAndDuplicates(copies.value.get(row) ?? []).first
      if (first) matched.set(row, first.customerId)
    }
    const counters = { uploaded: batch.rows, processed: matched.size, errors: 0 }
    const followed = nextPolling(key, counters)
    const stillMs = storage.clock.monotonicMs() - followed.unchangedSinceMs
    const isStill = followed.unchangedReadings >= timing.unchangedReadings && stillMs >= timing.searchWindowMs
    if (matched.size === rows.length || isStill) {
      journal.completeBatch(upload.id, batch.number, 'complete', resolveRows(rows, matched, counters, false, today()))
      pollings.delete(key)
    } else {
      journal.saveCounters(upload.id, batch.number, counters, batch.cancelSent)
    }
    changed(upload.id)
    return done
  }

  const removeDuplicates = async ({ upload }: StepOf<'remove-duplicates'>): Promise<UploadStepEnd> => {
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const copies = await rowCustomersOf(found.client, upload)
    if (!copies.ok) return stepEndAfter(copies.error, upload.id)
    const firsts: { row: number; customerId: string }[] = []
    for (const [row, all] of copies.value) {
      const { first, later } = originalAndDuplicates(all)
      if (first) firsts.push({ row, customerId: first.customerId })
      for (const { customerId } of later) {
        journal.markDuplicate(upload.id, row, customerId)
        const answer = await found.client.deleteCustomer(customerId, { signal: context.abortWrites })
        if (!answer.ok && answer.error.failure.kind !== 'not-found') {
          if (answer.error.certainty !== 'unknown') return stepEndAfter(answer.error, upload.id)
          return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
        }
        storage.log.write('warning', 'uploads.twin-deleted', { row })
      }
    }
    journal.correct(upload.id, firsts)
    // Where a resend's own answer was lost too, its copy may still be on its way: look to the end of the window.
    const nowMs = storage.clock.monotonicMs()
    const sinceMs = checkingSince.get(upload.id) ?? nowMs
    checkingSince.set(upload.id, sinceMs)
    const mayStillCome = upload.batches.some((batch) => batch.resent && 'result' in batch && batch.remoteId === null)
    if (mayStillCome && nowMs - sinceMs < timing.searchWindowMs) {
      await storage.clock.sleep(timing.firstSearchGapMs, context.closing).catch((reason: unknown) => {
        if (!context.closing.aborted) throw reason
      })
      return done
    }
    duplicatesChecked.add(upload.id)
    checkingSince.delete(upload.id)
    changed(upload.id)
    return done
  }

  return {
    pollings,
    duplicatesChecked,
    async perform(step) {
      switch (step.do) {
        case 'rest':
          return done
        case 'poll':
          return poll(step)
        case 'count':
          return count(step)
        case 'cancel':
          return cancel(step)
        case 'remove-duplicates':
          return removeDuplicates(step)
        case 'finish':
          journal.finish(step.upload.id)
          duplicatesChecked.delete(step.upload.id)
          changed(step.upload.id)
          context.finished(step.upload.connectionId, step.upload.region)
          return done
        default:
          return assertNever(step)
      }
    },
  }
}
