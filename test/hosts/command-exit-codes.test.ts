import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CommandReport, StoppedReport } from '../../src/contract/command-line.ts'
import { ImportReport } from '../../src/contract/import-report.ts'
import { failure, success, type Result } from '../../src/contract/result.ts'
import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import { ChannelAddress, channelFileName } from '../../src/host-kit/channel-wire.ts'
import { openCommandChannel } from '../../src/host-kit/command-channel.ts'
import type { ServedProgram } from '../../src/host-kit/served-program.ts'
import { onlyLong } from '../runs.ts'
import { cheapPasswords, startLife } from '../service/browser-host-life.ts'
import { password, startConnectedWindow } from './connected-window.ts'

/** Its bundle, which `node scripts/prepare.mjs` builds. */
const bundle = resolve('out/main/command-line.js')
const sample = resolve('resources/samples/sold-cars-clean.csv')

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-exit-code-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command in a process of its own. `input`: what its standard input has. */
function start(dataFolder: string, words: readonly string[], input = '') {
  const child = spawn(process.execPath, [
    cheapPasswords,
    bundle,
    ...words,
    '--data-dir',
    dataFolder,
    '--no-keychain',
    '--json',
  ])
  // A command that has ended reads nothing.
  child.stdin.on('error', () => undefined).end(input)
  onTestFinished(() => void child.kill('SIGKILL'))
  let [said, told] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (told += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => {
    const value: unknown = JSON.parse(said)
    const full = CommandReport.safeParse(value)
    return { code: code as number | null, report: full.success ? full.data : StoppedReport.parse(value), told }
  })
  return { ended, told: () => told }
}

type Dispatch = (method: string) => Promise<Result<unknown>>

/** A program with a window that answers as the test says. */
async function openWindow(dispatch: Dispatch) {
  const folder = newFolder()
  const program = { intake: createFileIntake(), listen: () => () => undefined }
  const channel = await openCommandChannel(
    { program: program as unknown as ServedProgram['program'], dispatch, reportUnexpected: () => undefined },
    folder,
  )
  onTestFinished(() => channel.close())
  return { folder, channel }
}

const connection = (id: string, name: string) => ({ id, name, credentials: 'stored' })
const [sydney, perth] = [connection('1', 'Sydney Motors'), connection('2', 'Perth Motors')]
const never = new Promise<never>(() => undefined)

/** What every command asks first; other methods are answered by `others`. */
const withTwoConnections =
  (others: Dispatch): Dispatch =>
  async (method) => {
    if (method === 'storage.status') return success({ state: 'open' })
    if (method === 'connections.state') return success({ connections: [sydney, perth], current: sydney })
    return others(method)
  }

