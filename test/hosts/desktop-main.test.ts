import { fork, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Probes } from './twins/electron-twin.ts'

const bundle = resolve('out/main/index.js')

interface Booted {
  readonly folder: string
  ask<P extends keyof Probes>(probe: P, ...given: Parameters<Probes[P]>): Promise<Awaited<ReturnType<Probes[P]>>>
}

const children: ChildProcess[] = []
const folders: string[] = []

/** Boots the built main bundle under plain Node; resolves when it has run up to waiting for `ready`. */
async function boot(env: Record<string, string> = {}, words: readonly string[] = []): Promise<Booted> {
  if (!existsSync(bundle)) throw new Error('There is no built program: run npm run build first.')
  const folder = await mkdtemp(join(tmpdir(), 'forecourt-main-'))
  folders.push(folder)
  const child = fork(resolve('test/hosts/twins/boot-main.ts'), [`--data-dir=${folder}`, ...words], {
    env: { ...process.env, ...env, TWIN_BUNDLE: bundle, ELECTRON_RENDERER_URL: 'http://localhost:5173' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  children.push(child)
  const waiting = new Map<number, (answer: { value?: unknown; problem?: string }) => void>()
  const booted = new Promise<void>((done, failed) => {
    waiting.set(0, () => done())
    child.once('exit', (code) => failed(new Error(`The program ended with ${code}.`)))
  })
  child.on('message', (answer: { id: number; value?: unknown; problem?: string }) => waiting.get(answer.id)?.(answer))
  await booted
  let last = 0
  return {
    folder,
    ask: (probe, ...given) =>
      new Promise((done, failed) => {
        last += 1
        waiting.set(last, ({ value, problem }) => (problem ? failed(new Error(problem)) : done(value as never)))
        child.send({ id: last, probe, given })
      }),
  }
}

/** Boots to an open window. */
async function bootToWindow(env: Record<string, string> = {}, words: readonly string[] = []): Promise<Booted> {
  const program = await boot(env, words)
  await program.ask('ready')
  await program.ask('untilWindow')
  return program
}

/** Those of a list that a question is answered yes for: a failure names them. */
async function those<T>(list: readonly T[], isSo: (one: T) => Promise<boolean>): Promise<T[]> {
  const answers = await Promise.all(list.map(isSo))
  return list.filter((_, index) => answers[index])
}

const call = (method: string, input: unknown = {}) => ({ kind: 'call', method, input })

afterAll(async () => {
  for (const child of children.splice(0)) {
    const gone = new Promise((done) => child.once('exit', done))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await gone
    }
  }
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

describe('before Electron is ready', () => {
  it('the sandbox, the folder, the lock and the scheme are set, in this order', async () => {
    const program = await boot()
    expect(await program.ask('transcript')).toEqual([
      'sandbox',
      'path userData',
      'lock',
      'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true,"supportFetchAPI":true}}]',
    ])
  })

  it('a second program leaves at once, before it has opened anything', async () => {
    const program = await boot({ TWIN_SECOND: '1' })
    await program.ask('ready')
    expect(await program.ask('transcript')).toEqual(['sandbox', 'path userData', 'lock', 'quit'])
    expect(existsSync(join(program.folder, 'forecourt.db'))).toBe(false)
  })
})

describe('the window', () => {
  let program: Booted
  beforeAll(async () => {
    program = await bootToWindow()
  })

  it('has exactly these preferences', async () => {
    const [options] = await program.ask('windowOptions')
    expect(options).toMatchObject({
      show: false,
      webPreferences: {
        preload: resolve('out/preload/index.cjs'),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        webviewTag: false,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        navigateOnDragDrop: false,
        spellcheck: false,
        devTools: false,
      },
    })
  })

  it('loads our own page, whatever the environment says, after everything that guards it is in place', async () => {
    const transcript = await program.ask('transcript')
    const after = (what: string): number => transcript.indexOf(what)
    expect(after('load app://bundle/')).toBeGreaterThan(after('handle app'))
    expect(after('load app://bundle/')).toBeGreaterThan(after('answers forecourt:request'))
    expect(transcript.filter((line) => line.startsWith('load'))).toEqual(['load app://bundle/'])
  })

  it('stays where it is', async () => {
    expect(await program.ask('navigates', 'will-navigate', 'app://bundle/')).toBe(true)
    const elsewhere = [
      'https://evil.example/',
      'app://bundle.evil.example/',
      'app://elsewhere/',
      'http://localhost:5173/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'not an address',
    ]
    expect(await those(elsewhere, (address) => program.ask('navigates', 'will-navigate', address))).toEqual([])
    expect(await program.ask('navigates', 'will-redirect', 'app://bundle/')).toBe(false)
    expect(await program.ask('navigates', 'will-frame-navigate', 'app://bundle/', false)).toBe(false)
    expect(await program.ask('navigates', 'will-frame-navigate', 'app://bundle/', true)).toBe(true)
    expect(await program.ask('navigates', 'will-attach-webview', 'app://bundle/')).toBe(false)
    const windows = ['https://forecourt.example/', 'app://bundle/', 'about:blank']
    expect(await those(windows, (address) => program.ask('opensWindow', address))).toEqual([])
  })

  it.each(['media', 'geolocation', 'notifications', 'clipboard-read', 'openExternal', 'fileSystem', 'unknown'])(
    'is not permitted %s',
    async (permission) => {
      expect(await program.ask('permits', permission)).toEqual({ asked: false, checked: false, device: false })
    },
  )

  it('reaches no network', async () => {
    const own = ['app://bundle/assets/a.js', 'data:image/png;base64,AA==', 'devtools://devtools/a.js']
    const foreign = ['https://evil.example/', 'http://127.0.0.1:1/', 'ws://evil.example/', 'file:///etc/passwd']
    expect(await those([...own, ...foreign], (address) => program.ask('reaches', address))).toEqual(own)
  })

  it('comes back when its page breaks down, but not for ever', async () => {
    expect(await program.ask('breaksDown', 'clean-exit')).toBe(0)
    expect(await program.ask('breaksDown', 'crashed')).toBe(1)
    expect(await program.ask('breaksDown', 'crashed')).toBe(1)
  })

  it('comes forward when Forecourt is started again', async () => {
    await program.ask('secondInstance')
    expect(await program.ask('focused')).toEqual([1])
  })

  it.each([
    ['CmdOrCtrl+O', 'open-file'],
    ['CmdOrCtrl+K', 'look-up'],
  ])('hears of %s as a command', async (keys, subject) => {
    expect(await program.ask('accelerators')).toContain(keys)
    await program.ask('press', keys)
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'app.commanded', subject }),
    })
  })
})

