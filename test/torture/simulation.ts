import { join } from 'node:path'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import { ChildEnded, startChild, type Child } from './child-commands.ts'
import { applyFault, type Network } from './apply-fault.ts'
import type { FaultPlan } from './faults.ts'
import { startHoldingProxy, type HeldCall } from './holding-proxy.ts'
import type { ProgramCommands, ProgramReport } from './program-child.ts'
import type { ServiceCommands } from './service-child.ts'
import { AskFailed, type Simulation } from './simulation-controls.ts'

/** Real time without any progress after which a round counts as stuck. Only a defect of the harness reaches it. */
const realPatienceMs = 60_000
/** Calls without time passing, after which the program counts as running in circles. */
const mostCallsAtOnce = 3_000

/** Methods that wait for the service before they answer. */
const methodsThatCall: ReadonlySet<MethodName> = new Set<MethodName>(['uploads.create'])

const startMs = Date.parse('2026-11-20T22:00:00.000Z')

interface Due {
  readonly atMs: number
  /** Of a call that still takes effect. */
  readonly isCall: boolean
  run(): Promise<void>
}

export async function startSimulation(folder: string): Promise<Simulation> {
  const service = startChild<ServiceCommands, never>(
    join(import.meta.dirname, 'service-child.ts'),
    null,
    () => undefined,
  )
  let changed = Promise.withResolvers<void>()
  const announce = (): void => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const proxy = await startHoldingProxy(announce)
  let program: Child<ProgramCommands> | null = null
  let report: ProgramReport | null = null
  let plan: FaultPlan | null = null
  let reshape: Parameters<Simulation['setReshape']>[0] = (_path, answer) => answer
  /** How far the clock of the PC is ahead of the true time. */
  let wallOffsetMs = 0
  const trace: string[] = []
  let elapsedMs = 0
  const decided = new WeakSet<HeldCall>()
  let due: Due[] = []
  let crash: Error | null = null
  /** Commands that are answered only when time passes. */
  let commandsOverTime = 0

  const schedule = (afterMs: number, isCall: boolean, run: () => Promise<void>): void => {
    due.push({ atMs: elapsedMs + afterMs, isCall, run })
  }

  /** Resolves when the program rests: all its calls are held here, and only time can change that. */
  const rest = async (): Promise<void> => {
    const rests = (): boolean => {
      const held = proxy.held()
      return (
        report !== null &&
        report.commands <= commandsOverTime &&
        report.callsOpen.length === held.length &&
        held.every(({ id }) => report?.callsOpen.includes(id))
      )
    }
    if (program === null || rests()) return
    const patience = AbortSignal.timeout(realPatienceMs)
    const stuck = new Promise<never>((_, reject) => {
      patience.addEventListener('abort', () => {
        const state = JSON.stringify(report)
        reject(
          new Error(
            `The program does not rest: ${state}, held are ${proxy
              .held()
              .map(({ id }) => id)
              .join()}`,
          ),
        )
      })
    })
    stuck.catch(() => undefined)
    while (program !== null && !rests()) await Promise.race([changed.promise, stuck])
  }

  const network: Network = {
    passOn: async (call, body) => reshape(call.path, await proxy.passOn(call, body)),
    schedule,
  }

  /** Handles the calls that have come in, one after the other, until the program only waits for time. */
  const settle = async (): Promise<void> => {
    for (let calls = 0; ; calls += 1) {
      if (calls > mostCallsAtOnce) throw new Error('The program calls the service in circles without a pause')
      await rest()
      const undecided = proxy.held().filter((held) => !decided.has(held))
      // A killed program has sent nothing that is not decided: otherwise the same kill could have two results.
      if (program === null) return undecided.forEach((call) => call.drop())
      const [call] = undecided
      if (!call) return
      decided.add(call)
      const moments = report?.moments
      report = null
      const fault = (isCalling ? null : plan?.next(call.method, call.path, elapsedMs)) ?? { kind: 'none' }
      trace.push(`${elapsedMs.toFixed(3)} ${moments} ${call.method} ${call.path} ${JSON.stringify(fault)}`)
      await applyFault(network, call, fault)
      // A call that stays held changes nothing for the program, so it does not report again.
      if (proxy.held().includes(call)) await refresh()
    }
  }

  /** A command that makes calls itself has no answer yet: these calls have no faults. */
  let isCalling = false

  /** Makes the program report again. */
  const refresh = async (): Promise<void> => advance(0)

  const advance = async (ms: number): Promise<void> => {
    report = null
    await program?.call('advance', ms).catch(orEnded)
  }

  const orEnded = (error: unknown): void => {
    if (!(error instanceof ChildEnded)) throw error
  }

  const step = async (mostMs: number): Promise<void> => {
    await settle()
    const waits = [...due.map(({ atMs }) => atMs - elapsedMs), ...[report?.nextTimerMs ?? []].flat()]
    if (waits.length === 0) {
      if (program === null) return
      throw new Error('The program waits for nothing: no timer, no call')
    }
    const waitMs = Math.max(0, Math.min(mostMs, ...waits))
    trace.push(`${elapsedMs.toFixed(3)} ${report?.moments} wait ${waitMs.toFixed(3)}`)
    await setTime(elapsedMs + waitMs)
    // Before the network delivers anything: what arrives at this moment must find the program at this moment.
    await advance(waitMs)
    await rest()
    await deliver()
    await settle()
  }

  const setTime = async (ms: number): Promise<void> => {
    elapsedMs = ms
    // The service stores whole milliseconds.
    await service.call('setTime', Math.floor(startMs + elapsedMs))
  }

  /** Lets the network deliver the calls and answers that are due. */
  const deliver = async (): Promise<void> => {
    for (;;) {
      const next = due.find(({ atMs }) => atMs <= elapsedMs)
      if (!next) return
      due = due.filter((one) => one !== next)
      report = null
      await next.run()
      await refresh()
      await rest()
    }
  }

  const askAtRest = async <M extends MethodName>(
    method: M,
    input: MethodInput<M>,
  ): Promise<Result<MethodOutput<M>>> => {
    if (!program) throw new ChildEnded('The program is not running')
    await rest()
    trace.push(`${elapsedMs.toFixed(3)} ${report?.moments} ask ${method}`)
    report = null
    return (await program.call('ask', { method, input })) as Result<MethodOutput<M>>
  }

  const ask: Simulation['ask'] = async (method, input) => {
    isCalling = methodsThatCall.has(method)
    const answer = isCalling ? await askOverTime(method, input) : await askAtRest(method, input)
    if (!answer.ok) throw new AskFailed(`${method}: ${answer.error.kind}: ${answer.error.message}`, answer.error)
    return answer.value as never
  }

  const askOverTime: Simulation['askOverTime'] = async (method, input) => {
    if (!program) throw new ChildEnded('The program is not running')
    await rest()
    trace.push(`${elapsedMs.toFixed(3)} ${report?.moments} ask ${method} over time`)
    report = null
    let isAnswered = false
    const asked = program.call('ask', { method, input }).finally(() => {
      isAnswered = true
      isCalling = false
    })
    asked.catch(() => undefined)
    commandsOverTime += 1
    try {
      await rest()
      while (!isAnswered && program !== null) await step(Number.POSITIVE_INFINITY)
    } finally {
      commandsOverTime -= 1
    }
    return (await asked) as Result<MethodOutput<typeof method>>
  }

  const setWallOffset = async (ms: number): Promise<void> => {
    wallOffsetMs = ms
    await rest()
    report = null
    await program?.call('setWallClock', startMs + elapsedMs + ms).catch(orEnded)
  }

  const passDead = async (ms: number): Promise<void> => {
    const endMs = elapsedMs + ms
    for (let atMs = elapsedMs; atMs < endMs;) {
      atMs = Math.min(endMs, ...due.map((one) => one.atMs))
      await setTime(Math.max(atMs, elapsedMs))
      await deliver()
    }
  }

  return {
    service,
    url: proxy.url,
    startMs,
    nowMs: () => elapsedMs,
    setTarget: proxy.setTarget,
    setFaults: (next) => void (plan = next),
    setReshape: (next) => void (reshape = next),
    setWallOffset,
    async sleep(ms) {
      await rest()
      for (const call of proxy.held()) call.drop()
      await passDead(ms)
      await setWallOffset(wallOffsetMs)
    },
    async setDiskFault(fault) {
      await rest()
      report = null
      await program?.call('setDiskFault', fault).catch(orEnded)
    },
    async closeProgram() {
      const closing = program
      await closing?.call('close', undefined)
      program = null
      closing?.kill()
      await closing?.ended
    },
    isAlive: () => program !== null,
    async startProgram(seed, { diskFault = null } = {}) {
      proxy.forgetCaller()
      report = null
      const child = startChild<ProgramCommands, ProgramReport>(
        join(import.meta.dirname, 'program-child.ts'),
        { folder, startMs: startMs + elapsedMs + wallOffsetMs, seed, diskFault },
        (state) => {
          if (program !== child) return
          report = state
          announce()
        },
      )
      program = child
      void child.ended.then(({ signal, said }) => {
        if (program !== child) return
        program = null
        if (signal !== 'SIGKILL') crash = new Error(`The program ended: ${said}`)
        announce()
      })
      await rest()
    },
    async dieAfter(moments) {
      await rest()
      report = null
      await program?.call('dieAfter', moments).catch(orEnded)
    },
    async kill() {
      const dying = program
      dying?.kill()
      await dying?.ended
    },
    ask,
    askOverTime,
    addFile: async (name, text, encoding = 'utf8') => {
      if (!program) throw new ChildEnded('The program is not running')
      report = null
      return program.call('addFile', { name, text, encoding })
    },
    step: async (mostMs = Number.POSITIVE_INFINITY) => {
      await step(mostMs)
      if (crash) throw crash
    },
    passDead,
    trace: () => trace,
    callsOnTheirWay: () => due.filter(({ isCall }) => isCall).length,
    async close() {
      const last = program
      program = null
      last?.kill()
      service.kill()
      await Promise.all([last?.ended, service.ended])
      await proxy.stop()
    },
  }
}
