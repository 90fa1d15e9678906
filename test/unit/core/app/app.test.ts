import { describe, expect, it } from 'vitest'
import { AppInfo } from '../../../../src/contract/app.ts'
import { createApp } from '../../../../src/core/app/app.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'

const { signal } = new AbortController()

function begin(kept: { database: Database | null } = { database: null }) {
  const opened: string[] = []
  const app = createApp({
    host: 'browser',
    version: '1.2.3',
    dataFolder: '/data',
    clock: createClockTwin(),
    storage: async () => ({ state: 'needs-password' }),
    openedFiles: { take: async () => null },
    serviceHosts: () => ['api.service.test'],
    opener: async (address) => {
      opened.push(address)
      return 'opened'
    },
    database: () => kept.database,
  })
  return { app, opened }
}

function memoryDatabase(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error('No database')
  return answer.database
}

describe('preferences', () => {
  it('can be set before storage is open, and are saved when it opens', async () => {
    const kept: { database: Database | null } = { database: null }
    const { app } = begin(kept)
    expect(await app.preferences({}, signal)).toMatchObject({ theme: 'system' })
    expect(await app.setPreferences({ theme: 'dark' }, signal)).toMatchObject({ theme: 'dark' })
    kept.database = memoryDatabase()
    app.handleStorageOpened()
    expect(await begin(kept).app.preferences({}, signal)).toMatchObject({ theme: 'dark' })
  })

  it('are not overwritten by defaults', async () => {
    const kept = { database: memoryDatabase() }
    await begin(kept).app.setPreferences({ theme: 'light' }, signal)
    const next = begin(kept)
    next.app.handleStorageOpened()
    expect(await next.app.preferences({}, signal)).toMatchObject({ theme: 'light' })
  })

  it('of a later version are ignored', async () => {
    const kept = { database: memoryDatabase() }
    kept.database.run('INSERT INTO setting (name, value) VALUES (?, ?)', ['app.preferences', '{"theme":"sepia"}'])
    expect(await begin(kept).app.preferences({}, signal)).toMatchObject({ theme: 'system' })
  })
})

describe('preferences of another version', () => {
  it.each([
    ['without a date format', '{"theme":"dark","whenClosing":"quit","density":"comfortable"}'],
    [
      'with a value that is not known',
      '{"theme":"dark","whenClosing":"quit","density":"comfortable","dateFormat":"julian"}',
    ],
  ])('%s keep all others', async (_kind, stored) => {
    const kept = { database: memoryDatabase() }
    kept.database.run('INSERT INTO setting (name, value) VALUES (?, ?)', ['app.preferences', stored])
    expect(await begin(kept).app.preferences({}, signal)).toMatchObject({
      theme: 'dark',
      whenClosing: 'quit',
      density: 'comfortable',
      dateFormat: 'region',
      defaultState: null,
    })
  })
})

describe('the version whose changes are known', () => {
  const addConnection = (database: Database): void =>
    void database.run(
      `INSERT INTO connection (id, kind, name, base_url, region, scheme, advanced, created_at)
       VALUES ('c', 'practice', 'Practice', '', 'au', 'api-key', '{}', '2026-01-01T00:00:00.000Z')`,
    )

  it('is this one on new data', async () => {
    const kept = { database: memoryDatabase() }
    const { app } = begin(kept)
    app.handleStorageOpened()
    expect(await app.preferences({}, signal)).toMatchObject({ noticedVersion: '1.2.3', readVersion: '1.2.3' })
  })

  it('is none on data of a version without notices, and stays as it was saved after that', async () => {
    const kept = { database: memoryDatabase() }
    addConnection(kept.database)
    const { app } = begin(kept)
    app.handleStorageOpened()
    expect(await app.preferences({}, signal)).toMatchObject({ noticedVersion: null, readVersion: null })
    await app.setPreferences({ noticedVersion: '1.2.2' }, signal)
    const next = begin(kept)
    next.app.handleStorageOpened()
    expect(await next.app.preferences({}, signal)).toMatchObject({ noticedVersion: '1.2.2', readVersion: null })
  })
})

describe('a link', () => {
  it('is opened as it was checked, and the result is reported', async () => {
    const { app, opened } = begin()
    const address = 'https://www.carsales.com.au/cars/1?x=1#y'
    expect(await app.openLink({ url: address }, signal)).toEqual({ address, result: 'opened' })
    expect(await app.openLink({ url: 'TEL:+61491570006' }, signal)).toMatchObject({ address: 'tel:+61491570006' })
    expect(opened).toEqual([address, 'tel:+61491570006'])
  })

  it('to a website that is neither a listing site nor the service is opened once the user has confirmed it', async () => {
    const { app, opened } = begin()
    const others = ['https://evil.test/', 'https://carsales.com.au.evil.test/', 'https://notcarsales.com.au/']
    for (const url of others) {
      expect(await app.openLink({ url }, signal)).toEqual({ address: url, result: 'unknown-site' })
    }
    expect(opened).toEqual([])
    expect(await app.openLink({ url: 'https://evil.test/', confirmed: true }, signal)).toMatchObject({
      result: 'opened',
    })
    for (const url of ['https://api.service.test/help', 'https://m.trademe.co.nz/1', 'https://carsales.com.au/']) {
      expect(await app.openLink({ url }, signal)).toMatchObject({ result: 'opened' })
    }
  })

  it.each([
    'http://www.example.com.au',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-msdt:/id',
    '\\\\server\\share',
    'https://user:password@www.example.com.au',
    'mailto:kim@dealer.example?bcc=lee@dealer.example',
    'not a link',
    '',
  ])('such as “%s” is rejected', async (url) => {
    const { app, opened } = begin()
    await expect(app.openLink({ url }, signal)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
    expect(opened).toEqual([])
  })
})

it('reports its name, version and runtime', async () => {
  const info = AppInfo.parse(await begin().app.info({}, signal))
  expect(info).toMatchObject({ name: 'Forecourt', version: '1.2.3', host: 'browser', dataFolder: '/data' })
  expect(info.versions['node']).toBe(process.versions.node)
})
