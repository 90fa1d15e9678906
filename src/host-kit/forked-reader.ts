import { fork } from 'node:child_process'
import { readerNodeOptions } from '../core/drafts/file-process/process-limits.ts'
import type { StartReaderProcess } from '../core/ports/host.ts'

/** Starts reader processes as children of Node, for hosts without Electron. */
export function createReaderFork(processFile: URL): StartReaderProcess {
  return () => {
    const child = fork(processFile, {
      // Nothing of our own environment: it may contain secrets, and options of Node that are not for this process.
      env: readerEnvironment(process.env),
      execArgv: [...readerNodeOptions],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    child.stdout?.setEncoding('utf8')
    // A message to a process that has just ended; its exit is reported as well.
    const ignoreLostMessage = (): void => undefined
    return {
      send: (message) => void child.send(message as object, ignoreLostMessage),
      onMessage: (listener) => void child.on('message', listener),
      onOutput: (listener) => void child.stdout?.on('data', listener),
      onExit(listener) {
        child.once('exit', (code, signal) => listener({ code, signal }))
        child.once('error', () => listener({ code: null, signal: null }))
      },
      kill: () => void child.kill('SIGKILL'),
    }
  }
}

/** What Node needs on Windows to start; nothing elsewhere. */
export function readerEnvironment({ SystemRoot }: NodeJS.ProcessEnv): Record<string, string> {
  return SystemRoot === undefined ? {} : { SystemRoot }
}
