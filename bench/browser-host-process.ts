import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** The browser host on a fresh data folder. */
export async function startBrowserHost(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-host-'))
  const command = fileURLToPath(new URL('../src/web/command.ts', import.meta.url))
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
    async stop() {
      child.kill('SIGTERM')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
