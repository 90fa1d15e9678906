import { afterEach, describe, expect, it } from 'vitest'
import type { UploadListPart } from '../../../../src/contract/upload-list.ts'
import type { Database } from '../../../../src/core/database/database.ts'
import { connectionId, create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
const uploadsAtFirst = 10_000
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const idOf = (number: number): string => number.toString(16).padStart(16, '0')

/** Uploads that have ended, each with a name, a file and a batch; every tenth is removed, every hundredth undone. */
function addEndedUploads(database: Database, count: number): void {
  database.transaction(() => {
    for (let number = 1; number <= count; number += 1) {
      const at = new Date(Date.UTC(2020, 0, 1) + number * 3_600_000).toISOString()
      database.run(
        `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded,
           paid_lookups, batch_size, state, created_at, finished_at, removed_at, undone_at)
         VALUES (?, ?, 'au', ?, ?, 0, '["Rego","Name"]', 500, 0, 0, 500, 'complete', ?, ?, ?, ?)`,
        [
          idOf(number),
          connectionId,
          `Customers of dealership number ${number}`,
          `customers of dealership ${number}.csv`,
          at,
          at,
          number % 10 === 0 ? at : null,
          number % 100 === 1 ? at : null,
        ],
      )
      database.run(
        `INSERT INTO upload_batch (upload_id, number, state, remote_id, rows, uploaded, processed, accepted, finished_at)
         VALUES (?, 1, 'complete', ?, 500, 500, 500, 500, ?)`,
        [idOf(number), `service-${number}`, at],
      )
    }
  })
}

const list = (input: { show?: UploadListPart; ids?: string[]; offset?: number; limit?: number }) =>
  bench.uploads().list(input, signal)

describe('a list of 10,000 uploads', () => {
  it('gives a page of each part, with the number of all', async () => {
    bench = makeBench(draftOf(5))
    addEndedUploads(bench.database, uploadsAtFirst)
    const ended = await list({ show: 'ended' })
    expect(ended.total).toBe(9_000)
    expect(ended.uploads.slice(0, 3).map(({ id }) => id)).toEqual([9_999, 9_998, 9_997].map(idOf))
    expect(ended.uploads).toHaveLength(100)
    const next = await list({ show: 'ended', offset: 8_990 })
    expect(next.uploads.map(({ id }) => id)).toEqual([11, 9, 8, 7, 6, 5, 4, 3, 2, 1].map(idOf))
    const removed = await list({ show: 'removed', limit: 2 })
    expect([removed.total, ...removed.uploads.map(({ id }) => id)]).toEqual([1_000, idOf(10_000), idOf(9_990)])
    expect(await list({ show: 'open' })).toEqual({ total: 0, uploads: [] })
    expect((await list({})).total).toBe(10_000)
    const some = await list({ ids: [idOf(4), idOf(7), 'unknown'] })
    expect(some.uploads.map(({ id }) => id)).toEqual([7, 4].map(idOf))
  })

  it('is answered with less than 100 KB', async () => {
    bench = makeBench(draftOf(5))
    addEndedUploads(bench.database, uploadsAtFirst)
    expect(JSON.stringify(await list({ show: 'ended' })).length).toBeLessThan(100_000)
    expect(JSON.stringify(await list({})).length).toBeLessThan(100_000)
  })

  it('reads only the uploads of the page, and none for the overview', async () => {
    bench = makeBench(draftOf(5))
    addEndedUploads(bench.database, uploadsAtFirst)
    let uploadsRead = 0
    const { all, each } = bench.database
    Object.assign(bench.database, {
      all(sql: string, params?: never) {
        const found = all(sql, params)
        if (sql.includes('FROM upload') && !sql.includes('INDEXED BY')) uploadsRead += found.length
        return found
      },
      *each(sql: string, params?: never) {
        if (!sql.includes('INDEXED BY upload_list')) throw new Error('Rows of uploads are read one by one')
        yield* each(sql, params)
      },
    })
    await list({ show: 'ended', limit: 10 })
    expect(uploadsRead).toBeLessThanOrEqual(30)
    uploadsRead = 0
    expect(await bench.uploads().overview({}, signal)).toEqual({
      open: 0,
      ended: 9_000,
      removed: 1_000,
      running: 0,
      waiting: 0,
      attention: 0,
      paused: 0,
      done: 0,
      total: 0,
    })
    expect(uploadsRead).toBe(0)
  })

  it('follows an upload from the open ones to the ended, removed and back', async () => {
    bench = makeBench(draftOf(5))
    addEndedUploads(bench.database, 30)
    const id = await create(bench)
    expect((await list({ show: 'open' })).uploads.map((upload) => upload.id)).toEqual([id])
    expect(await bench.uploads().overview({}, signal)).toMatchObject({
      open: 1,
      ended: 27,
      running: 1,
      total: 5,
    })
    await bench.until(inState(bench, id, 'complete'))
    expect((await list({ show: 'open' })).total).toBe(0)
    expect((await list({ show: 'ended', limit: 1 })).uploads.map((upload) => upload.id)).toEqual([id])
    await bench.uploads().remove({ id }, signal)
    expect((await list({ show: 'ended', limit: 1 })).uploads.map((upload) => upload.id)).toEqual([idOf(29)])
    expect((await list({ show: 'removed', limit: 1 })).uploads.map((upload) => upload.id)).toEqual([id])
    await bench.uploads().putBack({ id }, signal)
    expect((await list({ show: 'ended', limit: 1 })).uploads.map((upload) => upload.id)).toEqual([id])
    expect((await get(bench, id)).rows.accepted).toBe(5)
  })

  it('shows a removed upload among the open ones while its duplicates wait for an answer', async () => {
    bench = makeBench(draftOf(5))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.uploads().remove({ id }, signal)
    for (const customer of bench.service.customers()) {
      bench.service.put({ ...customer, id: `${customer.id}-again`, clientName: `Changed ${customer.id}` })
    }
    await bench.sync()
    expect((await get(bench, id)).duplicates).toBe(5)
    expect((await list({ show: 'open' })).uploads.map((upload) => upload.id)).toEqual([id])
    expect(await bench.uploads().overview({}, signal)).toMatchObject({
      open: 1,
      attention: 1,
      ended: 0,
      removed: 0,
    })
    await bench.uploads().resolveDuplicates({ id, decision: 'keep' }, signal)
    expect(await bench.uploads().overview({}, signal)).toMatchObject({ open: 0, attention: 0, ended: 0, removed: 1 })
  })
})
