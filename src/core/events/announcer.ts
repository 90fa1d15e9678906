import type { EventName, ProgramEvent } from '../../contract/events.ts'

export type EventListener = (event: ProgramEvent) => void

/** Announces changes to its listeners. Each announcement has the next version number. */
export interface Announcer {
  announce(name: EventName, subject?: string | null, progress?: ProgramEvent['progress']): void
  listen(listener: EventListener): () => void
}

export function createAnnouncer(): Announcer {
  const listeners = new Set<EventListener>()
  let version = 0
  return {
    announce(name, subject = null, progress = null) {
      version += 1
      for (const listener of listeners) listener({ name, version, subject, progress })
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
