import { utilityProcess } from 'electron'
import { readerNodeOptions } from '../core/drafts/file-process/process-limits.ts'
import type { StartReaderProcess } from '../core/ports/host.ts'
import { readerEnvironment } from '../host-kit/forked-reader.ts'

/**
 * Starts reader processes as utility processes of Electron: `child_process.fork` throws in a packaged program, because
 * its `runAsNode` fuse is off.
 */
export function createUtilityReader(processFile: string): StartReaderProcess {
  return () => {
    const child = utilityProcess.fork(processFile, [], {
      env: readerEnvironment(process.env),
      execArgv: [...readerNodeOptions],
      serviceName: 'Forecourt file reader',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return {
      send: (message) => child.postMessage(message),
      onMessage: (listener) => void child.on('message', listener),
      onOutput: (listener) => void child.stdout?.on('data', (text) => listener(String(text))),
      onExit(listener) {
        // Electron reports a full heap as an error before the exit, whose code then depends on the system.
        let outOfMemory = false
        child.once('error', () => (outOfMemory = true))
        child.once('exit', (code) => listener({ code, signal: outOfMemory ? 'SIGABRT' : null }))
      },
      kill() {
        // `kill` of Electron asks politely on Linux and macOS; a busy process may not listen.
        if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
        child.kill()
      },
    }
  }
}
