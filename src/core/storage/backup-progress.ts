import type { ProgramEvent } from '../../contract/events.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { secondsLeft } from '../scheduling/seconds-left.ts'
import { storageText } from './storage-text.ts'

const { backupFile: text } = storageText

/** Reports the share of the work that is done, 0 to 1. A smaller one than before is ignored. */
export type ReportPart = (part: number) => void

/** The work on one backup at a time, with its progress, until it is cancelled. */
export type BackupProgress = ReturnType<typeof createBackupProgress>

const reportEveryMs = 250

export function createBackupProgress(
  clock: Pick<Clock, 'monotonicMs'>,
  onProgress: (progress: NonNullable<ProgramEvent['progress']>) => void = () => undefined,
) {
  let running: AbortController | null = null
  return {
    /** Throws `conflict` while other work runs, and `cancelled` after `cancel`. */
    async run<T>(words: string, work: (signal: AbortSignal, report: ReportPart) => Promise<T>): Promise<T> {
      if (running) return fail('conflict', text.busy)
      const stop = new AbortController()
      running = stop
      const startedMs = clock.monotonicMs()
      let reportedMs = -Infinity
      let furthest = 0
      const report: ReportPart = (share) => {
        const part = Math.max(furthest, share)
        furthest = part
        const nowMs = clock.monotonicMs()
        if (nowMs - reportedMs < reportEveryMs) return
        reportedMs = nowMs
        onProgress({ part: Math.min(1, part), words, secondsLeft: secondsLeft(part, nowMs - startedMs) })
      }
      try {
        report(0)
        const result = await work(stop.signal, report)
        stop.signal.throwIfAborted()
        return result
      } catch (error) {
        if (stop.signal.aborted) return fail('cancelled', text.cancelled)
        throw error
      } finally {
        running = null
      }
    },
    /** Ends the work that runs, if any. */
    cancel: (): void => running?.abort(new Error('The user cancelled')),
  }
}
