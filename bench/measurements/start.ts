import { systemClock } from '../../src/core/ports/clock.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../src/core/program.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { bundledThreads } from '../bundled-threads.ts'
import { ownFolder } from '../core-storage.ts'
import type { Measurement } from '../measurement.ts'

/** The program put together on a fresh folder, from the call to the open database; then its memory at rest. */
export const startCore: Measurement<Record<string, never>> = async () => {
  const program = createProgram({
    host: 'browser',
    version: '0.0.0-bench',
    userName: null,
    dataFolder: ownFolder(),
    vault: createMemoryVault(),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    log: { write: () => undefined },
    opener: () => Promise.reject(new Error('A measurement opens nothing')),
    practice: createPractice(() => Promise.reject(new Error('A measurement starts no practice'))),
    readSample: () => Promise.reject(new Error('The bench opens no sample.')),
    ...bundledThreads,
  })
  await program.start()
  /** All threads, since the process began: Node's own start, the code of the program, the program. */
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1_000
  globalThis.gc?.()
  const residentMiB = process.memoryUsage.rss() / 1024 ** 2
  await program.close()
  return { cpuMs, residentMiB }
}
