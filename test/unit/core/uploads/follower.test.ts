import { afterEach, describe, expect, it } from 'vitest'
import { brokenSums, connectionId, create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

it('waits as soon as other calls have shown that the connection is offline, not only at its own next call', async () => {
  let isOffline = false
  bench = makeBench(draftOf(5), { isOffline: (id) => isOffline && id === connectionId })
  const id = await create(bench)
  expect((await get(bench, id)).state).toBe('running')
  isOffline = true
  expect(await get(bench, id)).toMatchObject({
    state: 'waiting',
    waiting: { reason: 'You’re offline.', until: null },
  })
  isOffline = false
  await bench.until(inState(bench, id, 'complete'))
  isOffline = true
  expect((await get(bench, id)).state).toBe('complete')
})

describe('an upload whose counters are not readable', () => {
  it.each([
    ['unreadable', 'unreadable'],
    ['absent', null],
  ] as const)(
    'waits and never completes while the processed count is %s, and completes once it is readable',
    async (_, processed) => {
      bench = makeBench(draftOf(5))
      const { client } = bench.service
      bench.storage.connections.client = async () => ({
        ok: true,
        value: {
          ...client,
          async getUpload(uploadId, options) {
            const answer = await client.getUpload(uploadId, options)
            return answer.ok ? { ok: true, value: { ...answer.value, processed } } : answer
          },
        },
      })
      const id = await create(bench)
      await bench.until(inState(bench, id, 'waiting'))
      await bench.clock.advance(600_000)
      const waiting = await get(bench, id)
      expect(waiting).toMatchObject({
        state: 'waiting',
        finishedAt: null,
        rows: { inProcess: 5, accepted: 0 },
        waiting: { reason: 'The service’s progress counters can’t be read. Forecourt keeps checking.' },
      })
      bench.storage.connections.client = async () => ({ ok: true, value: client })
      await bench.until(inState(bench, id, 'complete'))
      expect((await get(bench, id)).rows.accepted).toBe(5)
    },
  )

  it('can be cancelled while its counters are unreadable, and ends once they are readable', async () => {
    bench = makeBench(draftOf(5))
    const { client } = bench.service
    const unreadable = { uploaded: 'unreadable', processed: 'unreadable', errors: 'unreadable' } as const
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        async createUpload(upload, options) {
          const answer = await client.createUpload(upload, options)
          return answer.ok ? { ok: true, value: { ...answer.value, ...unreadable } } : answer
        },
        async getUpload(uploadId, options) {
          const answer = await client.getUpload(uploadId, options)
          return answer.ok ? { ok: true, value: { ...answer.value, ...unreadable } } : answer
        },
        async cancelUpload(uploadId, options) {
          const answer = await client.cancelUpload(uploadId, options)
          return answer.ok ? { ok: true, value: { ...answer.value, ...unreadable } } : answer
        },
      },
    })
    const id = await create(bench)
    await bench.until(inState(bench, id, 'waiting'))
    expect((await get(bench, id)).batches[0]).toMatchObject({ uploaded: 0, processed: 0, errors: 0 })
    await bench.uploads().cancel({ id }, signal)
    await bench.clock.advance(600_000)
    expect(await get(bench, id)).toMatchObject({ state: 'cancelling', finishedAt: null })
    bench.storage.connections.client = async () => ({ ok: true, value: client })
    await bench.until(async () => (await get(bench, id)).finishedAt !== null)
    const { rows } = await get(bench, id)
    expect(brokenSums(rows)).toEqual([])
    expect(rows.accepted).toBe(bench.service.customers().length)
  })
})
