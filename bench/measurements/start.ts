import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { systemClock } from '../../src/core/ports/clock.ts'
import type { Vault } from '../../src/core/ports/vault.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { createProgram } from '../../src/core/program.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'
import { bundledThreads } from '../bundled-threads.ts'
import type { GivenFolder, Measurement } from '../measurement.ts'

/** The program put together, from the start of the process to the open database, which is new in an empty folder; then its memory at rest. */
export const startCore: Measurement<GivenFolder> = async ({ dataFolder }) => {
  const program = createProgram({
    host: 'browser',
    version: '0.0.0-bench',
    userName: null,
    dataFolder,
    vault: await keychainIn(`${dataFolder}.secrets`),
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

/** A keychain for the process that starts next. */
async function keychainIn(file: string): Promise<Vault> {
  const vault = createMemoryVault()
  const secrets = new Map<string, string>(existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [])
  for (const [name, secret] of secrets) await vault.set(name, secret)
  return {
    ...vault,
    async set(name, secret) {
      await vault.set(name, secret)
      writeFileSync(file, JSON.stringify([...secrets.set(name, secret)]))
    },
  }
}
