import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UpdateStatus } from '../../src/contract/updates.ts'
import { bootToWindow, call, type Booted } from './desktop-harness.ts'

const ask = (program: Booted, method: string, input: unknown = {}) =>
  program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>
const status = async (program: Booted): Promise<UpdateStatus> =>
  (await ask(program, 'updates.status')).value as unknown as UpdateStatus

it('a build without an address for updates has no updater, and offers none', async () => {
  const chunks = readdirSync(resolve('out/main'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.js'),
  )
  const withUpdater = chunks.filter((name) =>
    readFileSync(resolve('out/main', name), 'utf8').includes('autoInstallOnAppQuit'),
  )
  expect(withUpdater).toEqual([])
  const program = await bootToWindow()
  expect(await status(program)).toEqual({ state: 'off' })
  await expect(program.ask('chooseFromMenu', 'Check for &updates…')).rejects.toThrow('has no Check')
})

/** A new AppImage, as far as the updater looks at it: it notes how it was started. */
const appImage = (note: string): string => `#!/bin/sh\necho "$APPIMAGE_EXIT_AFTER_INSTALL" >> '${note}'\n`

// The built program with the real electron-updater, a web server on this PC and the files of an AppImage.
describe.runIf(process.platform === 'linux')('a build with an address for updates', () => {
  let server: Server
  let feed: string
  let folder: string
  const build = resolve('.cache', `with-updates-${process.pid}`)
  /** What the server offers. */
  const offer = { version: '9.9.9', content: '', sha512: '' }
  const requests: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'forecourt-updates-'))
    server = createServer((request, response) => {
      requests.push(request.url ?? '')
      if (request.url?.startsWith('/latest-linux.yml')) {
        const { version, content, sha512 } = offer
        const file = `url: Forecourt-${version}.AppImage\n    sha512: ${sha512}\n    size: ${content.length}`
        return response.end(`version: ${version}\nfiles:\n  - ${file}\npath: x\nsha512: ${sha512}\n`)
      }
      if (request.url?.endsWith('.AppImage')) return response.end(offer.content)
      response.writeHead(404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    feed = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    mkdirSync(join(build, 'out'), { recursive: true })
    for (const part of ['resources', 'out/preload', 'out/renderer']) symlinkSync(resolve(part), join(build, part))
    const words = ['build', '--config', resolve('test/hosts/builds/main-only.config.ts'), '--logLevel', 'warn']
    await promisify(execFile)(
      process.execPath,
      [resolve('node_modules/electron-vite/bin/electron-vite.js'), ...words],
      {
        env: { ...process.env, FORECOURT_UPDATE_FEED: feed, TEST_OUT: join(build, 'out', 'main') },
      },
    )
  }, 120_000)
  afterAll(() => {
    server?.close().closeAllConnections()
    rmSync(build, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  })

  interface Installed {
    readonly program: Booted
    readonly appImage: string
    readonly note: string
  }

  /** A program that was started from an AppImage. */
  async function install(words: readonly string[] = []): Promise<Installed> {
    const place = mkdtempSync(join(folder, 'pc-'))
    const installed = join(place, 'Forecourt.AppImage')
    const note = join(place, 'started')
    writeFileSync(installed, 'old')
    writeFileSync(
      join(place, 'app-update.yml'),
      `provider: generic\nurl: ${feed}\nupdaterCacheDirName: forecourt-updater\n`,
    )
    offer.content = appImage(note)
    offer.sha512 = createHash('sha512').update(offer.content).digest('base64')
    const program = await bootToWindow(
      {
        TWIN_BUNDLE: join(build, 'out', 'main', 'index.js'),
        TWIN_RESOURCES: place,
        APPIMAGE: installed,
        XDG_CACHE_HOME: join(place, 'cache'),
      },
      words,
    )
    return { program, appImage: installed, note }
  }
  const started = (note: string): string => {
    try {
      return readFileSync(note, 'utf8')
    } catch {
      return 'not started'
    }
  }

  it('downloads and verifies a newer version, and installs it at the wish of the user after everything is closed', async () => {
    offer.version = '9.9.9'
    const { program, appImage: installed, note } = await install()
    expect(await status(program)).toEqual({ state: 'idle', checkedAt: null })
    await program.ask('chooseFromMenu', 'Check for &updates…')
    expect(await program.ask('sent')).toContainEqual({
      channel: 'forecourt:event',
      event: expect.objectContaining({ name: 'app.commanded', subject: 'check-updates' }),
    })
    await ask(program, 'updates.check')
    const ready = { state: 'ready', version: '9.9.9', isBlocked: false, atClose: false }
    await expect.poll(() => status(program)).toEqual(ready)
    expect(readFileSync(installed, 'utf8')).toBe('old')
    expect(await ask(program, 'updates.restart')).toMatchObject({ ok: true })
    expect(await program.ask('transcript')).toContain('quit')
    await program.ask('closeDown')
    await expect.poll(() => started(note)).toBe('\n')
    expect(readFileSync(installed, 'utf8')).toBe(offer.content)
    expect(program.log()).toContain('program.closed')
  })

  it('installs nothing while an upload runs, nor when the PC shuts down, and at close only when the user wants it', async () => {
    offer.version = '9.9.9'
    const { program, appImage: installed } = await install(['--practice', '--practice-speed=1'])
    await expect.poll(() => ask(program, 'customers.status')).toMatchObject({ value: { syncing: null } })
    const { fileId } = (await ask(program, 'practice.takeSample', { sample: 'clean' })).value
    const { id: draftId } = (await ask(program, 'drafts.open', { fileId })).value
    await ask(program, 'uploads.create', { draftId, name: 'Sold cars', lookUpMissingVins: false })
    await ask(program, 'updates.check')
    await expect.poll(() => status(program)).toMatchObject({ state: 'ready', isBlocked: true })
    expect(await ask(program, 'updates.restart')).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    await ask(program, 'updates.setInstallAtClose', { atClose: true })
    await program.ask('closeDown')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(readFileSync(installed, 'utf8')).toBe('old')

    const second = await install()
    await ask(second.program, 'updates.check')
    await expect.poll(() => status(second.program)).toMatchObject({ state: 'ready' })
    await ask(second.program, 'updates.setInstallAtClose', { atClose: true })
    await second.program.ask('shutsDown')
    await second.program.ask('closeDown')
    await expect.poll(() => second.program.ask('exitCode')).toBe(0)
    expect(readFileSync(second.appImage, 'utf8')).toBe('old')

    const third = await install()
    await ask(third.program, 'updates.check')
    await expect.poll(() => status(third.program)).toMatchObject({ state: 'ready' })
    await ask(third.program, 'updates.setInstallAtClose', { atClose: true })
    await third.program.ask('closeDown')
    await expect.poll(() => started(third.note)).toBe('true\n')
  })

  it('refuses a damaged download and an older version, and says so', async () => {
    const { program, appImage: installed } = await install()
    offer.version = '9.8.6'
    await ask(program, 'updates.check')
    await expect.poll(() => status(program)).toEqual({ state: 'idle', checkedAt: expect.any(String) })
    offer.version = '10.0.0'
    offer.sha512 = createHash('sha512').update('something else').digest('base64')
    await ask(program, 'updates.check')
    await expect
      .poll(() => status(program))
      .toMatchObject({
        state: 'failed',
        failure: {
          message: 'The downloaded update is damaged. It wasn’t installed.',
          details: 'ERR_CHECKSUM_MISMATCH',
        },
      })
    await program.ask('closeDown')
    await expect.poll(() => program.ask('exitCode')).toBe(0)
    expect(readFileSync(installed, 'utf8')).toBe('old')
    expect(requests.filter((url) => url.endsWith('9.8.6.AppImage'))).toEqual([])
  })
})
