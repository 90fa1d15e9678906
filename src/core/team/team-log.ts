import type { Recorder } from '../../contract/call-note.ts'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { teamMarkKeySetting } from '../database/team-outbox.ts'
import { personMarkKey } from './crypto/team-keys.ts'
import type { TeamContent } from './log/entry-kinds.ts'
import { parseEntry, type EntryRef } from './log/entry.ts'
import { createErasures } from './log/erasures.ts'
import { createLogRepository, type ArrivedEntry, type StoredEntry } from './log/log-repository.ts'
import { createOwnEntries } from './own-entries.ts'
import { createReceiver } from './received-entries.ts'
import { membersSubject, subjectOf, type SubjectKey } from './log/subject.ts'
import type { SealedEntry } from './team-server.ts'
import { createTeamTrust, type TeamIdentity } from './team-trust.ts'

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
