import type { Failure } from '../../../contract/result.ts'
import type { TeamMember, TeamStatus } from '../../../contract/team.ts'
import type { Membership } from './membership-state.ts'
import type { OpenTeam } from './open-team.ts'

export const noTeamStatus: TeamStatus = {
  state: 'none',
  team: null,
  age: null,
  failure: null,
  retryAt: null,
  progress: null,
}

/** `nowMs`: the clock of this PC. `team`: null when it could not be opened, because of `openFailure`. */
export function teamStatus(
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
