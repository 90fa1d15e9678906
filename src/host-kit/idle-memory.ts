/** What is asked of the process. */
export interface ProcessMemory {
  residentBytes(): number
  /** CPU time of all threads since the process began. */
  cpuMs(): number
  /** Lets go of what can be made again. In short turns. */
  release(): Promise<void>
  /** Gives memory back that nothing uses. Stops the thread for about 60 ms. */
  collect(): Promise<void>
}

/** Between two checks. */
const everyMs = 10_000
/** CPU time of a process in which nothing happens, from one check to the next. */
const quietMs = 200
/** Less is not worth the stop. */
const worthBytes = 32 * 1024 ** 2

/**
 * Collects when the process is quiet and has grown since it was last small. V8 keeps the room that long work made it take: after a
 * sync of 100,000 customers 190 MiB, also after many ordinary collections.
 */
export function createIdleMemory(memory: ProcessMemory): { check(): Promise<void> } {
  let cpuMs = memory.cpuMs()
  let smallest = memory.residentBytes()
  return {
    async check() {
      const usedMs = memory.cpuMs() - cpuMs
      cpuMs += usedMs
      const isQuiet = usedMs <= quietMs
      if (isQuiet) await memory.release()
      const resident = memory.residentBytes()
      smallest = Math.min(smallest, resident)
      if (!isQuiet || resident - smallest < worthBytes) return
      await memory.collect()
      // Without the collection itself. What is left is in use, and is not collected again.
      cpuMs = memory.cpuMs()
      smallest = memory.residentBytes()
    },
  }
}

/** Checks this process in the background. `release`: see `ProcessMemory`. The returned function ends it. */
export function startIdleMemory(release: ProcessMemory['release']): () => void {
  const idleMemory = createIdleMemory({ ...thisProcess, release })
  const timer = setInterval(() => {
    // Where memory can't be collected, it stays as it is.
    idleMemory.check().catch(() => clearInterval(timer))
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

const thisProcess: Omit<ProcessMemory, 'release'> = {
  residentBytes: () => process.memoryUsage.rss(),
  cpuMs() {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
  async collect() {
    const { Session } = await import('node:inspector')
    const session = new Session()
    session.connect()
    try {
      // No other function without an option of V8 does this. It opens no port. A failure leaves the memory as it is.
      await new Promise((resolve) => session.post('HeapProfiler.collectGarbage', resolve))
    } finally {
      session.disconnect()
    }
  },
}
