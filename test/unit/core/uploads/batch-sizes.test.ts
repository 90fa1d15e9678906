import { afterEach, describe, expect, it } from 'vitest'
import {
  brokenSums,
  create,
  draftOf,
  expectOneCustomerPerRow,
  get,
  inState,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('an upload whose batches are refused for their size', () => {
  it('halves its batches until the service accepts them, and starts the next upload with that size', async () => {
    bench = makeBench(draftOf(50), { firstBatchSize: 40 })
    bench.service.maxBatch = 12
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).batches.map(({ rows }) => rows)).toEqual([10, 10, 10, 10, 10])
    expectOneCustomerPerRow(bench, id, 50)
  })

  it('finds the one row that is refused after a refusal for size, and keeps the size of the other batches', async () => {
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
    const id = await create(bench)
    await bench.until(inState(bench, id, 'stopped'))
    const stopped = await get(bench, id)
    expect(stopped.batches.filter(({ state }) => state === 'refused').map(({ rows }) => rows)).toEqual([1])
    expect(stopped.batches.map(({ rows }) => rows)).toEqual([5, 5, 5, 2, 5, 5, 5, 5, 2, 1])
    expect(brokenSums(stopped.rows)).toEqual([])
    bench.storage.connections.client = async () => ({ ok: true, value: client })
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 40)
  })
})
