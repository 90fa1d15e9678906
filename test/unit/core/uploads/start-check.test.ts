import { afterEach, expect, it } from 'vitest'
import type { Database, SqlValue } from '../../../../src/core/database/database.ts'
import { create, draftOf, expectOneCustomerPerRow, get, inState, makeBench, type Bench } from './upload-bench.ts'

const { signal } = new AbortController()
let bench: Bench

afterEach(async () => {
  await bench.close()
})

type Row = Readonly<Record<string, SqlValue>>
const tables = ['draft', 'upload', 'upload_batch', 'upload_batch_note', 'upload_pack', 'upload_customer'] as const

/** The uploads of a database as they are now. Returns what puts them back. */
function takeCopy(database: Database): (database: Database) => void {
  const copies = tables.map((table) => ({ table, rows: database.all<Row>(`SELECT * FROM ${table}`) }))
  return (later) =>
    later.transaction(() => {
      for (const { table } of copies.toReversed()) later.run(`DELETE FROM ${table}`)
      for (const { table, rows } of copies) {
        for (const row of rows) {
          const names = Object.keys(row)
          later.run(
            `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
            Object.values(row),
          )
        }
      }
    })
}

const posts = (): number => bench.service.calls.filter((call) => call === 'createUpload').length
const lists = (): number => bench.service.calls.filter((call) => call === 'listCustomers').length

/** The service takes this many batches. `again`: how many it takes from now on. */
function takeBatches(most: number): { again(more: number): void } {
  let left = most
  bench.service.faults = (call) => {
    if (call !== 'createUpload') return { kind: 'none' }
    left -= 1
    return left < 0 ? { kind: 'offline' } : { kind: 'none' }
  }
  return { again: (more) => void (left = more) }
}

/** Uploads until this many batches were accepted, and takes a copy of the data. */
async function copyAfter(
  batches: number,
  references = true,
): Promise<{ id: string; putBack: (database: Database) => void }> {
  const id = await create(bench, references)
  await bench.until(async () => {
    const upload = await get(bench, id)
    return upload.batches.filter(({ state }) => state === 'processing' || state === 'complete').length >= batches
  })
  return { id, putBack: takeCopy(bench.database) }
}

it('sends no row again that was sent after a copy of the data was made', async () => {
  bench = makeBench(draftOf(95))
  const { id, putBack } = await copyAfter(3)
  await bench.until(inState(bench, id, 'complete'))
  const before = posts()
  for (const _time of [1, 2]) {
    await bench.restart(putBack)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 95)
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 95, failed: 0, pending: 0 })
    expect(posts()).toBe(before)
  }
})

it('sends the rows that were not sent before the copy was put back, after a search as long as for a lost batch', async () => {
  bench = makeBench(draftOf(95))
  const service = takeBatches(2)
  const { id, putBack } = await copyAfter(2)
  service.again(3)
  await bench.until(() => bench.service.customers().length === 50)
  await bench.restart(putBack)
  service.again(Infinity)
  const restartedAt = bench.clock.monotonicMs()
  const before = posts()
  await bench.until(async () => (await get(bench, id)).state === 'waiting')
  expect((await get(bench, id)).waiting?.reason).toMatch(/already at the service/)
  await bench.until(() => posts() > before)
  expect(bench.clock.monotonicMs() - restartedAt).toBeGreaterThanOrEqual(120_000)
  await bench.until(inState(bench, id, 'complete'))
  expectOneCustomerPerRow(bench, id, 95)
  expect((await get(bench, id)).rows.accepted).toBe(95)
})

it('sends rows again that the service rejected after the copy, and counts them as failed', async () => {
  bench = makeBench(draftOf(45))
  bench.service.fails = ({ rego }) => rego === 'ABC31' || rego === 'ABC44'
  const { id, putBack } = await copyAfter(1)
  await bench.until(inState(bench, id, 'complete'))
  await bench.restart(putBack)
  await bench.until(inState(bench, id, 'complete'))
  expect((await get(bench, id)).rows).toMatchObject({ accepted: 43, failed: 2 })
  expect(bench.service.customers()).toHaveLength(43)
})

it('asks about rows without references, and sends only those that are not there', async () => {
  bench = makeBench(draftOf(95))
  const service = takeBatches(2)
  const { id, putBack } = await copyAfter(2, false)
  service.again(3)
  await bench.until(() => bench.service.customers().length === 50)
  await bench.restart(putBack)
  service.again(Infinity)
  await bench.until(async () => {
    const { state, batches } = await get(bench, id)
    const batch = batches.find((one) => one.state === 'unknown')?.number
    if (state !== 'undecided' || batch === undefined) return state === 'complete'
    const compared = await bench.uploads().compareBatch({ id, batch }, signal)
    expect(compared.recommendation).toBe('arrived')
    await bench.uploads().settle({ id, batch, arrived: true }, signal)
    return false
  })
  const regos = bench.service.customers().map(({ rego }) => rego)
  expect(new Set(regos).size).toBe(95)
  expect(regos).toHaveLength(95)
  expect((await get(bench, id)).rows.accepted).toBe(95)
})

it('asks nothing more about rows that the user said were not received', async () => {
  bench = makeBench(draftOf(14))
  const service = takeBatches(1)
  const { id, putBack } = await copyAfter(1, false)
  service.again(1)
  await bench.until(inState(bench, id, 'complete'))
  await bench.restart(putBack)
  service.again(Infinity)
  await bench.until(inState(bench, id, 'undecided'))
  const { batches } = await get(bench, id)
  const batch = batches.find(({ state }) => state === 'unknown')?.number ?? 0
  await bench.uploads().settle({ id, batch, arrived: false }, signal)
  await bench.until(inState(bench, id, 'complete'))
  expect(bench.service.customers()).toHaveLength(18)
})

it('reads the list once for all uploads of a connection after a restart, and never before', async () => {
  bench = makeBench(draftOf(35))
  const service = takeBatches(0)
  const first = await create(bench)
  bench.database.run("UPDATE draft SET upload_id = NULL, id = 'draft-1'")
  const second = await create(bench)
  expect(lists()).toBe(0)
  await bench.restart()
  service.again(Infinity)
  await bench.until(() => bench.service.uploads().length > 0)
  // An empty page is the whole list.
  expect(lists()).toBe(1)
  await bench.until(inState(bench, first, 'complete'))
  await bench.until(inState(bench, second, 'complete'))
  expect((await get(bench, first)).rows.accepted + (await get(bench, second)).rows.accepted).toBe(70)
  expect(bench.service.customers()).toHaveLength(70)
})
