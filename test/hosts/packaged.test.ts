import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { bootToWindow, call, type Booted } from './desktop-harness.ts'
import { pack, requireAsBuilder, type Packed } from './electron-stand-in.ts'
import { filesIn } from './files-in.ts'
import { longTest } from '../runs.ts'

interface Archive {
  extractAll(archive: string, folder: string): void
  listPackage(archive: string, options: { isPack: boolean }): string[]
}
const asar = requireAsBuilder('@electron/asar') as Archive
interface Fuses {
  getCurrentFuseWire(program: string): Promise<Record<number, number>>
}
const { getCurrentFuseWire } = requireAsBuilder('@electron/fuses') as Fuses

/** The archive and what lies beside it, as one folder. */
function unpack(resources: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-unpacked-'))
  asar.extractAll(join(resources, 'app.asar'), folder)
  return folder
}

let linux: Packed
let app: string
beforeAll(async () => {
  linux = await pack('linux', 'dir')
  app = unpack(join(linux.folder, 'linux-unpacked', 'resources'))
}, 240_000)

/** Everything that was read while the packed program ran. */
async function filesUsedBy(program: Booted): Promise<readonly string[]> {
  const used = await program.ask('loaded')
  return used.filter((path) => path.startsWith(`${app}/`)).map((path) => path.slice(app.length + 1))
}

describe('the packed program', () => {
  it('boots from its own files alone, reads a file in its reader process, uploads it, and exits with 0', async () => {
    const program = await bootToWindow({ TWIN_BUNDLE: join(app, 'out/main/index.js') }, ['--practice'])
    const ask = (method: string, input: unknown = {}) =>
      program.ask('request', call(method, input)) as Promise<{ ok: boolean; value: Record<string, unknown> }>
    await expect.poll(() => ask('customers.status'), { timeout: 30_000 }).toMatchObject({ value: { syncing: null } })
    const bytes = new TextEncoder().encode('Rego,State,Name\nABC123,VIC,Kim Lee\nXYZ987,NSW,Jo Tan\n')
    const taken = await program.ask('request', {
      kind: 'take-bytes',
      name: 'a.csv',
      bytes: bytes.buffer as ArrayBuffer,
    })
    const { fileId } = (taken as { value: { fileId: string } }).value
    const { id: draftId } = (await ask('drafts.open', { fileId })).value
    const created = await ask('uploads.create', { draftId, name: 'Packed', lookUpMissingVins: false })
    expect(created).toMatchObject({ ok: true })
    await expect
      .poll(() => ask('uploads.get', { id: created.value.id }), { timeout: 30_000 })
      .toMatchObject({ value: { state: 'complete' } })
    expect(await program.ask('closeDown')).toBe(true)
    await expect.poll(() => program.ask('exitCode')).toBe(0)

    const used = await filesUsedBy(program)
    const main = filesIn(app).filter((path) => /^(out\/main|out\/preload|node_modules)\//.test(path))
    // The keychain of the person who runs the tests is not used, so its module is loaded apart from the program.
    expect(Object.keys(createRequire(join(app, 'package.json'))('keytar') as object)).toContain('getPassword')
    // Started by the program as threads and processes of their own, or read by the system.
    const others =
      /^out\/(preload\/|main\/(draft-worker|file-reader|database-worker|packaged-command)\.js|main\/chunks\/)|\.node$|LICENSE|\/package\.json$|\/keytar\/lib\//
    expect(main.filter((path) => !used.includes(path) && !others.test(path))).toEqual([])
    expect(used.filter((path) => path.startsWith('node_modules/')).length).toBeGreaterThan(5)
  })

  longTest('runs a command from its own files alone, without a window', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-packed-command-'))
    const words = [
      '--cli',
      'import',
      resolve('resources/samples/sold-cars-clean.csv'),
      '--dry-run',
      '--practice',
      '--json',
    ]
    const transcript = join(folder, 'transcript.json')
    const { status, stdout } = spawnSync(
      process.execPath,
      [resolve('test/hosts/twins/boot-main.ts'), ...words, `--data-dir=${join(folder, 'data')}`],
      {
        env: { ...process.env, TWIN_BUNDLE: join(app, 'out/main/index.js'), TWIN_COMMAND: transcript },
        encoding: 'utf8',
      },
    )
    expect({ status, report: JSON.parse(stdout) as unknown }).toMatchObject({
      status: 0,
      report: { command: 'import', rows: { inFile: 30 } },
    })
    expect(readFileSync(transcript, 'utf8')).toBe('[]')
  })

  it('contains the bundles, the window, the samples and two native modules, and nothing else', () => {
    const tops = new Set(
      filesIn(app).map((path) =>
        path.startsWith('node_modules/')
          ? path.split('/').slice(0, 2).join('/')
          : path.split('/').slice(0, 2).join('/'),
      ),
    )
    expect([...tops].toSorted()).toEqual([
      'node_modules/better-sqlite3-multiple-ciphers',
      'node_modules/keytar',
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources/samples',
      'resources/tray',
    ])
    const refused = filesIn(app).filter((path) => /\.(map|ts|vue|c|cc|cpp|h|gyp|md)$|\.env|\.git/.test(path))
    expect(refused.filter((path) => !/LICENSE/.test(path))).toEqual([])
    const text = filesIn(join(app, 'out')).map((path) => readFileSync(join(app, 'out', path), 'latin1'))
    expect(text.some((content) => content.includes('sourceMappingURL'))).toBe(false)
  })

  it('is below 40 MB without Electron, and only native modules lie outside its archive', () => {
    const resources = join(linux.folder, 'linux-unpacked', 'resources')
    const outside = filesIn(join(resources, 'app.asar.unpacked'))
    expect(outside).toEqual([
      'node_modules/better-sqlite3-multiple-ciphers/prebuilds/linux-x64.node',
      'node_modules/keytar/prebuilds/linux-x64/keytar.node',
    ])
    const bytes = [join(resources, 'app.asar'), ...outside.map((path) => join(resources, 'app.asar.unpacked', path))]
    expect(bytes.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(40 * 1024 ** 2)
  })

  it('has its fuses set: no other code runs as Forecourt', async () => {
    const wire = await getCurrentFuseWire(join(linux.folder, 'linux-unpacked', 'forecourt'))
    const [off, on] = ['0'.charCodeAt(0), '1'.charCodeAt(0)]
    // runAsNode, cookie encryption, NODE_OPTIONS, --inspect, integrity, only from the archive, snapshot, file protocol
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((fuse) => wire[fuse])).toEqual([off, on, off, off, on, on, off, off])
  })
})

it('the stand-in leaves nothing in the project', () => {
  expect(existsSync(resolve('dist'))).toBe(false)
})
