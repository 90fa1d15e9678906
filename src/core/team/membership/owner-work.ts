import type { Clock } from '../../ports/clock.ts'
import { FailureError } from '../../failures/failure-error.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import type { Database } from '../../database/database.ts'
import { membersSubject } from '../log/subject.ts'
import type { TeamOwner } from '../server/team-owner.ts'
import type { TeamSession } from '../team-session.ts'
import { confirmationList, grantsOfJoins, removalList } from './member-lists.ts'
import { changeMembership, readMembership } from './membership-state.ts'

export interface OwnerWorkParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly session: TeamSession
  /** Null: the team has no database (practice). */
  connectOwner(): TeamOwner | null
}

/** What the PC of an owner does by itself. Everything can be repeated, also by several owners at once. */
export type OwnerWork = ReturnType<typeof createOwnerWork>

/** An invitation for a member is named like its login in the database; one for an owner has no login of its own. */
export const grantOfLogin = (login: string): string => login.replace(/^forecourt_/, '')
const loginOfGrant = (grant: string): string | null => (/^[0-9a-f]{12}$/.test(grant) ? `forecourt_${grant}` : null)

/** Logins of invitations that nobody used are removed this long after they expired: an entry may arrive late. */
const unusedGrantMs = 24 * 60 * 60_000
const erasedAtOnce = 1_000

/** Confirms who joined, ends the access of who left or was removed, and empties entries about persons who were deleted. */
export function createOwnerWork({ database, clock, log, session, connectOwner }: OwnerWorkParts) {
  const teamLog = session.log
  const sealing = () => ({ ring: teamLog.keys(), teamId: session.teamId })
  const membershipEntries = () => teamLog.entriesOf(membersSubject)
  let owner: TeamOwner | null = null
  let running: Promise<void> | null = null
  let [isWanted, isClosed] = [false, false]

  const confirmJoins = (): void => {
    const joins = grantsOfJoins(membershipEntries())
    for (const device of teamLog.members().unconfirmed) {
      const members = teamLog.members()
      const member = members.members.get(device)
      const grant = members.grants.get(joins.get(device) ?? '')
      if (!member || !grant) continue
      session.add({ kind: 'members', data: confirmationList(members, member, grant, sealing()) }, null)
    }
  }

  /** A PC that left knows the key of the team: the others get a new one. */
  const renewKeyAfterLeaving = (): void => {
    const entries = membershipEntries()
    const ended = new Set(
      entries.flatMap((entry) =>
        entry.kind === 'members'
          ? entry.data.members.filter(({ until }) => until !== null).map(({ device }) => device)
          : [],
      ),
    )
    for (const entry of entries) {
      const members = teamLog.members()
      const member = members.members.get(entry.device)
      if (entry.kind !== 'leave' || !member || ended.has(entry.device)) continue
      ended.add(entry.device)
      session.add({ kind: 'members', data: removalList(members, member, member.until ?? entry.n, sealing()) }, null)
    }
  }

  const endLogins = async (connected: TeamOwner): Promise<void> => {
    const { members, grants } = teamLog.members()
    const byGrant = new Map([...grantsOfJoins(membershipEntries())].map(([device, grant]) => [grant, device]))
    const nowMs = clock.now().getTime()
    for (const [id, grant] of grants) {
      const saved = readMembership(database)
      const login = loginOfGrant(id)
      if (!saved || login === null || saved.endedGrants.includes(id)) continue
      const device = byGrant.get(id)
      const member = device === undefined ? undefined : members.get(device)
      const isUnused = member === undefined && nowMs > grant.expiresAt + unusedGrantMs
      if (!isUnused && (member === undefined || member.until === null)) continue
      await connected.removeMember(login)
      changeMembership(database, { endedGrants: [...(readMembership(database)?.endedGrants ?? []), id] })
    }
  }

  /** Only entries that are erased here as well: a member could name any. */
  const isErasedHere = (device: string, n: number): boolean =>
    database.get("SELECT 1 FROM team_entry WHERE device = ? AND n = ? AND state = 'erased'", [device, n]) !== undefined

  const eraseAtServer = async (connected: TeamOwner): Promise<void> => {
    // What is not erased here so far would be left out. `erased` is announced when it is.
    if (teamLog.isErasing()) return
    for (const entry of teamLog.entriesOf('erased').toSorted((one, other) => one.n - other.n)) {
      const done = readMembership(database)?.erasedTo ?? {}
      if (entry.kind !== 'erased' || entry.n <= (done[entry.device] ?? 0)) continue
      const byDevice = new Map<string, number[]>()
      for (const [device, n] of entry.data.entries) {
        if (isErasedHere(device, n)) byDevice.set(device, [...(byDevice.get(device) ?? []), n])
      }
      for (const [device, numbers] of byDevice) {
        await connected.erase(session.teamId, device, numbers.slice(0, erasedAtOnce))
      }
      changeMembership(database, { erasedTo: { ...done, [entry.device]: entry.n } })
    }
  }

  const work = async (): Promise<void> => {
    if (!teamLog.isOwner(session.device)) return
    confirmJoins()
    renewKeyAfterLeaving()
    owner = connectOwner()
    if (!owner) return
    try {
      await endLogins(owner)
      await eraseAtServer(owner)
    } finally {
      await owner.close()
      owner = null
    }
  }

  const loop = async (): Promise<void> => {
    while (isWanted && !isClosed) {
      isWanted = false
      try {
        await work()
      } catch (error) {
        if (isClosed) return
        if (error instanceof FailureError) log.write('warning', 'team.owner-waits', { kind: error.failure.kind })
        else log.write('error', 'team.owner-failed', errorFields(error))
      }
    }
  }

  return {
    /** Does what is open. Failures are logged, and what failed is done at the next call. */
    run(): Promise<void> {
      isWanted = true
      running ??= loop().finally(() => {
        running = null
      })
      return running
    },
    async close(): Promise<void> {
      isClosed = true
      await owner?.close()
      await running
    },
  }
}
