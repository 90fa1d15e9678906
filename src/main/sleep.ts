import { powerMonitor } from 'electron'
import type { Log } from '../core/ports/log.ts'

const longestSleepMs = 30 * 24 * 60 * 60_000

/**
 * Calls `onResume` when the PC wakes up, with the time that the monotonic clock has missed: on Linux and macOS it stands still while
 * the PC sleeps, on Windows it does not.
 */
export function continueAfterSleep(log: Log, onResume: (sleptMs: number) => void): void {
  let before: { readonly wallMs: number; readonly monotonicMs: number } | null = null
  powerMonitor.on('suspend', () => {
    before = { wallMs: Date.now(), monotonicMs: performance.now() }
    log.write('info', 'pc.suspended')
  })
  powerMonitor.on('resume', () => {
    const missedMs = before ? Date.now() - before.wallMs - (performance.now() - before.monotonicMs) : 0
    before = null
    // Setting the clock of the PC looks like a sleep; a wrong date must not end every wait of the future.
    const sleptMs = Math.round(Math.min(longestSleepMs, Math.max(0, missedMs)))
    log.write('info', 'pc.resumed', { durationMs: sleptMs })
    onResume(sleptMs)
  })
}
