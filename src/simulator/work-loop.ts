import type { ServiceSettings } from './control/service-settings.ts'

export interface WorkLoopParts {
  readonly settings: ServiceSettings
  /** Work of every run. Each function returns how much it did. */
  readonly frequent: readonly (() => number)[]
  /** Work of every 20th run: about once a second. */
  readonly occasional: readonly (() => unknown)[]
  /** Runs after the other work: sends the events that it caused. */
  readonly final: () => void
  readonly log: (line: string) => void
}

export interface WorkLoop {
  start(): void
  /** Runs all work now, whenever it would be due. */
  runAllNow(): void
  stop(): void
}

const runEveryMs = 50
const runsPerOccasional = 20

/** The background work, in short runs, so that calls are answered in between. */
export function createWorkLoop({ settings, frequent, occasional, final, log }: WorkLoopParts): WorkLoop {
  let runCount = 0
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const runOnce = (): number => {
    const done = frequent.reduce((sum, work) => sum + work(), 0)
    if (runCount % runsPerOccasional === 0) for (const work of occasional) work()
    final()
    runCount += 1
    return done
  }

  const scheduled = (): void => {
    if (stopped) return
    let more = false
    try {
      more = runOnce() > 0 && settings.customersPerSecond === Number.POSITIVE_INFINITY
    } catch (error) {
      log(`Background work failed: ${error instanceof Error ? error.message : 'unknown'}`)
    }
    timer = setTimeout(scheduled, more ? 0 : runEveryMs)
  }

  return {
    start: scheduled,
    runAllNow: () => {
      runCount = 0
      runOnce()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
