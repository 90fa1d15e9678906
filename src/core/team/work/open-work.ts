import { readMembership } from '../membership/membership-state.ts'
import type { TeamSession } from '../team-session.ts'
import { openTeamWork as open, type TeamWork } from './team-work.ts'
import type { WorkParts } from './work-context.ts'

/** Opens the work of the team of this PC. The team of practice shares the work of practice only. */
export function openTeamWork(parts: WorkParts, session: TeamSession): TeamWork {
  return open(parts, session, { isPractice: readMembership(parts.database)?.isPractice ?? false })
}
