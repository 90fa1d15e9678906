import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a host with this data folder, and waits for its end: a host that never ends fails the test by its time limit. */
async function run(words: readonly string[], dataFolder: string) {
  const child = spawn(process.execPath, [...words, '--no-keychain', '--data-dir', dataFolder])
  onTestFinished(() => void child.kill('SIGKILL'))
  let told = ''
  child.stderr.on('data', (chunk: Buffer) => void (told += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, told }
}

const commandLine = ['src/cli/command.ts', 'status']
const browserHost = ['src/web/command.ts', '--no-open']

it.skipIf(process.platform !== 'linux').each([
  ['the command line', commandLine, 3],
  ['the browser host', browserHost, 1],
])(
  '%s refuses a data folder where none can be made, also when the system says that its parent is missing',
  async (_, words, expected) => {
    // mkdir answers ENOENT everywhere below /proc, although /proc itself exists.
    const { code, told } = await run(words, '/proc/forecourt/a/b')
    expect(code).toBe(expected)
    expect(told).toContain("The folder /proc/forecourt/a/b can't be written. Choose another with --data-dir.")
    expect(told).not.toMatch(/^ {4}at /m)
  },
)

it('a data folder is made with its parents, for this user only', async () => {
  const folder = newFolder()
  const data = join(folder, 'one', 'two', 'data')
  expect((await run([...commandLine, '--practice', '--quiet'], data)).code).toBe(0)
  expect(readdirSync(data)).toContain('log')
  if (process.platform === 'win32') return
  for (const path of [data, dirname(data), join(folder, 'one')]) expect(statSync(path).mode & 0o777).toBe(0o700)
})

it.skipIf(process.platform === 'win32')(
  'only what Forecourt makes is closed to other users in a folder that has other things',
  async () => {
    const folder = newFolder()
    chmodSync(folder, 0o755)
    const file = (mode: number, ...path: readonly string[]): string => {
      const name = join(folder, ...path)
      mkdirSync(dirname(name), { recursive: true })
      writeFileSync(name, '', { mode })
      return name
    }
    const others = [
      file(0o644, 'notes.txt'),
      file(0o755, 'bin', 'backup.sh'),
      file(0o644, 'forecourt-price-list.xlsx'),
      join(folder, 'bin'),
    ]
    const own = [
      file(0o644, 'forecourt.lock'),
      file(0o644, 'log', 'forecourt.1.log'),
      file(0o644, 'forecourt.2026-11-22.db'),
      file(0o644, 'window', 'Cache', 'data_0'),
    ]
    const before = others.map((path) => statSync(path).mode)
    await run(commandLine, folder)
    expect(others.map((path) => statSync(path).mode)).toEqual(before)
    expect(statSync(folder).mode & 0o777).toBe(0o755)
    expect(own.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(['600', '600', '600', '600'])
    expect(statSync(join(folder, 'log')).mode & 0o777).toBe(0o700)
  },
)
