import type { Handlers } from '../contract/methods.ts'
import type { EventListener } from './events.ts'
import type { FileIntake } from './intake/file-intake.ts'

/** What a host gets: the methods to dispatch to, the events to pass on, the door for files, and an end. */
export interface Program {
  readonly handlers: Handlers<AbortSignal>
  readonly intake: FileIntake
  listen(listener: EventListener): () => void
  /** Passes a menu's wish to the window (`app.commanded`, subject: "open-file", "look-up"). */
  command(name: string): void
  /** Stops sending after the call in hand, closes the database. What was going on goes on at the next start. */
  close(): Promise<void>
}
