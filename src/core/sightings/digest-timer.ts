import type { Clock } from '../ports/clock.ts'
import { errorFields, type Log } from '../ports/log.ts'

export interface DigestTimerParts {
  readonly clock: Clock
  readonly log: Log
  /** Milliseconds until the set time; null: without one. */
  waitMs(): number | null
  check(): Promise<void>
  readonly ended: AbortSignal
}

const longestWaitMs = 60 * 60_000

/** Makes the digest at its set time. Returns what starts the wait again, for example after another time was set. */
export function createDigestTimer({ clock, log, waitMs, check, ended }: DigestTimerParts): () => void {
  let waiting = new AbortController()
  /** Waits are short, because the clock of a PC can be set. */
  const wait = (): void => {
    waiting.abort()
    waiting = new AbortController()
    const ms = waitMs()
    if (ms === null || ended.aborted) return
    void clock
      .sleep(Math.min(ms, longestWaitMs), AbortSignal.any([ended, waiting.signal]))
      .then(
        () => check().then(wait),
        () => undefined,
      )
      .catch((error: unknown) => {
        log.write('error', 'sightings.digestFailed', errorFields(error))
        wait()
      })
  }
  return wait
}
