import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createHistoryHandlers } from '../../../../src/core/uploads/history-handlers.ts'
import { compactAtClose } from '../../../../src/core/retention/retention.ts'
import { createRowPacks } from '../../../../src/core/uploads/row-packs.ts'
import type { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { textsInFolder } from '../../../twins/stored-pages.ts'
import { dataKey, scope } from '../privacy/plant-person.ts'
import { jane, omar, signal } from '../privacy/privacy-harness.ts'
import { dayMs, limits, startRetention, writeLog, type RetentionRun } from './retention-harness.ts'

/** The planted data is 100 days old. */
const [older, younger] = [99, 101]
const rowsOf = ({ database }: RetentionRun, uploadId: string) =>
  [...createRowPacks(database).each(uploadId, 'all')].flatMap(({ rows }) => rows)
const endBulk = ({ database }: RetentionRun): void => void database.run('UPDATE bulk_lookup SET ended_at = created_at')

describe('old data', () => {
  it('is kept until the user chooses otherwise', async () => {
    const run = await startRetention()
    run.part.start()
    await run.clock.advance(10 * dayMs)
    expect(run.count('kept_answer')).toBe(2)
    expect(await run.part.handlers.status({}, signal)).toMatchObject({
      days: { lookups: null, uploads: null, notes: null, logs: null, exports: null },
      last: null,
    })
  })

  it('is counted before it is deleted, and the counts are those of the run', async () => {
    const run = await startRetention()
    endBulk(run)
    run.database.run("INSERT INTO export_log (at, action, hidden_numbers) VALUES ('2026-11-20', 'app.report', 0)")
    writeLog(run.folder, ['2026-11-20T00:00:00.000Z', '2027-02-27T00:00:00.000Z'])
    const days = { lookups: older, uploads: older, notes: older, logs: older, exports: older }
    const expected = { lookups: 6, uploads: 1, notes: 5, logs: 3, exports: 3 }
    expect(await run.preview(days)).toEqual(expected)
    expect(run.count('kept_answer')).toBe(2)
    await run.set(days)
    expect((await run.part.handlers.status({}, signal)).last).toEqual({
      at: '2027-02-28T00:00:00.000Z',
      deleted: expected,
    })
    expect(await run.preview(days)).toEqual({ lookups: 0, uploads: 0, notes: 0, logs: 0, exports: 0 })
    expect(run.deleted).toEqual(['lookups', 'uploads', 'notes', 'logs', 'exports'])
  })

  it('is counted in slices when there is much of it, also when many items are of the same moment', async () => {
    const run = await startRetention()
    const before = (await run.preview({ lookups: older })) as { lookups: number }
    // 5,000 of the same moment, 5,000 of a second each, and as many that are too young.
    run.database.run(
      `WITH RECURSIVE item (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM item WHERE n < 15000)
       INSERT INTO rego_vin SELECT ?, 'au', 'R' || n, 'V' || n, 'planted',
         CASE WHEN n <= 5000 THEN '2026-01-01T00:00:00.000Z' WHEN n <= 10000 THEN strftime('%FT%TZ', 1767225600 + n, 'unixepoch')
           ELSE '2027-02-27T00:00:00.000Z' END FROM item`,
      [scope.connectionId],
    )
    expect(await run.preview({ lookups: older })).toMatchObject({ lookups: before.lookups + 10_000 })
  })

  it('stays while it is younger than the chosen days, each kind by its own', async () => {
    const run = await startRetention()
    await run.set({ lookups: younger, uploads: younger, notes: younger, logs: younger })
    expect([run.count('kept_answer'), run.count('sighting_entry'), run.count('rego_vin')]).toEqual([2, 3, 2])
    await run.set({ notes: older })
    expect([run.count('kept_answer'), run.count('sighting_entry'), run.count('rego_vin')]).toEqual([2, 0, 2])
    expect(rowsOf(run, 'ended')[0]?.input).toMatchObject({ client_name: jane.name })
  })

  it('is deleted a minute after the start and then once a day', async () => {
    const run = await startRetention()
    await run.set({ notes: younger })
    run.part.start()
    await run.clock.advance(dayMs)
    await run.ended()
    expect(run.count('sighting_entry')).toBe(3)
    await run.clock.advance(dayMs)
    await run.ended()
    expect(run.count('sighting_entry')).toBe(0)
  })

  it('is not in any page or block of the data folder afterwards', async () => {
    const run = await startRetention()
    const { database } = run
    for (let number = 0; number < 40; number += 1) {
      database.run(
        `INSERT INTO sighting_entry (id, connection_id, region, customer_id, at, outcome, note, next_action)
         VALUES (?, 'connection-1', 'au', ?, ?, 'call_back', ?, '')`,
        [
          `many ${number}`,
          `customer ${number}`,
          number % 2 ? '2027-02-27' : '2026-11-20',
          `Zebediah ${number}. ${'x'.repeat(300)}`,
        ],
      )
    }
    const searched = Array.from({ length: 40 }, (_, number) => `Zebediah ${number}.`)
    const isOld = (_: string, number: number): boolean => number % 2 === 0
    expect(textsInFolder(run.folder, dataKey, searched)).toEqual(searched)
    await run.set({ notes: older })
    const stays = searched.filter((text, at) => !isOld(text, at))
    rmSync(join(run.folder, 'forecourt.set-aside-2026-11-18.db'))
    rmSync(join(run.folder, 'forecourt.backup-daily-2026-11-19.db'))
    expect(textsInFolder(run.folder, dataKey, searched)).toEqual(stays)
  })

  it('takes no more room after the program has closed, and is in no backup of its own', async () => {
    const run = await startRetention()
    await run.set({ notes: older, lookups: older })
    expect(existsSync(join(run.folder, 'forecourt.backup-daily-2026-11-19.db'))).toBe(true)
    const options = { dataFolder: run.folder, log: createLogTwin() }
    compactAtClose(run.database, options)
    expect(existsSync(join(run.folder, 'forecourt.backup-daily-2026-11-19.db'))).toBe(false)
    expect(run.database.get('PRAGMA freelist_count')).toEqual({ freelist_count: 0 })
    writeFileSync(join(run.folder, 'forecourt.backup-daily-2027-02-28.db'), 'newer')
    compactAtClose(run.database, options)
    expect(existsSync(join(run.folder, 'forecourt.backup-daily-2027-02-28.db'))).toBe(true)
  })

  it('is deleted to the end by the next run after an interruption, with the counts of both', async () => {
    const run = await startRetention()
    run.database.run(
      `INSERT INTO contact_attempt (id, connection_id, region, customer_id, at, channel, reason)
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
       SELECT 'a' || i, 'connection-1', 'au', 'c', '2026-01-01', 'sms', '' FROM n`,
    )
    await run.part.handlers.setDays({ days: limits({ notes: older }) }, signal)
    while (run.count('contact_attempt') === 4_002) await new Promise((resolve) => setImmediate(resolve))
    await run.part.close()
    expect(run.count('contact_attempt')).toBeGreaterThan(0)
    const next = await startRetention(run.folder)
    next.part.start()
    await next.clock.advance(60_000)
    await next.ended()
    expect(next.count('contact_attempt')).toBe(0)
    expect((await next.part.handlers.status({}, signal)).last?.deleted.notes).toBe(4_005)
  })
})

describe('what is never deleted by its age', () => {
  it('keeps an unfinished upload with its rows', async () => {
    const run = await startRetention()
    await run.set({ uploads: 1 })
    expect(rowsOf(run, 'planned').map(({ input }) => input?.client_name)).toEqual([omar.name, jane.name])
  })

  it('keeps the references and customers of an emptied upload, so that duplicates are still found', async () => {
    const run = await startRetention()
    await run.set({ uploads: older })
    const journal = createJournal(run.database, run.clock)
    expect(journal.idsOf('connection-1').all).toContain('ended')
    expect(journal.find('ended')).toMatchObject({ referenceKey: 'forecourt_ref', rowsInFile: 2 })
    expect(rowsOf(run, 'ended')).toEqual(
      [jane, omar].map(({ id }, at) =>
        expect.objectContaining({ row: at + 2, input: {}, original: [], outcome: 'accepted', customerId: id }),
      ),
    )
    // What the check of an upload's account compares a duplicate with.
    expect(journal.inputsOf('ended', [2]).get(2)).toEqual({})
    expect(journal.header('ended')).toEqual([])
  })

  it('refuses the file of rows that were deleted, and says why', async () => {
    const run = await startRetention()
    await run.set({ uploads: older })
    const journal = createJournal(run.database, run.clock)
    const handlers = createHistoryHandlers({
      storage: { database: run.database },
      journal,
      history: {} as never,
      summaries: {} as never,
      customers: {} as never,
      fileHash: async () => null,
      openText: () => Promise.reject(new Error('No rows are left to open')),
      requireUpload: (id) => journal.find(id) as never,
      changed: () => undefined,
    })
    const refused = await handlers
      .exportRemainder({ id: 'ended', outcome: null, format: 'csv' })
      .catch((error: unknown) => error)
    expect((refused as FailureError).failure).toMatchObject({
      kind: 'not-found',
      message: 'The rows of this upload were deleted because of their age.',
    })
  })

  it('keeps Do Not Contact marks, and a note whose next action is later', async () => {
    const run = await startRetention()
    run.database.run("UPDATE sighting_entry SET next_date = '2027-03-05' WHERE customer_id = ? AND id <> 'mentions'", [
      jane.id,
    ])
    const marks = run.count('do_not_contact')
    await run.set({ notes: older })
    expect(marks).toBeGreaterThan(1)
    expect(run.count('do_not_contact')).toBe(marks)
    expect(run.database.all('SELECT customer_id FROM sighting_entry')).toEqual([{ customer_id: jane.id }])
  })

  it('keeps a bulk look-up that has not ended, with the saved answers of its cars', async () => {
    const run = await startRetention()
    run.database.run(`UPDATE bulk_lookup_item SET result_id = 'look-up ' || ? WHERE job_id = 'bulk ' || ?`, [
      jane.id,
      jane.id,
    ])
    await run.set({ lookups: older })
    expect(run.database.all('SELECT id FROM kept_answer')).toEqual([{ id: `look-up ${jane.id}` }])
    expect(run.count('bulk_lookup_item')).toBe(2)
    endBulk(run)
    await run.set({ lookups: older })
    expect([run.count('kept_answer'), run.count('bulk_lookup'), run.count('bulk_lookup_item')]).toEqual([0, 0, 0])
  })

  it('keeps the lines of the log that are young, and a line that was cut off after them', async () => {
    const run = await startRetention()
    writeLog(run.folder, ['2026-11-19T00:00:00.000Z', '2027-02-27T00:00:00.000Z'])
    await run.set({ logs: 30 })
    const text = readFileSync(join(run.folder, 'log', 'forecourt.log'), 'utf8')
    expect(text.trim().split('\n')).toEqual([expect.stringContaining('2027-02-27')])
  })

  it('deletes nothing for a day when the clock has jumped ahead, and nothing once it is right again', async () => {
    const run = await startRetention()
    await run.set({ notes: younger })
    run.clock.setWallClock(new Date('2057-01-01T00:00:00.000Z'))
    run.part.start()
    await run.clock.advance(120_000)
    await run.ended()
    expect(run.count('sighting_entry')).toBe(3)
    expect((await run.part.handlers.status({}, signal)).waitsUntil).toBe('2057-01-02T00:01:00.000Z')
    run.clock.setWallClock(new Date('2027-02-28T00:00:00.000Z'))
    await run.clock.advance(dayMs - 240_000)
    await run.ended()
    expect(run.count('sighting_entry')).toBe(3)
    run.clock.setWallClock(new Date('2057-01-01T00:00:00.000Z'))
    await run.clock.advance(dayMs)
    await run.ended()
    await run.clock.advance(dayMs)
    await run.ended()
    expect(run.count('sighting_entry')).toBe(0)
  })
})
