import type { ConnectionRegion } from '../connections/connection-region.ts'
import { scopeKey } from '../database/scope-sql.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { OutcomeCode } from '../../contract/call-note.ts'

/** A call note as it is counted. */
export interface LoggedOutcome {
  readonly id: string
  readonly at: string
  readonly outcome: OutcomeCode
  readonly customerId: string
  readonly personId: string | null
}

interface Recent {
  readonly from: string
  readonly to: string
  readonly notes: Map<string, LoggedOutcome>
  /** The time of the last note. */
  lastAt: string
}

/** The notes of the last days in memory: the figures of the week are counted after each outcome. */
export type RecentNotes = ReturnType<typeof createRecentNotes>

export function createRecentNotes() {
  const recentByScope = new Map<string, Recent>()
  /** Counts changes, so that a reading that was overtaken begins again. */
  let changes = 0
  return {
    /** The notes of a time, oldest first. Another time than before is read with `pages`. */
    *ofTime(
      scope: ConnectionRegion,
      [from, to]: readonly [from: string, to: string],
      pages: () => Iterable<readonly LoggedOutcome[]>,
    ): Steps<readonly LoggedOutcome[]> {
      const known = recentByScope.get(scopeKey(scope))
      if (known?.from === from && known.to === to) return [...known.notes.values()]
      let before: number
      let notes: Map<string, LoggedOutcome>
      do {
        before = changes
        notes = new Map()
        for (const page of pages()) {
          for (const note of page) notes.set(note.id, note)
          yield
        }
      } while (before !== changes)
      recentByScope.set(scopeKey(scope), { from, to, notes, lastAt: [...notes.values()].at(-1)?.at ?? '' })
      return [...notes.values()]
    },
    add(scope: ConnectionRegion, note: LoggedOutcome): void {
      changes += 1
      const recent = recentByScope.get(scopeKey(scope))
      if (!recent || note.at < recent.from || note.at >= recent.to) return
      // After the PC's clock was set back, the order of the notes is that of the next reading.
      if (note.at < recent.lastAt) recentByScope.delete(scopeKey(scope))
      recent.notes.set(note.id, note)
      recent.lastAt = note.at
    },
    remove(scope: ConnectionRegion, noteId: string): void {
      changes += 1
      recentByScope.get(scopeKey(scope))?.notes.delete(noteId)
    },
    clear(): void {
      changes += 1
      recentByScope.clear()
    },
  }
}
