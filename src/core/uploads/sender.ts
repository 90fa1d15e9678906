import { assertNever } from '../../contract/result.ts'
import { eachPage } from '../service/paging.ts'
import { afterPost, batchKey, type SendStep } from './upload-steps.ts'
import { rowOf } from './matching.ts'
import {
  clientFor,
  stepEndAfter,
  pageSize,
  withKept,
  type RunnerContext,
  type UploadStepEnd,
} from './runner-context.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import { remoteName } from './upload-record.ts'

/** How often a batch whose answer was lost has been looked for, and when next. */
interface Search {
  readonly searches: number
  readonly firstAtMs: number
  readonly nextAtMs: number
}

export interface Sender {
  readonly searches: ReadonlyMap<string, Search>
  perform(step: SendStep): Promise<UploadStepEnd>
  /** Looks now for what is looked for; the window in which it may still turn up does not get shorter. */
  searchNow(): void
  /** The look that everything else waits for. */
  waiting(): Waiting | null
}

const lostNote =
  'The answer to this batch was lost. Forecourt searches for its rows at the service before anything is sent again.'
const lostUndecidedNote = 'The answer to this batch was lost, and its rows carry no reference to look for.'
const foundNote = 'The answer to this batch was lost; its rows were found at the service.'
const resendNote = 'The answer to this batch was lost, and its rows did not turn up at the service. It is sent again.'

/** Sends batches, and settles those whose answer was lost. */
export function createSender(context: RunnerContext): Sender {
  const { storage, journal, timing, changed } = context
  const searches = new Map<string, Search>()
  const done: UploadStepEnd = { end: 'done' }

  const post = async (step: Extract<SendStep, { do: 'post' }>): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    // She may have cancelled while the credentials were read.
    const current = journal.find(upload.id)?.batches.find(({ number }) => number === batch.number)
    if (current?.state !== 'planned' || context.closing.aborted) return done
    const rows = journal.openRows(upload.id, batch.number)
    journal.markSending(upload.id, batch.number)
    changed(upload.id)
    const answer = await found.client.createUpload(
      {
        name: remoteName(upload, batch.number),
        enable_rego_lookups: upload.lookUpMissingVins,
        customers: rows.map(({ input }) => input),
      },
      { signal: context.abortWrites },
    )
    const outcome = afterPost(answer, batch, upload)
    switch (outcome.kind) {
      case 'accepted':
        journal.markAccepted(upload.id, batch.number, outcome.remote)
        changed(upload.id)
        return done
      case 'unknown':
        storage.log.write('warning', 'uploads.answer-lost', { batch: batch.number, rows: batch.rows })
        journal.markUnknown(upload.id, batch.number, upload.referenceKey === null ? lostUndecidedNote : lostNote)
        changed(upload.id)
        return done
      case 'halve':
        if (outcome.isSizeLimit) journal.halve(upload.id, batch.number)
        else journal.split(upload.id, batch.number)
        changed(upload.id)
        return done
      case 'refused':
        journal.markRefused(upload.id, batch.number, withKept(outcome.error.failure))
        changed(upload.id)
        return done
      case 'again': {
        journal.markPlanned(upload.id, batch.number, { resend: false, note: null })
        changed(upload.id)
        if (outcome.after === 'user') {
          return { end: 'stop', uploadId: upload.id, failure: withKept(outcome.error.failure) }
        }
        if (outcome.after === 'wait') {
          return { end: 'wait', reason: outcome.error.failure.message, atLeastMs: outcome.error.retryAfterMs }
        }
        return done
      }
      default:
        return assertNever(outcome)
    }
  }

  const search = async (step: Extract<SendStep, { do: 'search' }>): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const found = await clientFor(context, upload)
    if ('ended' in found) return found.ended
    const rows = new Set(journal.openRows(upload.id, batch.number).map(({ row }) => row))
    let arrived = false
    const passed = await eachPage(found.client, { pageSize: pageSize(context), signal: context.closing }, (page) => {
      arrived ||= page.some((customer) => rows.has(rowOf(customer, upload.id, upload.referenceKey) ?? -1))
      return !arrived
    })
    if (!passed.ok) return stepEndAfter(passed.error, upload.id)
    const key = batchKey(upload.id, batch.number)
    const nowMs = storage.clock.monotonicMs()
    if (arrived) {
      searches.delete(key)
      journal.markFound(upload.id, batch.number, foundNote)
      changed(upload.id)
      return done
    }
    const before = searches.get(key) ?? { searches: 0, firstAtMs: nowMs, nextAtMs: nowMs }
    const count = before.searches + 1
    if (count >= timing.leastSearches && nowMs - before.firstAtMs >= timing.searchWindowMs) {
      searches.delete(key)
      storage.log.write('warning', 'uploads.sent-again', { batch: batch.number, rows: batch.rows })
      journal.markPlanned(upload.id, batch.number, { resend: true, note: resendNote })
    } else {
      const gapMs = timing.firstSearchGapMs * 2 ** before.searches
      const windowEndMs = before.firstAtMs + timing.searchWindowMs
      const nextAtMs = nowMs < windowEndMs ? Math.min(nowMs + gapMs, windowEndMs) : nowMs + timing.firstSearchGapMs
      searches.set(key, { searches: count, firstAtMs: before.firstAtMs, nextAtMs })
    }
    changed(upload.id)
    return done
  }

  return {
    searches,
    async perform(step) {
      switch (step.do) {
        case 'rest':
          return done
        case 'mark-unknown':
          journal.markUnknown(
            step.upload.id,
            step.batch.number,
            step.upload.referenceKey === null ? lostUndecidedNote : lostNote,
          )
          changed(step.upload.id)
          return done
        case 'post':
          return post(step)
        case 'search':
          return search(step)
        default:
          return assertNever(step)
      }
    },
    searchNow() {
      const nowMs = storage.clock.monotonicMs()
      for (const [key, value] of searches) searches.set(key, { ...value, nextAtMs: nowMs })
    },
    waiting() {
      const [next] = [...searches.values()].toSorted((a, b) => a.nextAtMs - b.nextAtMs)
      if (!next) return null
      const leftMs = Math.max(0, next.nextAtMs - storage.clock.monotonicMs())
      return { reason: lostNote, until: new Date(storage.clock.now().getTime() + leftMs).toISOString() }
    },
  }
}
