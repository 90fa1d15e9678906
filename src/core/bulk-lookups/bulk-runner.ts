import { recoveryOf } from '../../contract/recovery.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { CarLookups } from '../lookup/car-lookups.ts'
import type { ServiceFailure } from '../service/service-client.ts'
import { createStepLoop, type StepEnd } from '../scheduling/step-loop.ts'
import { bulkText, pausedByLoss } from './bulk-text.ts'
import type { AskedCar, BulkItems } from './bulk-items.ts'
import type { BulkJob, BulkRepository } from './bulk-repository.ts'

/** Times and counts of bulk look-ups. Tests shorten them. */
export interface BulkTiming {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** The most requests at the same time. */
  readonly mostAtOnce: number
  /** Answers lost one after the other, after which the user has to decide: each may have been charged. */
  readonly mostLost: number
  /** How long running requests may go on when the program closes. After that their answers count as lost. */
  readonly closeGraceMs: number
  random(): number
}

export const defaultBulkTiming: BulkTiming = {
  firstBackoffMs: 1_000,
  longestBackoffMs: 60_000,
  mostAtOnce: 4,
  mostLost: 5,
  closeGraceMs: 5_000,
  random: Math.random,
}

export type BulkRunner = ReturnType<typeof createBulkRunner>

export interface RunnerNeeds {
  readonly repository: BulkRepository
  readonly items: BulkItems
  readonly cars: CarLookups
  readonly timing: BulkTiming
  /** The calls that the service still accepts, as far as it says so. */
  callsLeft(connectionId: string): CallsLeft | null
  changed(jobId: string): void
}

type BulkStep = { readonly do: 'ask'; readonly job: BulkJob }

/** What the end of one request means for the others. */
type CarEnd =
  | { readonly end: 'answered' }
  | { readonly end: 'refused' }
  | { readonly end: 'wait'; readonly reason: string; readonly atLeastMs: number | null }
  | { readonly end: 'stop'; readonly failure: ServiceFailure['failure'] }

/** What ends a pass over the cars. */
type Trouble = Exclude<CarEnd, { readonly end: 'answered' | 'refused' }>

/** Enough answers for an estimate, and not so many that an old speed counts. */
const measuredAnswers = 40
const leastMeasured = 3
/** After so many answers, one request more is made at the same time. */
const answersPerStep = 5

/** How many requests are made at the same time: one after trouble, then more with each answer. */
function createPace(clock: OpenStorage['clock'], mostAtOnce: number) {
  let atOnce = mostAtOnce
  const answeredMs = new Map<string, number[]>()
  return {
    atOnce: () => Math.floor(atOnce),
    slowDown(): void {
      atOnce = 1
    },
    noteAnswer(jobId: string): void {
      const times = answeredMs.get(jobId) ?? []
      answeredMs.set(jobId, [...times, clock.monotonicMs()].slice(-measuredAnswers))
      atOnce = Math.min(mostAtOnce, atOnce + 1 / answersPerStep)
    },
    msPerAnswer(jobId: string): number | null {
      const times = answeredMs.get(jobId) ?? []
      const [first] = times
      const last = times.at(-1)
      if (first === undefined || last === undefined || times.length < leastMeasured) return null
      return (last - first) / (times.length - 1)
    },
  }
}

/** Cars that were asked without a result: the program ended during their requests. A saved answer proves the result. */
function settleInterrupted({ items, cars }: Pick<RunnerNeeds, 'items' | 'cars'>, job: BulkJob): void {
  for (const car of items.asked(job.id)) {
    const answer = cars.saved(job, car)
    if (answer && answer.at >= car.askedAt) items.answer(job.id, car.number, answer)
    else items.setStatus(job.id, car.number, 'unsure', bulkText.interrupted)
  }
}

/** The time until the service accepts calls again, when it said that none are left. */
function usedUpMs(left: CallsLeft | null, now: Date): number | null {
  if (!left || left.remaining > 0 || left.until === null) return null
  return Math.max(0, Date.parse(left.until) - now.getTime())
}

function longestWait(ends: readonly Trouble[]): StepEnd {
  const waits = ends.filter((each) => each.end === 'wait')
  const [first] = waits
  if (!first) return { end: 'done' }
  return { end: 'wait', reason: first.reason, atLeastMs: Math.max(...waits.map(({ atLeastMs }) => atLeastMs ?? 0)) }
}

/**
 * Asks the cars of the running bulk look-ups, several at the same time. A car is marked on the disk before its request
 * leaves. What the service did not get is sent again after a pause; a car whose answer was lost is not, because it may
 * have been charged.
 */
