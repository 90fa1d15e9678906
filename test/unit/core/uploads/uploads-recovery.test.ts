import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { uploadMessages } from '../../../../src/core/uploads/upload-messages.ts'
import type { Fault } from '../../../twins/service-twin.ts'
import {
  create,
  draftOf,
  expectOneCustomerPerRow,
  faultsInTurn,
  get,
  inState,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
const none: Fault = { kind: 'none' }
let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('an upload whose answers or program end too early', () => {
  it('finds a batch whose answer was lost, and does not send it again', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.service.calls.filter((call) => call === 'createUpload')).toHaveLength(3)
    expectOneCustomerPerRow(bench, id, 25)
    expect((await get(bench, id)).rows.accepted).toBe(25)
  })

  it('says until when it looks for the other rows of a lost batch', async () => {
    bench = makeBench(draftOf(10))
    bench.service.fails = ({ rego }) => rego === 'ABC3'
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    await bench.until(async () => (await get(bench, id)).waiting?.atLatest === true)
    const { waiting } = await get(bench, id)
    expect(waiting?.reason).toMatch(/^9 of the 10 rows of a batch are in the customer list/)
    const leftMs = Date.parse(waiting?.until ?? '') - bench.clock.now().getTime()
    expect(leftMs).toBeGreaterThan(500_000)
    expect(leftMs).toBeLessThanOrEqual(600_000)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.clock.now().getTime()).toBeLessThan(Date.parse(waiting?.until ?? '') + 20_000)
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 9, failed: 0, inProcess: 1 })
    const { rows } = await bench.uploads().rows({ id, outcome: 'in-process', offset: 0, limit: 9 }, signal)
    expect(rows.map(({ rego, reason }) => [rego, reason])).toEqual([['ABC3', uploadMessages.reasons.notFound]])
  })

  it('says until when it waits for a service that has received fewer rows than were sent', async () => {
    bench = makeBench(draftOf(10))
    const { client } = bench.service
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        createUpload: (upload) => client.createUpload({ ...upload, customers: upload.customers.slice(0, 8) }),
      },
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    expect((await get(bench, id)).waiting).toMatchObject({
      reason: 'The service has stopped at 8 of the 10 rows of a batch. Forecourt waits for it to continue.',
      atLatest: true,
    })
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 8, notProcessed: 2 })
  })

  it('sends a batch that never arrived again, after searching until the window ends', async () => {
    bench = makeBench(draftOf(8))
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-before' }])
    const id = await create(bench)
    const sentAt = bench.clock.monotonicMs()
    await bench.until(() => bench.service.uploads().length === 1)
    expect(bench.clock.monotonicMs() - sentAt).toBeGreaterThanOrEqual(120_000)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 8)
  })

  it('deletes the duplicates when a lost batch arrives after it was sent again, and notes it', async () => {
    bench = makeBench(draftOf(8))
    bench.service.queueDelayMs = 300_000
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.service.uploads()).toHaveLength(2)
    expectOneCustomerPerRow(bench, id, 8)
    const upload = await get(bench, id)
    expect(upload.rows.accepted).toBe(8)
    expect(upload.batches[0]?.note).toMatch(/^8 rows were received twice/)
  })

  it('becomes undecided when an answer is lost and rows have no reference, and follows the user’s decision', async () => {
    bench = makeBench(draftOf(15))
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-before' }])
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    expect(bench.service.customers().some(({ additionalFields }) => 'forecourt_ref' in additionalFields)).toBe(false)
    await bench.uploads().settle({ id, batch: 2, arrived: false }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.service.customers()).toHaveLength(15)
    expect((await get(bench, id)).rows.accepted).toBe(15)
    await expect(bench.uploads().settle({ id, batch: 2, arrived: true }, signal)).rejects.toThrow(FailureError)
  })

  it('matches the rows of a lost batch without references, and leaves those without a customer open until they are listed', async () => {
    bench = makeBench(draftOf(15))
    bench.service.fails = ({ rego }) => rego === 'ABC12'
    bench.service.faults = faultsInTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    const early = await bench.uploads().compareBatch({ id, batch: 2 }, signal)
    expect(early.recommendation).toBe('later')
    await bench.clock.advance(600_000)
    await bench.uploads().compareBatch({ id, batch: 2 }, signal)
    await bench.clock.advance(600_000)
    const late = await bench.uploads().compareBatch({ id, batch: 2 }, signal)
    expect(late).toMatchObject({ total: 5, found: 4, recommendation: 'arrived' })
    expect(late.rows.filter(({ customer }) => customer === null).map(({ rego }) => rego)).toEqual(['ABC12'])
    await bench.uploads().settle({ id, batch: 2, arrived: true }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 14, failed: 0, inProcess: 1 })
    const open = await bench.uploads().rows({ id, outcome: 'in-process', offset: 0, limit: 5 }, signal)
    expect(open.rows.map(({ reason }) => reason)).toEqual([
      'Not found at the service. Forecourt looks again with each refresh of the customer list.',
    ])
    const [first] = bench.service.customers()
    if (first) bench.service.put({ ...first, id: 'late', rego: 'ABC12', clientName: 'Client 12' })
    await bench.sync()
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 15, failed: 0, inProcess: 0 })
  })

  it('recommends to send a lost batch again when none of its rows appears for 10 minutes', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-before' }])
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    const recommended = async () => (await bench.uploads().compareBatch({ id, batch: 1 }, signal)).recommendation
    expect(await recommended()).toBe('later')
    await bench.clock.advance(600_000)
    expect(await recommended()).toBe('not-arrived')
  })

  it('closes within the grace period although the service never answers, and searches for that batch at the next start', async () => {
    bench = makeBench(draftOf(10))
    const { client } = bench.service
    const cancelled = { kind: 'cancelled', message: 'Cancelled.' } as const
    const lost = { failure: cancelled, certainty: 'unknown', status: null, retryAfterMs: null } as const
    const posted = Promise.withResolvers<void>()
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        createUpload: (_upload, options) =>
          new Promise((resolve) => {
            posted.resolve()
            options?.signal?.addEventListener('abort', () => resolve({ ok: false, error: lost }))
          }),
      },
    })
    const id = await create(bench)
    await posted.promise
    const closing = bench.restart()
    await bench.clock.advance(5_000)
    await closing
    bench.storage.connections.client = async () => ({ ok: true, value: client })
    expect((await get(bench, id)).batches[0]?.state).toBe('unknown')
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 10)
  })

  it('continues after a restart, with a batch that was being sent', async () => {
    bench = makeBench(draftOf(35))
    bench.service.rowsPerSecond = 5
    const id = await create(bench)
    await bench.until(() => bench.service.uploads().length === 4)
    bench.database.run(`UPDATE upload_batch SET state = 'sending', remote_id = NULL WHERE number = 2`)
    await bench.restart()
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 35)
    expect((await get(bench, id)).rows.accepted).toBe(35)
  })

  it('discards an upload that was not published when the program ended', async () => {
    bench = makeBench(draftOf(5))
    bench.database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_excluded, paid_lookups, batch_size, state, created_at)
       VALUES ('half', 'connection-1', 'au', 'Half', 'half.csv', 0, '[]', 5, 0, 0, 10, 'preparing', '2026-11-20T00:00:00.000Z')`,
    )
    bench.uploads().start()
    expect(bench.database.get('SELECT id FROM upload')).toBeUndefined()
  })
})
