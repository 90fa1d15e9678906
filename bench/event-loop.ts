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

/**
 * Watches how much CPU this thread uses at most between two ticks of a timer, until `end`, in milliseconds. By the clock, a thread is also
 * held up while others have the processors. Unlike `measureStretches`, the loop rests between ticks, so other threads are not slowed down.
 */
export function watchThreadCpu(): { end(): number } {
  let longestMs = 0
  let lastMs = threadCpuMs()
  const note = (): void => {
    const nowMs = threadCpuMs()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  const timer = setInterval(note, 1)
  return {
    end() {
      clearInterval(timer)
      note()
      return longestMs
    },
  }
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
