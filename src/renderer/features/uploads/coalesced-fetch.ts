/**
 * Turns many "something changed" into few fetches: one at a time, at least `gapMs` apart, and always one more after the last
 * call. Because no two run at once, a late answer cannot replace a newer one. `stop` ends it.
 */
export function createFetchAgain(fetch: () => Promise<void>, gapMs: number) {
  let running = false
  let wanted = false
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | null = null

  async function run(): Promise<void> {
    timer = null
    running = true
    wanted = false
    await fetch()
    running = false
    if (stopped) return
    timer = setTimeout(() => {
      timer = null
      if (wanted) void run()
    }, gapMs)
  }

  return {
    ask(): void {
      wanted = true
      if (!running && timer === null && !stopped) void run()
    },
    stop(): void {
      stopped = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}
