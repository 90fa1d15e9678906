import { randomBytes } from 'node:crypto'
import type { TeamInvitation } from '../../../contract/team.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { errorFields } from '../../ports/log.ts'
import { addInvitation, raise } from '../membership/invitations.ts'
import { newTeam } from '../membership/new-membership.ts'
import type { PracticeTeam } from '../membership/practice-membership.ts'
import { teamMessages } from '../membership/team-messages.ts'
import type { TeamSession } from '../team-session.ts'
import { colleagues } from './colleague-script.ts'
import { runColleague, type ReadSightedCustomers } from './colleague.ts'
import { createPracticeServer } from './practice-server.ts'

/** Never used to connect. */
const address = 'postgres://practice@localhost/practice'

/** A team with a log in memory and simulated colleagues. Throws `rejected` while another connection than practice is in use. */
export function createPracticeTeam(
  { database, clock, log, connections }: Pick<OpenStorage, 'database' | 'clock' | 'log' | 'connections'>,
  sightedCustomers: ReadSightedCustomers,
  names: { readonly name: string; readonly pcName: string },
): PracticeTeam {
  if (connections.active()?.id !== practiceConnection(database)) raise(teamMessages.practiceOnly)
  const server = createPracticeServer()
  const made = newTeam({ address, certificates: null, ...names })
  const closing = new AbortController()
  const running = new Set<Promise<void>>()
  let joined = 0

  const scope = (): ConnectionRegion | null => {
    const found = connections.find(practiceConnection(database) ?? '')
    return found && { connectionId: found.id, region: found.region }
  }
  const start = (session: TeamSession, invitation: TeamInvitation): void => {
    const colleague = colleagues[joined % colleagues.length]
    if (!colleague) return
    joined += 1
    const parts = {
      database,
      clock,
      server: server.connect(),
      session,
      scope,
      sightedCustomers,
      signal: closing.signal,
    }
    const run = runColleague(parts, colleague, invitation).catch((error: unknown) => {
      // An invitation can expire when the clock of the PC is changed.
      if (closing.signal.aborted || error instanceof FailureError) return
      log.write('error', 'team.colleague-failed', errorFields(error))
    })
    running.add(run)
    void run.finally(() => running.delete(run))
  }

  return {
    made: { ...made, membership: { ...made.membership, place: '', isPractice: true } },
    connect: server.connect,
    async invite(session, membership, { role, days }) {
      const id = `practice-${randomBytes(6).toString('hex')}`
      const options = { id, address, role, days, nowMs: clock.now().getTime() }
      const invitation = await addInvitation(session, membership, options)
      start(session, invitation)
      return invitation
    },
    async close() {
      closing.abort()
      await Promise.all(running)
    },
  }
}

/** The id of the practice connection; null: there is none. */
const practiceConnection = (database: Database): string | null =>
  database.value<string>("SELECT id FROM connection WHERE kind = 'practice' AND removed = 0")
