import { isMainThread, Worker } from 'node:worker_threads'
import { reportUsage } from '../../src/core/drafts/file-process/process-usage.ts'
import type { ReaderMessage, ReaderRequest } from '../../src/core/drafts/file-process/process-messages.ts'

/** A reader process that goes wrong in the way that the name of the file says, after it has sent one block. */
const endings: Readonly<Record<string, () => void>> = {
  'silent.csv': () => undefined,
  'busy.csv': () => {
    for (;;) Math.random()
  },
  'stack.csv': () => endings['stack.csv']?.(),
  'heap.csv': () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, Math.random))
  },
  'buffers.csv': () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(1_000_000, 1))
  },
  'killed.csv': () => process.kill(process.pid, 'SIGKILL'),
  'exits.csv': () => process.exit(3),
}

if (isMainThread) {
  new Worker(new URL(import.meta.url)).unref()
  const post = (message: ReaderMessage): void => void process.send?.(message)
  process.on('message', (request: ReaderRequest) => {
    if (request.kind !== 'read') return
    post({ kind: 'progress', part: 0.5 })
    // The message above leaves this process in the next turn of its event loop.
    setImmediate(() => setImmediate(() => endings[request.name]?.()))
  })
} else {
  reportUsage({ user: 0, system: 0 })
}
