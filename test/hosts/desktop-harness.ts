import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, vi } from 'vitest'
import type { Probes } from './twins/electron-probes.ts'

const bundle = resolve('out/main/index.js')

export interface Booted {
  readonly folder: string
  readonly log: () => string
  /** The exit code; null when a signal ended the program. */
  readonly exited: Promise<number | null>
  /** Ends the program with SIGKILL. */
  kill(): Promise<void>
  ask<P extends keyof Probes>(probe: P, ...given: Parameters<Probes[P]>): Promise<Awaited<ReturnType<Probes[P]>>>
}

const children: ChildProcess[] = []
const folders: string[] = []

/** Boots the built main bundle under plain Node; resolves when it waits for `ready`. */
export async function boot(
  env: Record<string, string> = {},
  words: readonly string[] = [],
  existing?: string,
): Promise<Booted> {
  if (!existsSync(bundle)) throw new Error('The program is not built. Run npm run build.')
  const folder = existing ?? (await mkdtemp(join(tmpdir(), 'forecourt-main-')))
  folders.push(folder)
  const child = fork(resolve('test/hosts/twins/boot-main.ts'), [`--data-dir=${folder}`, ...words], {
    env: {
      ...process.env,
      TWIN_BUNDLE: bundle,
      ...env,
      TWIN_FOLDER: folder,
      ELECTRON_RENDERER_URL: 'http://localhost:5173',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  children.push(child)
  const exited = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  const waiting = new Map<number, (answer: { value?: unknown; problem?: string }) => void>()
  const booted = new Promise<void>((done, failed) => {
    waiting.set(0, () => done())
    child.once('exit', (code) => failed(new Error(`The program ended with ${code}.`)))
  })
  child.on('message', (answer: { id: number; value?: unknown; problem?: string }) => waiting.get(answer.id)?.(answer))
  await booted
  let last = 0
  return {
    folder,
    log: () =>
      readdirSync(join(folder, 'log'))
        .map((name) => readFileSync(join(folder, 'log', name), 'utf8'))
        .join(''),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    exited,
    ask: (probe, ...given) =>
      new Promise((done, failed) => {
        last += 1
        waiting.set(last, ({ value, problem }) => (problem ? failed(new Error(problem)) : done(value as never)))
        child.send({ id: last, probe, given })
      }),
  }
}

/** Boots until the window and the data are open. */
export async function bootToWindow(env: Record<string, string> = {}, words: readonly string[] = []): Promise<Booted> {
  const program = await boot(env, words)
  await program.ask('ready')
  await program.ask('untilWindow')
  // A hook of a test file boots too, where `expect.poll` is not allowed.
  await vi.waitFor(
    async () =>
      expect(await program.ask('request', call('storage.status'))).toMatchObject({ value: { state: 'open' } }),
    { timeout: 30_000 },
  )
  return program
}

/** The items of a list for which a check is true, so that a failure names them. */
export async function filterAsync<T>(list: readonly T[], isSo: (one: T) => Promise<boolean>): Promise<T[]> {
  const answers = await Promise.all(list.map(isSo))
  return list.filter((_, index) => answers[index])
}

export const call = (method: string, input: unknown = {}) => ({ kind: 'call', method, input })

/** Ends the programs of a test file, and deletes their folders. */
export async function endPrograms(): Promise<void> {
  for (const child of children.splice(0)) {
    const gone = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await gone
    }
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
}
