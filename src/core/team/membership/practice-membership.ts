import type { TeamInvitation } from '../../../contract/team.ts'
import type { TeamRole } from '../../../contract/team-role.ts'
import type { TeamServer } from '../team-server.ts'
import type { TeamSession } from '../team-session.ts'
import type { Membership } from './membership-state.ts'
import type { NewMembership } from './new-membership.ts'

/** A team in memory with simulated colleagues (`core/team/practice`). Nothing leaves this PC. */
export interface PracticeTeam {
  /** This PC as the owner of a new team. */
  readonly made: NewMembership
  connect(): TeamServer
  /** An invitation as in any team. A simulated colleague uses it after some seconds. */
  invite(
    session: TeamSession,
    membership: Membership,
    options: { readonly role: TeamRole; readonly days: number },
  ): Promise<TeamInvitation>
  /** Ends the colleagues. */
  close(): Promise<void>
}
