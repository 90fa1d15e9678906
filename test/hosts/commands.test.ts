import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { obstacleTo } from '../../scripts/electron-here.mjs'
import { digestOfSources, isInstalled } from '../../scripts/prepare.mjs'
import { onlyLong } from '../runs.ts'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
/** The file of each npm script; checks by a package have none. */
const commands = Object.values(scripts).flatMap((script) => {
  const file = script.split(' ').findLast((word) => /^[a-z]+\/[\w./-]+\.m?[jt]s$/.test(word))
  return file === undefined ? [] : [file]
})

describe('each command', () => {
  it.each([
    ...new Set(commands),
    'scripts/icons.mjs',
    'scripts/run.mjs',
    ...onlyLong('src/web/command.ts', 'src/cli/command.ts'),
  ])('%s shows its help and does nothing else', (script) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.split('\n').length).toBeGreaterThan(3)
  })

  it('names the argument that is not valid, with code 2', () => {
    const words = ['src/web/command.ts', '--port', 'eighty']
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('--port must be a whole number')
  })
})

describe('the browser host', () => {
  it('names a port that is in use and a folder that cannot be created', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-taken-'))
    const server = createServer()
    onTestFinished(() => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const start = (...words: string[]) =>
      spawnSync(process.execPath, ['src/web/command.ts', '--no-open', '--no-keychain', ...words], { encoding: 'utf8' })

    const onTakenPort = start('--data-dir', folder, '--port', String(port))
    expect({ status: onTakenPort.status, stdout: onTakenPort.stdout }).toEqual({ status: 1, stdout: '' })
    expect(onTakenPort.stderr).toBe(`Forecourt could not start: port ${port} is in use. Choose another with --port.\n`)

    writeFileSync(join(folder, 'a-file'), '')
    const belowFile = start('--data-dir', join(folder, 'a-file', 'below'))
    expect(belowFile.status).toBe(1)
    expect(belowFile.stderr).toContain("can't be written. Choose another with --data-dir.")
  })
})

describe('the browser host of the bundle', () => {
  it('keeps its compiled code where only the user can read it, until the next build', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-compiled-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const compiled = join(folder, 'compiled-code')
    const runOnce = async (): Promise<void> => {
      const words = ['out/main/browser-host.js', '--no-open', '--no-keychain', '--data-dir', folder]
      // The tests share a folder for compiled code (scripts/test.mjs); users have none.
      const env = { ...process.env, NODE_COMPILE_CACHE: undefined }
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env })
      onTestFinished(() => void child.kill('SIGKILL'))
      const ended = new Promise<number | null>((done) => child.once('exit', done))
      await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done))
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }

    await runOnce()
    const files = readdirSync(compiled, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files).not.toHaveLength(0)
    const openToOthers = [compiled, ...files.map(({ parentPath, name }) => join(parentPath, name))].filter(
      // Windows has no such modes.
      (path) => process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0,
    )
    expect(openToOthers).toEqual([])

    writeFileSync(join(compiled, 'of-an-earlier-build'), '')
    utimesSync(compiled, new Date(0), new Date(0))
    await runOnce()
    expect(readdirSync(compiled)).not.toContain('of-an-earlier-build')
    expect(readdirSync(compiled)).toHaveLength(1)
  })
})

describe('npm start', () => {
  it('opens the browser when no window can open, with the reason and the address, and closes cleanly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-start-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = process.env
    const words = [
      '--no-open',
      '--no-keychain',
      '--data-dir',
      folder,
      ...(process.platform === 'linux' ? [] : ['--browser']),
    ]
    const child = spawn(process.execPath, [resolve('scripts/start.mjs'), ...words], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = new Promise<number | null>((done) => child.once('exit', done))
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    const line = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done))
    const url = /^Forecourt is running at (http:.*)$/.exec(line)?.[1] ?? ''

    const opened = await fetch(url, { redirect: 'manual' })
    const cookie = opened.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const page = await fetch(new URL('/', url), { headers: { cookie } })
    expect({ status: page.status, html: await page.text() }).toEqual({
      status: 200,
      html: expect.stringContaining('<title>Forecourt</title>'),
    })
    expect(output).toContain(
      process.platform === 'linux'
        ? "The desktop window can't open (there is no display). Forecourt opens in your browser instead."
        : '',
    )
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  })
})

describe('the reason why no window can open', () => {
  it.each([
    ['linux', {}, 1_000, 'there is no display'],
    ['linux', { DISPLAY: ':0' }, 1_000, null],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 1_000, null],
    ['linux', { DISPLAY: ':0' }, 0, 'its sandbox does not run as root'],
    ['win32', {}, null, null],
    ['darwin', {}, 501, null],
  ])('on %s with %j as user %s: %s', (platform, env, userId, obstacle) => {
    expect(obstacleTo(platform, env, userId)).toBe(obstacle)
  })
})

describe('installed packages match the lock file', () => {
  const lock = {
    packages: {
      '': { version: '1.0.0' },
      'node_modules/vue': { version: '3.5.45' },
      'node_modules/for-windows': { version: '1.0.0', optional: true },
    },
  }
  it.each([
    ['nothing is installed', null, false],
    ['only packages for other systems are missing', { 'node_modules/vue': { version: '3.5.45' } }, true],
    ['one is older', { 'node_modules/vue': { version: '3.5.44' } }, false],
    ['one is missing', {}, false],
    [
      'one is not in the lock file',
      { 'node_modules/vue': { version: '3.5.45' }, 'node_modules/left-pad': { version: '1.0.0' } },
      false,
    ],
  ] as const)('%s', (_, packages, expected) => {
    expect(isInstalled(lock, packages === null ? null : { packages })).toBe(expected)
  })
})

describe('the digest of the sources', () => {
  it('changes with every change, also when a file is removed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-sources-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = (name: string): string => join(folder, 'src', 'core', name)
    mkdirSync(join(folder, 'src', 'core'), { recursive: true })
    writeFileSync(file('a.ts'), 'a')
    utimesSync(file('a.ts'), 1, 1)
    const first = digestOfSources(folder)
    expect(digestOfSources(folder)).toBe(first)
    writeFileSync(file('b.ts'), 'b')
    expect(digestOfSources(folder)).not.toBe(first)
    rmSync(file('b.ts'))
    expect(digestOfSources(folder)).toBe(first)
    utimesSync(file('a.ts'), 2, 2)
    expect(digestOfSources(folder)).not.toBe(first)
  })
})

it('counts the CPU of a process that outlives its parent, as those of Chromium do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-cpu-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [busy, both] = [join(folder, 'busy.mjs'), join(folder, 'both.mjs')]
  writeFileSync(busy, 'while (process.cpuUsage().user < 700_000);\nprocess.stdout.write("done")\n')
  // The shell in the middle ends at once; cat waits for the end of the output.
  const shell = `sh -c '"${process.execPath}" "${busy}" &' | cat`
  writeFileSync(
    both,
    `import { runCounted, timeUsed } from ${JSON.stringify(pathToFileURL(resolve('scripts/cpu-time.mjs')).href)}
    await runCounted('sh', ['-c', ${JSON.stringify(shell)}], { stdio: 'ignore' })
    process.stdout.write(timeUsed())`,
  )
  const { stdout } = spawnSync(process.execPath, [both], { encoding: 'utf8' })
  expect(stdout).toMatch(process.platform === 'linux' ? /^CPU: [1-9]\d* s, \d+ min \d+ s$/ : /^Time: \d+ min \d+ s$/)
})
