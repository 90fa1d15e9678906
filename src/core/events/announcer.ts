import type { EventName, ProgramEvent } from '../../contract/events.ts'

export type EventListener = (event: ProgramEvent) => void

/** Announces changes to its listeners. Each announcement has the next version number. */
export type Announcer = ReturnType<typeof createAnnouncer>

export function createAnnouncer() {
  const listeners = new Set<EventListener>()
  let version = 0
  return {
    announce(name: EventName, subject: string | null = null, progress: ProgramEvent['progress'] = null): void {
      version += 1
      for (const listener of listeners) listener({ name, version, subject, progress })
    },
    listen(listener: EventListener): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
