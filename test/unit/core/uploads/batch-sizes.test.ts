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

  it('finds the one row that is rejected after a refusal for size, and keeps the size of the other batches', async () => {
    bench = makeBench(draftOf(40))
    bench.service.maxBatch = 5
    bench.service.rejects = (customers) =>
      customers.some(({ rego }) => rego === 'ABC17') ? { words: 'One row is wrong' } : null
    const id = await create(bench)
    await bench.until(inState(bench, id, 'undecided'))
    const asked = await get(bench, id)
    expect(asked.batches.filter(({ state }) => state === 'refused').map(({ rows }) => rows)).toEqual([1])
    expect(asked.batches.map(({ rows }) => rows)).toEqual([5, 5, 5, 2, 1, 2, 5, 5, 5, 5])
    expect(brokenSums(asked.rows)).toEqual([])
    bench.service.rejects = () => null
    await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, 'complete'))
    expectOneCustomerPerRow(bench, id, 40)
  })
})
