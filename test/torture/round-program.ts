import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FailureKind } from '../../src/contract/result.ts'
import { ChildEnded } from './child-commands.ts'
import { connect, type ConnectionChanges } from './connection-changes.ts'
import { createDraws, type Draws } from './draws.ts'
import { createFaultPlan, periodPortals, type FaultKind, type FaultPlan } from './faults.ts'
import { createOddRecords, type OddKind, type OddRecords } from './odd-records.ts'
import type { ServiceOptions, ServiceState } from './service-child.ts'
import { startSimulation } from './simulation.ts'
import { createUnlikeAnswers, type UnlikeService } from './unlike-service.ts'
import { AskFailed, type Simulation } from './simulation-controls.ts'

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
  readonly kills: number
  /** How often each fault was given. */
  readonly faults: ReadonlyMap<string, number>
  /** How often the user did what only the user can do. */
  readonly actions: ReadonlyMap<UserAction, number>
}

/** What the user did: first what only the user can do, and the program waits for. */
export type UserAction =
  | 'signed in'
  | 'decided about a lost batch'
  | 'deleted duplicates'
  | 'paused'
  | 'moved'
  | 'renamed'
  | 'withdrew'
  | 'restored a backup'
  | 'resumed'
  | 'copied the data folder back'
  | 'changed the region'
  | 'changed the credentials'
  | 'changed the connection'
  | 'let the PC sleep'
  | 'deleted elsewhere'

/** The program of a round, connected to its service. It is started again after each kill. */
export interface RoundProgram {
  readonly simulation: Simulation
  readonly dataFolder: string
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
  /** Notes what the user did. */
  noteAction(action: UserAction): void
  readonly connection: ConnectionChanges
  /** Somebody else deletes these customers at the service. */
  deleteElsewhere(ids: readonly string[]): Promise<void>
  readonly odd: OddRecords
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
  /** How far the clock of the PC may be set wrong. */
  readonly clockJumpDays: readonly [number, ...number[]]
  /** The kinds of odd records for a customer, when the round has any. */
  oddKindsFor(rego: string): readonly OddKind[]
  readonly unlike: UnlikeService
  /** Called before the program is connected. */
  prepare?(url: string, apiKey: string): Promise<void>
}

/** What asking fails with on a full disk: the change is not saved, or the data did not open. */
const ofFullDisk: ReadonlySet<FailureKind> = new Set<FailureKind>(['disk-full', 'storage-locked'])

/** Simulated time after which a round counts as stuck. */
const mostMs = 24 * 3_600_000
const asleepMs = 9 * 3_600_000
const mostDownMs = 600_000

