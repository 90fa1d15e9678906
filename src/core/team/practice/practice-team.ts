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
import { colleagues, runColleague, type ReadSightedCustomers } from './colleague.ts'
import { serverMessages } from '../server/server-messages.ts'
import { maxBodyBytes, type SealedEntry, type TeamServer } from '../team-server.ts'

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

/** The log of the practice team in memory. Several PCs use one log, each through its own `connect`. */
export function createPracticeServer(): { connect(): TeamServer } {
  const logs = new Map<string, SealedEntry[]>()
  const listeners = new Set<() => void>()

  /** As on a real server, a push stores all or nothing. */
  const checkPush = (entries: readonly SealedEntry[]): void => {
    const heads = new Map([...logs].map(([device, log]) => [device, log.length]))
    for (const { device, n, body } of entries) {
      if (body.length > maxBodyBytes) throw new FailureError(serverMessages.tooLarge)
      const there = logs.get(device)?.[n - 1]
      const head = heads.get(device) ?? 0
      if (there ? !Buffer.from(there.body).equals(body) : n !== head + 1)
        throw new FailureError(serverMessages.otherEntries)
      heads.set(device, Math.max(head, n))
    }
  }

  return {
    connect: () => ({
      async push(entries) {
        checkPush(entries)
        for (const entry of entries) {
          const log = logs.get(entry.device) ?? []
          logs.set(entry.device, log)
          log[entry.n - 1] = entry
        }
        for (const listener of listeners) listener()
      },
      heads: async () => new Map([...logs].map(([device, log]) => [device, log.length])),
      pull: async (device, after, limit) => (logs.get(device) ?? []).slice(after, after + limit),
      watch(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: async () => undefined,
    }),
  }
}