export function createBulkRunner({ clock, log }: OpenStorage, needs: RunnerNeeds) {
  const { repository, items, cars, timing, changed } = needs
  const closing = new AbortController()
  const abortCalls = new AbortController()
  const pace = createPace(clock, timing.mostAtOnce)
  let lostInARow = 0

  const ask = async (job: BulkJob, car: AskedCar): Promise<CarEnd> => {
    // It was answered meanwhile, by a single look-up or another list.
    const known = cars.saved(job, car)
    if (known && (!job.askAgain || known.at >= (job.startedAt ?? ''))) {
      items.answer(job.id, car.number, known)
      return { end: 'answered' }
    }
    const answer = await cars.ask(job, car, abortCalls.signal)
    if (answer.ok) {
      items.answer(job.id, car.number, answer.value)
      pace.noteAnswer(job.id)
      lostInARow = 0
      return { end: 'answered' }
    }
    return failed(job, car, answer.error)
  }

  const failed = (job: BulkJob, car: AskedCar, { failure, certainty, retryAfterMs }: ServiceFailure): CarEnd => {
    const { message } = failure
    // The program closes: the car stays marked as asked, and counts as lost at the next start.
    if (failure.kind === 'cancelled' && certainty !== 'not-sent') return { end: 'refused' }
    if (certainty === 'unknown') {
      lostInARow += 1
      items.setStatus(job.id, car.number, 'unsure', `${bulkText.lost} ${message}`)
      return lostInARow >= timing.mostLost
        ? { end: 'stop', failure: { ...pausedByLoss, details: message } }
        : { end: 'wait', reason: message, atLeastMs: retryAfterMs }
    }
    const recovery = recoveryOf(failure.kind)
    if (recovery === 'request') {
      items.setStatus(job.id, car.number, 'failed', message)
      return { end: 'refused' }
    }
    items.setStatus(job.id, car.number, 'queued', null)
    return recovery === 'time' || recovery === 'none'
      ? { end: 'wait', reason: message, atLeastMs: retryAfterMs }
      : { end: 'stop', failure }
  }

  const mayAsk = (job: BulkJob): boolean => !closing.signal.aborted && repository.find(job.id)?.state === 'running'

  const perform = async ({ job }: BulkStep, proceed: () => void): Promise<StepEnd> => {
    settleInterrupted(needs, job)
    const running = new Set<Promise<void>>()
    const ends: Trouble[] = []
    let defect: { readonly error: unknown } | null = null
    const begin = (car: AskedCar): void => {
      const asking = ask(job, car)
        .then((ended) => {
          if (ended.end === 'wait' || ended.end === 'stop') ends.push(ended)
          else proceed()
          changed(job.id)
        })
        .catch((error: unknown) => {
          defect ??= { error }
        })
        .finally(() => void running.delete(asking))
      running.add(asking)
    }
    for (;;) {
      while (running.size < pace.atOnce() && ends.length === 0 && !defect && mayAsk(job)) {
        const waitMs = usedUpMs(needs.callsLeft(job.connectionId), clock.now())
        if (waitMs !== null) {
          ends.push({ end: 'wait', reason: bulkText.usedUp, atLeastMs: waitMs })
          break
        }
        const car = items.claim(job.id, clock.now().toISOString())
        if (!car) break
        begin(car)
      }
      if (running.size === 0) break
      await Promise.race(running)
    }
    if (defect) throw (defect as { readonly error: unknown }).error
    return endPass(job, ends)
  }

  const endPass = (job: BulkJob, ends: readonly Trouble[]): StepEnd => {
    if (ends.length > 0) pace.slowDown()
    const stop = ends.find((each) => each.end === 'stop')
    if (stop && mayAsk(job)) {
      lostInARow = 0
      repository.change(job.id, { state: 'paused', problem: stop.failure })
      changed(job.id)
      return { end: 'done' }
    }
    const state = repository.find(job.id)?.state
    // What the service did not get before the user cancelled.
    if (state === 'cancelled' && items.moveAll(job.id, 'queued', 'cancelled') > 0) changed(job.id)
    const { queued = 0, asking = 0 } = items.counts(job.id)
    if (queued + asking === 0 && state === 'running') {
      repository.change(job.id, { state: 'finished', endedAt: clock.now().toISOString() })
      log.write('info', 'bulk-lookup.finished', {})
      changed(job.id)
      return { end: 'done' }
    }
    return longestWait(ends)
  }

  const loop = createStepLoop<BulkStep>({
    clock,
    random: timing.random,
    firstBackoffMs: timing.firstBackoffMs,
    longestBackoffMs: timing.longestBackoffMs,
    decide() {
      const [job] = repository.running()
      return job ? { do: 'ask', job } : { do: 'rest', untilMs: null }
    },
    perform,
    onError(error) {
      log.write('error', 'bulk-lookup.failed', { name: error instanceof Error ? error.name : 'unknown' })
    },
    onWaitingChanged() {
      for (const job of repository.running()) changed(job.id)
    },
  })

  return {
    start(): void {
      for (const job of repository.withAsked()) settleInterrupted(needs, job)
      loop.start()
    },
    /** Decides again what to ask. Waits that the service asked for go on. */
    run: loop.retryNow,
    waiting: loop.waiting,
    /** The usual time from one answer to the next, in ms; null: too few answers so far. */
    msPerAnswer: pace.msPerAnswer,
    async close(): Promise<void> {
      closing.abort()
      const closed = new AbortController()
      clock.sleep(timing.closeGraceMs, closed.signal).then(
        () => abortCalls.abort(),
        () => undefined,
      )
      await loop.close()
      closed.abort()
    },
  }
}
