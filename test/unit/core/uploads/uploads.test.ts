import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import type { CallName, Fault } from '../../../twins/service-twin.ts'
import { brokenSums, connectionId, draftOf, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
const none: Fault = { kind: 'none' }
let bench: Bench

afterEach(async () => {
  await bench.close()
})

async function create(references = true): Promise<string> {
  const made = await bench
    .uploads()
    .create({ draftId: 'draft-1', name: 'March', lookUpMissingVins: false, references }, signal)
  return made.id
}
const get = (id: string) => bench.uploads().get({ id }, signal)
const inState = (id: string, state: string) => async () => (await get(id)).state === state

/** Gives the faults to the calls of one name, in order; then none. */
function inTurn(name: CallName, faults: readonly Fault[]): (call: CallName) => Fault {
  const left = [...faults]
  return (call) => (call === name ? (left.shift() ?? none) : none)
}

/** What the service holds of each row, by its reference. */
function copies(): Map<string, number> {
  const counted = new Map<string, number>()
  for (const { additionalFields } of bench.service.customers()) {
    const reference = String(additionalFields['forecourt_ref'])
    counted.set(reference, (counted.get(reference) ?? 0) + 1)
  }
  return counted
}

function expectOneCopyOfEach(id: string, rows: number): void {
  const held = copies()
  expect([...held.values()].filter((count) => count !== 1)).toEqual([])
  expect(held.size).toBe(rows)
  expect(held.has(`fc-${id}-2`)).toBe(true)
}

describe('an upload', () => {
  it('is cut into batches, sent, followed by its counters and tied to its rows', async () => {
    bench = makeBench(draftOf(25, 3))
    const id = await create()
    await bench.until(inState(id, 'complete'))
    const upload = await get(id)
    expect(upload.batches.map(({ rows, state }) => [rows, state])).toEqual([
      [10, 'complete'],
      [10, 'complete'],
      [5, 'complete'],
    ])
    expect(upload.rows).toEqual({
      inFile: 28,
      leftOut: 3,
      pending: 0,
      notSent: 0,
      sent: 25,
      accepted: 25,
      failed: 0,
      notProcessed: 0,
      inProcess: 0,
    })
    expect(upload.finishedAt).not.toBeNull()
    expectOneCopyOfEach(id, 25)
    expect(bench.service.uploads().map(({ name }) => name)).toEqual([
      'March (part 1)',
      'March (part 2)',
      'March (part 3)',
    ])
    expect(bench.syncs()).toBe(1)
  })

  it('is refused when no row is ready, and the draft stays', async () => {
    bench = makeBench(draftOf(0, 2))
    await expect(create()).rejects.toThrow(FailureError)
    expect((await bench.uploads().list({}, signal)).uploads).toEqual([])
  })

  it('is made once when it is asked for twice at once', async () => {
    bench = makeBench(draftOf(5))
    const made = await Promise.allSettled([create(), create()])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await bench.uploads().list({}, signal)).uploads).toHaveLength(1)
  })

  it('names the rows that the service failed, and exports them safely with their original columns', async () => {
    bench = makeBench(draftOf(12, 1))
    bench.service.fails = ({ rego }) => rego === 'ABC3' || rego === 'ABC11'
    const id = await create()
    await bench.until(inState(id, 'complete'))
    const failed = await bench.uploads().rows({ id, outcome: 'failed', offset: 0, limit: 50 }, signal)
    expect(failed.rows.map(({ row }) => row)).toEqual([5, 13])
    const remainder = await bench.uploads().exportRemainder({ id }, signal)
    expect(remainder.rows).toBe(3)
    expect(remainder.text.split('\r\n')[0]).toBe('\ufeffForecourt row,Rego,Name,Reason')
    expect(remainder.text).toContain('5,abc 3,Client 3,')
    expect(remainder.text).toContain(`14,,"'=HYPERLINK(""x"")",`)
  })

  it('finds a batch whose answer was lost after its effect, and does not send it again', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = inTurn('createUpload', [none, { kind: 'lost-after' }])
    const id = await create()
    await bench.until(inState(id, 'complete'))
    expect(bench.service.calls.filter((call) => call === 'createUpload')).toHaveLength(3)
    expectOneCopyOfEach(id, 25)
    expect((await get(id)).rows.accepted).toBe(25)
  })

  it('sends a batch again that was lost on the way there, only after looking to the end of the window', async () => {
    bench = makeBench(draftOf(8))
    bench.service.faults = inTurn('createUpload', [{ kind: 'lost-before' }])
    const id = await create()
    const sentAt = bench.clock.monotonicMs()
    await bench.until(() => bench.service.uploads().length === 1)
    expect(bench.clock.monotonicMs() - sentAt).toBeGreaterThanOrEqual(120_000)
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 8)
  })

  it('deletes the later copies when a batch that was given up turns up after all, and says so', async () => {
    bench = makeBench(draftOf(8))
    bench.service.queueDelayMs = 300_000
    bench.service.faults = inTurn('createUpload', [{ kind: 'lost-after' }])
    const id = await create()
    await bench.until(inState(id, 'complete'))
    expect(bench.service.uploads()).toHaveLength(2)
    expectOneCopyOfEach(id, 8)
    const upload = await get(id)
    expect(upload.rows.accepted).toBe(8)
    expect(upload.batches[0]?.note).toMatch(/^8 rows had reached the service twice/)
  })

  it('asks her when the answer was lost and rows carry no reference, and does as she says', async () => {
    bench = makeBench(draftOf(15))
    bench.service.faults = inTurn('createUpload', [none, { kind: 'lost-before' }])
    const id = await create(false)
    await bench.until(inState(id, 'undecided'))
    expect(bench.service.customers().some(({ additionalFields }) => 'forecourt_ref' in additionalFields)).toBe(false)
    await bench.uploads().settle({ id, batch: 2, arrived: false }, signal)
    await bench.until(inState(id, 'complete'))
    expect(bench.service.customers()).toHaveLength(15)
    expect((await get(id)).rows.accepted).toBe(15)
    await expect(bench.uploads().settle({ id, batch: 2, arrived: true }, signal)).rejects.toThrow(FailureError)
  })

  it('halves its batches until the service takes them, and begins the next upload at that size', async () => {
    bench = makeBench(draftOf(50), { firstBatchSize: 40 })
    bench.service.maxBatch = 12
    const id = await create()
    await bench.until(inState(id, 'complete'))
    expect((await get(id)).batches.map(({ rows }) => rows)).toEqual([10, 10, 10, 10, 10])
    expectOneCopyOfEach(id, 50)
  })

  it('finds the one row that is refused after a refusal for size, and leaves the size of the others alone', async () => {
    bench = makeBench(draftOf(40))
    bench.service.maxBatch = 5
    const { client } = bench.service
    const refused = { certainty: 'refused', status: 422, retryAfterMs: null } as const
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        createUpload: async (upload, options) =>
          upload.customers.some(({ rego }) => rego === 'ABC17')
            ? { ok: false, error: { ...refused, failure: { kind: 'rejected', message: 'One row is wrong.' } } }
            : client.createUpload(upload, options),
      },
    })
    const id = await create()
    await bench.until(inState(id, 'stopped'))
    const stopped = await get(id)
    expect(stopped.batches.filter(({ state }) => state === 'refused').map(({ rows }) => rows)).toEqual([1])
    expect(stopped.batches.map(({ rows }) => rows)).toEqual([5, 5, 5, 2, 1, 2, 5, 5, 5, 5])
    expect(brokenSums(stopped.rows)).toEqual([])
    bench.storage.connections.client = async () => ({ ok: true, value: client })
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 40)
  })

  it('does not give up rows that a service takes in only by and by', async () => {
    bench = makeBench(draftOf(10))
    const { client } = bench.service
    const startedMs = bench.clock.monotonicMs()
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        async getUpload(uploadId, options) {
          const answer = await client.getUpload(uploadId, options)
          const pauses = bench.clock.monotonicMs() - startedMs < 60_000
          return answer.ok && pauses ? { ok: true, value: { ...answer.value, uploaded: 6, processed: 6 } } : answer
        },
      },
    })
    const id = await create()
    await bench.until(inState(id, 'complete'))
    expect(bench.clock.monotonicMs() - startedMs).toBeGreaterThan(60_000)
    expect((await get(id)).rows).toMatchObject({ accepted: 10, failed: 0 })
  })

  it('goes on by itself when the credentials that it stopped for were given again', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = inTurn('createUpload', [none, { kind: 'unauthorised' }])
    const id = await create()
    await bench.until(inState(id, 'stopped'))
    bench.uploads().resumeWithNewCredentials('another-connection')
    expect((await get(id)).state).toBe('stopped')
    bench.uploads().resumeWithNewCredentials(connectionId)
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 25)
  })

  it('ends soon though the service never answers, and searches for that batch at the next start', async () => {
    bench = makeBench(draftOf(10))
    const { client } = bench.service
    const cancelled = { kind: 'cancelled', message: 'Called off.' } as const
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
    const id = await create()
    await posted.promise
    const closing = bench.restart()
    await bench.clock.advance(5_000)
    await closing
    bench.storage.connections.client = async () => ({ ok: true, value: client })
    expect((await get(id)).batches[0]?.state).toBe('unknown')
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 10)
  })

  it('waits as the service asks', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = inTurn('createUpload', [{ kind: 'rate-limited', retryAfterMs: 90_000 }])
    const id = await create()
    await bench.until(inState(id, 'waiting'))
    const { waiting, rows } = await get(id)
    expect(Date.parse(waiting?.until ?? '')).toBeGreaterThanOrEqual(bench.clock.now().getTime() + 90_000)
    expect(rows.pending).toBe(5)
    await bench.until(() => bench.service.uploads().length === 1)
    expect(bench.clock.monotonicMs()).toBeGreaterThanOrEqual(90_000)
    await bench.until(inState(id, 'complete'))
  })

  it('stops for a sign-in in the middle, and goes on when she resumes', async () => {
    bench = makeBench(draftOf(25))
    bench.service.faults = inTurn('createUpload', [none, { kind: 'unauthorised' }])
    const id = await create()
    await bench.until(inState(id, 'stopped'))
    const stopped = await get(id)
    expect(stopped.failure?.kind).toBe('sign-in-required')
    expect(stopped.failure?.kept).toBeDefined()
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 25)
  })

  it('cancels a refused batch as not sent, with the reason', async () => {
    bench = makeBench(draftOf(15))
    bench.service.faults = inTurn('createUpload', [none, { kind: 'refused' }])
    const id = await create()
    await bench.until(inState(id, 'stopped'))
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(id, 'cancelled'))
    expect((await get(id)).rows).toMatchObject({ notSent: 5, accepted: 10 })
    const { rows } = await bench.uploads().rows({ id, outcome: 'not-sent', offset: 0, limit: 50 }, signal)
    expect(rows[0]?.reason).toBe('The service twin says rejected.')
  })

  it('cancels in the middle and answers with the exact remainder', async () => {
    bench = makeBench(draftOf(60))
    bench.service.rowsPerSecond = 4
    bench.service.fails = ({ rego }) => rego === 'ABC1'
    const id = await create()
    await bench.until(async () => (await get(id)).progress.done >= 15)
    await bench.uploads().cancel({ id }, signal)
    await bench.until(inState(id, 'cancelled'))
    const { rows } = await get(id)
    expect(brokenSums(rows)).toEqual([])
    expect(rows.accepted).toBe(bench.service.customers().length)
    expect(rows.failed).toBe(1)
    expect(rows.notProcessed + rows.notSent).toBe(60 - rows.accepted - 1)
    expect(rows.inProcess + rows.pending).toBe(0)
    await expect(bench.uploads().cancel({ id }, signal)).rejects.toThrow(FailureError)
  })

  it('goes on after a restart, also when it ended with a batch on its way', async () => {
    bench = makeBench(draftOf(35))
    bench.service.rowsPerSecond = 5
    const id = await create()
    await bench.until(() => bench.service.uploads().length === 4)
    bench.database.run(`UPDATE upload_batch SET state = 'sending', remote_id = NULL WHERE number = 2`)
    await bench.restart()
    await bench.until(inState(id, 'complete'))
    expectOneCopyOfEach(id, 35)
    expect((await get(id)).rows.accepted).toBe(35)
  })

  it('forgets an upload that was being written when the program ended: the draft is still there', async () => {
    bench = makeBench(draftOf(5))
    bench.database.run(
      `INSERT INTO upload (id, connection_id, region, name, file_name, look_up_missing_vins, header, rows_in_file, rows_left_out, paid_lookups, batch_size, state, created_at)
       VALUES ('half', 'connection-1', 'au', 'Half', 'half.csv', 0, '[]', 5, 0, 0, 10, 'preparing', '2026-11-20T00:00:00.000Z')`,
    )
    bench.uploads().start()
    expect(bench.database.get('SELECT id FROM upload')).toBeUndefined()
  })

  it('tells its rate and the time left', async () => {
    bench = makeBench(draftOf(100), { firstBatchSize: 50 })
    bench.service.rowsPerSecond = 2
    const id = await create()
    await bench.until(async () => (await get(id)).progress.done >= 40)
    const { rowsPerSecond, secondsLeft } = (await get(id)).progress
    expect(rowsPerSecond).toBeGreaterThan(1.5)
    expect(rowsPerSecond).toBeLessThan(2.5)
    expect(secondsLeft).toBeGreaterThan(20)
    expect(secondsLeft).toBeLessThan(45)
  })

  it('announces at most about four times a second', async () => {
    bench = makeBench(draftOf(400), { firstBatchSize: 5 })
    const at: number[] = []
    bench.storage.announcer.listen(({ name }) => {
      if (name === 'uploads.changed') at.push(bench.clock.monotonicMs())
    })
    const id = await create()
    await bench.until(inState(id, 'complete'))
    const gaps = at.slice(1).map((ms, index) => ms - (at[index] ?? 0))
    expect(at.length).toBeGreaterThan(2)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250)
  })
})
