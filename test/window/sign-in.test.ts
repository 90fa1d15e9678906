import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sharedBrowser } from './harness.ts'

it.skipIf(process.platform === 'win32')(
  'the browser is signed in by a page that only this user can read, so no command line has the token',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-sign-in-'))
    const dataFolder = join(folder, 'data')
    const bin = join(folder, 'bin')
    const given = join(folder, 'given')
    mkdirSync(bin)
    // An earlier version left these open to other users.
    mkdirSync(join(dataFolder, 'log'), { recursive: true, mode: 0o755 })
    writeFileSync(join(dataFolder, 'log', 'old.log'), '', { mode: 0o644 })
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(bin, name), `#!/bin/sh\necho "$@" > ${given}\n`)
      chmodSync(join(bin, name), 0o755)
    }
    const child = spawn(
      process.execPath,
      [resolve('out/main/browser-host.js'), `--data-dir=${dataFolder}`, '--no-keychain', '--practice'],
      { env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':none' }, stdio: 'ignore' },
    )
    const ended = new Promise((done) => child.once('exit', done))
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await ended
      expect(existsSync(page)).toBe(false)
      rmSync(folder, { recursive: true, force: true })
    })
    await vi.waitFor(() => expect(readFileSync(given, 'utf8')).toContain('file:'), { timeout: 60_000 })
    const address = readFileSync(given, 'utf8').trim()
    const page = fileURLToPath(address)
    const token = /name="token" value="([^"]+)"/.exec(readFileSync(page, 'utf8'))?.[1] ?? ''
    expect(token).toHaveLength(43)
    expect(address).not.toContain(token)
    const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)
    expect(modeOf(page)).toBe('600')
    expect(modeOf(dataFolder)).toBe('700')
    expect(modeOf(join(dataFolder, 'log'))).toBe('700')
    expect(modeOf(join(dataFolder, 'log', 'old.log'))).toBe('600')

    const browser = await sharedBrowser()
    const [first, other] = [await browser.newContext(), await browser.newContext()]
    onTestFinished(async () => void (await Promise.all([first.close(), other.close()])))
    const tab = await first.newPage()
    await tab.goto(address)
    await tab.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 })
    expect(new URL(tab.url()).pathname).toBe('/')
    // The token worked once.
    const second = await other.newPage()
    await second.goto(address)
    await second.getByText('not signed in').waitFor()
  },
)
