import type { MethodInput } from '../../src/contract/methods.ts'
import type { Draws } from './draws.ts'
import type { UserAction } from './round-program.ts'
import type { Simulation } from './simulation-controls.ts'

type Credentials = MethodInput<'connections.setCredentials'>

/** What a user does to the connection while uploads run. */
export interface ConnectionChanges {
  /** Signs in again, as the user does when the program asks for it. */
  signIn(): Promise<void>
  /** Changes to another region, other credentials or another connection. */
  change(): Promise<void>
  /** Whether the user works in another region or at another connection. */
  isAway(): boolean
  /** Ends a change that has lasted long enough. */
  putBack(): Promise<void>
  /** The data of another time was put back, with the connection that was current then. */
  afterRestore(): Promise<void>
}

export interface ConnectionChangesParts {
  readonly simulation: Simulation
  readonly draws: Draws
  noteAction(action: UserAction): void
  /** All credentials of the account, the present ones first. */
  readonly credentials: readonly [Credentials, Credentials]
  readonly otherAccount: Credentials
}

/** Connects the program. */
export async function connect(parts: ConnectionChangesParts): Promise<ConnectionChanges> {
  const { simulation, draws, noteAction } = parts
  const address = { baseUrl: simulation.url, region: 'au' } as const
  let [present, others] = parts.credentials
  const { current } = await simulation.ask('connections.connect', { ...address, credentials: present })
  let isElsewhere = false
  /** When the user comes back to the connection and region of the round; null: they are the current ones. */
  let backAtMs: number | null = null
  const comeBack = async (): Promise<void> => {
    await simulation.ask('connections.select', { id: current?.id ?? '' })
    await simulation.ask('connections.setRegion', { region: 'au' })
    backAtMs = null
    isElsewhere = false
  }
  return {
    async signIn() {
      if (isElsewhere) return
      noteAction('signed in')
      await simulation.ask('connections.setCredentials', present)
    },
    async change() {
      if (backAtMs !== null) return
      const change = draws.pick(['region', 'credentials', 'connection'] as const)
      noteAction(`changed the ${change}`)
      if (change === 'credentials') {
        ;[present, others] = [others, present]
        return void (await simulation.ask('connections.setCredentials', present))
      }
      backAtMs = simulation.nowMs() + draws.whole(1_000, 300_000)
      isElsewhere = change === 'connection'
      if (change === 'region') await simulation.ask('connections.setRegion', { region: 'nz' })
      else await simulation.ask('connections.connect', { ...address, credentials: parts.otherAccount })
    },
    isAway: () => backAtMs !== null,
    async putBack() {
      if (backAtMs !== null && simulation.nowMs() >= backAtMs) await comeBack()
    },
    afterRestore: comeBack,
  }
}
