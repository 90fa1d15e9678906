import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Recorder } from '../../contract/call-note.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { teamMarkKeySetting } from '../database/team-outbox.ts'
import { FailureError } from '../failures/failure-error.ts'
import { requestTeamDeletion } from '../privacy/person-deletions.ts'
import { summaryOf } from './accept-entry.ts'
import { checkEntries, type CheckEntries } from './checking/checked-part.ts'
import { createHybridClock } from './clock/hybrid-clock.ts'
import { createIsErased, isMarkedPerson, personMarkKey, type PersonMarks } from './crypto/person-marks.ts'
import { sealEntry } from './crypto/sealed-entry.ts'
import { currentKey, type KeyRing } from './crypto/team-keys.ts'
import type { TeamContent } from './log/entry-kinds.ts'
import { entryText, newEntryId, parseEntry, refOf, type EntryRef, type NewEntry } from './log/entry.ts'
import { createLogRepository, type ArrivedEntry } from './log/log-repository.ts'
import { createPendingChanges } from './log/pending-changes.ts'
import { publishingSetting } from './log/leave-work.ts'
import type { StoredEntry } from './log/stored-entries.ts'
import { membersSubject, subjectOf, type SubjectKey } from './log/subject.ts'
import type { MergedMembers } from './merge/merge-members.ts'
import { latestRefs, orderEntries } from './merge/order-entries.ts'
import { createReceiver } from './receive-entries.ts'
import { maxBodyBytes, type SealedEntry } from './team-server.ts'
import { serverMessages } from './server/server-messages.ts'
import { createTeamTrust, type TeamIdentity } from './team-trust.ts'

export interface TeamLogParts {
  readonly database: Database
  readonly identity: TeamIdentity
  /** Milliseconds since 1970. */
  now(): number
  /** Called after a commit with the subjects that may look different; null: any. */
  onChanged?(subjects: readonly SubjectKey[] | null): void
  readonly check?: CheckEntries
  /** Changes to stored entries have failed: they are done after the next start. */
  onError?(error: unknown): void
}

/** The log of the team on this PC: own entries, and those of the others that were accepted. */
export interface TeamLog {
  /**
   * Writes an entry, in the caller's transaction if there is one, and names it. The sync pushes it. Throws `rejected` for one that is
   * too large for the server.
   */
  append(content: TeamContent, by: Recorder | null): EntryRef
  /** Own entries in sealed form with a number greater than `after`, in order. All stay readable: the server may lose some. */
  read(after: number, limit: number): readonly SealedEntry[]
  /** The server has all own entries up to this number, as far as this PC knows. */
  pushed(): number
  setPushed(n: number): void
  /** How far this PC has the entries of each device. */
  heads(): ReadonlyMap<string, number>
  /** When the device wrote its last entry, by its clock (milliseconds since 1970); null: none is known. */
  lastEntryMs(device: string): number | null
  /**
   * Takes entries, those of each device in order. Known ones and those behind a gap are skipped. Own ones are taken where this PC has
   * none, because its data was restored. Call it again only when it has ended.
   */
  receive(entries: readonly SealedEntry[]): Promise<void>
  /** Begins to check entries that `receive` will get. */
  prepare(entries: readonly SealedEntry[]): void
  /** Call it when nothing more is known to come: completes what `receive` leaves for the end of many entries. */
  endReceiving(): Promise<void>
  /**
   * Takes all own entries of the server behind a number that both have. When the server has others under the same numbers, because the
   * data of this PC was restored, those here get the next numbers.
   */
  receiveOwn(entries: readonly SealedEntry[]): Promise<void>
  /** Tries entries of later versions and of unknown members or keys again, until nothing changes any more: call it at the start. */
  retryWaiting(): Promise<void>
  /** Writes entries for persons who were deleted on this PC since the last call. What a kill leaves out is written by the next one. */
  publishErasures(): Promise<void>
  /** Whether entries about deleted persons may still have their content: they are erased in the background. */
  isErasing(): boolean
  /** Resolves when changes to many stored entries are done. */
  settled(): Promise<void>
  /** Ends them. The log can still be read. */
  close(): Promise<void>
  members(): MergedMembers
  keys(): KeyRing
  entriesOf(subject: SubjectKey): readonly ArrivedEntry[]
  /** Subjects whose outcomes say to be of this time (milliseconds since 1970) or later. */
  subjectsSince(fromMs: number): readonly SubjectKey[]
  /** `waiting`: own entries that the server does not have. */
  counts(): { readonly waiting: number; readonly newer: number; readonly refused: number }
}

