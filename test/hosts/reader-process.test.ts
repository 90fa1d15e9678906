import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ReaderProcess } from '../../src/core/ports/host.ts'
import { createUtilityReader } from '../../src/main/reader-process.ts'
import { state } from './twins/electron/state.ts'
import { utilityProcess, utilityProcesses } from './twins/electron/utility-process-twin.ts'
import { longTest } from '../runs.ts'

vi.mock('electron', () => import('./twins/electron/utility-process-twin.ts'))
beforeAll(() => state.becomeReady())

/** Starts a process that runs this code, as the desktop program starts its reader. */
function start(code: string): ReaderProcess {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-utility-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'reader.mjs')
  writeFileSync(file, code)
  return createUtilityReader(file)()
}
const exitOf = (reader: ReaderProcess): Promise<unknown> => new Promise((done) => reader.onExit(done))
const messageOf = (reader: ReaderProcess): Promise<unknown> => new Promise((done) => reader.onMessage(done))

describe('the reader process of the desktop', () => {
  it('has the memory that V8 may use limited, and no variable of the program', async () => {
    process.env.SECRET_OF_THE_USER = 'kept'
    const reader = start(`
      import { getHeapStatistics } from 'node:v8'
      process.parentPort.postMessage({ limit: getHeapStatistics().heap_size_limit, secret: process.env.SECRET_OF_THE_USER })
      setInterval(() => undefined, 1e6)`)
    const mebibyte = 1_024 ** 2
    const { limit, secret } = (await messageOf(reader)) as { limit: number; secret?: string }
    expect(limit / mebibyte).toBeGreaterThan(832)
    expect(limit / mebibyte).toBeLessThan(900)
    expect(secret).toBeUndefined()
    reader.kill()
    await exitOf(reader)
  })

  it('gets a message that is sent before it has started', async () => {
    const reader = start(
      `process.parentPort.on('message', ({ data }) => process.parentPort.postMessage({ got: data }))`,
    )
    reader.send({ kind: 'read' })
    expect(await messageOf(reader)).toEqual({ got: { kind: 'read' } })
    reader.kill()
    await exitOf(reader)
  })

  it('ends also when it is ended before it has started, and when that is said twice', async () => {
    const reader = start('setInterval(() => undefined, 1e6)')
    const exited = exitOf(reader)
    reader.kill()
    reader.kill()
    await exited
    expect(utilityProcesses.every(({ ended }) => ended)).toBe(true)
    reader.kill()
    reader.send({ kind: 'read' })
  })

  longTest('is reported as out of memory when its heap is full', async () => {
    const reader = start('const kept = []; for (;;) kept.push(new Array(1e6).fill(0.5 + kept.length))')
    expect(await exitOf(reader)).toMatchObject({ signal: 'SIGABRT' })
  })
})

it.each([
  ['an option of V8 that is not in --js-flags', { execArgv: ['--max-old-space-size=832'] }],
  ['an option of Node that Electron ignores', { execArgv: ['--import=file:///a.mjs'] }],
  ['a standard input', { stdio: ['pipe', 'pipe', 'ignore'] }],
  ['an option that Electron does not have', { detached: true }],
])('the twin of Electron refuses %s', (_, options) => {
  const all = { stdio: ['ignore', 'pipe', 'ignore'], ...options } as Parameters<typeof utilityProcess.fork>[2]
  expect(() => utilityProcess.fork('reader.js', [], all)).toThrow(/Electron ignores|stdin/)
})
