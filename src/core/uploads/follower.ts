import { assertNever } from '../../contract/result.ts'
import type { Waiting } from '../scheduling/step-loop.ts'
import type { RemoteUpload, ServiceClient } from '../service/service-client.ts'
import { followByRows, matchCustomers, type FollowContext } from './batch-customers.ts'
import { countersIn, createBatchPollings, isEqual } from './batch-polling.ts'
import { clientFor, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import type { Counters } from './upload-record.ts'
import { batchKey, readCounters, type FollowStep, type FollowStepOf } from './upload-steps.ts'

/** Follows accepted batches by the service's counters until they finish, and matches customers to rows. */
export function createFollower(runner: RunnerContext) {
  const { storage, journal, timing, changed, standing } = runner
  const pollings = createBatchPollings(storage.clock, timing)
  const done: UploadStepEnd = { end: 'done' }
  const endPolling = (key: string): void => {
    pollings.delete(key)
    standing.delete(key)
  }
  const context: FollowContext = { ...runner, pollings, endPolling }

  const readProgress = async (
    client: ServiceClient,
    step: FollowStepOf<'poll'>,
    counters: Counters,
  ): Promise<UploadStepEnd> => {
    const { upload, batch } = step
    const key = batchKey(upload.id, batch.number)
    const wasReadable = pollings.get(key)?.isReadable ?? true
    const { unchangedReadings, unchangedSinceMs } = pollings.record(key, counters)
    if (unchangedReadings === 0) standing.delete(key)
    const isNew = !isEqual(counters, batch.counters)
    if (isNew) journal.saveCounters(upload.id, batch.number, counters, batch.cancelSent)
    if (isNew || !wasReadable) changed(upload.id)
    const reading = readCounters(counters, batch.rows, unchangedReadings, timing.unchangedReadings, batch.cancelSent)
    // The service may pause within an upload: unprocessed rows count as failed only after the long window.
    const unchangedMs = storage.clock.monotonicMs() - unchangedSinceMs
    const mayContinue = !batch.cancelSent && unchangedMs < timing.searchWindowMs
    if (reading === 'in-progress') {
      if (unchangedMs < timing.listPatienceMs) return done
      // The counters may be wrong: all rows that are listed have arrived, whatever these count.
      const whole = { uploaded: batch.rows, processed: batch.rows, errors: 0 }
      return matchCustomers(context, client, step, whole, 'standing')
    }
    if (reading === 'stalled' && mayContinue) {
      const reason = uploadMessages.waiting.uploadPaused(counters.uploaded, batch.rows)
      pollings.recordPatience(key, { reason, untilMs: unchangedSinceMs + timing.searchWindowMs })
      if (unchangedReadings === timing.unchangedReadings) changed(upload.id)
      return done
    }
    return matchCustomers(context, client, step, counters, reading)
  }

  /** Unreadable counters never complete a batch: the upload shows that it waits for readable ones. */
  const readAnswer = (
    client: ServiceClient,
    step: FollowStepOf<'poll'>,
    remote: RemoteUpload,
  ): Promise<UploadStepEnd> => {
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

  const poll = async (step: FollowStepOf<'poll'>): Promise<UploadStepEnd> => {
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

  const cancel = async ({ upload, batch, remoteId }: FollowStepOf<'cancel'>): Promise<UploadStepEnd> => {
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

  const performStep = async (step: FollowStep): Promise<UploadStepEnd> => {
    switch (step.do) {
      case 'rest':
        return done
      case 'poll':
        return poll(step)
      case 'count':
        return followByRows(context, step)
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
    /** Behind a batch that is followed, the counters of an accepted one are read after a while only. */
    acceptedOfSeveral: (uploadId: string, batch: number, counters: Counters): void =>
      void pollings.record(batchKey(uploadId, batch), counters),
    /** What the following of an upload waits for; null: nothing. */
    waiting: (uploadId: string): Waiting | null => pollings.waiting(uploadId),
    async perform(step: FollowStep): Promise<UploadStepEnd> {
      const ended = await performStep(step)
      if (ended.end === 'stop' && 'batch' in step) {
        pollings.recordStop(batchKey(step.upload.id, step.batch.number), step.batch.counters)
      }
      return ended
    },
  }
}
