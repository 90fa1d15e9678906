import { exitCode } from '../contract/exit-codes.ts'
import { commandText } from './command-text.ts'
import { CommandEnd } from './ended.ts'

/** How often a command looks whether the script that started it still runs. */
const lookEveryMs = 500

/**
 * Aborts at the first Ctrl+C or SIGTERM; the second ends the process at once. `starter`: the process of a script that passes the output on.
 * On Windows Ctrl+C ends only that one, because Forecourt has no console; then the command ends as well.
 */
export function createInterruption(starter: number | null): AbortSignal {
  const stop = new AbortController()
  const abort = (): void => stop.abort(new CommandEnd(exitCode.interrupted, commandText.interrupted))
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(exitCode.interrupted)
    abort()
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  if (starter !== null) {
    const timer = setInterval(() => {
      if (isRunning(starter)) return
      clearInterval(timer)
      abort()
    }, lookEveryMs)
    timer.unref()
  }
  return stop.signal
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // Any other answer is about a process that exists.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
