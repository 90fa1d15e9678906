import type { Failure } from '../../../contract/result.ts'
import type { TeamStatus, TeamMember } from '../../../contract/team.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import type { Vault } from '../../ports/vault.ts'
import { clearTeamLog } from '../log/log-repository.ts'
import { membersSubject } from '../log/subject.ts'
import { createPostgresServer } from '../server/postgres-server.ts'
import { createTeamOwner } from '../server/team-owner.ts'
import type { TeamServer } from '../team-server.ts'
import type { TeamHolder } from '../team-session.ts'
import { parseAddress, raise } from './invitations.ts'
import { readMembership, saveMembership, type Membership, changeMembership } from './membership-state.ts'
import { openTeam, type OpenTeam } from './open-team.ts'
import type { NewMembership } from './new-membership.ts'
import { createOwnerWork, type OwnerWork } from './owner-work.ts'
import type { PracticeTeam } from './practice-membership.ts'
import { teamMessages } from './team-messages.ts'
import { readSecrets, removeSecrets, storeSecrets, type TeamSecrets } from './team-secrets.ts'
import type { Database } from '../../database/database.ts'
import { deleteInPieces } from '../../database/delete-in-pieces.ts'

export interface CurrentTeamParts {
  /** Null: nothing is stored on this PC. */
  readonly keychain: Vault | null
}

export interface Opened {
  /** Null: a real team. */
  readonly practice: PracticeTeam | null
  readonly membership: Membership
  readonly secrets: TeamSecrets
  readonly team: OpenTeam
  readonly ownerWork: OwnerWork
  endWork(): Promise<void>
}

/** Leaving after a restart, when nobody waits for it. */
const resumedPushMs = 30_000

export const serverOf = (
  { teamId, certificates }: Pick<Membership, 'teamId' | 'certificates'>,
  { address }: Pick<TeamSecrets, 'address'>,
): TeamServer => createPostgresServer({ team: teamId, address: parseAddress(address), certificates })

/** Opens the log. Owner's work begins with each change of the members and each time that this PC comes online. */
function openWithOwnerWork(
  { database, clock, log }: OpenStorage,
  { membership, secrets, practice }: Pick<Opened, 'membership' | 'secrets' | 'practice'>,
  server: TeamServer,
  onChanged: () => void,
): Opened {
  let wasOnline = false
  const team = openTeam({
    database,
    clock,
    log,
    membership,
    secrets,
    server,
    onChanged() {
      const isOnline = team.isOnline()
      if (isOnline && !wasOnline) void ownerWork.run()
      wasOnline = isOnline
      onChanged()
    },
  })
  const { session } = team
  const ownerWork = createOwnerWork({
    database,
    clock,
    log,
    session,
    connectOwner: () =>
      practice
        ? null
        : createTeamOwner({ address: parseAddress(secrets.address), certificates: membership.certificates }),
  })
  session.onChanged((subjects) => {
    if (subjects === null || subjects.some((subject) => subject === membersSubject || subject === 'erased'))
      void ownerWork.run()
  })
  return { practice, membership, secrets, team, ownerWork, endWork: () => Promise.resolve() }
}

