import { eventNames, type EventName } from '../../contract/events.ts'
import type { Announcer, EventListener } from '../events/announcer.ts'
import type { Lock } from './lock.ts'

/** Events that a locked window gets: they name no customer and no file. */
const shownWhileLocked: ReadonlySet<EventName> = new Set(['lock.changed', 'storage.changed', 'updates.changed'])

/** Passes events on, except those of the data while the window is locked. */
export const listenWhileUnlocked =
  (lock: Pick<Lock, 'isLocked'>, announcer: Announcer) =>
  (listener: EventListener): (() => void) =>
    announcer.listen((event) => {
      if (!lock.isLocked() || shownWhileLocked.has(event.name)) listener(event)
    })

/** After a lock: everything may have changed, and files may wait. */
export function announceEverything(announcer: Announcer): void {
  for (const name of eventNames) {
    if (name.endsWith('.changed') || name === 'app.fileOpened') announcer.announce(name)
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
