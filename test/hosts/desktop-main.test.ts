import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { bootToWindow, call, filterAsync, type Booted } from './desktop-harness.ts'

describe('a request', () => {
  let program: Booted
  beforeAll(async () => {
    program = await bootToWindow()
  })

  it('from our own page is answered', async () => {
    expect(await program.ask('request', call('app.info'))).toMatchObject({
      ok: true,
      value: { name: 'Forecourt', version: '9.8.7', host: 'electron', dataFolder: program.folder },
    })
  })

  it.each([
    ['an inner frame', { frame: 'inner' }],
    ['a frame that was removed', { frame: 'none' }],
    ['a page of another site', { url: 'https://evil.example/' }],
    ['an address that begins like ours', { url: 'app://bundle.evil.example/' }],
    ['the hot-reload address, in a packaged program', { url: 'http://localhost:5173/' }],
    ['no address at all', { url: '' }],
    ['a window of another program', { id: 4_711 }],
  ] as const)('from %s is refused', async (_, sender) => {
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
  ])('that is %s is refused with a message', async (_, given) => {
    expect(await program.ask('request', given)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
  })

  it('for a file opens the dialog in the folder of the last choice', async () => {
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

  it('accepts a dropped or a pasted file', async () => {
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
  ])('for a file that %s fails with a message', async (_, name, kind) => {
    expect(await program.ask('request', { kind: 'take-path', path: join(program.folder, name) })).toMatchObject({
      ok: false,
      error: { kind },
    })
  })
})

describe('the program of the desktop host', () => {
  let usual: Booted
  beforeAll(async () => {
    usual = await bootToWindow()
  })

  it('calls the service in a session without cookies, cache or redirects', async () => {
    const program = usual
    expect(await program.ask('transcript')).toContain('partition api {"cache":false}')
    expect(await program.ask('request', call('connections.startPractice'))).toMatchObject({ ok: true })
    expect(await program.ask('request', call('connections.testCurrent'))).toMatchObject({ value: { ok: true } })
    const calls = await program.ask('calls')
    expect(calls.length).toBeGreaterThan(0)
    for (const { headers: _headers, method: _method, url: _url, ...options } of calls) {
      expect(options).toEqual({ cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' })
    }
  })

  it('starts with sample data for --practice', async () => {
    const program = await bootToWindow({}, ['--practice'])
    await expect
      .poll(() => program.ask('request', call('connections.state')))
      .toMatchObject({ ok: true, value: { current: { kind: 'practice' } } })
  })

  it('shows a system notification for a new sighting, and a click opens the sightings', async () => {
    const program = await bootToWindow({}, ['--practice'])
    const ask = (method: string, input: unknown = {}) =>
      program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>
    await expect.poll(() => ask('sightings.summary')).toMatchObject({ value: { checkedAt: expect.any(String) } })
    await expect.poll(() => ask('customers.status')).toMatchObject({ value: { syncing: null } })
    // Asked after the first sync: what it brought is known, and the next sighting is news.
    await ask('sightings.summary')
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

  it('shows the progress of an upload in the task bar, and its end in a notification that opens it', async () => {
    const program = await bootToWindow({}, ['--practice'])
    const ask = (method: string, input: unknown = {}) =>
      program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>
    await expect.poll(() => ask('customers.status')).toMatchObject({ value: { syncing: null } })
    const { fileId } = (await ask('practice.takeSample', { sample: 'clean' })).value
    const { id: draftId } = (await ask('drafts.open', { fileId })).value
    const { id } = (await ask('uploads.create', { draftId, name: 'Sold cars', lookUpMissingVins: false })).value
    await expect
      .poll(() => program.ask('notices'), { timeout: 20_000 })
      .toContainEqual({ title: 'Upload complete', body: expect.stringMatching(/^Sold cars: \d+ customers tracked\./) })
    await expect.poll(async () => (await program.ask('progressBars')).at(-1)).toEqual({ part: -1, mode: null })
    expect(await program.ask('progressBars')).toContainEqual({ part: 0, mode: 'normal' })
    // Cars can have been listed meanwhile.
    await program.ask('chooseNotice', 'Upload complete')
    expect(await program.ask('sent')).toContainEqual({
      channel: expect.any(String),
      event: expect.objectContaining({ name: 'uploads.selected', subject: id }),
    })
  })

  it('opens checked links with the system, and no others', async () => {
    const program = usual
    const open = (url: string) => program.ask('request', call('app.openLink', { url })) as Promise<{ ok: boolean }>
    const links = [
      'https://cars.example/1',
      'tel:+61491570006',
      'sms:0491570006?body=Hi%20Kim',
      'mailto:kim@dealer.example?subject=HiLux',
    ]
    for (const address of links) {
      expect(await open(address)).toEqual({ ok: true, value: { address, result: 'opened' } })
    }
    const others = [
      'http://cars.example/',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'ms-msdt:/id',
      'tel:*%2321%23',
      'tel:+61491570006;phone-context=evil.example',
      'sms:0491570006?to=1900123456',
      'mailto:kim@dealer.example?cc=lee@dealer.example',
      'mailto:kim@dealer.example?attach=/etc/passwd',
      'mailto:kim@dealer.example?subject=a%0D%0Abcc:lee@dealer.example',
    ]
    expect(await filterAsync(others, async (url) => (await open(url)).ok)).toEqual([])
    expect(await program.ask('opened')).toEqual(links)
  })

  it('reports that no program opens a link', async () => {
    const program = await bootToWindow()
    const open = (url: string) => program.ask('request', call('app.openLink', { url }))
    await program.ask('hasNoProgramFor', 'tel:')
    const noProgram = { ok: true, value: { result: 'no-program' } }
    expect(await open('tel:+61491570006')).toMatchObject(noProgram)
    expect(await open('sms:+61491570006')).toMatchObject({ value: { result: 'opened' } })
    await program.ask('failsToOpen', true)
    expect(await open('https://cars.example/1')).toMatchObject(noProgram)
    expect(await program.ask('opened')).toEqual(['sms:+61491570006'])
  })

  it('reads each spreadsheet in a utility process, from the bundle, without its own environment', async () => {
    const program = await bootToWindow({ SECRET_OF_THE_USER: 'kept' })
    await program.ask('request', call('connections.startPractice'))
    const content = new TextEncoder().encode('Rego,State,Name\nABC123,VIC,Kim Lee\n')
    const file = join(program.folder, 'dropped.csv')
    await writeFile(file, content)
    const book = utils.book_new(
      utils.aoa_to_sheet([
        ['Rego', 'State'],
        ['ABC123', 'VIC'],
      ]),
    )
    const oldWorkbook = new Uint8Array(write(book, { type: 'buffer', bookType: 'xls' }) as Buffer)
    const requests = [
      { kind: 'take-bytes', name: 'pasted.csv', bytes: content.buffer as ArrayBuffer },
      { kind: 'take-bytes', name: 'old.xls', bytes: oldWorkbook.buffer },
      { kind: 'take-path', path: file },
    ]
    for (const request of requests) {
      const taken = await program.ask('request', request)
      const { fileId, name } = (taken as { value: { fileId: string; name: string } }).value
      expect(await program.ask('request', call('drafts.open', { fileId }))).toMatchObject({
        ok: true,
        value: { fileName: name, counts: { rows: 1 } },
      })
    }
    const env = { FORECOURT_PROCESS: 'file-reader' }
    const process = { serviceName: 'Forecourt file reader', env, ended: true }
    await expect.poll(() => program.ask('utilityProcesses')).toEqual([process, process, process])
  })

  it('opens a sample spreadsheet of its own folder', async () => {
    const program = usual
    await program.ask('request', call('connections.startPractice'))
    const taken = await program.ask('request', call('practice.takeSample', { sample: 'messy' }))
    expect(taken).toMatchObject({ ok: true, value: { name: 'sold-cars-messy.xlsx' } })
    const { fileId } = (taken as { value: { fileId: string } }).value
    expect(await program.ask('request', call('drafts.open', { fileId }))).toMatchObject({
      value: { counts: { rows: 45 } },
    })
    expect(await program.ask('request', call('practice.takeSample', { sample: '../../package.json' }))).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input' },
    })
  })

  it('is closed before the process ends', async () => {
    const program = await bootToWindow()
    expect(await program.ask('closeDown')).toBe(true)
    await expect.poll(() => program.ask('exitCode')).toBe(0)
  })
})
