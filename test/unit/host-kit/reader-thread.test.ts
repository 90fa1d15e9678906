import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { readerThreadLimits } from '../../../src/core/drafts/file-process/process-limits.ts'
import { parseUsage } from '../../../src/core/drafts/file-process/process-usage.ts'
import { createReaderThread } from '../../../src/host-kit/reader-thread.ts'

/** Starts a thread with this code. */
function start(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-reader-thread-'))
  const file = join(folder, 'reader.mjs')
  writeFileSync(file, `import { parentPort, workerData } from 'node:worker_threads'\n${code}`)
  // With V8's own room for new objects, so many could move at once that it would end the whole process.
  const reader = createReaderThread(pathToFileURL(file), { ...readerThreadLimits, maxOldGenerationSizeMb: 40 })()
  onTestFinished(() => {
    reader.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return { reader, exit: new Promise((done) => reader.onExit(done)) }
}

it('passes messages on, and ends at once', async () => {
  const { reader, exit } = start(`parentPort.on('message', (text) => parentPort.postMessage([workerData, text]))`)
  const answer = new Promise((done) => reader.onMessage(done))
  reader.send('March')
  expect(await answer).toEqual(['reader', 'March'])
  reader.kill()
  expect(await exit).toEqual({ code: 1, signal: null })
})

it('reports memory and CPU time while the thread is busy', async () => {
  const { reader } = start(`parentPort.on('message', () => { for (;;); })`)
  const used = new Promise<number>((done) =>
    reader.onOutput((text) => {
      const usage = parseUsage(text)
      if (usage && usage.residentBytes > 10_000_000 && usage.cpuMs >= 100) done(usage.cpuMs)
    }),
  )
  reader.send('read')
  expect(await used).toBeGreaterThanOrEqual(100)
})

it('says that the memory of its thread was full, and goes on itself', async () => {
  const { exit } = start(`const all = []; for (;;) all.push(Array.from({ length: 100_000 }, (_, at) => ({ at })))`)
  expect(await exit).toMatchObject({ signal: 'SIGABRT' })
})
