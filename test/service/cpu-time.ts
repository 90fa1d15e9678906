/** CPU time of this thread in ms. Unlike wall time, it does not grow while other programs use the processor. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Measures the most CPU time that one turn of the event loop takes, in ms, until `stop`. */
export function measureTurns(): { stop(): number } {
  let longestMs = 0
  let beforeMs = cpuMs()
  let isStopped = false
  const measure = (): void => {
    const nowMs = cpuMs()
    longestMs = Math.max(longestMs, nowMs - beforeMs)
    beforeMs = nowMs
    if (!isStopped) setImmediate(measure)
  }
  setImmediate(measure)
  return {
    stop() {
      isStopped = true
      return Math.max(longestMs, cpuMs() - beforeMs)
    },
  }
}