export async function startRoundProgram(options: RoundOptions, draws: Draws): Promise<RoundProgram> {
  const { seed } = options
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-torture-'))
  const simulation = await startSimulation(folder)
  const problems: string[] = []
  const actions = new Map<UserAction, number>()
  const portal = draws.chance(0.25)
    ? { fromMs: draws.whole(0, 120_000), forMs: draws.whole(5_000, 600_000), portal: draws.pick(periodPortals) }
    : null
  const fullFor = draws.chance(0.2) ? { fromMs: draws.whole(0, 60_000), forMs: draws.whole(1_000, 300_000) } : null
  const oddShare = draws.pick([0, 0, 0.05, 0.3])
  const odd = createOddRecords({
    seed,
    share: oddShare,
    kindsFor: options.oddKindsFor,
    listShape: draws.pick(['customers', 'customers', 'data', 'results', 'bare']),
  })
  const jumps = planClockJumps(draws, options.clockJumpDays)
  const killTimes: string[] = []
  let plan: FaultPlan | null = null
  let killsLeft = 0
  let isCalm = true
  let life = 0
  let lookAtMs = 0
  const jumped: string[] = []
  let fullDisk: { readonly fromMs: number; readonly untilMs: number } | null = null
  let isDiskFull = false
  let fullStarts = 0
  let startedFull = false

  const startLife = async (): Promise<void> => {
    life += 1
    await simulation.startProgram(seed + life, { diskFault: isDiskFull ? 'full' : null })
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
      // The user tries again when there is space.
      const isFull = error instanceof AskFailed && ofFullDisk.has(error.failure.kind) && isDiskFull
      if (!(error instanceof ChildEnded) && !isFull) throw error
    }
  }
  const revive = async (): Promise<void> => {
    killTimes.push(`${Math.round(simulation.nowMs() / 1_000)} s`)
    await simulation.passDead(draws.chance(0.5) ? 0 : draws.next() * mostDownMs)
    isDiskFull = !isCalm && draws.chance(0.2)
    startedFull = isDiskFull
    const nowMs = simulation.nowMs()
    if (isDiskFull) {
      fullStarts += 1
      fullDisk = { fromMs: nowMs, untilMs: nowMs + draws.whole(1_000, 300_000) }
    }
    await startLife()
    await orKilled(armKill)
  }

  const service = await simulation.service.call('start', { ...options.service, seed, startMs: simulation.startMs })
  simulation.setTarget(service.url)
  const unlike = createUnlikeAnswers(seed, options.unlike, simulation.nowMs)
  simulation.setReshape((path, answer) => odd.reshape(path, unlike(path, answer)))
  await options.prepare?.(service.url, service.apiKey)
  await startLife()
  const schemes = [
    { scheme: 'api-key', apiKey: service.apiKey },
    { scheme: 'oauth', clientId: service.clientId, clientSecret: service.clientSecret },
  ] as const
  const connection = await connect({
    simulation,
    draws,
    noteAction: (action) => noteAction(action),
    credentials: options.useOAuth ? [schemes[1], schemes[0]] : schemes,
    otherAccount: { scheme: 'api-key', apiKey: service.otherAccount.apiKey },
  })
  await simulation.ask('connections.setAdvanced', { firstBatchSize: options.batchSize, pageSize: options.pageSize })
  await simulation.step()

  const fillDisk = async (): Promise<void> => {
    if (!fullDisk || isCalm) return
    const isFull = simulation.nowMs() >= fullDisk.fromMs && simulation.nowMs() < fullDisk.untilMs
    if (isFull === isDiskFull) return
    isDiskFull = isFull
    await orKilled(() => setDisk(isFull))
  }
  const setDisk = async (isFull: boolean): Promise<void> => {
    if (isFull || !startedFull) return simulation.setDiskFault(isFull ? 'full' : null)
    // The program asks the user for a restart.
    startedFull = false
    await simulation.kill()
  }

  const noteAction = (action: UserAction): void => void actions.set(action, (actions.get(action) ?? 0) + 1)

  const sleepDraws = createDraws(seed + 31_337)
  let sleepAtMs = sleepDraws.chance(0.12) ? sleepDraws.whole(0, 240_000) : null
  const fallAsleep = async (): Promise<void> => {
    if (sleepAtMs === null || isCalm || simulation.nowMs() < sleepAtMs) return
    sleepAtMs = null
    noteAction('let the PC sleep')
    await orKilled(() => simulation.sleep(asleepMs))
  }

  const jumpClock = async (): Promise<void> => {
    const jump = jumps.find(({ atMs }) => atMs <= simulation.nowMs())
    if (!jump) return
    jumps.splice(jumps.indexOf(jump), 1)
    jumped.push(`${Math.round(jump.offsetMs / dayMs)} days`)
    await orKilled(() => simulation.setWallOffset(jump.offsetMs))
  }

  const story = (): string => {
    const faults = [...(plan?.counts ?? [])].map(([kind, count]) => `${kind} ${count}`).join(', ')
    const user = [...actions].map(([action, count]) => `${action} ${count}`).join(', ')
    const { references, counters } = options.unlike
    return [
      ...(references ? [`references ${references}`] : []),
      ...(counters ? [`counters ${counters}`] : []),
      ...(oddShare > 0 ? [`${oddShare * 100} % odd records`] : []),
      ...(portal ? [`${portal.portal} for ${Math.round(portal.forMs / 1_000)} s`] : []),
      ...(jumped.length > 0 ? [`clock off by ${jumped.join(', ')}`] : []),
      ...(fullFor ? [`disk full for ${Math.round(fullFor.forMs / 1_000)} s`] : []),
      ...(fullStarts > 0 ? [`started on a full disk: ${fullStarts}`] : []),
      `killed ${killTimes.length ? `at ${killTimes.join(', ')}` : 'never'}`,
      `calls: ${faults || 'none'}`,
      ...(user === '' ? [] : [`the user ${user}`]),
      `ended after ${Math.round(simulation.nowMs() / 60_000)} min`,
    ].join('; ')
  }

  return {
    simulation,
    dataFolder: join(folder, 'data'),
    draws,
    problems,
    async startTrouble() {
      const nowMs = simulation.nowMs()
      plan = createFaultPlan({
        seed,
        share: options.faultShare,
        kinds: options.faultKinds,
        latestMs: 300_000,
        portalPeriod: portal && {
          fromMs: nowMs + portal.fromMs,
          untilMs: nowMs + portal.fromMs + portal.forMs,
          portal: portal.portal,
        },
        startMs: simulation.startMs,
      })
      if (fullFor !== null)
        fullDisk = { fromMs: nowMs + fullFor.fromMs, untilMs: nowMs + fullFor.fromMs + fullFor.forMs }
      simulation.setFaults(plan)
      isCalm = false
      killsLeft = options.kills
      await orKilled(armKill)
    },
    async endTrouble() {
      if (isCalm) return
      isCalm = true
      isDiskFull = false
      await orKilled(() => setDisk(false))
      simulation.setFaults(null)
      killsLeft = 0
      await orKilled(() => simulation.dieAfter(null))
    },
    async runUntil(isOver, actsWithinMs = () => Number.POSITIVE_INFINITY) {
      for (;;) {
        if (simulation.nowMs() > mostMs) throw new Error('The round does not come to an end')
        if (!simulation.isAlive()) await revive()
        await orKilled(() => simulation.step(actsWithinMs()))
        await jumpClock()
        await fallAsleep()
        await fillDisk()
        if (simulation.nowMs() < lookAtMs || !simulation.isAlive()) continue
        lookAtMs = simulation.nowMs() + 1_000
        let over = false
        await orKilled(async () => void (over = await isOver()))
        if (over && simulation.isAlive()) return
      }
    },
    serviceState: () => simulation.service.call('state', null),
    noteAction,
    connection,
    async deleteElsewhere(ids) {
      noteAction('deleted elsewhere')
      for (const id of ids) {
        const answer = await fetch(`${service.url}/v2/recapture/customers/${id}?region=au`, {
          method: 'DELETE',
          headers: { ApiKey: service.apiKey },
        })
        if (!answer.ok) throw new Error(`The practice service did not delete ${id}: ${answer.status}`)
      }
    },
    odd,
    report: () => ({
      seed,
      story: story(),
      problems,
      log: lastLines(join(folder, 'torture.log')) + simulation.service.said(),
      trace: simulation.trace(),
      kills: killTimes.length,
      faults: plan?.counts ?? new Map(),
      actions,
    }),
    async close() {
      await simulation.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const dayMs = 24 * 3_600_000

/** When the clock of the PC is set wrong, and by how much: sometimes by decades, and sometimes back again. */
function planClockJumps(
  draws: Draws,
  jumpDays: readonly [number, ...number[]],
): { readonly atMs: number; readonly offsetMs: number }[] {
  if (!draws.chance(0.2)) return []
  const atMs = draws.whole(0, 300_000)
  const days = draws.pick(jumpDays)
  const isPutRight = draws.chance(0.5)
  return [
    { atMs, offsetMs: days * dayMs },
    ...(isPutRight ? [{ atMs: atMs + draws.whole(10_000, 600_000), offsetMs: 0 }] : []),
  ]
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').split('\n').slice(-60).join('\n')
}
