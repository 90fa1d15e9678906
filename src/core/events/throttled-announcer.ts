import type { EventName } from '../../contract/events.ts'
import type { Announcer } from './announcer.ts'
import type { Clock } from '../ports/clock.ts'

/**
 * Announces a change at once, and further changes of the same subject at most once per `everyMs`. The last change is
 * always announced. Nothing is announced after `ended` has aborted. `now` announces a change that waits, at once: for whoever goes on with
 * what has changed.
 */
export function createThrottledAnnouncer(
  announcer: Announcer,
  clock: Clock,
  name: EventName,
  everyMs: number,
  ended: AbortSignal,
): ((subject: string | null) => void) & { now(subject: string | null): void } {
  const pauses = new Map<string | null, { changed: boolean }>()
  const announce = (subject: string | null): void => {
    if (ended.aborted) return
    const pause = pauses.get(subject)
    if (pause) {
      pause.changed = true
      return
    }
    const started = { changed: false }
    pauses.set(subject, started)
    announcer.announce(name, subject)
    const afterwards = (): void => {
      pauses.delete(subject)
      if (started.changed) announce(subject)
    }
    // Rejects only when the program ends.
    clock.sleep(everyMs, ended).then(afterwards, () => pauses.delete(subject))
  }
  const now = (subject: string | null): void => {
    const pause = pauses.get(subject)
    if (!pause?.changed || ended.aborted) return
    pause.changed = false
    announcer.announce(name, subject)
  }
  return Object.assign(announce, { now })
}
