import type { Recorder } from '../../../contract/call-note.ts'
import type { DataOf } from '../log/entry-kinds.ts'
import type { EntryRef, LogEntry } from '../log/entry.ts'
import { nameKey } from '../../people/name-key.ts'
import { hadSeen, orderEntries } from './order-entries.ts'

interface Written {
  readonly ref: EntryRef
  readonly device: string
  readonly by: Recorder | null
  /** Milliseconds since 1970. */
  readonly atMs: number
}

export type MergedOutcome = Written & Omit<DataOf<'outcome'>, 'car'>
export type MergedLock = Written & { readonly seconds: number }

/** What the team knows about a car. */
export interface MergedCar {
  /** Without those that were taken back, newest first. Of two at once both are here. */
  readonly outcomes: readonly MergedOutcome[]
  /** Null: nobody's. */
  readonly assignment: (Written & { readonly to: Recorder | null }) | null
  /** The latest ones that were not released, oldest first; `activeLock` says which is in force. */
  readonly locks: readonly MergedLock[]
}

/** Times that differ by more are of a clock that is wrong or was set right, or of an entry that arrived late. */
const clockToleranceMs = 60_000

/** A lock that an outcome of the same device follows has ended with the call. Earlier locks have expired long ago. */
const locksKept = 20

/** Merges the entries about one car. */
export function mergeCar(entries: readonly LogEntry[]): MergedCar {
  const ordered = orderEntries(entries)
  const outcomes = new Map<EntryRef, MergedOutcome>()
  const locks = new Map<EntryRef, MergedLock>()
  let assignment: MergedCar['assignment'] = null
  for (const { entry, ref, time } of ordered) {
    const written: Written = { ref, device: entry.device, by: entry.by, atMs: time[0] }
    switch (entry.kind) {
      case 'outcome': {
        const { car: _, ...outcome } = entry.data
        outcomes.set(ref, { ...written, ...outcome })
        for (const [lock, { device }] of locks) if (device === entry.device) locks.delete(lock)
        break
      }
      case 'assignment':
        assignment = { ...written, to: entry.data.to }
        break
      case 'lock':
        locks.set(ref, { ...written, seconds: entry.data.seconds })
        break
    }
  }
  // Whatever its place in the order, an entry that takes another back has seen it.
  for (const { entry } of ordered) {
    if (entry.kind === 'outcome-undone') outcomes.delete(entry.data.outcome)
    if (entry.kind === 'lock-released') for (const lock of entry.data.locks) locks.delete(lock)
  }
  return {
    outcomes: [...outcomes.values()].toReversed(),
    assignment,
    locks: [...locks.values()].slice(-locksKept),
  }
}

export interface ReplacedAssignment {
  readonly to: Recorder
  readonly by: Recorder | null
  readonly device: string
}

/**
 * An assignment to somebody else that the last one replaced without knowing it: the two PCs assigned the car at once. Null: none, or the
 * owner was called since.
 */
export function replacedUnseen(entries: readonly LogEntry[]): ReplacedAssignment | null {
  const ordered = orderEntries(entries).map(({ entry }) => entry)
  const last = ordered.findLast(({ kind }) => kind === 'assignment' || kind === 'outcome')
  if (last?.kind !== 'assignment') return null
  const replaced = ordered.findLast(
    (entry) => entry.kind === 'assignment' && entry.device !== last.device && !hadSeen(ordered, last, entry),
  )
  const to = replaced?.kind === 'assignment' ? replaced.data.to : null
  if (!replaced || !to || (last.data.to && nameKey(last.data.to.name) === nameKey(to.name))) return null
  return { to, by: replaced.by, device: replaced.device }
}

/**
 * Who is calling the owner now; null: nobody. Of two who start at once, the first one has the lock on each PC. A lock begins when it
 * was written, or when it arrived here if the two clocks do not agree: one that is hours ahead holds no car for hours, and one that is
 * hours behind still holds it. So does a lock that arrived late: better than two calls. A clock that was ahead and is set right holds none.
 */
export function activeLock(
  { locks }: Pick<MergedCar, 'locks'>,
  nowMs: number,
  arrivedAtMs: (ref: EntryRef) => number,
): (MergedLock & { readonly untilMs: number }) | null {
  const beginOf = ({ ref, atMs }: MergedLock): number => {
    const arrived = arrivedAtMs(ref)
    const agrees = arrived >= atMs && arrived - atMs <= clockToleranceMs
    // It arrived before the clock of this PC was set right.
    return agrees || arrived > nowMs + clockToleranceMs ? atMs : arrived
  }
  const begun = locks.filter((lock) => beginOf(lock) <= nowMs + clockToleranceMs)
  for (const lock of begun) {
    const untilMs = beginOf(lock) + lock.seconds * 1_000
    if (untilMs <= nowMs) continue
    // Taking a car again extends the own lock.
    const ends = begun
      .filter(({ device }) => device === lock.device)
      .map((each) => beginOf(each) + each.seconds * 1_000)
    return { ...lock, untilMs: Math.max(...ends) }
  }
  return null
}
