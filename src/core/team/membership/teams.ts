import type { DomainHandlers } from '../../../contract/methods.ts'
import type { Failure } from '../../../contract/result.ts'
import type { TeamInvitation, TeamStatus } from '../../../contract/team.ts'
import type { TeamRole } from '../../../contract/team-role.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { errorFields } from '../../ports/log.ts'
import type { Vault } from '../../ports/vault.ts'
import { clearTeamLog } from '../log/log-repository.ts'
import { createPostgresServer } from '../server/postgres-server.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { testServer } from '../server/server-test.ts'
import { createTeamOwner } from '../server/team-owner.ts'
import { membersSubject } from '../log/subject.ts'
import type { TeamServer } from '../team-server.ts'
import type { TeamSession } from '../team-session.ts'
import { checkCertificates, parseAddress, raise, readInvitation } from './invitations.ts'
import { removalList } from './member-lists.ts'
import { readMembership, saveMembership, type Membership } from './membership-state.ts'
import { openTeam, type OpenTeam } from './open-team.ts'
import { newMember, newTeam, type NewMembership } from './new-membership.ts'
import { createOwnerWork, type OwnerWork } from './owner-work.ts'
import type { PracticeTeam } from './practice-membership.ts'
import { createTables, invite } from './team-database.ts'
import { removeTeam } from './remove-team.ts'
import { noTeamStatus, teamStatus } from './team-status.ts'
import { teamMessages } from './team-messages.ts'
import { readSecrets, removeSecrets, storeSecrets, type TeamSecrets } from './team-secrets.ts'

export interface TeamsParts {
  /** Null: nothing is stored on this PC. */
  readonly keychain: Vault | null
  /** Throws `rejected` while practice is not in use. */
  createPractice(names: { readonly name: string; readonly pcName: string }): Promise<PracticeTeam>
  /** Called with each team that is opened, before its sync starts. Gives what ends the work with it. */
  onOpened(session: TeamSession): () => Promise<void>
}

/** The team of this PC: created, joined, opened at the start, left. */
export interface Teams {
  readonly handlers: DomainHandlers<'team', AbortSignal>
  start(): void
  close(): Promise<void>
  retryNow(): void
  currentTeam(): TeamSession | null
}

interface Opened {
  /** Null: a real team. */
  readonly practice: PracticeTeam | null
  readonly membership: Membership
  readonly secrets: TeamSecrets
  readonly team: OpenTeam
  readonly ownerWork: OwnerWork
  endWork(): Promise<void>
}

/** Invitations that are made with the team. */
const firstInvitationDays = 7
/** How long leaving waits until the others have the last entries; longer after a restart, when nobody waits for it. */
const [lastPushMs, resumedPushMs] = [5_000, 30_000]

