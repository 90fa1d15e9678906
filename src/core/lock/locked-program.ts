import { eventNames, type EventName, type ProgramEvent } from '../../contract/events.ts'
import type { Announcer, EventListener } from '../events/announcer.ts'
import type { Lock } from './lock.ts'

/** Events that a locked window gets: they name no customer and no file. */
const shownWhileLocked: ReadonlySet<EventName> = new Set(['lock.changed', 'storage.changed', 'updates.changed'])

/** Notices that a window shows once: of a host without notifications of the system. */
const notices: ReadonlySet<EventName> = new Set([
  'folders.noticed',
  'sightings.spotted',
  'uploads.corrected',
  'uploads.noticed',
])
/** As many as the window keeps. */
const mostNotices = 100

/** The events of the program, of which a locked window gets only a few. */
export function createLockedEvents(lock: Pick<Lock, 'isLocked'>, announcer: Announcer) {
  let missed: ProgramEvent[] = []
  announcer.listen((event) => {
    if (lock.isLocked() && notices.has(event.name)) missed = [...missed, event].slice(-mostNotices)
  })
  return {
    listen: (listener: EventListener): (() => void) =>
      announcer.listen((event) => {
        if (!lock.isLocked() || shownWhileLocked.has(event.name)) listener(event)
      }),
    /** After a lock: everything may have changed, files may wait, and notices were missed. */
    announceMissed(): void {
      for (const name of eventNames) {
        if (name.endsWith('.changed') || name === 'app.fileOpened') announcer.announce(name)
      }
      for (const { name, subject } of missed) announcer.announce(name, subject)
      missed = []
    },
  }
}

/** The same handlers, which fail with `storage-locked` while the window is locked; those in `open` work always. */
export function whileUnlocked<T extends object>(
  lock: Pick<Lock, 'requireUnlocked'>,
  handlers: T,
  open: readonly (keyof T)[],
): T {
  const guarded = Object.entries(handlers).map(([name, handler]): [string, unknown] => {
    if (typeof handler !== 'function' || open.some((each) => each === name)) return [name, handler]
    const guard = async (...input: unknown[]): Promise<unknown> => {
      lock.requireUnlocked()
      return (handler as (...input: unknown[]) => unknown)(...input)
    }
    return [name, guard]
  })
  return Object.fromEntries(guarded) as T
}
