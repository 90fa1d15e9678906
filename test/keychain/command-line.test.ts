import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { CommandReport, StoppedReport } from '../../src/contract/command-line.ts'
import { longTest } from '../runs.ts'
import { cheapPasswords, startLife } from '../service/browser-host-life.ts'
import { startFarService } from '../twins/practice-twin.ts'

/** Its bundle, which `node scripts/prepare.mjs` builds. */
const command = join(import.meta.dirname, '..', '..', 'out', 'main', 'command-line.js')
const samples = join(import.meta.dirname, '..', '..', 'resources', 'samples')

/** Starts the command line in a process of its own, without a terminal. */
function start(dataFolder: string, words: readonly string[]) {
  const child = spawn(process.execPath, [cheapPasswords, command, ...words, '--data-dir', dataFolder], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DISPLAY: '' },
  })
  let [said, told] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (told += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said, told }))
  return { child, ended, told: () => told }
}

/** An account that was connected in the window once, with its credentials in the keychain. `whileOpen`: before the window is closed. */
async function connectAccount(whileOpen: (dataFolder: string) => Promise<void> = async () => undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const service = await startFarService()
  service.control.settings.errorShare = 0
  const data = join(folder, 'data')
  const life = await startLife(data, [], 'keychain')
  await life.waitFor(async () => ((await life.get('storage.status', {})).state === 'open' ? true : undefined))
  await life.get('connections.connect', {
    name: 'Motor City',
    baseUrl: service.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: service.apiKey },
  })
  await whileOpen(data)
  await life.end('SIGTERM')
  const run = async (...words: string[]) => {
    const { code, said, told } = await start(data, [...words, '--json', '--quiet']).ended
    const value: unknown = JSON.parse(said)
    const full = CommandReport.safeParse(value)
    const report = full.success ? full.data : StoppedReport.parse(value)
    // Nothing is written that the contract does not name.
    expect(report).toEqual(value)
    expect(report.exitCode).toBe(code)
    return { code, report, told }
  }
  return { folder, data, service, run }
}

it(
  'imports the files of a night on an account without a display, and says how each ended',
  { timeout: 120_000 },
  async () => {
    const { folder, service, run } = await connectAccount(async (data) => {
      // The window does the work, and its connection is not changed.
      const beside = await start(data, ['status', '--json']).ended
      expect(beside.code).toBe(0)
      expect(JSON.parse(beside.said)).toMatchObject({ connection: 'Motor City', exitCode: 0 })
      const words = ['import', join(samples, 'sold-cars-clean.csv'), '--practice', '--yes']
      expect(await start(data, words).ended).toMatchObject({ code: 64, said: '' })
    })

    const clean = join(folder, 'clean.csv')
    copyFileSync(join(samples, 'sold-cars-clean.csv'), clean)
    const before = service.control.customerCount()
    expect((await run('import', clean, '--connection', 'motor city', '--dry-run')).report).toMatchObject({
      exitCode: 0,
    })
    expect((await run('import', clean)).report).toMatchObject({ exitCode: 2, upload: null })
    expect(service.control.customerCount()).toBe(before)
    const sent = await run('import', clean, '--connection', 'motor city', '--yes')
    expect(sent.report).toMatchObject({ exitCode: 0, upload: { state: 'complete', accepted: 30, failed: 0 } })
    expect(service.control.customerCount()).toBe(before + 30)

    const again = await run('import', clean, '--yes')
    expect(again.report).toMatchObject({ exitCode: 0, upload: null })

    const status = await run('status')
    expect(status.report).toMatchObject({ connection: 'Motor City', customers: { total: before + 30 } })
    expect(status.report).toHaveProperty('drafts.length', 1)
  },
)

