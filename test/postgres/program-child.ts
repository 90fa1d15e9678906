/** The real program in a process of its own, which a test can kill. Its keychain is a file, and its clock can be set wrong. */
import '../cheap-scrypt.ts'
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { allMethods, type MethodName } from '../../src/contract/methods.ts'
import { createSystemClock } from '../../src/core/ports/clock.ts'
import type { Vault } from '../../src/core/ports/vault.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../src/core/program.ts'
import { createDispatch } from '../../src/dispatch/dispatch.ts'
import { serveCommands } from '../torture/child-commands.ts'
import { startDatabaseTwin } from '../twins/database-worker.ts'
import { startDraftTwin } from '../twins/draft-worker.ts'
import { startReaderTwin } from '../twins/reader-process.ts'

const methods = await allMethods()

export interface ProgramLife {
  readonly folder: string
  /** How far the clock of the PC is ahead of the true time. */
  readonly clockOffsetMs: number
}

const life = JSON.parse(process.argv[2] ?? '') as ProgramLife
const system = createSystemClock()
let offsetMs = life.clockOffsetMs

const vaultFile = join(life.folder, 'keychain.json')
const secrets = (): Record<string, string> =>
  existsSync(vaultFile) ? (JSON.parse(readFileSync(vaultFile, 'utf8')) as Record<string, string>) : {}
const saveSecrets = (all: Record<string, string>): void => {
  writeFileSync(`${vaultFile}.new`, JSON.stringify(all))
  renameSync(`${vaultFile}.new`, vaultFile)
}
const vault: Vault = {
  probe: async () => ({ state: 'ok' }),
  async get(name) {
    const secret = secrets()[name]
    return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
  },
  set: async (name, secret) => saveSecrets({ ...secrets(), [name]: secret }),
  async delete(name) {
    const { [name]: _deleted, ...others } = secrets()
    saveSecrets(others)
  },
  names: async () => Object.keys(secrets()),
}

const write = (line: string): void => appendFileSync(join(life.folder, 'program.log'), `${line}\n`)
const program = createProgram({
  host: 'browser',
  version: '0.0.0-test',
  userName: null,
  dataFolder: join(life.folder, 'data'),
  vault,
  clock: { ...system, now: () => new Date(Date.now() + offsetMs) },
  fetch: (url, init) => fetch(url, init),
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

const commands = {
  ask: ({ method, input }: { method: MethodName; input: unknown }): Promise<unknown> =>
    dispatch(method, input, { signal: new AbortController().signal }),
  addFile: ({ name, text }: { name: string; text: string }): string =>
    program.intake.add(name, Buffer.from(text)).fileId,
  setClockOffset(ms: number): void {
    offsetMs = ms
  },
  /** Ends the program as the user does. */
  close: (): Promise<void> => program.close(),
}
serveCommands(commands)
