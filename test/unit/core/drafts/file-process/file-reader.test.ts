import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readerLimits } from '../../../../../src/core/drafts/file-process/process-limits.ts'
import type { ReaderProcess, StartReaderProcess } from '../../../../../src/core/ports/host.ts'
import { createReaderFork } from '../../../../../src/host-kit/forked-reader.ts'
import { startReaderProcess, startReaderTwin } from '../../../../twins/reader-process.ts'
import {
  createBench,
  customerList,
  failureKind,
  readSample,
  signal,
  withoutTimes,
  type DraftsBench,
} from '../drafts-bench.ts'
import { longTest, onlyLong } from '../../../../runs.ts'

const startBrokenReader = createReaderFork(new URL('../../../../twins/broken-reader.ts', import.meta.url))

/** Starts processes and keeps a promise for the end of each. */
function watched(start: StartReaderProcess): { start: StartReaderProcess; ends: Promise<unknown>[] } {
  const ends: Promise<unknown>[] = []
  return {
    ends,
    start() {
      const reader: ReaderProcess = start()
      ends.push(new Promise((resolve) => reader.onExit(resolve)))
      return reader
    },
  }
}

const content = new TextEncoder().encode(customerList)

describe('a file read by a process', () => {
  longTest('from memory in any number of parts becomes the same draft as from its path', async () => {
    const { start, ends } = watched(startReaderProcess)
    const bench = createBench({ startReaderProcess: start })
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-reader-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const path = join(folder, 'sold-vehicles.csv')
    const sample = readSample('sold-vehicles.csv')
    writeFileSync(path, sample)
    const fromPath = await bench.openContent('sold-vehicles.csv', { path, sizeBytes: sample.byteLength })
    const parts = [sample.subarray(0, 1), sample.subarray(1, 1), sample.subarray(1, 5_000), sample.subarray(5_000)]
    const fromParts = await bench.openContent('sold-vehicles.csv', parts)
    const same = ({ id: _id, createdAt: _at, ...draft }: typeof fromPath): object => withoutTimes(draft as never)
    expect(same(fromParts)).toEqual(same(fromPath))
    expect(fromPath.counts.rows).toBe(412)
    // Each process ended.
    expect(await Promise.all(ends)).toHaveLength(2)
  })

  it('that is no longer at its path is refused with a sentence', async () => {
    const bench = createBench({ startReaderProcess })
    const opening = bench.openContent('list.csv', { path: '/nowhere/list.csv', sizeBytes: 10 })
    await expect(opening).rejects.toMatchObject({
      failure: { kind: 'invalid-input', message: '“list.csv” can’t be opened any more.' },
    })
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('gets the digest of its bytes', async () => {
    const bench = createBench({ startReaderProcess })
    const { id } = await bench.open('list.csv', 'Name,Rego,State\nAnn,ABC123,NSW\n')
    const saved = bench.database.get<{ source: string }>('SELECT source FROM draft WHERE id = ?', [id])
    expect(JSON.parse(saved?.source ?? '')).toMatchObject({
      sha256: '1426ce15e10d95c6ab35dd883dd60d9d877db33a9f1d0942a3b9618f3f36a9c2',
    })
  })
})

describe('a process that waits for the next file', () => {
  it('is started by the page for files, not by the list of drafts, reads one file, and ends with the program', async () => {
    const { start, ends } = watched(startReaderProcess)
    const bench = createBench({ startReaderProcess: start })
    await bench.drafts.list({}, signal)
    expect(ends).toHaveLength(0)
    await bench.drafts.prepareReader({}, signal)
    await bench.drafts.prepareReader({}, signal)
    expect(ends).toHaveLength(1)
    expect((await bench.open('list.csv', customerList)).counts.rows).toBe(3)
    await Promise.all(ends)
    expect(ends).toHaveLength(1)
    await bench.drafts.prepareReader({}, signal)
    expect(ends).toHaveLength(2)
    await bench.drafts.close()
    await Promise.all(ends)
  })

  it('is started when a file arrives from anywhere, before it is opened, until the program ends', async () => {
    const { start, ends } = watched(startReaderTwin)
    const bench = createBench({ startReaderProcess: start })
    const fileId = bench.addFile('dropped.csv', content)
    // The code of drafts is loaded for it.
    await expect.poll(() => ends.length).toBe(1)
    expect((await bench.drafts.open({ fileId }, signal)).counts.rows).toBe(3)
    expect(ends).toHaveLength(1)
    await bench.drafts.close()
    bench.addFile('late.csv', content)
    expect(ends).toHaveLength(1)
  })

  it('that ended by itself is not used', async () => {
    const { start, ends } = watched(startReaderProcess)
    const started: ReaderProcess[] = []
    const bench = createBench({
      startReaderProcess() {
        const reader = start()
        started.push(reader)
        return reader
      },
    })
    await bench.drafts.prepareReader({}, signal)
    started[0]?.kill()
    await Promise.all(ends)
    expect((await bench.open('list.csv', customerList)).counts.rows).toBe(3)
  })
})

describe('the end of a reader process', () => {
  const open = (bench: DraftsBench, name: string): Promise<unknown> => bench.openContent(name, content)

  it.each([
    ['is killed', 'killed.csv', 'Reading “killed.csv” ended unexpectedly.'],
    ['exits', 'exits.csv', 'Reading “exits.csv” ended unexpectedly.'],
    ['has too deep a recursion', 'stack.csv', 'Reading “stack.csv” ended unexpectedly.'],
    ...onlyLong(['fills its heap', 'heap.csv', '“heap.csv” needs too much memory to read.'] as const),
    ['takes memory outside of its heap', 'buffers.csv', '“buffers.csv” needs too much memory to read.'],
    ['does not come to an end', 'busy.csv', '“busy.csv” takes too long to read.'],
  ] as const)('that %s is a sentence, and nothing of the file is saved', async (_, name, message) => {
    const { start, ends } = watched(startBrokenReader)
    const bench = createBench({
      startReaderProcess: start,
      // On a busy machine, filling 300 MB takes longer than the wait for one that does not end should.
      readerLimits: {
        ...readerLimits,
        residentBytes: 300_000_000,
        cpuMs: () => (name === 'busy.csv' ? 600 : 60_000),
      },
    })
    await expect(open(bench, name)).rejects.toMatchObject({ failure: { message, next: expect.any(String) } })
    await Promise.all(ends)
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('that stops without a word is noticed', async () => {
    const bench = createBench({
      startReaderProcess: () => ({ ...startBrokenReader(), onOutput: () => undefined }),
      readerLimits: { ...readerLimits, silentMs: 50 },
    })
    await expect(open(bench, 'silent.csv')).rejects.toMatchObject({
      failure: { message: '“silent.csv” takes too long to read.' },
    })
  })

  it('costs no other draft anything: while one hangs, drafts answer and other files are read', async () => {
    const { start, ends } = watched(startBrokenReader)
    let broken = false
    const bench = createBench({ startReaderProcess: () => (broken ? start() : startReaderProcess()) })
    const draft = await bench.open('list.csv', customerList)
    broken = true
    const { fileId, opening } = bench.begin('silent.csv', content)
    const ending = failureKind(opening)
    broken = false
    const query = { id: draft.id, show: 'all', group: null, search: '', offset: 0, limit: 10 } as const
    expect((await bench.drafts.rows(query, signal)).total).toBe(3)
    expect((await bench.open('next.csv', customerList)).counts.rows).toBe(3)
    expect(await bench.drafts.cancelOpen({ fileId }, signal)).toEqual({ cancelled: true })
    expect(await ending).toBe('cancelled')
    await Promise.all(ends)
    expect(await bench.drafts.cancelOpen({ fileId }, signal)).toEqual({ cancelled: false })
    expect((await bench.drafts.list({}, signal)).drafts.map(({ fileName }) => fileName).toSorted()).toEqual([
      'list.csv',
      'next.csv',
    ])
  })

  it('follows when the window that opened the file disconnects', async () => {
    const { start, ends } = watched(startBrokenReader)
    const reading = Promise.withResolvers<void>()
    const bench = createBench({
      startReaderProcess() {
        const reader = start()
        return {
          ...reader,
          send(message) {
            reader.send(message)
            reading.resolve()
          },
        }
      },
    })
    const window = new AbortController()
    const { opening } = bench.begin('silent.csv', content, window.signal)
    await reading.promise
    window.abort()
    await expect(opening).rejects.toMatchObject({ failure: { kind: 'cancelled' } })
    await Promise.all(ends)
    expect(bench.database.all('SELECT id FROM draft')).toEqual([])
  })
})
