import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededNumbers } from '../service/seeded-numbers.ts'
import { ChildEnded } from './child-commands.ts'
import { createFaultPlan, type FaultKind, type FaultPlan } from './faults.ts'
import type { ServiceOptions, ServiceState } from './service-child.ts'
import { startSimulation } from './simulation.ts'
import type { Simulation } from './simulation-controls.ts'

/** What a round of the harness reports. Without problems it has passed. */
export interface RoundReport {
  readonly seed: number
  /** What the round was made of, for a reader. */
  readonly story: string
  readonly problems: readonly string[]
  /** The last lines of the program's log. */
  readonly log: string
  /** Each call with its time and its fault. */
  readonly trace: readonly string[]
}

/** Numbers of a round, all from its seed. */
export interface Draws {
  /** 0 to 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number
  chance(share: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
}

export function createDraws(seed: number): Draws {
  const next = seededNumbers(seed)
  return {
    next,
    whole: (least, most) => least + Math.floor(next() * (most - least + 1)),
    chance: (share) => next() < share,
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
  }
}

/** The program of a round, connected to its service. It is started again after each kill. */
export interface RoundProgram {
  readonly simulation: Simulation
  readonly draws: Draws
  readonly problems: string[]
  /** Starts faults and kills. */
  startTrouble(): Promise<void>
  endTrouble(): Promise<void>
  /**
   * Goes on until `isOver` returns true, which is called while the program rests, at most once per simulated second.
   * `actsWithinMs`: the user does something within this time, even if nothing else happens.
   */
  runUntil(isOver: () => Promise<boolean>, actsWithinMs?: () => number): Promise<void>
  serviceState(): Promise<ServiceState>
  /** Signs in again, as the user does when the program asks for it. */
  signIn(): Promise<void>
  story(): string
  report(): RoundReport
  close(): Promise<void>
}

export interface RoundOptions {
  readonly seed: number
  readonly service: Omit<ServiceOptions, 'seed' | 'startMs'>
  readonly batchSize: number
  readonly pageSize: number
  readonly useOAuth: boolean
  readonly faultShare: number
  readonly faultKinds: readonly FaultKind[]
  readonly kills: number
  /** The statements and calls within which each kill happens. */
  readonly killWithin: number
  /** Called before the program is connected. */
  prepare?(url: string, apiKey: string): Promise<void>
}

/** Simulated time after which a round counts as stuck. */
const mostMs = 12 * 3_600_000
const mostDownMs = 600_000

export async function startRoundProgram(options: RoundOptions, draws: Draws): Promise<RoundProgram> {
  const { seed } = options
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-torture-'))
  const simulation = await startSimulation(folder)
  const problems: string[] = []
  const killTimes: string[] = []
  let plan: FaultPlan | null = null
  let killsLeft = 0
  let isCalm = true
  let life = 0
  let lookAtMs = 0

  const startLife = async (): Promise<void> => {
    life += 1
    await simulation.startProgram(seed + life)
  }
  const armKill = async (): Promise<void> => {
    if (killsLeft === 0) return
    killsLeft -= 1
    await simulation.dieAfter(draws.whole(1, options.killWithin))
  }
  const orKilled = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ChildEnded)) throw error
    }
  }
  const revive = async (): Promise<void> => {
    killTimes.push(`${Math.round(simulation.nowMs() / 1_000)} s`)
    await simulation.passDead(draws.chance(0.5) ? 0 : draws.next() * mostDownMs)
    await startLife()
    await orKilled(armKill)
  }

  const service = await simulation.service.call('start', { ...options.service, seed, startMs: simulation.startMs })
  simulation.setTarget(service.url)
  await options.prepare?.(service.url, service.apiKey)
  await startLife()
  const credentials = options.useOAuth
    ? ({ scheme: 'oauth', clientId: service.clientId, clientSecret: service.clientSecret } as const)
    : ({ scheme: 'api-key', apiKey: service.apiKey } as const)
  await simulation.ask('connections.connect', { baseUrl: simulation.url, region: 'au', credentials })
  await simulation.ask('connections.setAdvanced', { firstBatchSize: options.batchSize, pageSize: options.pageSize })
  await simulation.step()

  const story = (): string => {
    const faults = [...(plan?.counts ?? [])].map(([kind, count]) => `${kind} ${count}`).join(', ')
    return `killed ${killTimes.length ? `at ${killTimes.join(', ')}` : 'never'}; calls: ${faults || 'none'}; ended after ${Math.round(simulation.nowMs() / 60_000)} min`
  }

  return {
    simulation,
    draws,
    problems,
    async startTrouble() {
      plan = createFaultPlan({ seed, share: options.faultShare, kinds: options.faultKinds, latestMs: 300_000 })
      simulation.setFaults(plan)
      isCalm = false
      killsLeft = options.kills
      await orKilled(armKill)
    },
    async endTrouble() {
      if (isCalm) return
      isCalm = true
      simulation.setFaults(null)
      killsLeft = 0
      await orKilled(() => simulation.dieAfter(null))
    },
    async runUntil(isOver, actsWithinMs = () => Number.POSITIVE_INFINITY) {
      for (;;) {
        if (simulation.nowMs() > mostMs) throw new Error('The round does not come to an end')
        if (!simulation.isAlive()) await revive()
        await orKilled(() => simulation.step(actsWithinMs()))
        if (simulation.nowMs() < lookAtMs || !simulation.isAlive()) continue
        lookAtMs = simulation.nowMs() + 1_000
        let over = false
        await orKilled(async () => void (over = await isOver()))
        if (over && simulation.isAlive()) return
      }
    },
    serviceState: () => simulation.service.call('state', null),
    signIn: async () => void (await simulation.ask('connections.setCredentials', credentials)),
    story,
    report: () => ({
      seed,
      story: story(),
      problems,
      log: lastLines(join(folder, 'torture.log')) + simulation.service.said(),
      trace: simulation.trace(),
    }),
    async close() {
      await simulation.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-60).join('\n')
}
