import { randomBytes } from 'node:crypto'
import { createQueue } from '../../scheduling/queue.ts'
import { readMembership, type Membership } from './membership-state.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { TeamInvitation } from '../../../contract/team.ts'
import type { TeamRole } from '../../../contract/team-role.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { Vault } from '../../ports/vault.ts'
import { testServer } from '../server/server-test.ts'
import type { BackgroundPart } from '../../scheduling/background-parts.ts'
import type { TeamHolder, TeamSession } from '../team-session.ts'
import { createCurrentTeam, serverOf, type CurrentTeamParts, type Opened } from './current-team.ts'
import { checkCertificates, raise, readInvitation, addInvitation, parseAddress } from './invitations.ts'
import { removalList } from './member-lists.ts'
import { newMember, newTeam } from './new-membership.ts'
import type { PracticeTeam } from './practice-membership.ts'
import { teamMessages } from './team-messages.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { ServerFailureError } from '../server/server-failure.ts'
import { createTeamOwner, type TeamOwner } from '../server/team-owner.ts'
import { grantOfLogin } from './owner-work.ts'
import type { TeamSecrets } from './team-secrets.ts'

export interface TeamsParts extends CurrentTeamParts {
  /** Throws `rejected` while practice is not in use. */
  createPractice(names: { readonly name: string; readonly pcName: string }): Promise<PracticeTeam>
}

/** The team of this PC: created, joined, opened at the start, left. */
export interface Teams extends TeamHolder, BackgroundPart {
  readonly handlers: DomainHandlers<'team', AbortSignal>
  /** The PC woke up, or the network has changed. */
  retryNow(): void
}

/** Invitations that are made with the team. */
const firstInvitationDays = 7
/** How long leaving and removing wait until the others have the last entries. */
const lastPushMs = 5_000

