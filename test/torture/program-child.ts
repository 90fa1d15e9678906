/**
 * The real program in a process of its own, with the ports that a test controls: the runner sets its clock, its
 * keychain is a file, and it can kill itself at a counted moment: before or after a statement of the database, a call
 * to the service or its answer.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
// oxlint-disable-next-line import/default -- CommonJS: its module.exports is the default export.
import BetterSqlite from 'better-sqlite3-multiple-ciphers'
import { allMethods, type MethodName } from '../../src/contract/methods.ts'
import type { Fetch } from '../../src/core/ports/host.ts'
import type { Vault } from '../../src/core/ports/vault.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../src/core/program.ts'
import { createDispatch } from '../../src/dispatch/dispatch.ts'
import { seededNumbers } from '../service/seeded-numbers.ts'
import { createClockTwin } from '../twins/clock-twin.ts'
import { startReaderTwin } from '../twins/reader-process.ts'
import { startDatabaseTwin } from '../twins/database-worker.ts'
import { startDraftTwin } from '../twins/draft-worker.ts'
import { bodyErrorHeader, errorHeader } from './apply-fault.ts'
import { serveCommands } from './child-commands.ts'
import { createFullDisk, type DiskFault } from './full-disk.ts'
import { callHeader } from './holding-proxy.ts'

const methods = await allMethods()

export interface ProgramLife {
  readonly folder: string
  /** Wall time at its start, in ms since 1970. */
  readonly startMs: number
  readonly seed: number
  /** The disk refuses from the start. */
  readonly diskFault: DiskFault | null
}

/** What the program does, reported each time it has come to rest. */
export interface ProgramReport {
  /** The calls to the service without an answer, by their `callHeader`. */
  readonly callsOpen: readonly string[]
  /** Commands of the runner that are not answered. */
  readonly commands: number
  /** What it has done so far: the same in each run of a round. */
  readonly moments: number
  /** Until its next timer; null: none. */
  readonly nextTimerMs: number | null
}

const life = JSON.parse(process.argv[2] ?? '') as ProgramLife

let moments = 0
let report: ((state: ProgramReport) => void) | null = null
let dieAt: number | null = null
/** Counts a moment. Everything that the program does between two of them belongs together. */
function moment(): void {
  moments += 1
  if (dieAt !== null && moments >= dieAt) process.kill(process.pid, 'SIGKILL')
  watchForRest()
}

/** Turns of the event loop without a moment and without work on a file after which the program rests. It has no threads. */
const quietTurns = 40
const isReadingFiles = (): boolean => process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'))
let isWatching = false
function watchForRest(): void {
  if (isWatching) return
  isWatching = true
  let [before, quiet] = [moments, 0]
  const look = (): void => {
    quiet = moments === before && !isReadingFiles() ? quiet + 1 : 0
    before = moments
    if (quiet < quietTurns) return void setImmediate(look)
    isWatching = false
    report?.({
      callsOpen: [...callsOpen],
      commands: openCommands,
      moments,
      nextTimerMs: clock.sleeping()[0] ?? null,
    })
  }
  setImmediate(look)
}

const numbers = seededNumbers(life.seed)
Math.random = numbers

const clock = createClockTwin(new Date(life.startMs))

const disk = createFullDisk(join(life.folder, 'data'), life.diskFault)
const statements = Object.getPrototypeOf(new BetterSqlite(':memory:').prepare('SELECT 1')) as {
  run(...params: unknown[]): unknown
}
const run = statements.run
statements.run = function counted(this: unknown, ...params: unknown[]): unknown {
  moment()
  disk.beforeStatement(this)
  const done = run.apply(this, params)
  moment()
  return done
}

let calls = 0
const callsOpen = new Set<string>()
const fetchCounted: Fetch = async (url, init) => {
  moment()
  calls += 1
  const call = `${process.pid}/${calls}`
  callsOpen.add(call)
  const close = (): void => {
    callsOpen.delete(call)
    moment()
  }
  try {
    const response = await globalThis.fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), [callHeader]: call },
    })
    const error = response.headers.get(errorHeader)
    if (error !== null) {
      await response.body?.cancel()
      throw networkError(error)
    }
    const bodyError = response.headers.get(bodyErrorHeader)
    if (bodyError !== null) {
      await response.body?.cancel()
      close()
      return new Response(new ReadableStream({ pull: (body) => body.error(networkError(bodyError)) }))
    }
    const readText = response.text.bind(response)
    const { body } = response
    if (body) {
      const openReader = body.getReader.bind(body) as () => ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>
      Object.defineProperty(body, 'getReader', { configurable: true, value: () => closing(openReader(), close) })
    }
    response.text = () => {
      // It reads the body in the same way.
      if (body) Reflect.deleteProperty(body, 'getReader')
      return readText().finally(close)
    }
    return response
  } catch (error) {
    close()
    throw error
  }
}

