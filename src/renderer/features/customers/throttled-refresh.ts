import { onScopeDispose } from 'vue'

/** Of the program's time at most about a tenth goes into showing what it does, however long an answer takes. */
const restPerWork = 9

/**
 * Fetches again when asked, at once after a rest and never twice at a time. The rest is `leastMs`, or longer where the answer takes
 * long: while 100,000 customers are read for the first time, looking at them all the time would hold the reading up.
 */
export function useCalmRefresh(fetch: () => Promise<void>, leastMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  let restUntil = 0

  async function run(): Promise<void> {
    timer = undefined
    running = true
    again = false
    const startedMs = performance.now()
    await fetch()
    running = false
    const now = performance.now()
    restUntil = now + Math.max(leastMs, (now - startedMs) * restPerWork)
    if (again) ask()
  }

  function ask(): void {
    if (running) again = true
    else if (timer === undefined) {
      const waitMs = restUntil - performance.now()
      if (waitMs <= 0) void run()
      else timer = setTimeout(() => void run(), waitMs)
    }
  }
  onScopeDispose(() => clearTimeout(timer))
  return ask
}
