import type { Recorder } from '../../contract/call-note.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { AcceptedEntry } from './accept-entry.ts'
import { createHybridClock } from './clock/hybrid-clock.ts'
import { sealEntry } from './crypto/sealed-entry.ts'
import { currentKey, firstKey } from './crypto/team-keys.ts'
import { latestRefs, orderEntries } from './merge/order-entries.ts'
import { serverMessages } from './server/server-messages.ts'
import { maxBodyBytes, type SealedEntry } from './team-server.ts'
import type { TeamIdentity, TeamTrust } from './team-trust.ts'
import type { Erasures } from './log/erasures.ts'
import type { TeamContent } from './log/entry-kinds.ts'
import { entryText, newEntryId, parseEntry, refOf, type EntryRef, type NewEntry } from './log/entry.ts'
import { acceptedRow, storedEntry, type ArrivedEntry, type LogRepository } from './log/log-repository.ts'
import { subjectOf, type SubjectKey } from './log/subject.ts'

interface OwnEntriesParts {
  readonly repository: LogRepository
  readonly identity: TeamIdentity
  readonly trust: TeamTrust
  readonly erasures: Erasures
  now(): number
  /** What is merged about a subject. */
  entriesOf(subject: SubjectKey): readonly ArrivedEntry[]
}

const membershipKinds: ReadonlySet<string> = new Set(['members', 'join', 'leave'])

/** The entries that this PC writes. */
export function createOwnEntries(parts: OwnEntriesParts) {
  const { repository, identity, trust, erasures, now, entriesOf } = parts
  const { teamId, device, keys } = identity
  const parsedAt = (n: number): NewEntry | null => {
    const text = repository.get(device, n)?.content ?? null
    const parsed = text === null ? null : parseEntry(text)
    return parsed?.state === 'known' ? parsed.entry : null
  }
  const clock = createHybridClock(now, parsedAt(repository.headOf(device))?.at ?? null)

  const put = (entry: NewEntry): void => {
    const n = repository.headOf(device) + 1
    const content = entryText(entry)
    const place = { device, n, arrived_at: now() }
    // The other PCs would drop it: only its number counts.
    if (erasures.isErased(content)) {
      return repository.put([storedEntry({ ...place, state: 'erased', reason: 'published' })])
    }
    const ring = trust.keys()
    // Who joins around a change of the key can read who is a member.
    const key = membershipKinds.has(entry.kind) ? firstKey(ring) : currentKey(ring)
    const body = sealEntry(content, { teamId, device, n }, key, keys.sign)
    // The server refuses it, and would never get what follows.
    if (body.length > maxBodyBytes) throw new FailureError(serverMessages.tooLarge)
    repository.put([acceptedRow(entry, { ...place, content, body })])
  }

  return {
    /** Gives the times of new entries. */
    clock,
    /** Seals and stores a new entry in the caller's transaction. Throws `rejected` for one that is too large for the server. */
    add(content: TeamContent, by: Recorder | null): EntryRef {
      // A removed mark names what it removes: for thousands of marks of one account an order would cost more than it says.
      const isOrdered = content.kind !== 'do-not-contact' && content.kind !== 'contact-allowed'
      const before = isOrdered ? entriesOf(subjectOf(content)) : []
      const id = newEntryId()
      put({ ...content, id, at: clock.next(), after: latestRefs(orderEntries(before)), by })
      return refOf(device, id)
    },
    /** Own entries in sealed form with a number greater than `after`, in order. */
    read(after: number, limit: number): readonly SealedEntry[] {
      const entries = repository.sealedAfter(device, after, limit)
      if (!erasures.isErasing()) return entries
      return entries.map((entry) =>
        erasures.isErased(repository.get(device, entry.n)?.content ?? '{}')
          ? { ...entry, body: new Uint8Array() }
          : entry,
      )
    },
    /**
     * Takes own entries of the server behind a number that both have, as they were decided, in the caller's transaction. Those here that
     * the server does not have get the next numbers. Returns whether any were taken. `store`: stores entries as they were decided.
     */
    take(
      entries: readonly SealedEntry[],
      decided: readonly AcceptedEntry[],
      store: (entries: readonly (readonly [SealedEntry, AcceptedEntry])[]) => void,
    ): boolean {
      const isSame = ({ n, body }: SealedEntry): boolean => {
        const stored = repository.get(device, n)
        return stored !== null && Buffer.from(stored.body ?? []).equals(body)
      }
      const head = repository.headOf(device)
      const [next] = entries
      if (!next || next.n > head + 1) return false
      const firstOther = entries.find((entry) => !isSame(entry))
      if (!firstOther) {
        repository.setPushed(device, entries.at(-1)?.n ?? 0)
        return false
      }
      const moved: NewEntry[] = []
      for (let n = firstOther.n; n <= head; n += 1) {
        const entry = parsedAt(n)
        if (entry) moved.push(entry)
      }
      repository.removeFrom(device, firstOther.n)
      let last = firstOther.n - 1
      const following = entries.flatMap((entry, at) => {
        const accepted = decided[at]
        if (!accepted || entry.n !== last + 1) return []
        last = entry.n
        return [[entry, accepted] as const]
      })
      store(following)
      const atServer = new Set(decided.flatMap((each) => (each.state === 'accepted' ? [each.entry.id] : [])))
      for (const entry of moved) if (!atServer.has(entry.id)) put(entry)
      return true
    },
  }
}
