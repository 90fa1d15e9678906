import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { boot, bootToWindow, call, filterAsync, type Booted } from './desktop-harness.ts'
import { longTest } from '../runs.ts'

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

  it('is isolated from Node: a sandboxed page with the preload and these protections, and no other preference', async () => {
    const [options] = await program.ask('windowOptions')
    expect(options?.['webPreferences']).toEqual({
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
      // The spelling checker of Chromium fetches dictionaries from Google.
      spellcheck: false,
      devTools: false,
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

  it('is denied every permission that Electron knows, except writing to the clipboard', async () => {
    const names = permissionNames().filter((name) => name !== 'clipboard-sanitized-write')
    expect(names.length).toBeGreaterThan(15)
    for (const name of [...names, 'unknown']) {
      const answer = await program.ask('permits', name)
      expect({ name, ...answer }).toEqual({ name, asked: false, checked: false, device: false })
    }
  })

  it('may write to the clipboard from our own page, and from no other', async () => {
    const write = 'clipboard-sanitized-write'
    expect(await program.ask('permits', write)).toEqual({ asked: true, checked: true, device: false })
    const denied = { asked: false, checked: false, device: false }
    expect(await program.ask('permits', write, 'app://bundle/', false)).toEqual(denied)
    const others = ['https://evil.example/', 'app://bundle.evil.example/', 'app://elsewhere/', 'file:///etc/passwd', '']
    for (const url of others) expect(await program.ask('permits', write, url)).toEqual(denied)
  })

  it('pastes where the focus is, because its page may not read the clipboard', async () => {
    expect(await program.ask('request', call('app.paste'))).toMatchObject({ ok: true, value: { pasted: true } })
    expect(await program.ask('transcript')).toContain('paste')
  })

  it('has no network access', async () => {
    const own = ['app://bundle/assets/a.js', 'data:image/png;base64,AA==', 'devtools://devtools/a.js']
    const foreign = ['https://evil.example/', 'http://127.0.0.1:1/', 'ws://evil.example/', 'file:///etc/passwd']
    expect(await filterAsync([...own, ...foreign], (address) => program.ask('reaches', address))).toEqual(own)
  })

  it('reloads its page after a crash, and asks after a second one', async () => {
    await program.ask('answerQuestions', 0)
    expect(await program.ask('crash', 'clean-exit')).toBe(0)
    expect(await program.ask('crash', 'crashed')).toBe(1)
    await program.ask('crash', 'crashed')
    await expect.poll(() => program.ask('reloads')).toBe(2)
    expect(await program.ask('questions')).toEqual([
      expect.objectContaining({ message: 'The Forecourt window has crashed twice.', buttons: expect.any(Array) }),
    ])
  })

  it('asks what to do while its page does not respond, once at a time, and can load it again', async () => {
    const before = await program.ask('reloads')
    await program.ask('answerQuestions', 0)
    await program.ask('hangs', 2)
    await expect.poll(() => program.ask('reloads')).toBe(before + 1)
    const asked = (await program.ask('questions')).filter(({ message }) => message.includes('responding'))
    expect(asked).toHaveLength(1)
    await program.ask('answerQuestions', 1)
    await program.ask('hangs')
    expect(await program.ask('reloads')).toBe(before + 1)
  })

  it('has a context menu for fields and for selected text', async () => {
    expect(await program.ask('contextMenu', { isEditable: true, selectionText: '' })).toEqual([
      'cut',
      'copy',
      'paste',
      'selectAll',
    ])
    const menu = await program.ask('contextMenu', { isEditable: false, selectionText: ' 1ABC 234 ' })
    expect(menu).toEqual(['copy', 'selectAll', 'separator', 'Look up “1ABC 234”'])
    await program.ask('chooseFromContextMenu', 'Look up “1ABC 234”')
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'app.commanded', subject: 'look-up 1ABC 234' }),
    })
    const long = 'A sentence of a note that is no car at all'
    expect(await program.ask('contextMenu', { isEditable: false, selectionText: long })).toEqual(['copy', 'selectAll'])
    expect(await program.ask('contextMenu', { isEditable: false, selectionText: '' })).toEqual(['selectAll'])
  })

  it('shows the chosen theme in what the system draws', async () => {
    expect(await program.ask('theme')).toBe('system')
    await program.ask('request', call('app.setPreferences', { theme: 'dark' }))
    expect(await program.ask('theme')).toBe('dark')
  })

  it('gets the focus when Forecourt is started a second time', async () => {
    await program.ask('secondInstance')
    expect(await program.ask('focused')).toEqual([1])
  })

  it.each([
    ['CmdOrCtrl+O', 'open-file'],
    ['CmdOrCtrl+K', 'palette'],
    ['CmdOrCtrl+Shift+K', 'look-up'],
    ['CmdOrCtrl+,', 'settings'],
  ])('receives %s as a command', async (keys, subject) => {
    expect(await program.ask('accelerators')).toContain(keys)
    await program.ask('press', keys)
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'app.commanded', subject }),
    })
  })
})