describe('the exit code of a command', () => {
  it('is 1 for a defect, with a reference that is in the log and without the text of the error', async () => {
    // An answer that is not as the contract says.
    const { folder } = await openWindow(async (method) =>
      method === 'storage.status' ? success({ state: 'open' }) : success({ connections: 'Jane Citizen' }),
    )
    const { code, report, told } = await start(folder, ['status', '--connection', 'Sydney Motors']).ended
    expect([code, report.failure?.kind]).toEqual([1, 'unexpected'])
    const reference = report.failure?.reference ?? 'none'
    expect(told).toContain(reference)
    expect(told).not.toMatch(/TypeError|at .*\.js/)
    const [log = ''] = readdirSync(join(folder, 'log'))
    expect(readFileSync(join(folder, 'log', log), 'utf8')).toContain(reference)
  })

  it('is 3 for a file that is missing, and 64 for a connection that is unknown, which names those there are', async () => {
    const { folder } = await openWindow(withTwoConnections(() => never))
    const none = join(folder, 'none.csv')
    const ended = await Promise.all([
      start(folder, ['import', none, '--yes']).ended,
      start(folder, ['import', sample, '--connection', 'Hobart Motors', '--yes']).ended,
    ])
    expect(ended.map(({ code, report }) => [code, report.message])).toEqual([
      [3, expect.stringContaining(none)],
      [64, expect.stringMatching(/Hobart Motors.*“Sydney Motors”.*“Perth Motors”/)],
    ])
  })

  it('is 6 for another connection than that of the window, and names both', async () => {
    const { folder } = await openWindow(withTwoConnections(() => never))
    const { code, report } = await start(folder, ['import', sample, '--connection', 'perth motors', '--yes']).ended
    expect([code, report.message]).toEqual([
      6,
      'Forecourt is open with “Sydney Motors”. Change to “Perth Motors” there, or close it, then try again.',
    ])
  })

  it.each([
    ['reads a file', ['import', sample, '--yes'], 'drafts.open', 1],
    ...onlyLong(
      ['waits for the customers', ['customers', '--refresh'], 'customers.status', 1] as const,
      ['waits for uploads', ['status', '--wait'], 'uploads.overview', 1] as const,
      ['waits for an export', ['export', 'everything'], 'dataExport.status', 2] as const,
    ),
  ] as const)('is 6 when the window is closed while it %s', async (_, words, last, times) => {
    const path = resolve('everything')
    const running = { path, state: 'running', rows: 1, part: 0.1 }
    const arrived = Promise.withResolvers<void>()
    let asked = 0
    const answers = (): Record<string, unknown> => ({
      'customers.sync': { syncedAt: null },
      'customers.status': { syncedAt: null, syncing: { read: 1 }, problem: null },
      'uploads.overview': { running: 1, done: 0, total: 1 },
      'dataExport.status': { hasDialog: false, last: asked < times ? null : running },
      'dataExport.chooseFolder': { folder: dirname(path) },
      'dataExport.start': running,
    })
    const { folder, channel } = await openWindow(
      withTwoConnections(async (method) => {
        if (method === last && (asked += 1) === times) arrived.resolve()
        return method in answers() ? success(answers()[method]) : never
      }),
    )
    const command = start(folder, words)
    await arrived.promise
    await channel.close()
    const { code, report } = await command.ended
    expect([code, report.message]).toEqual([
      6,
      'Forecourt was closed while the command ran. What it has begun continues at its next start, except an export.',
    ])
  })

  it('is 3 for a password file that is missing, and 5 for one that others can read', async () => {
    const folder = newFolder()
    const open = join(folder, 'open')
    writeFileSync(open, `${password}\n`, { mode: 0o644 })
    const backup = (file: string) => [
      'backup',
      join(folder, 'night.fcbackup'),
      '--practice',
      '--backup-password-file',
      file,
    ]
    const missing = await start(join(folder, 'data'), backup(join(folder, 'none'))).ended
    expect([missing.code, missing.report.message]).toEqual([3, expect.stringContaining('(ENOENT)')])
    // Windows has no such modes.
    const readable = process.platform === 'win32' ? 5 : (await start(join(folder, 'data'), backup(open)).ended).code
    expect(readable).toBe(5)
  })

  it('is 5 for a window that is locked, and 4 for a service that refuses', async () => {
    const locked = await openWindow(async () => success({ state: 'needs-password' }))
    const down = await openWindow(
      withTwoConnections(async () => failure({ kind: 'service-down', message: 'The service is down.' })),
    )
    const ended = await Promise.all(
      [locked, down].map(({ folder }) => start(folder, ['import', sample, '--yes']).ended),
    )
    expect(ended.map(({ code, report }) => [code, report.message])).toEqual([
      [5, 'Forecourt is open and locked. Unlock it there, then try again.'],
      [4, 'The service is down.'],
    ])
  })
})

describe('an import of rows that become customers while the list is refreshed', () => {
  const draftWith = (ready: number, known: number) => ({
    id: 'd',
    name: 'March',
    source: { cutOff: false, notes: [] },
    counts: { rows: 3, ready, warning: 0, error: 0, update: 0, excluded: known, skipped: 0, paidLookups: 0 },
    groups: [],
    columns: [],
    contactQuestions: [],
    contactNotes: [],
    otherRegion: null,
  })
  const changed = failure({ kind: 'conflict', message: 'The rows have changed.' })
  const rows = { accepted: 2, failed: 0, notSent: 0, withErrors: 0, updated: 0, excluded: 1 }
  const uploaded = {
    id: 'u',
    name: 'March',
    state: 'complete',
    rows,
    excludedReasons: [],
    rejectedRows: 0,
    rejected: [],
  }

  /** A window whose draft has so many rows left after each refused attempt to send it. */
  async function importWith(...left: readonly number[]) {
    const waiting = [...left]
    let now = 3
    const removed: string[] = []
    const { folder } = await openWindow(
      withTwoConnections(async (method) => {
        if (method === 'drafts.open' || method === 'drafts.get') return success(draftWith(now, 3 - now))
        if (method === 'drafts.remove') removed.push(method)
        if (method === 'uploads.get') return success({ ...uploaded, progress: { done: 2, total: 2 } })
        if (method !== 'uploads.create') return success({})
        const next = waiting.shift()
        if (next === undefined) return success(uploaded)
        now = next
        return changed
      }),
    )
    const { code, report } = await start(folder, ['import', sample, '--yes']).ended
    return { code, report, removed }
  }

  it('sends the others', async () => {
    expect(await importWith(2)).toMatchObject({
      code: 0,
      report: { rows: { ready: 2, excluded: 1 }, upload: { accepted: 2 } },
      removed: [],
    })
  })

  it('ends with nothing to send when all of them did, and leaves no draft', async () => {
    expect(await importWith(0)).toMatchObject({
      code: 0,
      report: { upload: null, draftId: null },
      removed: ['drafts.remove'],
    })
  })

  it('leaves the draft to a person when the rows are the same as before', async () => {
    expect(await importWith(3)).toMatchObject({
      code: 2,
      report: { decisions: ['The rows have changed.'], draftId: 'd' },
      removed: [],
    })
  })
})

