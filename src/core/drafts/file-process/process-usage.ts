import { writeSync } from 'node:fs'

/** What a reader process has used for its file so far, also of its threads. */
export interface ProcessUsage {
  readonly residentBytes: number
  readonly cpuMs: number
}

const everyMs = 50

/**
 * Reports the use of this process on its standard output until the process ends. Runs in a thread of its own, because the one
 * that reads may be busy for seconds; and writes without a stream, because those need that thread. `before`: what the process
 * had used when its file arrived, which is not counted.
 */
export function reportUsage(before: NodeJS.CpuUsage): void {
  const report = (): void => {
    const { user, system } = process.cpuUsage(before)
    writeSync(1, `${process.memoryUsage.rss()} ${Math.round((user + system) / 1_000)}\n`)
  }
  report()
  setInterval(report, everyMs)
}

/** Reads the newest report in a piece of output; null when it contains no whole line. */
export function parseUsage(output: string): ProcessUsage | null {
  const line = /(\d+) (\d+)\n[^\n]*$/.exec(output)
  return line ? { residentBytes: Number(line[1]), cpuMs: Number(line[2]) } : null
}
