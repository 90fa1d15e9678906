import type { EventName } from '../../contract/events.ts'
import type { Announcer } from './announcer.ts'
import type { Clock } from '../ports/clock.ts'

/**
 * Announces at once, and then at most once in `everyMs` for each subject: the last change is always told, after the pause. Nothing
 * is told once `ended` has aborted.
 */
export function createThrottledAnnouncer(
  announcer: Announcer,
  clock: Clock,
  name: EventName,
  everyMs: number,
  ended: AbortSignal,
): (subject: string | null) => void {
  const quiet = new Map<string | null, { changed: boolean }>()
  const announce = (subject: string | null): void => {
    if (ended.aborted) return
    const pause = quiet.get(subject)
    if (pause) {
      pause.changed = true
      return
    }
    const started = { changed: false }
    quiet.set(subject, started)
    announcer.announce(name, subject)
    const afterwards = (): void => {
      quiet.delete(subject)
      if (started.changed) announce(subject)
    }
    // Rejects only when the program ends: then nobody is left to tell.
    clock.sleep(everyMs, ended).then(afterwards, () => quiet.delete(subject))
  }
  return announce
}
