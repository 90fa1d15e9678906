import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import { acceptEntries, type AcceptedEntry } from './accept-entry.ts'
import {
  decidedInBlock,
  fewestPacked,
  type CheckedBlock,
  type CheckedPart,
  type CheckEntries,
  type CheckRules,
} from './checking/checked-part.ts'
import type { PersonMarks } from './crypto/person-marks.ts'
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
  /** The persons who were deleted; another object when they have changed. */
  marks(): PersonMarks | null
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
  /** Resolves when nothing runs any more that `receive` has begun. */
  settled(): Promise<void>
}

/** The length of a transaction, and how many entries it has at most. */
const [sliceMs, storedAtOnce] = [8, 500]
/** Some 130 pages. SQLite alone would move its log after 4,000 of them, which holds the thread up for a quarter of a second. */
const entriesBetweenMoves = 2_000
/**
 * How many entries are sorted into the index at once: with more, less would be written to its tables; with so many (3 MB), it is a twentieth
 * of what is written of the entries. Meanwhile others arrive, so that the thread that checks them has always work: up to twice as many.
 */
const [sortedFrom, mostUnsorted] = [120_000, 240_000]

export function createReceiver(parts: ReceiverParts): EntryReceiver {
  const { database, repository, trust, clock, device, now, isErased, marks, addMarks, announce, recount, check } = parts

  interface Checking<Result> {
    readonly rules: CheckRules
    readonly result: Promise<Result>
  }
  interface Checked {
    readonly part: CheckedPart
    /** By which its blocks have no entry of who was deleted. */
    readonly marks: PersonMarks | null
  }
  let sinceMove = 0
  const begun = new WeakMap<readonly SealedEntry[], Checking<CheckedPart>>()
  const rulesNow = (): CheckRules => ({ ...trust.entryTrust(), marks: marks() })
  const begin = (entries: readonly SealedEntry[]): Checking<CheckedPart> => {
    const rules = rulesNow()
    return { rules, result: check(entries, rules) }
  }
  /** Members, keys and who was deleted can change while entries are checked: then they are checked again. */
  const untilCurrent = async <Result>(
    start: () => Checking<Result>,
    first = start(),
  ): Promise<{ readonly result: Result; readonly rules: CheckRules }> => {
    for (let checking = first; ; checking = start()) {
      const result = await checking.result
      const { rules } = checking
      const { keys, members, marks: persons } = rulesNow()
      if (rules.keys === keys && rules.members === members && rules.marks === persons) return { result, rules }
    }
  }
  const checked = async (entries: readonly SealedEntry[]): Promise<Checked> => {
    const { result, rules } = await untilCurrent(() => begin(entries), begun.get(entries))
    return { part: result, marks: rules.marks }
  }
  /** One turn after the other, also when entries are stored while others are sorted. */
  let turns = Promise.resolve()
  const pause = (): Promise<void> => (turns = turns.then(() => yieldToEventLoop()))

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
    { part, marks: knownMarks }: Checked,
    from: number,
  ): { readonly to: number; readonly hasMembers: boolean } => {
    const subjects = new Set<SubjectKey>()
    let [writer, head] = ['', 0]
    let open: StoredEntry[] = []
    let blocks: CheckedBlock[] = []
    let hasBlocks = false
    const isMany = entries.length >= fewestPacked
    /** What is in an array only, up to the head. */
    const flush = (): void => {
      repository.addMany(open)
      open = []
      const size = blocks.reduce((sum, block) => sum + block.size, 0)
      if (size > 0) repository.addBlocks(writer, head - size + 1, blocks, now())
      blocks = []
    }
    const storeOne = (entry: SealedEntry, accepted: AcceptedEntry): void => {
      if (entry.n !== head + 1) return
      if (blocks.length > 0) flush()
      head += 1
      // What erases others must find those before it.
      const isAlone = !isMany || entry.device === device || ('entry' in accepted && accepted.entry.kind === 'erased')
      if (isAlone) flush()
      const subject = put(entry, accepted, isAlone ? repository.put : (stored) => open.push(stored))
      if (subject !== null) subjects.add(subject)
    }
    const startedAt = performance.now()
    let at = from
    while (at < Math.min(entries.length, from + storedAtOnce) && performance.now() - startedAt < sliceMs) {
      const entry = entries[at]
      if (!entry) break
      if (writer !== entry.device) {
        flush()
        writer = entry.device
        head = repository.headOf(writer)
      }
      const block = part.blocks.get(at)
      if (block && entry.n === head + 1 && writer !== device && knownMarks === marks()) {
        if (open.length > 0) flush()
        blocks.push(block)
        hasBlocks = true
        head += block.size
        for (let time = 0; time < block.times.length; time += 2) {
          clock.observe(writer, [block.times[time] ?? 0, block.times[time + 1] ?? 0])
        }
        at += block.size
        continue
      }
      const decided = block ? decidedInBlock(block) : [part.others.get(at)]
      for (const accepted of decided) {
        const one = entries[at]
        if (one && accepted) storeOne(one, accepted)
        at += 1
      }
    }
    flush()
    if (hasBlocks) announce(null)
    else if (subjects.size > 0) announce([...subjects])
    return { to: at, hasMembers: subjects.has(membersSubject) }
  }

  let sorting: Promise<boolean> | null = null
  const sort = (): Promise<boolean> => {
    sorting ??= repository.sortIndex(pause).finally(() => (sorting = null))
    return sorting
  }

  return {
    /** Without blocks: each entry is stored by itself. */
    async decide(entries) {
      const { result } = await untilCurrent(() => {
        const rules = rulesNow()
        return { rules, result: acceptEntries(entries, rules) }
      })
      return result
    },
    putNow,
    prepare(entries) {
      const checking = begin(entries)
      // A failure is thrown when they are received.
      checking.result.catch(() => undefined)
      begun.set(entries, checking)
    },
    /** What a kill between two transactions leaves out is received again. */
    async receive(entries) {
      const all = await checked(entries)
      let [hasMembers, hasChanged] = [false, false]
      for (let from = 0; from < entries.length;) {
        if (from > 0) await pause()
        if (sinceMove >= entriesBetweenMoves) {
          sinceMove = 0
          database.moveLog()
          await pause()
        }
        hasChanged = database.transaction(
          () => {
            const stored = storePart(entries, all, from)
            sinceMove += stored.to - from
            from = stored.to
            hasMembers = stored.hasMembers || hasMembers
            // Last, so that it also counts or leaves out what was just stored. A kill before it: it is done at the next start.
            return hasMembers && from === entries.length && recount()
          },
          entries.length >= fewestPacked ? 'later' : 'now',
        )
      }
      const unsorted = repository.unsorted()
      if (unsorted >= mostUnsorted) await sort()
      // A failure is thrown by who waits for it, at the latest at the end.
      else if (unsorted >= sortedFrom) sort().catch(() => undefined)
      if (hasChanged) await parts.retryWaiting()
    },
    async end() {
      let hasSorted = sorting !== null && (await sorting)
      while (await sort()) hasSorted = true
      if (hasSorted) announce([])
    },
    settled: async () => void (await sorting?.catch(() => undefined)),
  }
}
