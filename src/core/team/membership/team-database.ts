import { randomBytes } from 'node:crypto'
import type { TeamInvitation } from '../../../contract/team.ts'
import type { TeamRole } from '../../../contract/team-role.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { ServerFailureError } from '../server/server-failure.ts'
import { createTeamOwner, type TeamOwner } from '../server/team-owner.ts'
import type { TeamSession } from '../team-session.ts'
import { addInvitation, parseAddress } from './invitations.ts'
import type { Membership } from './membership-state.ts'
import { grantOfLogin } from './owner-work.ts'
import { teamMessages } from './team-messages.ts'
import type { TeamSecrets } from './team-secrets.ts'

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
export const createTables = (address: ServerAddress, certificates: string | null): Promise<void> =>
  withOwner(address, certificates, (owner) => withRights(() => owner.createTables()))

/** Creates a login for a new member and invites it. An owner is invited with the login of this PC, which owns the tables. */
export function invite(
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
