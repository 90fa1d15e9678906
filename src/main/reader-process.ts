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
      // Never empty: Electron would then pass on the environment of the program, which may contain secrets.
      env: { ...readerEnvironment(process.env), FORECOURT_PROCESS: 'file-reader' },
      // On Electron's command line V8 takes its options from this switch alone, and ignores them elsewhere.
      execArgv: [`--js-flags=${readerNodeOptions.join(' ')}`],
      serviceName: 'Forecourt file reader',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const end = (): void => {
      // `kill` of Electron asks politely on Linux and macOS; a busy process may not listen.
      if (child.pid !== undefined) killAtOnce(child.pid)
      child.kill()
    }
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
        end()
        // Electron cannot end a process before it has started.
        child.once('spawn', end)
      },
    }
  }
}

/** Ends a process that may have ended by itself already; its exit is reported in both cases. */
function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
