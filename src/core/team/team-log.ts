import type { Recorder } from '../../contract/call-note.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { teamMarkKeySetting } from '../database/team-outbox.ts'
import { personMarkKey, currentKey, firstKey } from './crypto/team-keys.ts'
import type { TeamContent } from './log/entry-kinds.ts'
import { parseEntry, type EntryRef, entryText, newEntryId, refOf, type NewEntry } from './log/entry.ts'
import { createErasures, type Erasures } from './log/erasures.ts'
import {
  createLogRepository,
  type ArrivedEntry,
  type StoredEntry,
  acceptedRow,
  storedEntry,
  type LogRepository,
} from './log/log-repository.ts'
import { createReceiver } from './received-entries.ts'
import { membersSubject, subjectOf, type SubjectKey } from './log/subject.ts'
import { type SealedEntry, maxBodyBytes } from './team-server.ts'
import { createTeamTrust, type TeamIdentity, type TeamTrust } from './team-trust.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { AcceptedEntry } from './accept-entry.ts'
import { createHybridClock } from './clock/hybrid-clock.ts'
import { sealEntry } from './crypto/sealed-entry.ts'
import { latestRefs, orderEntries } from './merge/order-entries.ts'
import { serverMessages } from './server/server-messages.ts'

export interface TeamLogParts {
  readonly database: Database
  readonly identity: TeamIdentity
  /** Milliseconds since 1970. */
  now(): number
  /** Called after a commit with the subjects that may look different; null: any. */
  onChanged?(subjects: readonly SubjectKey[] | null): void
}

/** The log of the team on this PC: own entries, and those of the others that were accepted. */
export type TeamLog = ReturnType<typeof createTeamLog>

/** Opens the log of the team that the identity names. The database has the entries of one team at most. */
export function createTeamLog({ database, identity, now, onChanged = () => undefined }: TeamLogParts) {
  const { teamId, device } = identity
  const repository = createLogRepository(database)
  const trust = createTeamTrust(identity, () => repository.entriesOf(membersSubject))
  const markKey = personMarkKey(teamId, identity.keyRing)
  if (readSetting(database, teamMarkKeySetting) === null) {
    writeSetting(database, teamMarkKeySetting, markKey.toString('hex'))
  }
  const announce = (subjects: readonly SubjectKey[] | null): void => database.afterCommit(() => onChanged(subjects))
  const erasures = createErasures({
    database,
    markKey,
    now,
    hasLeft: () => trust.isRemoved(device),
    onErased: (hasErased) => announce(hasErased ? null : ['erased']),
  })
  const isMerged = ({ device: writer, n, content }: StoredEntry): boolean =>
    n <= trust.lastCounted(writer) && !(erasures.isErasing() && content !== null && erasures.isErased(content))
  const entriesOf = (subject: SubjectKey): ArrivedEntry[] => repository.entriesOf(subject, isMerged)
  const recount = (): boolean => {
    const hasChanged = trust.refresh(repository.noteChanged)
    if (hasChanged) announce(null)
    return hasChanged
  }
  const own = createOwnEntries({ repository, identity, trust, erasures, now, entriesOf })
  const receiver = createReceiver({
    database,
    repository,
    trust,
    erasures,
    clock: own.clock,
    device,
    now,
    announce,
    recount,
  })
  const append = (content: TeamContent, by: Recorder | null): EntryRef =>
    database.transaction(() => {
      const ref = own.add(content, by)
      const subject = subjectOf(content)
      if (subject === membersSubject) recount()
      announce([subject])
      return ref
    })
  const rereadNewer = (): void => {
    for (const { device: writer, n, content, body } of repository.newerEntries()) {
      const parsed = content === null ? null : parseEntry(content)
      if (content === null || parsed?.state !== 'known') continue
      const sealed = { device: writer, n, body: body ?? new Uint8Array() }
      receiver.store([[sealed, { state: 'accepted', text: content, entry: parsed.entry }]])
    }
  }

  return {
    /**
     * Writes an entry, in the caller's transaction if there is one, and names it. The sync pushes it. Throws `rejected` for one that is
     * too large for the server.
     */
    append,
    /** Own entries in sealed form with a number greater than `after`, in order. All stay readable: the server may lose some. */
    read: own.read,
    /** The server has all own entries up to this number, as far as this PC knows. */
    pushed: (): number => repository.pushedOf(device),
    setPushed: (n: number): void => repository.setPushed(device, n),
    /** How far this PC has the entries of each device. */
    heads: repository.heads,
    /** When the device wrote its last entry, by its clock (milliseconds since 1970); null: none is known. */
    lastEntryMs: repository.lastEntryMs,
    /**
     * Takes entries, those of each device in order. Known ones and those behind a gap are skipped. Own ones are taken where this PC has
     * none, because its data was restored. Call it again only when it has ended.
     */
    receive: receiver.receive,
    /**
     * Takes all own entries of the server behind a number that both have. When the server has others under the same numbers, because the
     * data of this PC was restored, those here get the next numbers.
     */
    async receiveOwn(entries: readonly SealedEntry[]): Promise<void> {
      const decided = await receiver.decide(entries)
      database.transaction(() => {
        if (!own.take(entries, decided, receiver.store)) return
        recount()
        announce(null)
      })
      await erasures.erase()
    },
    /**
     * Call it at the start. Tries entries of later versions and of unknown members or keys again, until nothing changes any more; erases
     * what an ended program left of deleted persons, and writes entries for persons who were deleted on this PC.
     */
    async resume(): Promise<void> {
      database.transaction(rereadNewer)
      await receiver.retryWaiting()
      await erasures.erase()
      await erasures.publish((data) => append({ kind: 'erased', data }, null))
    },
    /** Whether entries about deleted persons may still have their content. */
    isErasing: erasures.isErasing,
    /** Ends what `receive` and `resume` do in the background. The log can still be read. */
    close: erasures.close,
    members: trust.members,
    isRemoved: trust.isRemoved,
    isOwner: trust.isOwner,
    keys: trust.keys,
    /** What is merged about a subject. */
    entriesOf,
    /** `waiting`: own entries that the server does not have. */
    counts: (): { readonly waiting: number; readonly newer: number; readonly refused: number } => ({
      ...repository.counts(trust.lastCounted),
      waiting: repository.headOf(device) - repository.pushedOf(device),
    }),
  }
}

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
function createOwnEntries(parts: OwnEntriesParts) {
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