/** The names of permissions in Electron's own types. */
function permissionNames(): readonly string[] {
  const types = readFileSync(resolve('node_modules/electron/electron.d.ts'), 'utf8')
  const unions = types.matchAll(/permission: ((?:\s*'[a-zA-Z-]+'\s*\|?)+|\((?:'[a-zA-Z-]+' \| )+'[a-zA-Z-]+'\))/g)
  return [
    ...new Set(
      [...unions].flatMap(([, union = '']) => [...union.matchAll(/'([^']+)'/g)].map(([, name]) => name ?? '')),
    ),
  ]
}

describe('the menu', () => {
  it('has commands for the window, and prints', async () => {
    const program = await bootToWindow()
    for (const [label, subject] of [
      ['&Export customers…', 'customers'],
      ['&Help for this screen', 'help'],
      ['&Take the tour', 'tour'],
      ['&What’s new', 'whats-new'],
      ['&Keyboard shortcuts', 'shortcuts'],
    ] as const) {
      await program.ask('chooseFromMenu', label)
      expect(await program.ask('sent')).toContainEqual({
        channel: 'forecourt:event',
        event: expect.objectContaining({ name: 'app.commanded', subject }),
      })
    }
    await program.ask('chooseFromMenu', '&Print…')
    expect(await program.ask('printed')).toBe(1)
  })
})

describe('saving a file', () => {
  it('asks where, in the folder of the last one, and says when it could not be written', async () => {
    const program = await bootToWindow()
    const first = await program.ask('saves', 'customers.xlsx', join(program.folder, 'customers.xlsx'), 'completed')
    expect(first).toMatchObject({
      defaultPath: '/home/kim/Documents/customers.xlsx',
      filters: [{ name: 'XLSX', extensions: ['xlsx'] }],
    })
    const second = await program.ask('saves', 'failed rows.csv', '', 'cancelled')
    expect(second).toMatchObject({ defaultPath: join(program.folder, 'failed rows.csv') })
    expect(await program.ask('questions')).toEqual([])
    await program.ask('saves', 'failed rows.csv', '', 'interrupted')
    expect(await program.ask('questions')).toEqual([
      expect.objectContaining({ type: 'error', message: '“failed rows.csv” could not be saved.' }),
    ])
  })

  longTest('starts in the home folder while the documents are on a drive that cannot be reached', async () => {
    const program = await bootToWindow({ TWIN_NO_DOCUMENTS: '1' })
    expect(await program.ask('saves', 'customers.csv', '', 'cancelled')).toMatchObject({
      defaultPath: '/home/kim/customers.csv',
    })
    await program.ask('choose', null)
    expect(await program.ask('request', { kind: 'choose-file' })).toEqual({ ok: true, value: null })
    expect((await program.ask('dialogs')).map(({ defaultPath }) => defaultPath)).toEqual(['/home/kim'])
  })
})

it('a notification of an earlier start still leads to the window on Windows, which knows Forecourt by the same ids', async () => {
  const program = await bootToWindow({ TWIN_SYSTEM: 'win32' })
  const ids = ['model id au.com.forecourt.desktop', 'toast activator {34346825-5086-4E60-BA80-855E916AE471}']
  expect(await program.ask('transcript')).toEqual(expect.arrayContaining(ids))
  await program.ask('activatesOldNotice')
  expect(await program.ask('focused')).toEqual([1])
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
  let program: Booted
  beforeAll(async () => {
    program = await bootToWindow()
  })

  it('is served with the strict policy and a new nonce', async () => {
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
