import { assertNever } from '../../contract/result.ts'
import { eachPage } from '../service/paging.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { RemoteCustomer, RemoteUpload, ServiceClient } from '../service/service-client.ts'
import { paceKey, readCounters, type FollowStep } from './upload-steps.ts'
import { collectCopies, firstAndLater, matchRows, settleRows, type Copy } from './matching.ts'
import { clientFor, endWith, pageSize, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import type { Counters, UploadRecord } from './upload-record.ts'

/** How a batch is being followed. */
interface Pace {
  readonly nextAtMs: number
  readonly gapMs: number
  readonly counters: Counters
  /** Equal readings in a row, and since when. */
  readonly stillReadings: number
  readonly stillSinceMs: number
  readonly tallies: number
}

export interface Follower {
  readonly paces: ReadonlyMap<string, Pace>
  readonly twinsSought: ReadonlySet<string>
  perform(step: FollowStep): Promise<UploadStepEnd>
}

type StepOf<Name extends FollowStep['do']> = Extract<FollowStep, { do: Name }>

/** Follows accepted batches by the service's counters to their end, and ties customers to rows. */
export function createFollower(context: RunnerContext): Follower {
  const { storage, journal, timing, changed } = context
  const paces = new Map<string, Pace>()
  const twinsSought = new Set<string>()
  const twinsSince = new Map<string, number>()
  const done: UploadStepEnd = { end: 'done' }
  const today = (): string => localDate(storage.clock.now())

  const pace = (key: string, counters: Counters): Pace => {
    const nowMs = storage.clock.monotonicMs()
    const before = paces.get(key)
    const isSame =
      before !== undefined &&
      before.counters.uploaded === counters.uploaded &&
      before.counters.processed === counters.processed &&
      before.counters.errors === counters.errors
    const gapMs = isSame ? Math.min(Math.ceil(before.gapMs * 1.5), timing.longestPollMs) : timing.firstPollMs
    const next: Pace = {
      nextAtMs: nowMs + gapMs,
      gapMs,
      counters,
      stillReadings: isSame ? before.stillReadings + 1 : 0,
      stillSinceMs: isSame ? before.stillSinceMs : nowMs,
      tallies: before?.tallies ?? 0,
    }
    paces.set(key, next)
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

  const tally = async (
    client: ServiceClient,
    step: StepOf<'poll'>,
    counters: Counters,
    reading: 'met' | 'still',
  ): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const key = paceKey(upload.id, batch.number)
    const listed = await customersOf(client, remoteId)
    if (!listed.ok) return endWith(listed.error, upload.id)
    const rows = journal.openRows(upload.id, batch.number)
    const matched = matchRows(rows, listed.value, upload.id, upload.referenceKey)
    const made = Math.max(0, counters.processed - counters.errors)
    const before = paces.get(key)
    if (matched.size < made && before && before.tallies + 1 < timing.tallyTries) {
      // The list may be a little behind the counters, or have moved between two pages.
      paces.set(key, { ...before, tallies: before.tallies + 1 })
      return done
    }
    const isCancelled = batch.cancelAsked && reading === 'still'
    journal.settle(
      upload.id,
      batch.number,
      isCancelled ? 'cancelled' : 'complete',
      settleRows(rows, matched, counters, isCancelled, today()),
    )
    paces.delete(key)
    changed(upload.id)
    return done
  }

  const read = async (client: ServiceClient, step: StepOf<'poll'>, remote: RemoteUpload): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const counters = { uploaded: remote.uploaded, processed: remote.processed, errors: remote.errors }
    const { stillReadings, stillSinceMs } = pace(paceKey(upload.id, batch.number), counters)
    const isNew =
      counters.uploaded !== batch.counters.uploaded ||
      counters.processed !== batch.counters.processed ||
      counters.errors !== batch.counters.errors
    if (isNew) {
      journal.saveCounters(upload.id, batch.number, counters, batch.cancelAsked)
      changed(upload.id)
    }
    const reading = readCounters(counters, batch.rows, stillReadings, timing.stillReadings, batch.cancelAsked)
    // A service that takes an upload in by and by may pause: what it has not taken counts as failed only after the long window.
    const mayGoOn = !batch.cancelAsked && storage.clock.monotonicMs() - stillSinceMs < timing.settleWindowMs
    if (reading === 'moving' || (reading === 'still' && mayGoOn)) return done
    return tally(client, step, counters, reading)
  }

  const poll = async (step: StepOf<'poll'>): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.getUpload(remoteId, { signal: context.closing, attempts: 1 })
    if (answer.ok) return read(found.client, step, answer.value)
    if (answer.error.failure.kind !== 'not-found') return endWith(answer.error, upload.id)
    if (batch.cancelAsked) {
      // A service that forgets what was cancelled: the counters of its last answer stand.
      return read(found.client, step, { id: remoteId, createdAt: '', name: '', ...batch.counters })
    }
    if (upload.referenceKey === null) return endWith(answer.error, upload.id)
    journal.forgetRemote(upload.id, batch.number)
    return done
  }

  const withdraw = async (step: StepOf<'withdraw'>): Promise<UploadStepEnd> => {
    const { upload, batch, remoteId } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const answer = await found.client.cancelUpload(remoteId, { signal: context.givingUp })
    if (answer.ok) {
      const { uploaded, processed, errors } = answer.value
      journal.saveCounters(upload.id, batch.number, { uploaded, processed, errors }, true)
    } else if (answer.error.failure.kind === 'not-found' || answer.error.failure.kind === 'rejected') {
      // Nothing left to stop: what it made is counted all the same.
      journal.saveCounters(upload.id, batch.number, batch.counters, true)
    } else if (answer.error.certainty === 'unknown') {
      return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
    } else {
      return endWith(answer.error, upload.id)
    }
    paces.delete(paceKey(upload.id, batch.number))
    changed(upload.id)
    return done
  }

  /** Every copy at the service of this upload's rows, by row. */
  const copiesOf = async (client: ServiceClient, upload: UploadRecord) => {
    const copies = new Map<number, Copy[]>()
    const passed = await eachPage(client, { pageSize: pageSize(context), signal: context.closing }, (page) =>
      collectCopies(copies, page, upload.id, upload.referenceKey),
    )
    return passed.ok ? ({ ok: true, value: copies } as const) : passed
  }

  const count = async (step: StepOf<'count'>): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const key = paceKey(upload.id, batch.number)
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const copies = await copiesOf(found.client, upload)
    if (!copies.ok) return endWith(copies.error, upload.id)
    const rows = journal.openRows(upload.id, batch.number)
    const matched = new Map<number, string>()
    for (const { row } of rows) {
      const first = firstAndLater(copies.value.get(row) ?? []).first
      if (first) matched.set(row, first.customerId)
    }
    const counters = { uploaded: batch.rows, processed: matched.size, errors: 0 }
    const followed = pace(key, counters)
    const stillMs = storage.clock.monotonicMs() - followed.stillSinceMs
    const isStill = followed.stillReadings >= timing.stillReadings && stillMs >= timing.settleWindowMs
    if (matched.size === rows.length || isStill) {
      journal.settle(upload.id, batch.number, 'complete', settleRows(rows, matched, counters, false, today()))
      paces.delete(key)
    } else {
      journal.saveCounters(upload.id, batch.number, counters, batch.cancelAsked)
    }
    changed(upload.id)
    return done
  }

  const lookForTwins = async ({ upload }: StepOf<'look-for-twins'>): Promise<UploadStepEnd> => {
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const copies = await copiesOf(found.client, upload)
    if (!copies.ok) return endWith(copies.error, upload.id)
    const firsts: { row: number; customerId: string }[] = []
    for (const [row, all] of copies.value) {
      const { first, later } = firstAndLater(all)
      if (first) firsts.push({ row, customerId: first.customerId })
      for (const { customerId } of later) {
        journal.noteTwin(upload.id, row, customerId)
        const answer = await found.client.deleteCustomer(customerId, { signal: context.givingUp })
        if (!answer.ok && answer.error.failure.kind !== 'not-found') {
          if (answer.error.certainty !== 'unknown') return endWith(answer.error, upload.id)
          return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
        }
        storage.log.write('warning', 'uploads.twin-deleted', { row })
      }
    }
    journal.correct(upload.id, firsts)
    // Where a resend's own answer was lost too, its copy may still be on its way: look to the end of the window.
    const nowMs = storage.clock.monotonicMs()
    const sinceMs = twinsSince.get(upload.id) ?? nowMs
    twinsSince.set(upload.id, sinceMs)
    const mayStillCome = upload.batches.some((batch) => batch.resent && 'settled' in batch && batch.remoteId === null)
    if (mayStillCome && nowMs - sinceMs < timing.settleWindowMs) {
      await storage.clock.sleep(timing.firstLookGapMs, context.closing).catch((reason: unknown) => {
        if (!context.closing.aborted) throw reason
      })
      return done
    }
    twinsSought.add(upload.id)
    twinsSince.delete(upload.id)
    changed(upload.id)
    return done
  }

  return {
    paces,
    twinsSought,
    async perform(step) {
      switch (step.do) {
        case 'rest':
          return done
        case 'poll':
          return poll(step)
        case 'count':
          return count(step)
        case 'withdraw':
          return withdraw(step)
        case 'look-for-twins':
          return lookForTwins(step)
        case 'finish':
          journal.finish(step.upload.id)
          twinsSought.delete(step.upload.id)
          changed(step.upload.id)
          context.finished(step.upload.connectionId, step.upload.region)
          return done
        default:
          return assertNever(step)
      }
    },
  }
}