/** An error as `errorHeader` has it. */
function networkError(text: string): Error {
  if (text.startsWith('net::')) return new Error(text)
  const [syscall, code = syscall] = text.split(' ')
  const fields = { code, ...(code === syscall ? {} : { syscall }) }
  return new TypeError('fetch failed', { cause: Object.assign(new Error(text), fields) })
}

/** Calls `close` when the body was read to its end, or cannot be. */
function closing<Piece>(reader: ReadableStreamDefaultReader<Piece>, close: () => void): typeof reader {
  const read = reader.read.bind(reader)
  reader.read = () =>
    read().then(
      (piece) => {
        if (piece.done) close()
        return piece
      },
      (error: unknown) => {
        close()
        throw error
      },
    )
  return reader
}

const vaultFile = join(life.folder, 'keychain.json')
const secrets = (): Record<string, string> =>
  existsSync(vaultFile) ? (JSON.parse(readFileSync(vaultFile, 'utf8')) as Record<string, string>) : {}
const vault: Vault = {
  probe: async () => ({ state: 'ok' }),
  async get(name) {
    const secret = secrets()[name]
    return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
  },
  async set(name, secret) {
    writeFileSync(vaultFile, JSON.stringify({ ...secrets(), [name]: secret }))
  },
  async delete(name) {
    const { [name]: _deleted, ...others } = secrets()
    writeFileSync(vaultFile, JSON.stringify(others))
  },
  names: async () => Object.keys(secrets()),
}

const logFile = join(life.folder, 'torture.log')
const write = (line: string): void => appendFileSync(logFile, `${clock.now().toISOString()} ${line}\n`)

const program = createProgram({
  host: 'browser',
  version: '0.0.0-test',
  userName: null,
  dataFolder: join(life.folder, 'data'),
  vault,
  clock,
  fetch: fetchCounted,
  log: { write: (level, event, fields) => write(`${level} ${event} ${JSON.stringify(fields ?? {})}`) },
  opener: async () => 'opened',
  practice: createPractice(() => Promise.reject(new Error('There is no practice service in this test'))),
  readSample: () => Promise.reject(new Error('No sample is opened here.')),
  startDraftWorker: startDraftTwin,
  startDatabaseWorker: startDatabaseTwin,
  startReaderProcess: startReaderTwin,
})
await program.start()
const dispatch = createDispatch({
  handlers: program.handlers,
  serves: new Set(methods.keys()),
  limitRate: () => null,
  onUnexpected: (method, reference, error) => write(`unexpected ${method} ${reference} ${String(error)}`),
})

export type ProgramCommands = typeof commands

let openCommands = 0
const commands = {
  /** Lets this much time pass: each timer ends at its own time. */
  advance: (ms: number): Promise<void> => clock.advance(ms),
  ask: ({ method, input }: { method: MethodName; input: unknown }): Promise<unknown> =>
    dispatch(method, input, { signal: new AbortController().signal }),
  addFile: ({ name, text, encoding }: { name: string; text: string; encoding: BufferEncoding }): string =>
    program.intake.add(name, Buffer.from(text, encoding)).fileId,
  /** The process kills itself after this many moments; null: it does not any more. */
  dieAfter(count: number | null): void {
    dieAt = count === null ? null : moments + count
  },
  setDiskFault: (fault: DiskFault | null): void => disk.setFault(fault),
  /** Ends the program as the user does. */
  close: (): Promise<void> => program.close(),
  setWallClock: (ms: number): void => clock.setWallClock(new Date(ms)),
}

report = serveCommands<typeof commands, ProgramReport>(commands, {
  begin() {
    openCommands += 1
    moment()
  },
  end() {
    openCommands -= 1
    moment()
  },
})
moment()
