import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { boot, bootToWindow, call, filterAsync, type Booted } from './desktop-harness.ts'

describe('before Electron is ready', () => {
  it('sets the sandbox, the folder, the lock and the scheme, in this order', async () => {
    const program = await boot()
    expect(await program.ask('transcript')).toEqual([
      'sandbox',
      'path userData',
      'lock',
      'schemes [{"scheme":"app","privileges":{"standard":true,"secure":true,"supportFetchAPI":true}}]',
    ])
  })

  it('quits as a second program before it opens anything', async () => {
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

  it('loads our own page after its protections are set, whatever the environment says', async () => {
    const transcript = await program.ask('transcript')
    const after = (what: string): number => transcript.indexOf(what)
    expect(after('load app://bundle/')).toBeGreaterThan(after('handle app'))
    expect(after('load app://bundle/')).toBeGreaterThan(after('answers forecourt:request'))
    expect(transcript.filter((line) => line.startsWith('load'))).toEqual(['load app://bundle/'])
  })

  it('cannot navigate or open other pages', async () => {
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
    expect(await filterAsync(elsewhere, (address) => program.ask('navigates', 'will-navigate', address))).toEqual([])
    expect(await program.ask('navigates', 'will-redirect', 'app://bundle/')).toBe(false)
    expect(await program.ask('navigates', 'will-frame-navigate', 'app://bundle/', false)).toBe(false)
    expect(await program.ask('navigates', 'will-frame-navigate', 'app://bundle/', true)).toBe(true)
    expect(await program.ask('navigates', 'will-attach-webview', 'app://bundle/')).toBe(false)
    const windows = ['https://forecourt.example/', 'app://bundle/', 'about:blank']
    expect(await filterAsync(windows, (address) => program.ask('opensWindow', address))).toEqual([])
  })

  it.each([
    'media',
    'geolocation',
    'notifications',
    'clipboard-read',
    'deprecated-sync-clipboard-read',
    'openExternal',
    'fileSystem',
    'unknown',
  ])('is denied the permission %s', async (permission) => {
    expect(await program.ask('permits', permission)).toEqual({ asked: false, checked: false, device: false })
  })

  it('may write to the clipboard from our own page, and from no other', async () => {
    const write = 'clipboard-sanitized-write'
    expect(await program.ask('permits', write)).toEqual({ asked: true, checked: true, device: false })
    const denied = { asked: false, checked: false, device: false }
    expect(await program.ask('permits', write, 'app://bundle/', false)).toEqual(denied)
    const others = ['https://evil.example/', 'app://bundle.evil.example/', 'app://elsewhere/', 'file:///etc/passwd', '']
    for (const url of others) expect(await program.ask('permits', write, url)).toEqual(denied)
  })

  it('has no network access', async () => {
    const own = ['app://bundle/assets/a.js', 'data:image/png;base64,AA==', 'devtools://devtools/a.js']
    const foreign = ['https://evil.example/', 'http://127.0.0.1:1/', 'ws://evil.example/', 'file:///etc/passwd']
    expect(await filterAsync([...own, ...foreign], (address) => program.ask('reaches', address))).toEqual(own)
  })

  it('reloads its page after a crash, but not after two crashes in a row', async () => {
    expect(await program.ask('crash', 'clean-exit')).toBe(0)
    expect(await program.ask('crash', 'crashed')).toBe(1)
    expect(await program.ask('crash', 'crashed')).toBe(1)
  })

  it('gets the focus when Forecourt is started a second time', async () => {
    await program.ask('secondInstance')
    expect(await program.ask('focused')).toEqual([1])
  })

  it.each([
    ['CmdOrCtrl+O', 'open-file'],
    ['CmdOrCtrl+K', 'look-up'],
  ])('receives %s as a command', async (keys, subject) => {
    expect(await program.ask('accelerators')).toContain(keys)
    await program.ask('press', keys)
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'app.commanded', subject }),
    })
  })
})

describe('hot reload', () => {
  it('loads the development address, which only an unpackaged program answers', async () => {
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
  it('is served with the strict policy and a new nonce', async () => {
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

  it('is the only thing served', async () => {
    const program = await bootToWindow()
    const beside = [
      'app://bundle/../main/index.js',
      'app://bundle/%2e%2e/main/index.js',
      'app://bundle/..%2fmain%2findex.js',
      'app://bundle/..%5cmain%5cindex.js',
      'app://elsewhere/index.html',
    ]
    expect(await filterAsync(beside, async (address) => (await program.ask('get', address)).status !== 404)).toEqual([])
    expect((await program.ask('get', 'app://bundle/', 'POST')).status).toBe(405)
  })
})