describe('with hot reload', () => {
  it('the window comes from the development address, and only an unpackaged program answers it', async () => {
    const program = await bootToWindow({ TWIN_PACKAGED: '0' })
    expect(await program.ask('transcript')).toContain('load http://localhost:5173')
    expect(await program.ask('request', call('app.info'), { url: 'http://localhost:5173/#/import' })).toMatchObject({
      ok: true,
    })
    expect(await program.ask('request', call('app.info'), { url: 'http://localhost:5174/' })).toMatchObject({
      ok: false,
    })
  })
})

describe('the page', () => {
  it('is served with the strict policy and a nonce of its own', async () => {
    const program = await bootToWindow()
    const first = await program.ask('get', 'app://bundle/')
    const second = await program.ask('get', 'app://bundle/index.html')
    const policy = String(first.headers['content-security-policy'])
    expect(first.status).toBe(200)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toBe(second.headers['content-security-policy'])
    expect(first.text).not.toContain('__CSP_NONCE__')
    const script = /src="\.?(\/assets\/[^"]+\.js)"/.exec(first.text)?.[1]
    expect(await program.ask('get', `app://bundle${script}`)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'x-content-type-options': 'nosniff' },
    })
  })

  it('has nothing beside it', async () => {
    const program = await bootToWindow()
    const beside = [
      'app://bundle/../main/index.js',
      'app://bundle/%2e%2e/main/index.js',
      'app://bundle/..%2fmain%2findex.js',
      'app://bundle/..%5cmain%5cindex.js',
      'app://elsewhere/index.html',
    ]
    expect(await those(beside, async (address) => (await program.ask('get', address)).status !== 404)).toEqual([])
    expect((await program.ask('get', 'app://bundle/', 'POST')).status).toBe(405)
  })
})

