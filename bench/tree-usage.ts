import { readdirSync, readFileSync } from 'node:fs'

/** What a process, its threads and the processes that it started use, as Linux counts it. */

/** Clock ticks of the kernel's counts per second (`getconf CLK_TCK`; 100 on every Linux that Node runs on). */
const ticksPerSecond = 100

/** Null for a process that has ended. */
function readProcess<Value>(pid: number, file: string, read: (text: string) => Value): Value | null {
  try {
    return read(readFileSync(`/proc/${pid}/${file}`, 'latin1'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return null
    throw error
  }
}

function* processTree(pid: number): Generator<number> {
  yield pid
  const tasks = readProcess(pid, 'stat', () => readdirSync(`/proc/${pid}/task`)) ?? []
  for (const task of tasks) {
    const children = readProcess(pid, `task/${task}/children`, (text) => text.split(' ').filter(Boolean).map(Number))
    for (const child of children ?? []) yield* processTree(child)
  }
}

/** Resident memory of them all. A page that two of them share counts twice. */
export function residentMiB(pid: number): number {
  let kibibytes = 0
  for (const one of processTree(pid))
    kibibytes += readProcess(one, 'status', (text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0)) ?? 0
  return kibibytes / 1_024
}

/** CPU time of them all since they began, also of those that have ended. */
export function cpuMs(pid = process.pid): number {
  let ticks = 0
  for (const one of processTree(pid)) {
    // After the name in brackets; the 14th to 17th field: own time and that of ended children (proc(5)).
    const fields = readProcess(one, 'stat', (text) => text.slice(text.lastIndexOf(')') + 2).split(' ')) ?? []
    ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  }
  return (ticks * 1_000) / ticksPerSecond
}
