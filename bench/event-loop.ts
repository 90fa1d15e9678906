/** The longest stretch in which the thread came to nothing else. */
export interface Stretches {
  /** CPU time of the thread: other programs cannot lengthen it. */
  readonly cpuMs: number
  readonly wallMs: number
}

/**
 * Measures the turns of this thread's event loop while `work` runs. The probe runs once in each turn, so the loop never rests; the turn in
 * which a stretch begins counts as a whole.
 */
export async function measureStretches(work: () => Promise<unknown>): Promise<Stretches> {
  let [cpuMs, wallMs] = [0, 0]
  let isRunning = true
  let [lastCpuMs, lastMs] = [threadCpuMs(), performance.now()]
  const note = (): void => {
    const [nowCpuMs, nowMs] = [threadCpuMs(), performance.now()]
    cpuMs = Math.max(cpuMs, nowCpuMs - lastCpuMs)
    wallMs = Math.max(wallMs, nowMs - lastMs)
    ;[lastCpuMs, lastMs] = [nowCpuMs, nowMs]
  }
  const probe = (): void => {
    note()
    if (isRunning) setImmediate(probe)
  }
  setImmediate(probe)
  try {
    await work()
  } finally {
    isRunning = false
    note()
  }
  return { cpuMs, wallMs }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
