import { allMethods, type MethodInput, type MethodName, type MethodOutput } from '../../../src/contract/methods.ts'
import type { StorageStatus } from '../../../src/contract/storage.ts'
import { systemClock, type Clock } from '../../../src/core/ports/clock.ts'
import type { Practice } from '../../../src/core/ports/host.ts'
import { createPractice } from '../../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../../src/core/program.ts'
import { createKeychainVault } from '../../../src/core/vault/keychain-vault.ts'
import { createDispatch } from '../../../src/dispatch/dispatch.ts'
import { startReaderTwin } from '../../twins/reader-process.ts'
import { startDraftTwin } from '../../twins/draft-worker.ts'
import { startDatabaseWorker } from '../../twins/database-worker.ts'
import { startPracticeService, type PracticeOptions, type PracticeService } from '../../../src/simulator/service.ts'

const methods = await allMethods()

/** Protects the data folders among the test fixtures. They hold made-up customers only. */
export const fixturePassword = 'fixture password'

export interface DataFolderOptions {
  /** The time at which the program starts (ISO 8601). Its clock and that of the practice service run from there. */
  readonly startsAt: string
  /** The practice service refuses connections until `practice.set` ends the outage. */
  readonly offline: boolean
  /** For a new data folder: the first customers of the practice service. */
  readonly practice?: Pick<PracticeOptions, 'owners' | 'seed'>
}

/** The whole program on a data folder, put together as in the browser host, without a keychain. */
export interface DataFolderProgram {
  /** Opens the data with the fixture's password, and waits for its practice service. */
  readonly unlock: () => Promise<StorageStatus>
  readonly get: <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<MethodOutput<M>>
  readonly addFile: (name: string, content: string | Uint8Array) => string
  /** Resolves with the first value that `read` gives. It reads now, and again after each event. */
  readonly waitFor: <T>(read: () => Promise<T | undefined>) => Promise<T>
  readonly now: () => Date
  /** Moves the clocks of the program and of the practice service forward. */
  readonly moveClock: (ms: number) => void
  /**
   * The practice service. It processes no customers until a speed is set, fails no row by chance, and plans no
   * sightings.
   */
  readonly service: () => PracticeService
  /** Errors that ended a call as `unexpected`. */
  readonly unexpectedErrors: readonly unknown[]
  readonly close: () => Promise<void>
}

/** Starts the program. The data stays locked until `unlock`, or `storage.setPassword` for a new folder. */
export async function startOnDataFolder(folder: string, options: DataFolderOptions): Promise<DataFolderProgram> {
  const startMs = Date.parse(options.startsAt)
  const startedMs = performance.now()
  let movedMs = 0
  const clock: Clock = {
    ...systemClock,
    now: () => new Date(startMs + movedMs + (performance.now() - startedMs)),
  }

  let service: PracticeService | null = null
  const practice = createPractice(async (place) => {
    service = await startPracticeService({
      ...place,
      ...options.practice,
      customersPerSecond: 0,
      clock: { now: () => clock.now().getTime() },
    })
    service.control.settings.errorShare = 0
    service.control.settings.sightingShare = 0
    return service
  })
  let isOffline = options.offline
  const practicePort: Practice = {
    ...practice,
    async start(place) {
      const started = await practice.start(place)
      if (isOffline) {
        isOffline = false
        await started.controls.setOutage('no-network')
      }
      return started
    },
  }

  const program = createProgram({
    host: 'browser',
    version: '0.0.0-test',
    userName: null,
    dataFolder: folder,
    vault: createKeychainVault({ load: () => Promise.reject(new Error('not used in this test')) }),
    fetch: (url, init) =>
      new URL(url).hostname === '127.0.0.1'
        ? fetch(url, init)
        : Promise.reject(new TypeError('fetch failed', { cause: { code: 'ENETUNREACH' } })),
    clock,
    log: { write: () => undefined },
    opener: async () => 'opened',
    readSample: async (sample) => ({ name: `${sample}.csv`, bytes: new Uint8Array() }),
    practice: practicePort,
    startDraftWorker: startDraftTwin,
    startDatabaseWorker,
    startReaderProcess: startReaderTwin,
  })
  await program.start()
  const unexpectedErrors: unknown[] = []
  const dispatch = createDispatch({
    handlers: program.handlers,
    serves: new Set(methods.keys()),
    limitRate: () => null,
    onUnexpected: (_method, _reference, error) => void unexpectedErrors.push(error),
  })
  const { signal } = new AbortController()

  const get: DataFolderProgram['get'] = async (method, input) => {
    const answer = await dispatch(method, input, { signal })
    if (answer.ok) return answer.value as MethodOutput<typeof method>
    throw new Error(`${method}: ${answer.error.kind}: ${answer.error.message}`, { cause: unexpectedErrors.at(-1) })
  }

  return {
    get,
    async unlock() {
      const status = await get('storage.unlock', { password: fixturePassword })
      await get('practice.state', {})
      return status
    },
    addFile(name, content) {
      return program.intake.add(name, typeof content === 'string' ? Buffer.from(content) : content).fileId
    },
    waitFor: (read) =>
      new Promise((resolve, reject) => {
        let reading: Promise<void> = Promise.resolve()
        let isDone = false
        const stop = (): void => {
          isDone = true
          stopListening()
        }
        const readAgain = (): void => {
          reading = reading.then(async () => {
            if (isDone) return
            const value = await read()
            if (value === undefined || isDone) return
            stop()
            resolve(value)
          })
          reading.catch((error: unknown) => {
            stop()
            reject(error)
          })
        }
        const stopListening = program.listen(readAgain)
        readAgain()
      }),
    now: () => clock.now(),
    moveClock(ms) {
      movedMs += ms
    },
    service() {
      if (!service) throw new Error('The practice service is not running')
      return service
    },
    unexpectedErrors,
    async close() {
      await program.close()
      await practice.stop()
    },
  }
}
