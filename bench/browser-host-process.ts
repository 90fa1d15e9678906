import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { cpuMs } from './tree-usage.ts'

interface StartedHost {
  readonly url: string
  /** CPU of all its threads until it can be opened. */
  readonly cpuMs: number
  stop(): Promise<void>
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'forecourt-bench-host-'))

/** Absolute. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** The browser host on a fresh data folder: the one that was built, or a copy in another folder, which serves the window beside it. */
export async function startBrowserHost(hostFolder = projectFolder): Promise<StartedHost> {
  const folder = newFolder()
  const host = await startIn(folder, hostFolder)
  return {
    ...host,
    async stop() {
      await host.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The CPU of so many starts in a data folder that was used before. */
export async function laterStarts(repeats: number): Promise<readonly number[]> {
  const folder = newFolder()
  const samples: number[] = []
  for (let start = 0; start <= repeats; start += 1) {
    const host = await startIn(folder)
    samples.push(host.cpuMs)
    await host.stop()
  }
  rmSync(folder, { recursive: true, force: true })
  return samples.slice(1)
}

async function startIn(folder: string, hostFolder = projectFolder): Promise<StartedHost> {
  const command = join(hostFolder, 'out/main/browser-host.js')
  const child = spawn(process.execPath, [command, '--port=0', `--data-dir=${folder}`, '--no-open', '--no-keychain'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve))
  const line = await Promise.race([
    new Promise<string>((resolve) => createInterface({ input: child.stdout }).once('line', resolve)),
    gone.then((code) => Promise.reject(new Error(`The browser host ended with ${code}`))),
  ])
  const { url } = JSON.parse(line) as { url: string }
  return {
    url,
    cpuMs: cpuMs(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
