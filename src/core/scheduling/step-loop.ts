import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'

/** What a step asks of the loop that ran it: go on, or wait, at least so long, because of this. */
export type StepEnd =
  | { readonly end: 'done' }
  | { readonly end: 'wait'; readonly reason: string; readonly atLeastMs: number | null }

export interface Waiting {
  readonly reason: string
  readonly until: string
}

export interface StepLoop {
  start(): void
  /** Looks again now, unless it waits for the service. */
  runSoon(): void
  /** Looks again now, whatever it waits for. */
  runNow(): void
  /** What it waits for; null: nothing. */
  waiting(): Waiting | null
  /** Resolves when the step in hand has ended. */
  close(): Promise<void>
}

export interface StepLoopOptions<Step> {
  readonly clock: Clock
  readonly random: () => number
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** What to do next, of all that is known now. `rest` until woken, or until a time of the monotonic clock. */
  decide(): Step | { readonly do: 'rest'; readonly untilMs: number | null }
  perform(step: Step): Promise<StepEnd>
  /** A step that threw: for the log. The loop waits and looks again. */
  onError(error: unknown): void
  onWaitingChanged(): void
}

/**
 * Decides and performs one step after another, backs off with jitter while steps ask it to wait, and sleeps when there is
 * nothing to do. All its state is the journal's; what it keeps itself are times.
 */
export function createStepLoop<Step extends { readonly do: string }>(options: StepLoopOptions<Step>): StepLoop {
  const { clock } = options
  const closing = new AbortController()
  let pause: AbortController | null = null
  let hold: { readonly reason: string; readonly untilMs: number } | null = null
  let failures = 0
  let running: Promise<void> | null = null

  const sleep = async (ms: number | null): Promise<void> => {
    const paused = new AbortController()
    pause = paused
    const woken = AbortSignal.any([paused.signal, closing.signal])
    if (woken.aborted) return
    if (ms === null) {
      await new Promise<void>((resolve) => woken.addEventListener('abort', () => resolve(), { once: true }))
      return
    }
    // A sleep that was cut short is no failure: whoever cut it short says what to do next.
    await clock.sleep(ms, woken).catch((reason: unknown) => {
      if (!woken.aborted) throw reason
    })
  }

  const endPause = (): void => {
    pause?.abort()
    pause = null
  }

  const holdFor = (reason: string, atLeastMs: number | null): void => {
    const ceiling = Math.min(options.longestBackoffMs, options.firstBackoffMs * 2 ** failures)
    failures += 1
    // What the service asked for is a minimum (RFC 9110, 10.2.3); the jitter comes on top.
    const waitMs = Math.ceil((atLeastMs ?? 0) + ceiling * (0.5 + options.random() / 2))
    hold = { reason, untilMs: clock.monotonicMs() + waitMs }
    tellOfWaiting()
  }

  /** Who hears of it reads the journal, and may meet what made the step fail: the loop must outlive that. */
  const tellOfWaiting = (): void => {
    try {
      options.onWaitingChanged()
    } catch (error) {
      options.onError(error)
    }
  }

  const releaseHold = (): void => {
    if (!hold) return
    hold = null
    tellOfWaiting()
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      if (hold && hold.untilMs > clock.monotonicMs()) {
        await sleep(hold.untilMs - clock.monotonicMs())
        continue
      }
      try {
        const step = options.decide()
        if (step.do === 'rest' && 'untilMs' in step) {
          releaseHold()
          const { untilMs } = step as { untilMs: number | null }
          await sleep(untilMs === null ? null : Math.max(0, untilMs - clock.monotonicMs()))
          continue
        }
        const ended = await options.perform(step as Step)
        if (ended.end === 'wait') holdFor(ended.reason, ended.atLeastMs)
        else {
          failures = 0
          releaseHold()
        }
      } catch (error) {
        options.onError(error)
        const words = error instanceof FailureError ? error.failure.message : 'Something went wrong inside Forecourt.'
        holdFor(`${words} Forecourt tries again by itself.`, null)
      }
    }
  }

  return {
    start() {
      running ??= run()
    },
    runSoon: endPause,
    runNow() {
      hold = null
      endPause()
    },
    waiting() {
      if (!hold) return null
      const leftMs = Math.max(0, hold.untilMs - clock.monotonicMs())
      return { reason: hold.reason, until: new Date(clock.now().getTime() + leftMs).toISOString() }
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
