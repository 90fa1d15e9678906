import type { Recorder } from '../../contract/call-note.ts'
import type { TeamContent } from './log/entry-kinds.ts'
import type { EntryRef } from './log/entry.ts'
import type { SubjectKey } from './log/subject.ts'
import type { TeamLog } from './team-log.ts'

/** The team that this PC is a member of, while it is open. */
export interface TeamSession {
  readonly teamId: string
  /** A team with a simulated colleague. */
  readonly isPractice: boolean
  /** UUID of this PC in the team. */
  readonly device: string
  /** ISO 8601: when this PC last had all entries of the server; null: never. */
  syncedAt(): string | null
  /** Whether thousands of entries arrive: what follows from them waits for the last one. */
  isReceivingMany(): boolean
  /** For reading. Entries are written by `add`. */
  readonly log: TeamLog
  /**
   * Writes an own entry in the caller's transaction, if there is one, and pushes it after the commit. Throws `rejected` for one that
   * is too large for the server.
   */
  add(content: TeamContent, by: Recorder | null): EntryRef
  /**
   * Calls the listener after each commit with own or received entries: the subjects that may look different, null for any. Returns
   * what ends it.
   */
  onChanged(listener: (subjects: readonly SubjectKey[] | null) => void): () => void
}

/** Gives the open team to the other parts of the program. */
export interface TeamHolder {
  /** Null: this PC is in no team, or the team is not open yet. */
  currentTeam(): TeamSession | null
  /**
   * Calls the listener with each team that is opened, before its sync starts. What the listener returns is called when that team is
   * closed or left, and waited for.
   */
  onOpened(listener: (session: TeamSession) => () => Promise<void>): void
}
