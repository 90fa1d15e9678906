import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished } from 'vitest'
import type { ProgramEvent } from '../../src/contract/events.ts'
import { allMethods, type MethodInput, type MethodName, type MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import type { Ports } from '../../src/core/ports/host.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createProgram, type Program } from '../../src/core/program.ts'
import { createDispatch } from '../../src/dispatch/dispatch.ts'
import { startDatabaseTwin } from './database-worker.ts'
import { startDraftTwin } from './draft-worker.ts'
import { startReaderTwin } from './reader-process.ts'
import { createSampleReader } from '../../src/host-kit/sample-spreadsheets.ts'
import { createDataFolder } from './data-folder-twin.ts'
import { createLogTwin, type LogTwin } from './log-twin.ts'
import { createPracticeTwin, type PracticeTwin } from './practice-twin.ts'
import { createVaultTwin, type VaultTwin } from './vault-twins.ts'

const methods = await allMethods()

/** The whole program in plain Node without threads and processes, called as a window calls it. */
export interface ProgramTwin {
  readonly program: Program
  readonly dataFolder: string
  readonly vault: VaultTwin
  readonly practice: PracticeTwin
  readonly log: LogTwin
  /** Links that were opened. */
  readonly opened: readonly string[]
  readonly events: readonly ProgramEvent[]
  /** Unexpected errors of methods. */
  readonly unexpected: readonly unknown[]
  /** Calls a method through dispatch; its answer is checked against the contract. */
  ask<M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>>
  /** Like `ask`, but throws when the call failed. */
  get<M extends MethodName>(method: M, input: MethodInput<M>): Promise<MethodOutput<M>>
  /** Resolves with the first value of `look`, which is called now and after each event. */
  waitFor<T>(look: () => Promise<T | undefined>): Promise<T>
}

/** Starts the program in this thread; ports that are not given are twins. It is closed when the test ends. */
export async function startProgram(
  given: Partial<Omit<Ports, 'vault' | 'practice' | 'log'>> & {
    readonly vault?: VaultTwin
    readonly practice?: PracticeTwin
    readonly log?: LogTwin
  } = {},
): Promise<ProgramTwin> {
  const dataFolder = given.dataFolder ?? createDataFolder()
  const vault = given.vault ?? createVaultTwin()
  const practice = given.practice ?? createPracticeTwin({ customersPerSecond: Infinity })
  const log = given.log ?? createLogTwin()
  const opened: string[] = []
  const events: ProgramEvent[] = []
  const unexpected: unknown[] = []
  const program = createProgram({
    host: 'browser',
    version: '0.0.0-test',
    userName: 'jcitizen',
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    opener: async (address) => {
      opened.push(address)
      return 'opened'
    },
    readSample: createSampleReader(resolve('.')),
    startDraftWorker: startDraftTwin,
    startDatabaseWorker: startDatabaseTwin,
    startReaderProcess: startReaderTwin,
    ...given,
    dataFolder,
    vault,
    practice,
    log,
  })
  onTestFinished(() => program.close())
  await program.start()
  program.listen((event) => void events.push(event))
  const dispatch = createDispatch({
    handlers: program.handlers,
    serves: new Set(methods.keys()),
    limitRate: () => null,
    onUnexpected: (_method, _reference, error) => void unexpected.push(error),
  })
  const { signal } = new AbortController()

  const ask = async <M extends MethodName>(method: M, input: MethodInput<M>): Promise<Result<MethodOutput<M>>> => {
    const answer = (await dispatch(method, input, { signal })) as Result<MethodOutput<M>>
    if (answer.ok) checkAnswer(method, answer.value)
    return answer
  }

  return {
    program,
    dataFolder,
    vault,
    practice,
    log,
    opened,
    events,
    unexpected,
    ask,
    async get(method, input) {
      const answer = await ask(method, input)
      if (!answer.ok) {
        throw new Error(`${method}: ${answer.error.kind}: ${answer.error.message}`, { cause: unexpected.at(-1) })
      }
      return answer.value
    },
    waitFor: (look) =>
      new Promise((resolve, reject) => {
        let looking: Promise<void> = Promise.resolve()
        let done = false
        const again = (): void => {
          looking = looking.then(async () => {
            if (done) return
            const value = await look()
            if (value === undefined || done) return
            done = true
            stop()
            resolve(value)
          })
          looking.catch((error: unknown) => {
            done = true
            stop()
            reject(error)
          })
        }
        const stop = program.listen(again)
        again()
      }),
  }
}

/** Checks that an answer has exactly the fields that the contract names. */
function checkAnswer(method: MethodName, value: unknown): void {
  const asSent: unknown = JSON.parse(JSON.stringify(value))
  const asRead = methods.get(method)?.output.parse(asSent)
  if (!isDeepStrictEqual(asSent, asRead)) throw new Error(`${method} gives more than its contract says`)
}
