import { Worker, type ResourceLimits } from 'node:worker_threads'
import { readerThreadLimits } from '../core/drafts/file-process/process-limits.ts'
import { readerThread } from '../core/drafts/file-process/process-messages.ts'
import type { StartReaderProcess } from '../core/ports/host.ts'

/** As often as a reader process reports its use. */
const reportEveryMs = 50

/**
 * Starts readers as threads, for the command line of the installed program: its `runAsNode` fuse is off, so it cannot fork, and Electron's
 * utility processes need a display. V8's limit ends the thread alone; memory and CPU time are those of the whole process.
 */
export function createReaderThread(
  readerFile: URL,
  resourceLimits: ResourceLimits = readerThreadLimits,
): StartReaderProcess {
  return () => {
    const thread = new Worker(readerFile, { workerData: readerThread, resourceLimits })
    let before: NodeJS.CpuUsage | null = null
    let report = (_output: string): void => undefined
    const timer = setInterval(() => {
      const { user, system } = process.cpuUsage(before ?? process.cpuUsage())
      report(`${process.memoryUsage.rss()} ${Math.round((user + system) / 1_000)}\n`)
    }, reportEveryMs)
    thread.once('exit', () => clearInterval(timer))
    let outOfMemory = false
    thread.on('error', (error: NodeJS.ErrnoException) => (outOfMemory ||= error.code === 'ERR_WORKER_OUT_OF_MEMORY'))
    return {
      send(message) {
        before ??= process.cpuUsage()
        thread.postMessage(message)
      },
      onMessage: (listener) => void thread.on('message', listener),
      onOutput: (listener) => void (report = listener),
      onExit: (listener) =>
        void thread.once('exit', (code) => listener({ code, signal: outOfMemory ? 'SIGABRT' : null })),
      kill: () => void thread.terminate(),
    }
  }
}
