import { unexpectedMessage } from '../../contract/failure.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { backoffMs, type Backoff } from './backoff.ts'
import { createWallTime } from './wall-time.ts'

/** How a step ends: the loop continues, or waits for at least this time because of this reason. */
export type StepEnd =
  | { readonly end: 'done' }
  | { readonly end: 'wait'; readonly reason: string; readonly atLeastMs: number | null }

export interface Waiting {
  readonly reason: string
  readonly until: string
  /** `until` is when it stops waiting, at the latest. Absent: when it continues. */
  readonly atLatest?: boolean
}

export type StepLoop = ReturnType<typeof createStepLoop>

export interface StepLoopOptions<Step> extends Backoff {
  readonly clock: Clock
  /** The next step. `rest`: until `runSoon` or `runNow`, or until a time of the monotonic clock. */
  decide(): Step | { readonly do: 'rest'; readonly untilMs: number | null }
  /** `proceed`: call it when a part of a long step has succeeded; no wait from before is shown any more. */
  perform(step: Step, proceed: () => void): Promise<StepEnd>
  /** Called when a step threw. The loop waits, then decides again. */
  onError(error: unknown): void
  onWaitingChanged(): void
}

/**
 * Decides and performs one step after another. Backs off with jitter while steps end with `wait`, and sleeps when
 * there is nothing to do. It has no state except times: everything else is in the journal of its owner.
 */
export function createStepLoop<Step extends { readonly do: string }>(options: StepLoopOptions<Step>) {
  const { clock } = options
  const wallTime = createWallTime(clock)
  const closing = new AbortController()
  let pause: AbortController | null = null
  /** `requestedUntilMs`: the part of the wait that the service asked for. */
  let wait: { readonly reason: string; readonly untilMs: number; readonly requestedUntilMs: number } | null = null
  let failures = 0
  let running: Promise<void> | null = null

  const sleep = async (ms: number | null): Promise<void> => {
    const paused = new AbortController()
    pause = paused
    const ended = AbortSignal.any([paused.signal, closing.signal])
    if (ended.aborted) return
    if (ms === null) {
      await new Promise<void>((resolve) => ended.addEventListener('abort', () => resolve(), { once: true }))
      return
    }
    // A sleep that was ended early is not an error.
    await clock.sleep(ms, ended).catch((reason: unknown) => {
      if (!ended.aborted) throw reason
    })
  }

  const endPause = (): void => {
    pause?.abort()
    pause = null
  }

  const waitFor = (reason: string, atLeastMs: number | null): void => {
    failures += 1
    // The service's time is a minimum (RFC 9110, 10.2.3), so the own wait is added.
    const waitMs = Math.ceil((atLeastMs ?? 0) + backoffMs(options, failures))
    const nowMs = clock.monotonicMs()
    wait = { reason, untilMs: nowMs + waitMs, requestedUntilMs: nowMs + (atLeastMs ?? 0) }
    announceWaiting()
  }

  /** A listener can fail for the same reason as the step. The loop must continue. */
  const announceWaiting = (): void => {
    try {
      options.onWaitingChanged()
    } catch (error) {
      options.onError(error)
    }
  }

  const endWait = (): void => {
    if (!wait) return
    wait = null
    announceWaiting()
  }

  const proceed = (): void => {
    failures = 0
    endWait()
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      if (wait && wait.untilMs > clock.monotonicMs()) {
        await sleep(wait.untilMs - clock.monotonicMs())
        continue
      }
      try {
        const step = options.decide()
        if (step.do === 'rest' && 'untilMs' in step) {
          endWait()
          const { untilMs } = step as { untilMs: number | null }
          // What comes after nothing to do is other work: it does not wait as long as what was cancelled.
          if (untilMs === null) failures = 0
          await sleep(untilMs === null ? null : Math.max(0, untilMs - clock.monotonicMs()))
          continue
        }
        const ended = await options.perform(step as Step, proceed)
        if (ended.end === 'wait') waitFor(ended.reason, ended.atLeastMs)
        else proceed()
      } catch (error) {
        options.onError(error)
        const message = error instanceof FailureError ? error.failure.message : unexpectedMessage
        waitFor(`${message} Forecourt tries again automatically.`, null)
      }
    }
  }

  return {
    start(): void {
      running ??= run()
    },
    /** Decides again now, unless it waits after a failed step. */
    runSoon: endPause,
    /** Ends all waits and decides again now. */
    runNow(): void {
      wait = null
      endPause()
    },
    /** Like `runNow`, but waits that the service asked for go on: calls that failed may succeed now. */
    retryNow(): void {
      if (wait) wait = { ...wait, untilMs: wait.requestedUntilMs }
      endPause()
    },
    /** What it waits for; null: nothing. */
    waiting(): Waiting | null {
      return wait && { reason: wait.reason, until: wallTime(wait.untilMs) }
    },
    /** Resolves when the current step has ended. */
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}