longTest(
  'leaves a file with errors to a person, and refuses one that is cut off or missing, and a connection that is unknown',
  async () => {
    const { folder, service, run } = await connectAccount()
    const before = service.control.customerCount()
    const messy = await run('import', join(samples, 'sold-cars-messy.xlsx'), '--yes')
    expect(messy.report).toMatchObject({ exitCode: 2, upload: null })
    expect(messy.report).toHaveProperty('decisions.0', '8 rows have errors.')
    const truncated = join(folder, 'truncated.xlsx')
    const bytes = readFileSync(join(samples, 'sold-cars-messy.xlsx'))
    writeFileSync(truncated, bytes.subarray(0, bytes.length / 2))
    expect((await run('import', truncated, '--yes')).report).toMatchObject({ exitCode: 3, command: 'import' })
    expect((await run('import', join(folder, 'none.csv'))).code).toBe(3)
    const clean = join(samples, 'sold-cars-clean.csv')
    expect((await run('import', clean, '--connection', 'Other')).code).toBe(64)
    expect(service.control.customerCount()).toBe(before)
    expect((await run('status')).report).toHaveProperty('drafts.length', 1)
  },
)

it('continues an upload that Ctrl+C or a kill stopped, and sends no row twice', { timeout: 120_000 }, async () => {
  const { folder, data, service, run } = await connectAccount()
  service.control.settings.customersPerSecond = 5
  const file = join(folder, 'list.csv')
  copyFileSync(join(samples, 'sold-cars-clean.csv'), file)
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const words = signal === 'SIGINT' ? ['import', file, '--yes'] : ['status', '--wait']
    const { child, ended, told } = start(data, words)
    await expect.poll(told, { timeout: 60_000 }).toMatch(/of 30 rows processed/)
    child.kill(signal)
    expect((await ended).code).toBe(signal === 'SIGINT' ? 130 : null)
  }
  service.control.settings.customersPerSecond = Infinity
  const { report } = await run('status', '--wait')
  expect(report).toMatchObject({ exitCode: 0, uploads: { open: 0 } })
  expect(service.control.customers().map(({ rego }) => rego)).toHaveLength(30)
})

it('lists, looks up and backs up, and refuses a password file that others can read', { timeout: 120_000 }, async () => {
  const { folder, data, run } = await connectAccount()
  await run('import', join(samples, 'sold-cars-clean.csv'), '--yes')
  const csv = await start(data, ['customers', '--csv', '--refresh', '--quiet']).ended
  expect(csv.code).toBe(0)
  expect(csv.said.trimEnd().split('\n')).toHaveLength(31)
  expect((await run('sightings', '--since', '2020-01-01')).report).toMatchObject({ exitCode: 0, command: 'sightings' })
  const looked = await run('lookup', 'REG4SUCCESS', 'no car at all', '--state', 'vic')
  expect(looked.report).toMatchObject({
    results: [{ outcome: 'match', state: 'VIC' }, { failure: { kind: 'invalid-input' } }],
  })
  expect((await run('customers')).report).toMatchObject({ exitCode: 0, command: 'customers', total: 30 })
  const everything = join(folder, 'everything')
  expect((await run('export', everything, '--csv')).report).toMatchObject({ exitCode: 0, path: everything })
  expect(readFileSync(join(everything, 'manifest.json'), 'utf8')).toContain('customers')
  const [backup, password] = [join(folder, 'night.fcbackup'), join(folder, 'password')]
  writeFileSync(password, 'a long password\n', { mode: 0o644 })
  expect((await run('backup', backup, '--backup-password-file', password)).code).toBe(5)
  rmSync(password)
  writeFileSync(password, 'a long password\n', { mode: 0o600 })
  expect((await run('backup', backup, '--backup-password-file', password)).report).toMatchObject({ exitCode: 0 })
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect((await run('backup', backup, '--backup-password-file', password)).code).toBe(3)
})

longTest(
  'says which rows the service refused, and that the service is not there',
  async () => {
    const { folder, service, run } = await connectAccount()
    const file = join(folder, 'refused.csv')
    writeFileSync(file, 'Rego,State,Name,Mobile\n1AB2CD,VIC,Kim Lee,0491 570 156\n')
    service.control.settings.errorShare = 1
    expect((await run('import', file, '--yes')).report).toMatchObject({
      exitCode: 7,
      upload: { accepted: 0, failed: 1, failures: [{ row: 2 }] },
    })
    await service.stop()
    expect((await run('lookup', '1AB2CE', '--state', 'vic')).report).toMatchObject({
      exitCode: 4,
      results: [{ failure: { kind: 'offline' } }],
    })
  },
  120_000,
)
