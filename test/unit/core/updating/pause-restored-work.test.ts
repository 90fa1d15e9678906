import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { isFromBeforeRestore, isJustRestored, justRestored } from '../../../../src/core/database/restored-data.ts'
import { writeSetting } from '../../../../src/core/database/settings.ts'
import { readFolders, writeFolders } from '../../../../src/core/folders/folder-settings.ts'
import { pauseRestoredWork } from '../../../../src/core/updating/pause-restored-work.ts'

const now = new Date('2026-11-21T01:00:00.000Z')
let database: Database

beforeEach(() => {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  database = opened.database
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES ('c', 'Test', 'account', 'https://service.test', 'api-key', 'au', '{}', '')`,
  )
})
afterEach(() => database.close())

function addUpload(id: string, state: string, batchState: string, cancelRequested = 0): void {
  database.run(
    `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
       paid_lookups, batch_size, state, cancel_requested, created_at)
     VALUES (?, 'c', 'au', 'March', 'march.csv', 0, '[]', 1, 0, 0, 10, ?, ?, '')`,
    [id, state, cancelRequested],
  )
  database.run('INSERT INTO upload_batch (upload_id, number, state, rows) VALUES (?, 1, ?, 1)', [id, batchState])
}

const pausedUploads = (): string[] =>
  database
    .all<{ id: string }>('SELECT id FROM upload WHERE paused = 1 AND failure IS NOT NULL ORDER BY id')
    .map(({ id }) => id)

it('pauses uploads with rows that may have been sent, and leaves those that are only followed', () => {
  addUpload('planned', 'open', 'planned')
  addUpload('refused', 'stopped', 'refused')
  addUpload('lost', 'open', 'unknown')
  addUpload('processing', 'open', 'processing')
  addUpload('cancelling', 'open', 'processing', 1)
  addUpload('complete', 'complete', 'complete')
  expect(pauseRestoredWork(database, now)).toBe(true)
  expect(pausedUploads()).toEqual(['lost', 'planned', 'refused'])
})

it('pauses edits, deletions and restores, but no deletion of personal data', () => {
  database.run(
    `INSERT INTO customer_edit (id, connection_id, region, customer_id, field, value, before, state)
     VALUES ('edit', 'c', 'au', '1', 'clientName', 'Ana', 'Ann', 'pending')`,
  )
  const bin = (id: string, pending: number, restoreAsked: number, erasedBy: string | null): void =>
    void database.run(
      `INSERT INTO bin (connection_id, region, customer_id, record, deleted_at, pending, sent, restore_asked, erased_by)
       VALUES ('c', 'au', ?, '', '', ?, 0, ?, ?)`,
      [id, pending, restoreAsked, erasedBy],
    )
  bin('deletion', 1, 0, null)
  bin('restore', 0, 1, null)
  bin('person', 1, 0, 'p')
  expect(pauseRestoredWork(database, now)).toBe(true)
  expect(database.get('SELECT state FROM customer_edit')).toEqual({ state: 'failed' })
  expect(database.all('SELECT customer_id AS id, pending, sent, restore_asked AS asked FROM bin ORDER BY id')).toEqual([
    { id: 'deletion', pending: 2, sent: 1, asked: 0 },
    { id: 'person', pending: 1, sent: 0, asked: 0 },
    { id: 'restore', pending: 0, sent: 0, asked: 0 },
  ])
})

it('pauses a bulk look-up, which would be charged again, and a folder that sends by itself', () => {
  database.run(
    `INSERT INTO bulk_lookup (id, connection_id, region, name, source, state, created_at, ask_again, duplicates, without_state)
     VALUES ('b', 'c', 'au', 'List', 'pasted', 'running', '', 0, 0, 0)`,
  )
  const folder = {
    connectionId: 'c',
    region: 'au',
    templateId: 't',
    lookUpMissingVins: false,
    maxPaidLookups: 0,
  } as const
  writeFolders(database, [
    { ...folder, id: 'sends', path: '/a', sendByItself: true, paused: false },
    { ...folder, id: 'asks', path: '/b', sendByItself: false, paused: false },
  ])
  expect(pauseRestoredWork(database, now)).toBe(true)
  expect(database.get('SELECT state, problem IS NOT NULL AS told FROM bulk_lookup')).toEqual({
    state: 'paused',
    told: 1,
  })
  expect(readFolders(database)).toMatchObject([
    { id: 'sends', paused: true, pauseReason: expect.stringContaining('restored') },
    { id: 'asks', paused: false },
  ])
})

it('finds nothing to pause in data without unfinished work, and remembers when it was restored', () => {
  writeSetting(database, ...justRestored)
  expect(isJustRestored(database)).toBe(true)
  expect(pauseRestoredWork(database, now)).toBe(false)
  expect(isJustRestored(database)).toBe(false)
  expect(isFromBeforeRestore(database, '2026-11-20T00:00:00.000Z')).toBe(true)
  expect(isFromBeforeRestore(database, '2026-11-22T00:00:00.000Z')).toBe(false)
})
