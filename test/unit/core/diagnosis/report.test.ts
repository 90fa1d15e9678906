import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabase, type Database, type SqlValue } from '../../../../src/core/database/database.ts'
import { makeReport } from '../../../../src/core/diagnosis/report.ts'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createFileLog } from '../../../../src/core/log/file-log.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'

/** One of each kind of text that the report must never have. */
const personal = [
  'Wilhelmina Quackenbush',
  '0491570159',
  '+61 491 570 159',
  'w.quackenbush@dealer.example',
  '1QX7PD',
  'JTMHV05J504012345',
  'sk_live_planted_4f1c9e77b2',
  '14 Planted Street, Carlton',
  'QUACK',
  'quackenbush',
] as const
const plantedNumber = 491_570_159

function memoryDatabase(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error('No database')
  return answer.database
}

/** Plants a text in every column of every table, also where the program would never write one. Returns how many cells there are. */
function plantEverywhere(database: Database): number {
  database.run('PRAGMA foreign_keys = OFF')
  let cells = 0
  const tables = database
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .filter(({ name }) => !/^(sqlite_|.*_search)/.test(name))
  for (const { name } of tables) {
    const columns = database.all<{ name: string; type: string }>(`SELECT name, type FROM pragma_table_info('${name}')`)
    for (const [round, text] of personal.entries()) {
      const values = columns.map(({ type }): SqlValue => {
        cells += 1
        if (type === 'INTEGER') return plantedNumber + round
        return type === 'BLOB' ? Buffer.from(text) : `${text}${name === 'setting' ? round : ''}`
      })
      const list = columns.map((column) => column.name).join(', ')
      const places = columns.map(() => '?').join(', ')
      database.run(`INSERT OR IGNORE INTO ${name} (${list}) VALUES (${places})`, values)
    }
  }
  return cells
}

/** Every setting that the report shows, with planted keys and values in the right and in the wrong places. */
function plantSettings(database: Database): void {
  const write = (name: string, value: unknown): void =>
    void database.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', [name, JSON.stringify(value)])
  const [name, mobile] = personal
  write('app.preferences', { theme: name, whenClosing: 'ask', density: mobile, [name]: true })
  write('lookup', { repeatAfterHours: plantedNumber, pageLength: 40, state: name })
  write('sightings.settings', { checkEveryMinutes: name, notify: true, [mobile]: 5 })
  write('inspector', { startsByItself: name, token: personal[6], port: plantedNumber })
  write('storage.backup-plan', { every: 'week', keep: 7, folder: `/media/${name}`, key: personal[6] })
  write('sightings.templates', [{ text: name }])
  database.run('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)', ['drafts.grid', name])
}

describe('the report for support', () => {
  it('has nothing of what is planted in every table, setting, log line and file name', async () => {
    const [name] = personal
    const dataFolder = join(createDataFolder(), `${name} 0491570159`)
    mkdirSync(dataFolder)
    for (const file of ['forecourt.db', `${name}.csv`]) writeFileSync(join(dataFolder, file), 'x'.repeat(3_000))
    const database = memoryDatabase()
    expect(plantEverywhere(database)).toBeGreaterThan(1_000)
    plantSettings(database)
    database.run(
      `INSERT OR REPLACE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at, credentials_in)
       VALUES ('c', ?, 'account', ?, 'oauth', 'nz', ?, '2026-01-01', 'keychain')`,
      [
        name,
        `https://quackenbush:sk_live_planted_4f1c9e77b2@api.service.test:8443/${name}?key=1QX7PD`,
        JSON.stringify({ pageSize: 150, referenceKey: 'quackenbush', mobileForm: 'international', statusPath: name }),
      ],
    )
    // The same search finds what is planted.
    for (const text of personal) {
      expect(database.get("SELECT 1 FROM setting WHERE name LIKE ? || '%'", [text])).toBeDefined()
    }

    const clock = createClockTwin()
    const log = createFileLog(join(dataFolder, 'log'), { clock })
    const code = 'SQLITE_FULL'
    log.write('error', 'unexpected', {
      method: 'customers.list',
      reference: 'ab12cd34',
      errorName: 'TypeError',
      durationMs: 120,
      stack: `TypeError: ${name}\n    at run (/home/${name}/forecourt/out/main/index.js:12:3)\n    at file:///C:/Program%20Files/app.asar/out/main/chunks/start-4-tNFDA0-4.js:342:43\n    at ${name} (C:\\Users\\Quackenbush\\x.js:1:1)`,
    })
    log.write('warning', 'service.failed', {
      failureKind: 'offline',
      code,
      durationMs: 80,
      host: 'quackenbush.example',
    })
    const fields =
      'area code connectionId errorName event failureKind host kind level method operation reason reference stack state step'
    for (const text of personal) {
      const planted = Object.fromEntries(fields.split(' ').map((field) => [field, text]))
      const numbers = Object.fromEntries(
        ['status', 'durationMs', 'attempt', 'exitCode'].map((field) => [field, plantedNumber]),
      )
      for (const level of ['warning', 'error']) {
        appendFileSync(
          join(dataFolder, 'log', 'forecourt.log'),
          `${JSON.stringify({ ...planted, ...numbers, at: text, level, [text]: text })}\n`,
        )
      }
    }
    appendFileSync(join(dataFolder, 'log', 'forecourt.log'), `{"level":"error","event":"${name}`)

    const report = await makeReport({
      host: 'browser',
      version: '1.2.3',
      dataFolder,
      clock,
      readLog: log.read,
      database: () => database,
      storage: async () => ({ state: 'open', protection: 'password', notice: name, needsRecoveryKey: false }),
    })
    for (const text of [...personal, String(plantedNumber), 'Quackenbush', 'planted', '157015', '/home', 'Users']) {
      expect([text, report.toLowerCase().includes(text.toLowerCase())]).toEqual([text, false])
    }
    // What it is for is there.
    for (const line of [
      'Forecourt: 1.2.3',
      'protection: password',
      'host: api.service.test',
      'region: nz',
      'pageSize: 150',
      'referenceKey: changed',
      'mobileForm: international',
      'statusPath: not shown',
      'app.preferences whenClosing: ask',
      'app.preferences theme: not shown',
      'lookup repeatAfterHours: out of range',
      'storage.backup-plan every: week',
      'error unexpected method=customers.list reference=ab12cd34 errorName=TypeError durationMs=120 stack=index.js:12 < start-4-tNFDA0-4.js:342',
      'warning service.failed failureKind=offline code=SQLITE_FULL durationMs=80',
      'service.failed: 1 times, average 80 ms, longest 80 ms',
    ]) {
      expect(report).toContain(line)
    }
    expect(report).toMatch(/people: \d+/)
  })

  it('is made while the data is closed, and when the database is damaged', async () => {
    const parts = {
      host: 'electron',
      version: '1.2.3',
      dataFolder: createDataFolder(),
      clock: createClockTwin(),
      storage: async () => ({ state: 'needs-password' }) as const,
    } as const
    const closed = await makeReport({ ...parts, database: () => null })
    expect(closed).toContain('state: needs-password')
    expect(closed).toContain('Connections\n  none')
    const damaged = {
      ...memoryDatabase(),
      all: () => {
        throw new FailureError({ kind: 'storage-damaged', message: 'Damaged' })
      },
    }
    expect(await makeReport({ ...parts, database: () => damaged })).toContain("can't be read: storage-damaged")
  })
})