const membershipKinds: ReadonlySet<string> = new Set(['members', 'join', 'leave'])
/** Less than the schema allows. */
const [marksPerEntry, placesPerEntry, waitingPerPage] = [100, 300, 500]

/** Opens the log of the team that the identity names. The database has the entries of one team at most. */
export function createTeamLog(parts: TeamLogParts): TeamLog {
  const { database, identity, now, onChanged = () => undefined, check = checkEntries } = parts

  const { teamId, device, keys: own } = identity
  const repository = createLogRepository(database, (entry) => isMerged(entry))
  const trust = createTeamTrust(identity, () => repository.membershipEntries(membersSubject))
  const head = repository.headOf(device)
  const lastOwn = repository.get(device, head)?.content ?? null
  const parsedOwn = lastOwn === null ? null : parseEntry(lastOwn)
  const clock = createHybridClock(now, parsedOwn?.state === 'known' ? parsedOwn.entry.at : null)
  const markKey = personMarkKey(teamId, identity.keyRing)
  if (readSetting(database, teamMarkKeySetting) === null) {
    writeSetting(database, teamMarkKeySetting, markKey.toString('hex'))
  }
  /** Null: nobody was deleted. */
  const readMarks = (): PersonMarks | null => {
    const hashes = database.all<{ hash: string }>('SELECT hash FROM team_mark').map(({ hash }) => hash)
    return hashes.length === 0 ? null : { hashes, key: markKey }
  }
  let erasedPersons = readMarks()
  let isErased = createIsErased(erasedPersons)
  const announce = (subjects: readonly SubjectKey[] | null): void => database.afterCommit(() => onChanged(subjects))
  const changes = createPendingChanges({
    database,
    repository,
    isMarked: () => isMarkedPerson(erasedPersons),
    onErased: (hasErased) => announce(hasErased ? null : ['erased']),
    onError: parts.onError ?? (() => undefined),
  })
  const isMerged = ({ device: writer, n, state, content }: StoredEntry): boolean => {
    const last = changes.lastCountedOf(writer)
    const isCounted =
      last === null ? state === 'accepted' : n <= last && (state === 'accepted' || state === 'not-counted')
    return isCounted && !(changes.isErasing() && content !== null && isErased(content))
  }

  const seal = (n: number, entry: NewEntry): Uint8Array => {
    const ring = trust.keys()
    // The first key is the one that every member has.
    const first = [...ring.values()].find(({ version }) => version === 1)
    const key = membershipKinds.has(entry.kind) && first ? first : currentKey(ring)
    return sealEntry(
      entryText(entry),
      { teamId, device, n },
      key,
      own.sign,
      repository.get(device, n - 1)?.body ?? null,
    )
  }
  const putOwn = (entry: NewEntry): void => {
    const n = repository.headOf(device) + 1
    const text = entryText(entry)
    if (isErased(text)) {
      // The other PCs would drop it: only its number counts.
      const empty = { kind: null, subject: null, subjectHash: null, atMs: null, content: null, body: null }
      return repository.put({ device, n, state: 'erased', reason: 'published', arrivedAtMs: now(), ...empty })
    }
    const body = seal(n, entry)
    // The server refuses it, and would never get what follows.
    if (body.length > maxBodyBytes) throw new FailureError(serverMessages.tooLarge)
    const { kind, at, subject, subjectHash } = summaryOf(entry)
    const described = { kind, subject, subjectHash, atMs: at[0], content: text, body }
    repository.put({ device, n, state: 'accepted', reason: null, arrivedAtMs: now(), ...described })
  }
  const append = (content: TeamContent, by: Recorder | null): EntryRef =>
    database.transaction(() => {
      const subject = subjectOf(content)
      // A removed mark names what it removes: for thousands of marks of one account an order would cost more than it says.
      const isOrdered = content.kind !== 'do-not-contact' && content.kind !== 'contact-allowed'
      const before = isOrdered ? repository.entriesOf(subject).map(({ entry }) => entry) : []
      const after = latestRefs(orderEntries(before))
      const entry: NewEntry = { ...content, id: newEntryId(), at: clock.next(), after, by }
      putOwn(entry)
      if (subject === membersSubject) recount()
      announce([subject])
      return refOf(device, entry.id)
    })

  /** Computes the members again, and which entries count. Returns whether anything changed. */
  const recount = (): boolean => {
    const changed = trust.refresh()
    for (const each of changed) {
      const member = trust.members().members.get(each)
      changes.setLastCounted(each, member ? (member.until ?? Number.MAX_SAFE_INTEGER) : 0)
    }
    if (changed.length > 0) announce(null)
    return changed.length > 0
  }
  const addMarks = (marks: readonly string[]): void => {
    const unknown = marks.filter(
      (hash) => database.run('INSERT OR IGNORE INTO team_mark (hash, published) VALUES (?, 1)', [hash]).changes > 0,
    )
    for (const hash of marks) database.run('UPDATE team_mark SET published = 1 WHERE hash = ?', [hash])
    // A PC that has left carries out nothing more for the team.
    const hasLeft = (trust.members().members.get(device)?.until ?? null) !== null
    if (unknown.length > 0 && !hasLeft) requestTeamDeletion(database, markKey.toString('hex'), unknown, new Date(now()))
    const all = readMarks()
    // Marks are only added. With another object, what was checked meanwhile is checked again.
    if (all?.hashes.length !== erasedPersons?.hashes.length) {
      erasedPersons = all
      isErased = createIsErased(all)
    }
    // Entries that arrive from now on are refused. Those of known persons were erased before.
    if (unknown.length > 0) changes.requestErasure()
  }
  const receiver = createReceiver({
    database,
    repository,
    trust,
    clock,
    device,
    now,
    isErased: (text) => isErased(text),
    marks: () => erasedPersons,
    addMarks,
    announce,
    recount,
    retryWaiting: () => retryWaiting(),
    check,
  })
  const { decide, putNow } = receiver
  const rereadNewer = (): void =>
    database.transaction(() => {
      for (const { device: writer, n, content: text } of repository.newerEntries()) {
        const parsed = parseEntry(text)
        if (parsed.state !== 'known') continue
        const until = trust.members().members.get(writer)?.until ?? null
        const state = until !== null && n > until ? 'not-counted' : 'accepted'
        putNow({ device: writer, n, body: new Uint8Array() }, { state, text, entry: summaryOf(parsed.entry) })
      }
    })
  const retryWaiting = async (): Promise<void> => {
    for (let changed = true; changed;) {
      for (let after: readonly [string, number] = ['', 0]; ;) {
        const page = repository.waitingAfter(after[0], after[1], waitingPerPage)
        const decided = await decide(page)
        database.transaction(() => {
          for (const [at, entry] of page.entries()) {
            const accepted = decided[at]
            if (accepted && accepted.state !== 'waiting') putNow(entry, accepted)
          }
        })
        const last = page.at(-1)
        if (!last || page.length < waitingPerPage) break
        after = [last.device, last.n]
      }
      changed = database.transaction(recount)
    }
  }

  const receiveOwn = async (entries: readonly SealedEntry[]): Promise<void> => {
    const decided = await decide(entries)
    database.transaction(() => {
      const isSame = ({ n, body }: SealedEntry): boolean => {
        const stored = repository.get(device, n)
        return stored !== null && Buffer.from(stored.body ?? []).equals(body)
      }
      const [next] = entries
      if (!next || next.n > repository.headOf(device) + 1) return
      const firstOther = entries.find((entry) => !isSame(entry))
      if (!firstOther) return repository.setPushed(device, entries.at(-1)?.n ?? 0)
      const moved: NewEntry[] = []
      for (let n = firstOther.n; n <= repository.headOf(device); n += 1) {
        const text = repository.get(device, n)?.content ?? null
        const parsed = text === null ? null : parseEntry(text)
        if (parsed?.state === 'known') moved.push(parsed.entry)
      }
      repository.removeFrom(device, firstOther.n)
      for (const [at, entry] of entries.entries()) {
        const accepted = decided[at]
        if (accepted && entry.n === repository.headOf(device) + 1) putNow(entry, accepted)
      }
      repository.setPushed(device, repository.headOf(device))
      const atServer = new Set(decided.flatMap((each) => (each.state === 'accepted' ? [each.entry.id] : [])))
      for (const entry of moved) if (!atServer.has(entry.id)) putOwn(entry)
      recount()
      announce(null)
    })
  }

  const openMarks = (): string[] =>
    database
      .all<{ hash: string }>(`SELECT hash FROM team_mark WHERE published = 0 LIMIT ${marksPerEntry}`)
      .map(({ hash }) => hash)
  /** One entry of marks and places, all marks first: who erases the places at the server has to know the persons. */
  const publishSome = (): boolean => {
    const marks = openMarks()
    const places =
      marks.length < marksPerEntry
        ? database.all<{ device: string; n: number }>(
            `SELECT device, n FROM team_entry WHERE reason = 'person' ORDER BY device, n LIMIT ${placesPerEntry}`,
          )
        : []
    if (marks.length === 0 && places.length === 0) {
      writeSetting(database, publishingSetting, null)
      return false
    }
    append({ kind: 'erased', data: { marks, entries: places.map((place) => [place.device, place.n]) } }, null)
    addMarks(marks)
    for (const place of places) {
      database.run("UPDATE team_entry SET reason = 'published' WHERE device = ? AND n = ?", [place.device, place.n])
    }
    return true
  }
  /** What the other PCs erase by themselves has no new mark, and is not published. */
  const publishErasures = async (): Promise<void> => {
    if (openMarks().length > 0) writeSetting(database, publishingSetting, '1')
    if (readSetting(database, publishingSetting) === null) return
    while (database.transaction(publishSome)) await yieldToEventLoop()
  }

  const read = (after: number, limit: number): readonly SealedEntry[] => {
    const entries = repository.sealedAfter(device, after, limit)
    if (!changes.isErasing()) return entries
    const isOfErased = (n: number): boolean => isErased(repository.get(device, n)?.content ?? '{}')
    return entries.map((entry) => (isOfErased(entry.n) ? { ...entry, body: new Uint8Array() } : entry))
  }

  database.transaction(recount)
  return {
    append,
    read,
    pushed: () => repository.pushedOf(device),
    setPushed: (n) => repository.setPushed(device, n),
    heads: repository.heads,
    lastEntryMs: (each) => repository.lastEntryMs(each),
    prepare: receiver.prepare,
    receive: receiver.receive,
    endReceiving: receiver.end,
    receiveOwn,
    async retryWaiting() {
      rereadNewer()
      await retryWaiting()
    },
    publishErasures,
    isErasing: changes.isErasing,
    settled: changes.settled,
    async close() {
      await receiver.settled()
      await changes.close()
    },
    members: trust.members,
    keys: trust.keys,
    entriesOf: repository.entriesOf,
    subjectsSince: repository.subjectsSince,
    counts: () => ({ ...repository.counts(), waiting: repository.headOf(device) - repository.pushedOf(device) }),
  }
}