describe('an import while the service is away', () => {
  it('ends with code 4 and leaves no draft unless it was asked for, and the next one sends the rows', async () => {
    const data = join(newFolder(), 'data')
    const { window, service } = await startConnectedWindow(data)
    const run = (...words: string[]) => start(data, words).ended
    const drafts = async () => (await window.get('drafts.list', {})).drafts

    await service.control.goDown()
    const away = await run('import', sample, '--yes')
    expect(away).toMatchObject({
      code: 4,
      report: { decisions: [], draftId: null, upload: null, failure: { kind: 'needs-confirmation' } },
    })
    expect(away.report.message).toMatch(
      /^The customer list can’t be refreshed\..*Nothing was sent\. No draft was left\./,
    )
    expect(away.report.message).not.toContain('added twice')
    expect(await drafts()).toEqual([])
    expect(await run('import', sample, '--yes', '--keep-draft')).toMatchObject({
      code: 4,
      report: { draftId: expect.any(String) },
    })
    expect(await drafts()).toHaveLength(1)

    await service.control.comeUp()
    expect(await run('import', sample, '--yes')).toMatchObject({ code: 0, report: { upload: { accepted: 30 } } })
  })
})

describe('a command beside a window that is killed', () => {
  it(
    'says so with code 6, leaves the upload to the next start, and the file of its channel leads no later command astray',
    { timeout: 120_000 },
    async () => {
      const folder = newFolder()
      const data = join(folder, 'data')
      const { window, service } = await startConnectedWindow(data)
      service.control.settings.customersPerSecond = 5
      const file = join(data, channelFileName)
      expect(statSync(file).mode & 0o777).toBe(0o600)

      const running = start(data, ['import', sample, '--yes'])
      await expect.poll(running.told, { timeout: 60_000 }).toMatch(/of 30 rows processed/)
      await window.end('SIGKILL')
      expect(await running.ended).toMatchObject({ code: 6, report: { message: expect.stringContaining('was closed') } })

      // The file of the killed program leads nowhere: the command opens the data itself.
      expect(existsSync(file)).toBe(true)
      const passwordFile = join(folder, 'password')
      writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
      const alone = await start(data, ['status', '--password-file', passwordFile]).ended
      expect(alone).toMatchObject({ code: 0, report: { command: 'status', uploads: { open: 1 } } })
      expect((await start(data, ['status']).ended).code).toBe(5)
      expect((await start(data, ['status', '--password-stdin'], `${password}\n`).ended).code).toBe(0)
      expect((await start(data, ['status', '--password-stdin'], 'wrong\n').ended).code).toBe(5)

      const next = await startLife(data)
      onTestFinished(() => next.end('SIGKILL'))
      await next.get('storage.unlock', { password })
      const { uploads } = await next.get('uploads.list', {})
      expect(uploads.map(({ rows, finishedAt }) => [rows.inFile, finishedAt])).toEqual([[30, null]])

      // Another secret than that of the program: it is not reached, and has the folder.
      const { port } = ChannelAddress.parse(JSON.parse(readFileSync(file, 'utf8')))
      writeFileSync(file, JSON.stringify({ port, secret: 'a'.repeat(64) }))
      expect((await start(data, ['status', '--password-file', passwordFile]).ended).code).toBe(6)
    },
  )
})

describe('a command whose rows the service rejects', () => {
  it('ends with code 2 and names them, and the status lists the question', { timeout: 120_000 }, async () => {
    const data = join(newFolder(), 'data')
    const { service } = await startConnectedWindow(data)
    const message = 'Uploads are closed for stocktaking'
    service.control.failNext({ method: 'POST', path: '/v2/recapture/upload', status: 400, message, times: 1_000 })

    const { code, report } = await start(data, ['import', sample, '--yes']).ended
    expect(code).toBe(2)
    expect(report).toMatchObject({ upload: { state: 'undecided', accepted: 0 } })
    const { failures } = ImportReport.parse(report).upload ?? { failures: [] }
    expect(failures).toHaveLength(10)
    expect(failures[0]).toMatchObject({ row: 2, reason: `The service rejected this row: “${message}”` })
    const status = (await start(data, ['status', '--wait']).ended).report
    expect(status).toMatchObject({
      uploads: {
        attention: 1,
        list: [{ state: 'undecided', rejectedRows: 10, rejected: [{ row: 2 }, {}, {}, {}, {}, {}, {}, {}, {}, {}] }],
      },
    })
  })
})