export function createTeams(storage: OpenStorage, parts: TeamsParts): Teams {
  const { keychain, onOpened, createPractice } = parts
  const { database, clock, log, announcer } = storage
  let opened: Opened | null = null
  /** Why the saved team is not open. */
  let openFailure: Failure | null = null
  /** The team that this PC goes on leaving after a restart. */
  let leaving: OpenTeam | null = null
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
  const announce = (): void => announcer.announce('team.changed')
  const nowMs = (): number => clock.now().getTime()

  const serverOf = ({ teamId, certificates }: Pick<Membership, 'teamId' | 'certificates'>, address: ServerAddress) =>
    createPostgresServer({ team: teamId, address, certificates })

  /** Opens the log. The sync starts with `startSync`. */
  const open = (
    membership: Membership,
    secrets: TeamSecrets,
    server: TeamServer,
    practice: PracticeTeam | null = null,
  ): Opened => {
    let wasOnline = false
    const team = openTeam({
      database,
      clock,
      log,
      membership,
      secrets,
      server,
      onChanged() {
        const isOnline = opened?.team === team && team.isOnline()
        if (isOnline && !wasOnline) void opened?.ownerWork.run()
        wasOnline = isOnline
        announce()
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

  const startSync = (one: Opened): void => {
    openFailure = null
    opened = { ...one, endWork: onOpened(one.team.session) }
    one.team.start()
    announce()
  }

  const closeTeam = async (): Promise<void> => {
    const closing = opened
    opened = null
    if (!closing) return
    await closing.practice?.close()
    await closing.endWork()
    // Owner's work uses the log, which ends with the sync.
    await closing.ownerWork.close()
    await closing.team.close()
  }

  const openSaved = async (): Promise<void> => {
    const membership = readMembership(database)
    if (!membership || opened || isClosed) return
    if (membership.isPractice) {
      // Left over when Forecourt was closed: its log and its colleagues were in memory.
      return forget()
    }
    if (membership.leaving === 'removing') return forget()
    const answer = keychain ? await readSecrets(keychain, membership.secretsName, membership.secretParts) : null
    if (isClosed) return
    if (membership.leaving) {
      if (answer?.state === 'found') await resumeLeaving(membership, answer.secrets)
      return forget()
    }
    if (answer?.state !== 'found') {
      openFailure = answer?.state === 'unavailable' ? teamMessages.lockedKeychain : teamMessages.keysMissing
      return announce()
    }
    const { secrets } = answer
    startSync(open(membership, secrets, serverOf(membership, parseAddress(secrets.address))))
  }
  /** Goes on where a program ended that was leaving. Its work is not opened again. */
  const resumeLeaving = async (membership: Membership, secrets: TeamSecrets): Promise<void> => {
    const { team } = open(membership, secrets, serverOf(membership, parseAddress(secrets.address)))
    leaving = team
    await team.resumeLeaving(resumedPushMs)
    leaving = null
    await team.close()
  }
  const reopen = (): Promise<void> =>
    inTurn(openSaved).catch((error: unknown) => log.write('error', 'team.not-opened', errorFields(error)))

  const status = (): TeamStatus => {
    const membership = readMembership(database)
    if (!membership) return noTeamStatus
    return teamStatus(membership, opened?.team ?? null, openFailure, nowMs())
  }

  const requireNoTeam = (): void => {
    if (readMembership(database)) raise(teamMessages.hasTeam)
  }
  const requireTeam = (): Opened => {
    if (opened) return opened
    if (openFailure) throw new FailureError(openFailure)
    return raise(teamMessages.noTeam)
  }
  const requireOwner = (): Opened => {
    const one = requireTeam()
    const self = one.team.session.log.members().members.get(one.membership.device)
    return self?.role === 'owner' && self.until === null ? one : raise(teamMessages.notOwner)
  }
  /** Throws before anything is made at the server when the keys cannot be saved here. */
  const requireKeychain = async (): Promise<Vault> => {
    const health = await keychain?.probe()
    return keychain && health?.state === 'ok' ? keychain : raise(teamMessages.noKeychain)
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
  const enter = async (vault: Vault, made: NewMembership, server: TeamServer): Promise<Opened> => {
    const { membership, secrets } = made
    const secretParts = await storeSecrets(vault, membership.secretsName, secrets)
    try {
      return begin(made, server, secretParts)
    } catch (error) {
      await removeSecrets(vault, membership.secretsName, secretParts)
      throw error
    }
  }

  const inviteBy = (
    { practice, membership, secrets, team }: Opened,
    role: TeamRole,
    days: number,
  ): Promise<TeamInvitation> =>
    practice?.invite(team.session, membership, { role, days }) ??
    invite(team.session, { address: secrets.address, membership }, { role, days, nowMs: nowMs() })

  const handlers: Teams['handlers'] = {
    status: async () => status(),
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
        const one = await enter(vault, made, serverOf(made.membership, made.address))
        try {
          const invitation = await inviteBy(one, 'member', firstInvitationDays)
          startSync(one)
          return { status: status(), invitation }
        } catch (error) {
          // Without the right to add members there is no team.
          await one.ownerWork.close()
          await one.team.close()
          await forget()
          throw error
        }
      }),
    join: ({ invitation, passphrase, certificates, pcName }) =>
      inTurn(async () => {
        requireNoTeam()
        checkCertificates(certificates)
        const made = newMember(await readInvitation(invitation, passphrase, nowMs()), certificates, pcName)
        const vault = await requireKeychain()
        const server = serverOf(made.membership, made.address)
        try {
          await server.heads()
          startSync(await enter(vault, made, server))
        } catch (error) {
          await server.close()
          throw error
        }
        return { status: status() }
      }),
    startPractice: (names) =>
      inTurn(async () => {
        requireNoTeam()
        const practice = await createPractice(names)
        const one = begin(practice.made, practice.connect(), 0, practice)
        await inviteBy(one, 'member', firstInvitationDays)
        startSync(one)
        return { status: status() }
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
        return status()
      }),
    leave: () =>
      inTurn(async () => {
        if (!readMembership(database)) return raise(teamMessages.noTeam)
        if (opened && !opened.team.isRemoved()) await opened.team.leave(lastPushMs)
        await closeTeam()
        await forget()
        return status()
      }),
    async syncNow() {
      if (opened) opened.team.syncNow()
      else await reopen()
      return status()
    },
  }

  /** Removes the team from this PC, with everything that was received. */
  const forget = async (): Promise<void> => {
    openFailure = null
    if (isClosed) return
    await removeTeam({ database, keychain, log, isClosing: () => isClosed })
    announce()
  }

  return {
    handlers,
    start: () => void reopen(),
    async close() {
      isClosed = true
      await closeTeam()
      // Ends the wait for a server that does not answer.
      await leaving?.close()
      await last
      await closeTeam()
    },
    retryNow() {
      if (opened) opened.team.syncNow()
      else if (openFailure) void reopen()
    },
    currentTeam: () => (opened && !opened.team.isRemoved() ? opened.team.session : null),
  }
}
