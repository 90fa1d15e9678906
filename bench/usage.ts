/** What a piece of work took. CPU is that of all threads of this process. */
export interface Usage {
  readonly wallMs: number
  readonly cpuMs: number
}

/** Starts to measure. The returned function ends it. */
export function startUsage(): () => Usage {
  const startedMs = performance.now()
  const started = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(started)
    return { wallMs: performance.now() - startedMs, cpuMs: (user + system) / 1_000 }
  }
}
