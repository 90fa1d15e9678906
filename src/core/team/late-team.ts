import { forwardHandlers, withHandlers, type DomainHandlers } from '../../contract/methods.ts'
import { readSetting } from '../database/settings.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Vault } from '../ports/vault.ts'
import type { BackgroundPart } from '../scheduling/background-parts.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import { teamMembershipSetting } from '../storage/settings-of-this-pc.ts'
import type { ReadSightedCustomers } from './practice/colleague.ts'
import type { TeamHolder, TeamSession } from './team-session.ts'

type Handlers = DomainHandlers<'team', AbortSignal>

export interface LateTeam extends TeamHolder {
  readonly handlers: Handlers
  readonly life: BackgroundPart
  /** The PC woke up, or the network has changed. */
  retryNow(): void
}

interface LateTeamParts {
  readonly keychain: Vault | null
  /** For the simulated colleagues of the practice team. */
  readonly sightedCustomers: ReadSightedCustomers
}

/** The team, loaded at the start when this PC is in one, or when one is created or joined. */
export function createLateTeam(storage: OpenStorage, parts: LateTeamParts): LateTeam {
  const { keychain, sightedCustomers } = parts

  const { database, log } = storage
  const listeners: ((session: TeamSession) => () => Promise<void>)[] = []
  const onOpened = (session: TeamSession): (() => Promise<void>) => {
    const ends = listeners.map((listener) => listener(session))
    return async () => {
      await Promise.all(ends.map((end) => end()))
    }
  }
  const part = createLatePart(
    async () =>
      (await import('./membership/teams.ts')).createTeams(storage, {
        keychain,
        onOpened,
        createPractice: async (names) =>
          (await import('./practice/practice-team.ts')).createPracticeTeam(storage, sightedCustomers, names),
      }),
    (teams) => teams,
    { log, failure: 'team.not-loaded' },
  )
  const isInTeam = (): boolean => readSetting(database, teamMembershipSetting) !== null
  const forwarded = forwardHandlers<{ team: Handlers }, 'team', AbortSignal>('team', async () => ({
    team: (await part.load()).handlers,
  }))
  return {
    handlers: withHandlers(forwarded, {
      status: async (input, signal) =>
        part.loaded() || isInTeam()
          ? forwarded.status(input, signal)
          : { state: 'none', team: null, age: null, failure: null, retryAt: null, progress: null },
    }),
    life: {
      start() {
        part.start(isInTeam())
      },
      close: part.close,
    },
    retryNow: () => part.loaded()?.retryNow(),
    currentTeam: () => part.loaded()?.currentTeam() ?? null,
    onOpened: (listener) => void listeners.push(listener),
  }
}
