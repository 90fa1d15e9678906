import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFileReader, type FileReader } from '../../../../../src/core/drafts/file-process/file-reader.ts'
import { readerLimits } from '../../../../../src/core/drafts/file-process/process-limits.ts'
import type { ReaderMessage } from '../../../../../src/core/drafts/file-process/process-messages.ts'
import { parseUsage } from '../../../../../src/core/drafts/file-process/process-usage.ts'
import type { ReaderProcess } from '../../../../../src/core/ports/host.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { startReaderProcess } from '../../../../twins/reader-process.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A reader whose processes only note what they are sent. */
function bench(): { reader: FileReader; sent: string[][] } {
  const sent: string[][] = []
  const start = (): ReaderProcess => {
    const kinds: string[] = []
    sent.push(kinds)
    return {
      send: (message) => void kinds.push((message as { kind: string }).kind),
      onMessage: () => undefined,
      onOutput: () => undefined,
      onExit: () => undefined,
      kill: () => void kinds.push('ended'),
    }
  }
  return { reader: createFileReader({ startReaderProcess: start, limits: readerLimits, log: createLogTwin() }), sent }
}

const moments = 2_000

describe('a process that waits for a file', () => {
  it('compiles ahead after some moments, once, while the page for files is shown', () => {
    const { reader, sent } = bench()
    reader.prepare(true)
    expect(sent).toEqual([[]])
    vi.advanceTimersByTime(moments)
    reader.prepare(true)
    vi.advanceTimersByTime(moments)
    expect(sent).toEqual([['compile-ahead']])
    reader.close()
  })

  it('does not when a file came meanwhile, or without the page', () => {
    const { reader, sent } = bench()
    reader.prepare(true)
    reader.prepare(false)
    vi.advanceTimersByTime(moments)
    expect(sent).toEqual([[]])
    reader.prepare(true)
    const file = { name: 'a.csv', sizeBytes: 1, path: null, takeBytes: () => null }
    const steps = {
      onBlock: () => Promise.resolve(),
      onRestart: () => Promise.resolve(),
      onProgress: () => undefined,
      signal: AbortSignal.abort(),
    }
    void reader.read(file, { ...steps, signal: new AbortController().signal }).catch(() => undefined)
    vi.advanceTimersByTime(moments)
    expect(sent).toEqual([['read']])
  })

  it('reads a file as usual while it compiles ahead, and counts no earlier CPU time', async () => {
    const text = new TextEncoder().encode('Name,Rego,State\r\nAnn,ABC123,NSW\r\n')
    const reader = startReaderProcess()
    const kinds: string[] = []
    const reported = new Promise<string>((resolve) => reader.onOutput(resolve))
    const done = new Promise<ReaderMessage>((resolve) => {
      reader.onMessage((given) => {
        const message = given as ReaderMessage
        kinds.push(message.kind)
        if (message.kind === 'more') reader.send({ kind: 'bytes', bytes: text })
        if (message.kind === 'block') reader.send({ kind: 'saved' })
        if (message.kind === 'done' || message.kind === 'failed') resolve(message)
      })
    })
    reader.send({ kind: 'compile-ahead' })
    const limits = readerLimits.content
    const what = { name: 'a.csv', sizeBytes: text.byteLength, path: null, form: null, keep: 'nothing', isSplit: false }
    reader.send({ kind: 'read', ...what, keepsRowsOnly: true, limits })
    expect(await done).toMatchObject({ kind: 'done', facts: [{ sheets: [{ rowCount: 2 }] }] })
    expect(kinds.filter((kind) => ['first-rows', 'block', 'done'].includes(kind))).toEqual([
      'first-rows',
      'block',
      'done',
    ])
    expect(parseUsage(/^.*\n/.exec(await reported)?.[0] ?? '')?.cpuMs).toBeLessThan(100)
    reader.kill()
  })
})
