import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { bundleFolder, startBundleFolder } from './bundle.ts'
import type { MeasurementName } from './child.ts'
import type { ServicePlace } from './core-storage.ts'
import type { Sample } from './bench-row.ts'
import type { Figures, GivenFolder } from './measurement.ts'
import { residentMiB } from './tree-usage.ts'

const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** How often the memory of a measurement is read, from outside so that it costs the measurement nothing. */
const everyMs = 20

/**
 * Measures once in a process of its own. Its peak of memory is that of all its processes together. Rejects with what the
 * process said when it failed.
 */
export const measureOnce = (
  name: MeasurementName,
  given: object,
  nodeOptions: readonly string[] = [],
  environment: object = {},
): Promise<Sample> => {
  const words = [...nodeOptions, '--expose-gc', join(bundleFolder, 'child.js'), name, JSON.stringify(given)]
  return runMeasured(name, words, environment)
}

/** Measures the start of core once, in a process of its own that loads nothing else. */
export const measureStart = (given: GivenFolder): Promise<Sample> =>
  runMeasured('startCore', ['--expose-gc', join(startBundleFolder, 'child.js'), JSON.stringify(given)])

/** Where the other programs are that read the same files; they are installed by hand (`bench/peers/package.json`). */
export const peersFolder = script('peers')

export type PeerName = 'duckdb' | 'duckdb-file' | 'polars'

/** The same for another program. `folder`: for what it writes. */
export const measurePeer = (name: PeerName, path: string, folder: string): Promise<Sample> =>
  runMeasured(name, [join(peersFolder, 'measure.mjs'), name, path, folder])

function runMeasured(name: string, words: readonly string[], environment: object = {}): Promise<Sample> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complained = ''
    let peakMiB = 0
    const watch = setInterval(() => {
      if (child.pid !== undefined) peakMiB = Math.max(peakMiB, residentMiB(child.pid))
    }, everyMs)
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (said += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (complained += text))
    child.once('error', reject)
    child.once('close', (code) => {
      clearInterval(watch)
      if (code === 0) resolve({ ...(JSON.parse(said) as Figures), peakMiB })
      else reject(new Error(`The measurement ${name} ended with ${code ?? 'a signal'}:\n${complained}`))
    })
  })
}

/** The practice service in a process of its own, with so many customers. */
export interface RunningService extends ServicePlace {
  stop(): Promise<void>
}

export async function startService(customers: number): Promise<RunningService> {
  const child = spawn(process.execPath, [script('service.ts'), String(customers)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve))
  const first = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    gone.then((code) => Promise.reject(new Error(`The practice service ended with ${code}`))),
  ])
  return {
    ...(JSON.parse(first) as ServicePlace),
    async stop() {
      child.stdin.end()
      await gone
    },
  }
}
