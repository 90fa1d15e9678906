import { afterEach, describe, expect, it } from 'vitest'
import { FailureError } from '../../../../src/core/failures/failure-error.ts'
import { create, draftOf, expectOneCustomerPerRow, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('an upload', () => {
  it('sends a draft in batches, follows the counters and matches customers to rows', async () => {
    bench = makeBench(draftOf(25, 3))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const upload = await get(bench, id)
    expect(upload.batches.map(({ rows, state }) => [rows, state])).toEqual([
      [10, 'complete'],
      [10, 'complete'],
      [5, 'complete'],
    ])
    expect(upload.rows).toEqual({
      inFile: 28,
      withErrors: 3,
      excluded: 0,
      updated: 0,
      skipped: 0,
      pending: 0,
      notSent: 0,
      sent: 25,
      accepted: 25,
      failed: 0,
      notProcessed: 0,
      inProcess: 0,
    })
    expect(upload.finishedAt).not.toBeNull()
    expectOneCustomerPerRow(bench, id, 25)
    expect(bench.service.uploads().map(({ name }) => name)).toEqual([
      'March (part 1)',
      'March (part 2)',
      'March (part 3)',
    ])
    expect(bench.syncs()).toBe(1)
  })

  it('fails when no row is ready, and keeps the draft', async () => {
    bench = makeBench(draftOf(0, 2))
    await expect(create(bench)).rejects.toThrow(FailureError)
    expect((await bench.uploads().list({}, signal)).uploads).toEqual([])
  })

  it('creates one upload when two calls send the same draft', async () => {
    bench = makeBench(draftOf(5))
    const made = await Promise.allSettled([create(bench), create(bench)])
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await bench.uploads().list({}, signal)).uploads).toHaveLength(1)
  })

  it('lists the failed rows, and exports them safely with their original columns', async () => {
    bench = makeBench(draftOf(12, 1))
    bench.service.fails = ({ rego }) => rego === 'ABC3' || rego === 'ABC11'
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const failed = await bench.uploads().rows({ id, outcome: 'failed', offset: 0, limit: 50 }, signal)
    expect(failed.rows.map(({ row }) => row)).toEqual([5, 13])
    const remainder = await bench.uploads().exportRemainder({ id, outcome: null, format: 'csv' }, signal)
    expect(remainder.rows).toBe(3)
    expect(remainder.content.split('\r\n')[0]).toBe('\ufeffForecourt row,Rego,Name,Reason,Forecourt upload')
    expect(remainder.content).toContain('5,abc 3,Client 3,')
    expect(remainder.content).toContain(`14,,"'=HYPERLINK(""x"")",`)
    const onlyFailed = await bench.uploads().exportRemainder({ id, outcome: 'failed', format: 'csv' }, signal)
    expect(onlyFailed.rows).toBe(2)
  })

  it('exports no workbook with a cell that Excel would cut off, and says to use CSV', async () => {
    const draft = draftOf(3)
    const long = 'x'.repeat(32_768)
    bench = makeBench({
      ...draft,
      rows: draft.rows.map((row, at) => (at === 1 ? { ...row, original: ['a', long] } : row)),
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const rows = { id, outcome: 'accepted' } as const
    await expect(bench.uploads().exportRemainder({ ...rows, format: 'xlsx' }, signal)).rejects.toMatchObject({
      failure: { message: 'A cell is too long for an Excel workbook.', next: 'Download the rows as CSV.' },
    })
    expect((await bench.uploads().exportRemainder({ ...rows, format: 'csv' }, signal)).content).toContain(long)
  })

  it('waits for rows that the service accepts later', async () => {
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
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect(bench.clock.monotonicMs() - startedMs).toBeGreaterThan(60_000)
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 10, failed: 0 })
  })

  it('shows its rate and the time left', async () => {
    bench = makeBench(draftOf(100), { firstBatchSize: 50 })
    bench.service.rowsPerSecond = 2
    const id = await create(bench)
    await bench.until(async () => (await get(bench, id)).progress.done >= 40)
    const { rowsPerSecond, secondsLeft } = (await get(bench, id)).progress
    expect(rowsPerSecond).toBeGreaterThan(1.5)
    expect(rowsPerSecond).toBeLessThan(2.5)
    expect(secondsLeft).toBeGreaterThan(20)
    expect(secondsLeft).toBeLessThan(45)
  })

  it('announces changes at most four times per second', async () => {
    bench = makeBench(draftOf(400), { firstBatchSize: 5 })
    const at: number[] = []
    bench.storage.announcer.listen(({ name }) => {
      if (name === 'uploads.changed') at.push(bench.clock.monotonicMs())
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const gaps = at.slice(1).map((ms, index) => ms - (at[index] ?? 0))
    expect(at.length).toBeGreaterThan(2)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(250)
  })
})
