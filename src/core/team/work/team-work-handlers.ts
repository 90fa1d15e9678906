import type { DomainHandlers } from '../../../contract/methods.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { TeamHolder } from '../team-session.ts'
import { openTeamWork } from './team-work.ts'
import type { WorkParts } from './work-context.ts'
import { workMessages } from './work-text.ts'
import { createWorkHandlers } from './work-handlers.ts'

type Handlers = DomainHandlers<'teamWork', AbortSignal>
type Parts = Pick<WorkParts, 'customers' | 'currentPerson' | 'listeners'>

/** The shared work of each team that is opened. Without a team its methods answer that there is none. */
export function createTeamWork(storage: OpenStorage, team: TeamHolder, parts: Parts): Handlers {
  const { database, clock, log } = storage
  team.onOpened((session) => openTeamWork({ ...parts, database, clock, log }, session).close)

  const open = (): Handlers | null => {
    const session = team.currentTeam()
    return session && createWorkHandlers(storage, parts, session)
  }
  const requireOpen = (): Handlers => open() ?? fail('not-found', ...workMessages.noTeam)

  return {
    car: async (input, signal) => open()?.car(input, signal) ?? { work: null },
    uploads: async (input, signal) =>
      open()?.uploads(input, signal) ?? { hasTeam: false, total: 0, people: [], uploads: [] },
    take: async (input, signal) => requireOpen().take(input, signal),
    release: async (input, signal) => requireOpen().release(input, signal),
  }
}
