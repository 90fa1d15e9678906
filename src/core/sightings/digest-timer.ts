import { localDate } from '../../contract/calendar-date.ts'
import type { Source } from '../../contract/connection-region.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { DailyDigest } from './daily-digest.ts'
import type { SyncedState } from './sighting-monitor.ts'

export interface DigestTimerParts {
  readonly digest: DailyDigest
  /** What the list shows, up to date. */
  updatedSources(): Promise<readonly Source[]>
  readonly ended: AbortSignal
}

/** Decides when the digest of a day is made: never before the first sync of a start, which would miss what is new. */
export type DigestTimer = ReturnType<typeof createDigestTimer>

const longestWaitMs = 60 * 60_000

export function createDigestTimer(
  { clock, log }: Pick<OpenStorage, 'clock' | 'log'>,
  { digest, updatedSources, ended }: DigestTimerParts,
) {
  const startedAt = clock.now()
  let isListCurrent = false
  let waiting = new AbortController()
  const check = (sources: readonly Source[]): void => {
    if (isListCurrent) digest.check(sources)
  }
  const checkNow = async (): Promise<void> => check(await updatedSources())
  /** Waits are short, because the clock of a PC can be set. */
  const wait = (): void => {
    waiting.abort()
    waiting = new AbortController()
    const ms = digest.waitMs()
    if (ms === null || ended.aborted) return
    void clock
      .sleep(Math.min(ms, longestWaitMs), AbortSignal.any([ended, waiting.signal]))
      .then(
        () => checkNow().then(wait),
        () => undefined,
      )
      .catch((error: unknown) => {
        log.write('error', 'sightings.digestFailed', errorFields(error))
        wait()
      })
  }
  return {
    /** The list is up to date: no sync runs. `states`: of the sources. */
    handleIdle(sources: readonly Source[], states: readonly SyncedState[]): void {
      isListCurrent ||= states.every(
        ({ syncedAt, isFailed }) => isFailed || (syncedAt !== null && syncedAt >= startedAt.toISOString()),
      )
      // After a night, the first use of the day makes it, not a sync at midnight.
      if (localDate(clock.now()) === localDate(startedAt)) check(sources)
    },
    /** The list is used. */
    check,
    /** The same, with the list brought up to date first. */
    checkNow,
    /** Waits for the set time; again after another time was set. */
    wait,
  }
}
