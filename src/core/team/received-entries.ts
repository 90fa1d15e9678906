import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { acceptEntries, type AcceptedEntry } from './accept-entry.ts'
import type { HybridClock } from './clock/hybrid-clock.ts'
import type { Database } from '../database/database.ts'
import type { SealedEntry } from './team-server.ts'
import type { TeamTrust } from './team-trust.ts'
import type { Erasures } from './log/erasures.ts'
import { acceptedRow, storedEntry, type LogRepository, type StoredEntry } from './log/log-repository.ts'
import { membersSubject, type SubjectKey } from './log/subject.ts'

interface ReceiverParts {
  readonly database: Database
  readonly repository: LogRepository
  readonly trust: TeamTrust
  readonly erasures: Erasures
  readonly clock: HybridClock
  /** This PC. */
  readonly device: string
  now(): number
  announce(subjects: readonly SubjectKey[]): void
  /** Computes the members again. Returns whether anything has changed. */
  recount(): boolean
}

/** The length of a transaction, and after how many entries the time is read. */
const [sliceMs, storedAtOnce] = [8, 20]
/** SQLite alone would move its log after 4,000 pages, which holds the thread up for a quarter of a second. */
const slicesBetweenMoves = 3
const waitingPerPage = 200

/** Checks entries of the server and stores what was decided about each. */
export function createReceiver(parts: ReceiverParts) {
  const { database, repository, trust, erasures, clock, device, now, announce, recount } = parts

  /** Members and keys can change while entries are checked: then they are checked again. */
  const decide = async (entries: readonly SealedEntry[]): Promise<readonly AcceptedEntry[]> => {
    for (;;) {
      const before = trust.entryTrust()
      const decided = await acceptEntries(entries, before)
      const { keys, members } = trust.entryTrust()
      if (before.keys === keys && before.members === members) return decided
    }
  }

  /** What is stored of an entry. */
  const rowOf = ({ device: writer, n, body }: SealedEntry, accepted: AcceptedEntry): StoredEntry => {
    const place = { device: writer, n, arrived_at: now(), body: writer === device ? body : null }
    switch (accepted.state) {
      case 'erased':
        return storedEntry({ ...place, state: 'erased', reason: 'at-server' })
      case 'refused':
        return storedEntry({ ...place, state: 'refused', reason: accepted.reason })
      case 'waiting':
        return storedEntry({ ...place, state: 'waiting', reason: accepted.reason, body })
      case 'newer':
      case 'accepted':
        break
    }
    const { text: content } = accepted
    if (erasures.isErased(content)) return storedEntry({ ...place, state: 'erased', reason: 'person', body: null })
    if (accepted.state === 'newer')
      return storedEntry({ ...place, state: 'newer', reason: 'newer', kind: accepted.kind, content })
    return acceptedRow(accepted.entry, { ...place, content })
  }

  const store = (entries: readonly (readonly [SealedEntry, AcceptedEntry])[]): boolean => {
    const rows = entries.map(([entry, accepted]) => rowOf(entry, accepted))
    repository.put(rows)
    const own = rows.findLast((row) => row.device === device)
    if (own) repository.setPushed(device, own.n)
    const subjects = new Set(rows.flatMap(({ subject }) => subject ?? []))
    const hasChanged = subjects.has(membersSubject) && recount()
    for (const [{ device: writer, n }, accepted] of entries) {
      if (accepted.state !== 'accepted') continue
      const { entry } = accepted
      clock.observe(writer, entry.at)
      if (entry.kind === 'erased' && n <= trust.lastCounted(writer)) erasures.addMarks(entry.data.marks)
    }
    if (subjects.size > 0) announce([...subjects])
    return hasChanged
  }

  const retryWaiting = async (): Promise<void> => {
    for (let changed = true; changed;) {
      changed = false
      for (let after: readonly [string, number] = ['', 0]; ;) {
        const page = repository.waitingAfter(after[0], after[1], waitingPerPage)
        const decided = await decide(page)
        const open = page.flatMap((entry, at) => {
          const accepted = decided[at]
          return accepted && accepted.state !== 'waiting' ? [[entry, accepted] as const] : []
        })
        changed = database.transaction(() => store(open)) || changed
        const last = page.at(-1)
        if (!last || page.length < waitingPerPage) break
        after = [last.device, last.n]
      }
    }
  }

  return {
    decide,
    /** Stores decided entries in the caller's transaction. Returns whether members or keys have changed. */
    store,
    retryWaiting,
    /** What a kill or a power cut between two transactions leaves out is received again. */
    async receive(entries: readonly SealedEntry[]): Promise<void> {
      const decided = await decide(entries)
      let hasChanged = false
      const heads = new Map<string, number>()
      /** Without known ones and those behind a gap. */
      const next = (from: number): (readonly [SealedEntry, AcceptedEntry])[] =>
        entries.slice(from, from + storedAtOnce).flatMap((entry, at) => {
          const accepted = decided[from + at]
          const head = heads.get(entry.device) ?? repository.headOf(entry.device)
          if (!accepted || entry.n !== head + 1) return []
          heads.set(entry.device, entry.n)
          return [[entry, accepted] as const]
        })
      let from = 0
      const storeSlice = (): void => {
        for (const startedAt = performance.now(); from < entries.length; from += storedAtOnce) {
          if (performance.now() - startedAt > sliceMs) return
          hasChanged = store(next(from)) || hasChanged
        }
      }
      for (let slices = 1; from < entries.length; slices += 1) {
        database.transaction(storeSlice, 'later')
        if (slices % slicesBetweenMoves === 0) {
          await yieldToEventLoop()
          database.moveLog()
        }
        await yieldToEventLoop()
      }
      if (hasChanged) await retryWaiting()
      await erasures.erase()
    },
  }
}