export function createTeams(storage: OpenStorage, parts: TeamsParts): Teams {
  const { keychain, createPractice } = parts
  const { database, clock } = storage
  const current = createCurrentTeam(storage, parts)
  const nowMs = (): number => clock.now().getTime()

  const inTurn = createQueue()
  const reopen = (): Promise<void> => inTurn(current.openSaved)

  const requireNoTeam = (): void => {
    if (readMembership(database)) raise(teamMessages.hasTeam)
  }
  const requireOwner = (): Opened => {
    const one = current.requireOpen()
    return one.team.session.log.isOwner(one.membership.device) ? one : raise(teamMessages.notOwner)
  }
  /** Throws before anything is made at the server when the keys cannot be saved here. */
  const requireKeychain = async (): Promise<Vault> => {
    const health = await keychain?.probe()
    return keychain && health?.state === 'ok' ? keychain : raise(teamMessages.noKeychain)
  }

  const inviteBy = (
    { practice, membership, secrets, team }: Opened,
    role: TeamRole,
    days: number,
  ): Promise<TeamInvitation> =>
    practice?.invite(team.session, membership, { role, days }) ??
    invite(team.session, { address: secrets.address, membership }, { role, days, nowMs: nowMs() })

  const handlers: Teams['handlers'] = {
    status: async () => current.status(),
    async testServer({ address, certificates }) {
      checkCertificates(certificates)
      const { ok, hasTables, steps } = await testServer({ address, certificates })
      return { ok, hasTables, steps: steps.map((step) => ({ ...step })) }
    },
    create: (given) =>
      inTurn(async () => {
        requireNoTeam()
        const made = newTeam(given)
        checkCertificates(given.certificates)
        const vault = await requireKeychain()
        await createTables(made.address, given.certificates)
        const one = await current.enter(vault, made, serverOf(made.membership, made.secrets))
        try {
          const invitation = await inviteBy(one, 'member', firstInvitationDays)
          current.startSync(one)
          return { status: current.status(), invitation }
        } catch (error) {
          // Without the right to add members there is no team.
          await current.remove(one)
          throw error
        }
      }),
    join: ({ invitation, passphrase, certificates, pcName }) =>
      inTurn(async () => {
        requireNoTeam()
        checkCertificates(certificates)
        const made = newMember(await readInvitation(invitation, passphrase, nowMs()), certificates, pcName)
        const vault = await requireKeychain()
        const server = serverOf(made.membership, made.secrets)
        try {
          await server.heads()
          current.startSync(await current.enter(vault, made, server))
        } catch (error) {
          await server.close()
          throw error
        }
        return { status: current.status() }
      }),
    startPractice: (names) =>
      inTurn(async () => {
        requireNoTeam()
        const practice = await createPractice(names)
        const one = current.enterPractice(practice)
        await inviteBy(one, 'member', firstInvitationDays)
        current.startSync(one)
        return { status: current.status() }
      }),
    invite: ({ role, days }) => inTurn(async () => inviteBy(requireOwner(), role, days)),
    removeMember: ({ device }) =>
      inTurn(async () => {
        const { team, ownerWork, membership } = requireOwner()
        const { session } = team
        const members = session.log.members()
        const member = members.members.get(device)
        if (!member || member.until !== null) return raise(teamMessages.noMember)
        if (device === membership.device) return raise(teamMessages.removeSelf)
        const until = session.log.heads().get(device) ?? 0
        const sealing = { ring: session.log.keys(), teamId: session.teamId }
        session.add({ kind: 'members', data: removalList(members, member, until, sealing) }, null)
        // So that the PC that was removed learns it, if it is running.
        await team.flush(lastPushMs)
        await ownerWork.run()
        return current.status()
      }),
    leave: () =>
      inTurn(async () => {
        if (!readMembership(database)) return raise(teamMessages.noTeam)
        const opened = current.opened()
        if (opened && !opened.team.isRemoved()) await opened.team.leave(lastPushMs)
        await current.remove()
        return current.status()
      }),
    async syncNow() {
      const opened = current.opened()
      if (opened) opened.team.syncNow()
      else await reopen()
      return current.status()
    },
  }

  return {
    handlers,
    onOpened: current.onOpened,
    start() {
      if (readMembership(database)) void reopen()
    },
    async close() {
      await current.close()
      await inTurn(async () => undefined)
      await current.close()
    },
    retryNow() {
      const opened = current.opened()
      if (opened) opened.team.syncNow()
      else if (current.status().failure) void reopen()
    },
    currentTeam() {
      const team = current.opened()?.team
      return team && !team.isRemoved() ? team.session : null
    },
  }
}

/** SQLSTATE: insufficient_privilege. */
const noRight = '42501'

/** Names the right that is missing for setting up a team. */
async function withRights<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServerFailureError) || error.state !== noRight) throw error
    const { details } = error.failure
    throw new FailureError({ ...teamMessages.mayNotAddMembers, ...(details === undefined ? {} : { details }) })
  }
}

const withOwner = async <Value>(
  address: ServerAddress,
  certificates: string | null,
  work: (owner: TeamOwner) => Promise<Value>,
): Promise<Value> => {
  const owner = createTeamOwner({ address, certificates })
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}

/** Creates the tables, or brings them up to date. */
const createTables = (address: ServerAddress, certificates: string | null): Promise<void> =>
  withOwner(address, certificates, (owner) => withRights(() => owner.createTables()))

/** Creates a login for a new member and invites it. An owner is invited with the login of this PC, which owns the tables. */
function invite(
  session: TeamSession,
  { address, membership }: { readonly address: TeamSecrets['address']; readonly membership: Membership },
  options: { readonly role: TeamRole; readonly days: number; readonly nowMs: number },
): Promise<TeamInvitation> {
  return withOwner(parseAddress(address), membership.certificates, async (owner) => {
    const member = options.role === 'member' ? await withRights(() => owner.addMember()) : null
    const id = member ? grantOfLogin(member.login) : `owner-${randomBytes(6).toString('hex')}`
    try {
      return await addInvitation(session, membership, { ...options, id, address: member?.address ?? address })
    } catch (error) {
      if (member) await owner.removeMember(member.login)
      throw error
    }
  })
}
