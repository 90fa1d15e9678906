import type { DomainHandlers } from '../../contract/methods.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields } from '../ports/log.ts'
import type { TeamHolder, TeamSession } from './team-session.ts'
import type { TeamWork } from './work/team-work.ts'
import type { WorkParts } from './work/work-context.ts'
import { workMessages } from './work/work-text.ts'

type Handlers = DomainHandlers<'teamWork', AbortSignal>
type Parts = Pick<WorkParts, 'customers' | 'currentPerson' | 'listeners'>

/** The shared work of the team, loaded when a team is opened. Without a team its methods answer that there is none. */
export function createLateTeamWork(storage: OpenStorage, team: TeamHolder, parts: Parts): Handlers {
  const { database, clock, log } = storage
  team.onOpened((session) => {
    let work: TeamWork | null = null
    let isEnded = false
    const load = async (): Promise<void> => {
      const { openTeamWork } = await import('./work/team-work.ts')
      if (!isEnded) work = openTeamWork({ ...parts, database, clock, log }, session)
    }
    const loading = load().catch((error: unknown) => log.write('error', 'team.workNotLoaded', errorFields(error)))
    return async () => {
      isEnded = true
      await loading
      await work?.close()
    }
  })

  const withTeam = async (session: TeamSession): Promise<Handlers> =>
    (await import('./work/work-handlers.ts')).createWorkHandlers(storage, parts, session)
  const open = async (): Promise<Handlers | null> => {
    const session = team.currentTeam()
    return session && withTeam(session)
  }
  const requireOpen = async (): Promise<Handlers> => (await open()) ?? fail('not-found', ...workMessages.noTeam)

  return {
    car: async (input, signal) => (await open())?.car(input, signal) ?? { work: null },
    people: async (input, signal) => (await open())?.people(input, signal) ?? { people: [] },
    uploads: async (input, signal) =>
      (await open())?.uploads(input, signal) ?? { hasTeam: false, total: 0, people: [], uploads: [] },
    take: async (input, signal) => (await requireOpen()).take(input, signal),
    release: async (input, signal) => (await requireOpen()).release(input, signal),
    assign: async (input, signal) => (await requireOpen()).assign(input, signal),
  }
}
