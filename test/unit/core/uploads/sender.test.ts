import { afterEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/core/database/database.ts'
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
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const batchStates = (database: Database): string[] =>
  database.all<{ state: string }>('SELECT state FROM upload_batch ORDER BY number').map(({ state }) => state)

/** What the journal has when a batch arrives at the service. */
function observedBench(rows: number): { readonly atArrival: string[][] } {
  bench = makeBench(draftOf(rows))
  bench.service.postTurns = 2
  const { client } = bench.service
  const { database } = bench
  const atArrival: string[][] = []
  bench.storage.connections.client = async () => ({
    ok: true,
    value: {
      ...client,
      createUpload(request, options) {
        atArrival.push(batchStates(database))
        return client.createUpload(request, options)
      },
    },
  })
  return { atArrival }
}

describe('batches that are sent one behind the other', () => {
  it('are each marked as being sent when they leave, with the answers of all before them saved', async () => {
    const { atArrival } = observedBench(45)
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    const [after, sending, planned] = ['processing', 'sending', 'planned']
    expect(atArrival).toEqual([
      [sending, planned, planned, planned, planned],
      [after, sending, planned, planned, planned],
      [after, after, sending, planned, planned],
      [after, after, after, sending, planned],
      [after, after, after, after, sending],
    ])
    expectOneCustomerPerRow(bench, id, 45)
  })

  it.each(['pause', 'cancel'] as const)('end with the batch on the wire after a %s', async (act) => {
    const { atArrival } = observedBench(45)
    const id = await create(bench)
    await bench.until(() => atArrival.length === 1)
    await bench.uploads()[act]({ id }, signal)
    const sent = atArrival.length
    await bench.clock.advance(60_000)
    expect(atArrival).toHaveLength(sent)
    if (act === 'pause') await bench.uploads().resume({ id }, signal)
    await bench.until(inState(bench, id, act === 'pause' ? 'complete' : 'cancelled'))
    expect(bench.service.uploads()).toHaveLength(act === 'pause' ? 5 : sent)
  })

  it('show no wait any more once a batch was accepted', async () => {
    const { atArrival } = observedBench(60)
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'rate-limited', retryAfterMs: 5_000 }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    await bench.until(() => atArrival.length === 3)
    expect((await get(bench, id)).waiting).toBeNull()
  })
})
