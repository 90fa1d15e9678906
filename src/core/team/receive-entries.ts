import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { AcceptedEntry, CheckEntries, EntryTrust } from './accept-entry.ts'
import type { HybridClock } from './clock/hybrid-clock.ts'
import type { LogRepository } from './log/log-repository.ts'
import type { StoredEntry } from './log/stored-entries.ts'
import { membersSubject, type SubjectKey } from './log/subject.ts'
import type { SealedEntry } from './team-server.ts'
import type { TeamTrust } from './team-trust.ts'

interface ReceiverParts {
  readonly database: Database
  readonly repository: LogRepository
  readonly trust: TeamTrust
  readonly clock: HybridClock
  /** This PC. */
  readonly device: string
  now(): number
  /** Whether the text of an entry is about a person who was deleted. */
  isErased(text: string): boolean
  addMarks(marks: readonly string[]): void
  announce(subjects: readonly SubjectKey[] | null): void
  /** Returns whether the members have changed. */
  recount(): boolean
  retryWaiting(): Promise<void>
  readonly check: CheckEntries
}

/** Checks entries of the server and stores what was decided about them. */
export interface EntryReceiver {
  decide(entries: readonly SealedEntry[]): Promise<readonly AcceptedEntry[]>
  putNow(entry: SealedEntry, accepted: AcceptedEntry): void
  prepare(entries: readonly SealedEntry[]): void
  receive(entries: readonly SealedEntry[]): Promise<void>
  end(): Promise<void>
}

/** The length of a transaction, and how many entries it has at most. */
const [sliceMs, storedAtOnce] = [8, 500]
/** Some blocks (`team-blocks.ts`). */
const storedTogether = 128
/** Some 130 pages. SQLite alone would move its log after 4,000 of them, which holds the thread up for a quarter of a second. */
const entriesBetweenMoves = 2_000
/** From so many on, their index is completed later. */
const many = 500

export function createReceiver(parts: ReceiverParts): EntryReceiver {
  const { database, repository, trust, clock, device, now, isErased, addMarks, announce, recount, check } = parts

  interface Checking {
    readonly trust: EntryTrust
    readonly decided: Promise<readonly AcceptedEntry[]>
  }
  let sinceMove = 0
  const begun = new WeakMap<readonly SealedEntry[], Checking>()
  const begin = (entries: readonly SealedEntry[]): Checking => {
    const entryTrust = trust.entryTrust()
    return { trust: entryTrust, decided: check(entries, entryTrust) }
  }
  /** Who is a member and which keys there are can change while entries are checked: then they are checked again. */
  const decide = async (entries: readonly SealedEntry[]): Promise<readonly AcceptedEntry[]> => {
    for (let checking = begun.get(entries) ?? begin(entries); ; checking = begin(entries)) {
      const decided = await checking.decided
      const { keys, members } = trust.entryTrust()
      if (checking.trust.keys === keys && checking.trust.members === members) return decided
    }
  }

  /** Saves what was decided about an entry. Returns the subject that may look different. */
  const put = (
    { device: writer, n, body }: SealedEntry,
    accepted: AcceptedEntry,
    save: (entry: StoredEntry) => void,
  ): SubjectKey | null => {
    const place = { device: writer, n, arrivedAtMs: now(), body: writer === device ? body : null }
    const stored = (entry: Partial<StoredEntry> & Pick<StoredEntry, 'state'>): null => {
      save({
        kind: null,
        subject: null,
        subjectHash: null,
        atMs: null,
        content: null,
        reason: null,
        ...place,
        ...entry,
      })
      if (writer === device) repository.setPushed(device, n)
      return null
    }
    switch (accepted.state) {
      case 'erased':
        return stored({ state: 'erased', reason: 'at-server' })
      case 'refused':
        return stored({ state: 'refused', reason: accepted.reason })
      case 'waiting':
        return stored({ state: 'waiting', reason: accepted.reason, body })
      case 'newer':
        if (isErased(accepted.text)) return stored({ state: 'erased', reason: 'person', body: null })
        return stored({ state: 'newer', reason: 'newer', kind: accepted.kind, content: accepted.text })
      case 'accepted':
      case 'not-counted': {
        const { state, text, entry } = accepted
        if (isErased(text)) return stored({ state: 'erased', reason: 'person', body: null })
        const { kind, subject, subjectHash, at, marks } = entry
        const reason = state === 'accepted' ? null : 'after-removal'
        stored({ state, reason, kind, subject, subjectHash, atMs: at[0], content: text })
        clock.observe(writer, at)
        if (state === 'accepted' && kind === 'erased') addMarks(marks)
        return subject
      }
    }
  }
  const putNow = (entry: SealedEntry, accepted: AcceptedEntry): void => {
    const subject = put(entry, accepted, repository.put)
    if (subject !== null) announce([subject])
  }

  /** Stores the next entries, as many as fit into a transaction. Returns how many, and whether there are some about the members. */
  const storePart = (
    entries: readonly SealedEntry[],
    decided: readonly AcceptedEntry[],
    from: number,
  ): { readonly to: number; readonly hasMembers: boolean } => {
    const subjects = new Set<SubjectKey>()
    let [writer, head] = ['', 0]
    let open: StoredEntry[] = []
    const isMany = entries.length >= many
    const flush = (): void => {
      repository.addMany(open)
      open = []
    }
    const startedAt = performance.now()
    let at = from
    for (; at < Math.min(entries.length, from + storedAtOnce); at += 1) {
      const [entry, accepted] = [entries[at], decided[at]]
      if (!entry || !accepted) continue
      if (writer !== entry.device) {
        flush()
        writer = entry.device
        head = repository.headOf(writer)
      }
      if (entry.n !== head + 1) continue
      head += 1
      // What erases others must find those before it.
      const isAlone = !isMany || entry.device === device || ('entry' in accepted && accepted.entry.kind === 'erased')
      if (isAlone) flush()
      const subject = put(entry, accepted, isAlone ? repository.put : (stored) => open.push(stored))
      if (subject !== null) subjects.add(subject)
      if (open.length >= storedTogether) flush()
      if (open.length === 0 && performance.now() - startedAt > sliceMs) {
        at += 1
        break
      }
    }
    flush()
    if (subjects.size > 0) announce([...subjects])
    return { to: at, hasMembers: subjects.has(membersSubject) }
  }

  return {
    decide,
    putNow,
    prepare(entries) {
      const checking = begin(entries)
      // A failure is thrown when they are received.
      checking.decided.catch(() => undefined)
      begun.set(entries, checking)
    },
    /** What a kill between two transactions leaves out is received again. */
    async receive(entries) {
      const decided = await decide(entries)
      let [hasMembers, hasChanged] = [false, false]
      for (let from = 0; from < entries.length;) {
        if (from > 0) await yieldToEventLoop()
        if (sinceMove >= entriesBetweenMoves) {
          sinceMove = 0
          database.moveLog()
          await yieldToEventLoop()
        }
        hasChanged = database.transaction(
          () => {
            const part = storePart(entries, decided, from)
            sinceMove += part.to - from
            from = part.to
            hasMembers = part.hasMembers || hasMembers
            // Last, so that it also counts or leaves out what was just stored. A kill before it: it is done at the next start.
            return hasMembers && from === entries.length && recount()
          },
          entries.length >= many ? 'later' : 'now',
        )
      }
      if (repository.isIndexFull()) await repository.sortIndex(yieldToEventLoop)
      if (hasChanged) await parts.retryWaiting()
    },
    async end() {
      if (await repository.sortIndex(yieldToEventLoop)) announce([])
    },
  }
}