describe('a request', () => {
  let program: Booted
  beforeAll(async () => {
    program = await bootToWindow()
  })

  it('of our own page is answered', async () => {
    expect(await program.ask('request', call('app.info'))).toMatchObject({
      ok: true,
      value: { name: 'Forecourt', version: '9.8.7', host: 'electron', dataFolder: program.folder },
    })
  })

  it.each([
    ['an inner frame', { frame: 'inner' }],
    ['a frame that is gone', { frame: 'none' }],
    ['a page elsewhere', { url: 'https://evil.example/' }],
    ['an address that begins like ours', { url: 'app://bundle.evil.example/' }],
    ['the hot-reload address, in a packaged program', { url: 'http://localhost:5173/' }],
    ['no address at all', { url: '' }],
    ['a window that is not ours', { id: 4_711 }],
  ] as const)('of %s is refused', async (_, sender) => {
    expect(await program.ask('request', call('app.info'), sender)).toEqual({
      ok: false,
      error: { kind: 'invalid-input', message: 'Forecourt answers its own window only.' },
    })
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'call'],
    ['an unknown kind', { kind: 'evaluate', code: '1' }],
    ['a method that is no text', { kind: 'call', method: ['app.info'], input: {} }],
    ['more than it should have', { kind: 'choose-file', path: '/etc/passwd' }],
    ['bytes that are none', { kind: 'take-bytes', name: 'a.csv', bytes: 'a,b' }],
    ['a method of Object', { kind: 'call', method: 'constructor', input: {} }],
    ['10 MB', { kind: 'call', method: 'app.setPreferences', input: { theme: 'x'.repeat(10_000_000) } }],
  ])('that is %s is refused in words', async (_, given) => {
    expect(await program.ask('request', given)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('brings a chosen file in, and the dialog opens there the next time', async () => {
    await program.ask('choose', null)
    expect(await program.ask('request', { kind: 'choose-file' })).toEqual({ ok: true, value: null })
    const file = join(program.folder, 'customers.csv')
    await writeFile(file, 'Rego,State\n')
    await program.ask('choose', file)
    expect(await program.ask('request', { kind: 'choose-file' })).toMatchObject({
      ok: true,
      value: { name: 'customers.csv', sizeBytes: 11 },
    })
    await program.ask('choose', null)
    await program.ask('request', { kind: 'choose-file' })
    expect((await program.ask('dialogs')).map(({ defaultPath }) => defaultPath)).toEqual([
      '/home/kim/Documents',
      '/home/kim/Documents',
      program.folder,
    ])
  })

  it('brings a dropped or pasted file in', async () => {
    const file = join(program.folder, 'dropped.csv')
    await writeFile(file, 'a,b\n')
    expect(await program.ask('request', { kind: 'take-path', path: file })).toMatchObject({
      value: { name: 'dropped.csv', sizeBytes: 4 },
    })
    const bytes = new TextEncoder().encode('a;b;c\n').buffer as ArrayBuffer
    expect(await program.ask('request', { kind: 'take-bytes', name: 'pasted.csv', bytes })).toMatchObject({
      value: { name: 'pasted.csv', sizeBytes: 6 },
    })
  })

  it.each([
    ['is gone', 'gone.csv', 'not-found'],
    ['is a folder', '.', 'invalid-input'],
  ])('for a file that %s says so', async (_, name, kind) => {
    expect(await program.ask('request', { kind: 'take-path', path: join(program.folder, name) })).toMatchObject({
      ok: false,
      error: { kind },
    })
  })
})

describe('the program behind it', () => {
  it('calls the service over a session in memory that sends no cookies, keeps no cache and follows no redirect', async () => {
    const program = await bootToWindow()
    expect(await program.ask('transcript')).toContain('partition api {"cache":false}')
    expect(await program.ask('request', call('connections.startPractice'))).toMatchObject({ ok: true })
    expect(await program.ask('request', call('connections.testCurrent'))).toMatchObject({ value: { ok: true } })
    const fetches = await program.ask('fetches')
    expect(fetches.length).toBeGreaterThan(0)
    for (const { init } of fetches) {
      expect(init).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'error' })
    }
  })

  it('begins with practice when it is asked to', async () => {
    const program = await bootToWindow({}, ['--practice'])
    await expect
      .poll(() => program.ask('request', call('connections.state')))
      .toMatchObject({ ok: true, value: { current: { kind: 'practice' } } })
  })

  it('says on the desktop that a car was seen, and a click on it leads there', async () => {
    const program = await bootToWindow({}, ['--practice'])
    const ask = (method: string, input: unknown = {}) =>
      program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>
    await expect.poll(() => ask('sightings.summary')).toMatchObject({ value: { checkedAt: expect.any(String) } })
    await expect.poll(() => ask('customers.status')).toMatchObject({ value: { syncing: null } })
    expect(await ask('practice.makeSighting', { customerId: null })).toMatchObject({ ok: true })
    await expect
      .poll(() => program.ask('notices'), { timeout: 20_000 })
      .toEqual([{ title: 'A past customer’s car was just listed.', body: expect.stringMatching(/\d{4}/) }])
    const [before = 0] = await program.ask('focused')
    await program.ask('chooseNotice')
    expect(await program.ask('focused')).toEqual([before + 1])
    expect(await program.ask('sent')).toContainEqual({
      channel: expect.any(String),
      event: expect.objectContaining({ name: 'app.commanded', subject: 'show-sightings' }),
    })
  })

  it('opens https links only, in the system’s browser', async () => {
    const program = await bootToWindow()
    expect(await program.ask('request', call('app.openLink', { url: 'https://cars.example/1' }))).toMatchObject({
      ok: true,
    })
    const others = ['http://cars.example/', 'file:///etc/passwd', 'javascript:alert(1)', 'ms-msdt:/id']
    const open = (url: string) => program.ask('request', call('app.openLink', { url })) as Promise<{ ok: boolean }>
    expect(await those(others, async (url) => (await open(url)).ok)).toEqual([])
    expect(await program.ask('opened')).toEqual(['https://cars.example/1'])
  })

  it('reads a spreadsheet in its thread, from the bundle', async () => {
    const program = await bootToWindow()
    await program.ask('request', call('connections.startPractice'))
    const bytes = new TextEncoder().encode('Rego,State,Name\nABC123,VIC,Kim Lee\n').buffer as ArrayBuffer
    const taken = await program.ask('request', { kind: 'take-bytes', name: 'one.csv', bytes })
    const { fileId } = (taken as { value: { fileId: string } }).value
    expect(await program.ask('request', call('drafts.open', { fileId }))).toMatchObject({
      ok: true,
      value: { fileName: 'one.csv', counts: { rows: 1 } },
    })
  })

  it('is closed before the process ends', async () => {
    const program = await bootToWindow()
    expect(await program.ask('closeDown')).toBe(true)
    await expect.poll(() => program.ask('exitCode')).toBe(0)
  })
})