/** The team that this PC is in: opened at the start, entered, closed and removed. */
export function createCurrentTeam(storage: OpenStorage, { keychain }: CurrentTeamParts) {
  const { database, clock, log, announcer } = storage
  let opened: Opened | null = null
  /** Why the saved team is not open. */
  let openFailure: Failure | null = null
  /** The team that this PC goes on leaving after a restart. */
  let leaving: OpenTeam | null = null
  const closing = new AbortController()
  const listeners: Parameters<TeamHolder['onOpened']>[0][] = []
  const announce = (): void => announcer.announce('team.changed')

  /** Opens the log. The sync starts with `startSync`. */
  const open = (
    membership: Membership,
    secrets: TeamSecrets,
    server: TeamServer,
    practice: PracticeTeam | null = null,
  ): Opened => openWithOwnerWork(storage, { membership, secrets, practice }, server, announce)

  const startSync = (one: Opened): void => {
    openFailure = null
    const ends = listeners.map((listener) => listener(one.team.session))
    opened = { ...one, endWork: async () => void (await Promise.all(ends.map((end) => end()))) }
    one.team.start()
    announce()
  }

  const closeTeam = async (one = opened): Promise<void> => {
    if (one === opened) opened = null
    if (!one) return
    await one.practice?.close()
    await one.endWork()
    // Owner's work uses the log, which ends with the sync.
    await one.ownerWork.close()
    await one.team.close()
  }

  const forget = async (): Promise<void> => {
    openFailure = null
    if (closing.signal.aborted) return
    await removeTeam({ database, keychain, log, closing: closing.signal })
    announce()
  }

  const openSaved = async (): Promise<void> => {
    const membership = readMembership(database)
    if (!membership || opened || closing.signal.aborted) return
    if (membership.isPractice) {
      // Left over when Forecourt was closed: its log and its colleagues were in memory.
      return forget()
    }
    if (membership.leaving === 'removing') return forget()
    const answer = keychain ? await readSecrets(keychain, membership.secretsName, membership.secretParts) : null
    if (closing.signal.aborted) return
    if (membership.leaving) {
      if (answer?.state === 'found') await resumeLeaving(membership, answer.secrets)
      return forget()
    }
    if (answer?.state !== 'found') {
      openFailure = answer?.state === 'unavailable' ? teamMessages.lockedKeychain : teamMessages.keysMissing
      return announce()
    }
    const { secrets } = answer
    startSync(open(membership, secrets, serverOf(membership, secrets)))
  }
  /** Goes on where a program ended that was leaving. Its work is not opened again. */
  const resumeLeaving = async (membership: Membership, secrets: TeamSecrets): Promise<void> => {
    const { team } = open(membership, secrets, serverOf(membership, secrets))
    leaving = team
    await team.resumeLeaving(resumedPushMs)
    leaving = null
    await team.close()
  }
  /** Saves a new membership, opens its log and writes its first entry: all, or nothing. */
  const begin = (
    { membership, secrets, entry }: NewMembership,
    server: TeamServer,
    secretParts: number,
    practice: PracticeTeam | null = null,
  ): Opened =>
    database.transaction(() => {
      clearTeamLog(database)
      saveMembership(database, { ...membership, secretParts })
      const one = open({ ...membership, secretParts }, secrets, server, practice)
      one.team.session.add(entry, null)
      return one
    })

  return {
    /** See `TeamHolder`. */
    onOpened: (listener: (typeof listeners)[number]): void => void listeners.push(listener),
    status(): TeamStatus {
      const membership = readMembership(database)
      if (!membership) return noTeamStatus
      return teamStatus(membership, opened?.team ?? null, openFailure, clock.now().getTime())
    },
    /** Null: there is none, or it is not open. */
    opened: (): Opened | null => opened,
    /** Throws the failure that keeps it from being open, or `not-found`. */
    requireOpen(): Opened {
      if (opened) return opened
      if (openFailure) throw new FailureError(openFailure)
      return raise(teamMessages.noTeam)
    },
    /** Opens the saved team, or goes on with leaving it. Why that failed is in the status. */
    openSaved: (): Promise<void> =>
      openSaved().catch((error: unknown) => log.write('error', 'team.not-opened', errorFields(error))),
    /**
     * Saves a new membership and its secrets, opens its log and writes its first entry: all, or nothing. Throws `vault-unreadable` when the
     * secrets cannot be saved. The sync starts with `startSync`.
     */
    async enter(vault: Vault, made: NewMembership, server: TeamServer): Promise<Opened> {
      const { secretsName } = made.membership
      const secretParts = await storeSecrets(vault, secretsName, made.secrets)
      try {
        return begin(made, server, secretParts)
      } catch (error) {
        await removeSecrets(vault, secretsName, secretParts)
        throw error
      }
    },
    /** The same for the practice team, whose secrets are not saved. */
    enterPractice: (practice: PracticeTeam): Opened => begin(practice.made, practice.connect(), 0, practice),
    startSync,
    /** Closes the team and removes it from this PC, with everything that was received. */
    async remove(one?: Opened | null): Promise<void> {
      await closeTeam(one)
      await forget()
    },
    async close(): Promise<void> {
      closing.abort()
      await closeTeam()
      // Ends the wait for a server that does not answer.
      await leaving?.close()
    },
  }
}

const noTeamStatus: TeamStatus = {
  state: 'none',
  team: null,
  age: null,
  failure: null,
  retryAt: null,
  progress: null,
}

/** `nowMs`: the clock of this PC. `team`: null when it could not be opened, because of `openFailure`. */
function teamStatus(
  { teamId, name, place, device, role, syncedAt, isPractice, leaving }: Membership,
  team: OpenTeam | null,
  openFailure: Failure | null,
  nowMs: number,
): TeamStatus {
  const merged = team?.session.log.members().members ?? new Map()
  const members: TeamMember[] = [...merged.values()].map((member) => ({
    device: member.device,
    name: member.name,
    role: member.role,
    isThisPc: member.device === device,
    removed: member.until !== null,
    lastActiveAt: activeAt(team?.session.log.lastEntryMs(member.device) ?? null, nowMs),
  }))
  const own = merged.get(device)
  return {
    state: team?.isRemoved() ? 'removed' : 'member',
    team: { id: teamId, name, address: place, role: own?.role ?? role, members: sorted(members), isPractice },
    age: team ? null : syncedAt === null ? null : { syncedAt, waiting: 0, newer: 0, refused: 0 },
    failure: openFailure,
    retryAt: null,
    progress: null,
    ...team?.status(),
    ...(leaving === null ? {} : { leaving: true }),
  }
}

/** A clock that is ahead gives times that have not come yet. */
const activeAt = (ms: number | null, nowMs: number): string | null =>
  ms === null ? null : new Date(Math.min(ms, nowMs)).toISOString()

const sorted = (members: readonly TeamMember[]): TeamMember[] =>
  members.toSorted((one, other) => one.name.localeCompare(other.name, 'en') || (one.device < other.device ? -1 : 1))

interface RemoveTeamParts {
  readonly database: Database
  readonly keychain: Vault | null
  readonly log: Log
  /** The program closes: the next start continues. */
  readonly closing: AbortSignal
}

/** What can be long: removed in short transactions before the rest. */
const longTables = ['sighting_entry WHERE team_pc IS NOT NULL', 'team_changed', 'team_entry']

/**
 * Removes the team from this PC: what was received, its secrets, and last the membership, by which a start continues what was
 * interrupted. The team must be closed.
 */
export async function removeTeam({ database, keychain, log, closing }: RemoveTeamParts): Promise<void> {
  const membership = readMembership(database)
  if (!membership) return
  changeMembership(database, { leaving: 'removing' })
  for (const rows of longTables) {
    if (!(await deleteInPieces(database, `DELETE FROM ${rows} LIMIT ?`, [], { signal: closing }))) return
  }
  clearTeamLog(database)
  if (keychain && membership.secretParts > 0) {
    const isDone = await removeSecrets(keychain, membership.secretsName, membership.secretParts).catch(
      (error: unknown) => {
        log.write('error', 'team.keys-not-removed', errorFields(error))
        return true
      },
    )
    if (!isDone) log.write('warning', 'team.keys-not-removed')
  }
  saveMembership(database, null)
}
