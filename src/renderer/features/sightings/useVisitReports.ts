import { useEventListener } from '@vueuse/core'

const minGapMs = 60_000

/**
 * Reports that the user is active, at most once a minute: after a long pause the program starts a new visit. Returns a function that
 * reports at once.
 */
export function useVisitReports(report: () => Promise<void>): () => Promise<void> {
  let reportedMs = Number.NEGATIVE_INFINITY
  const reportNow = (): Promise<void> => {
    reportedMs = performance.now()
    return report()
  }
  useEventListener(['pointerdown', 'keydown'], () => {
    if (performance.now() - reportedMs > minGapMs) void reportNow()
  })
  return reportNow
}
