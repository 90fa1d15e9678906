import { afterEach, describe, expect, it } from 'vitest'
import { create, draftOf, faultsInTurn, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('the history of a batch', () => {
  it('keeps the note that it was sent again when it is complete, also after a restart', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-before' }])
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    await bench.restart()
    const [batch] = (await get(bench, id)).batches
    expect(batch).toMatchObject({ state: 'complete', note: null, sentAgain: true })
    expect(batch?.notes.map(({ text }) => text)).toEqual([
      'No answer was received for this batch. Forecourt checks the service for its rows before sending anything again.',
      'No answer was received for this batch and its rows weren’t found at the service. It is sent again.',
    ])
    const [lost, again] = batch?.notes.map(({ at }) => Date.parse(at ?? '')) ?? []
    expect((again ?? 0) - (lost ?? 0)).toBeGreaterThan(60_000)
  })

  it('keeps what the user said about a lost batch without references', async () => {
    bench = makeBench(draftOf(5))
    bench.service.faults = faultsInTurn('createUpload', [{ kind: 'lost-before' }])
    const id = await create(bench, false)
    await bench.until(inState(bench, id, 'undecided'))
    await bench.uploads().settle({ id, batch: 1, arrived: false }, signal)
    await bench.until(inState(bench, id, 'complete'))
    const [batch] = (await get(bench, id)).batches
    expect(batch?.notes.map(({ text }) => text)).toContain(
      'You confirmed that the service didn’t receive this batch. It is sent again.',
    )
  })

  it('goes to both halves when a batch is divided', async () => {
    bench = makeBench(draftOf(4))
    const { client } = bench.service
    let calls = 0
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        async createUpload(request, options) {
          calls += 1
          // Lost, then too large, then rejected in words: the last one divides this batch alone.
          if (calls === 2) bench.service.maxBatch = 2
          return client.createUpload(request, options)
        },
      },
    })
    bench.service.faults = faultsInTurn('createUpload', [
      { kind: 'lost-before' },
      { kind: 'none' },
      { kind: 'refused' },
    ])
    const id = await create(bench)
    await bench.until(async () => (await get(bench, id)).batches.length === 3)
    const { batches } = await get(bench, id)
    const [first] = batches
    expect(first?.notes).not.toEqual([])
    expect(batches[1]?.notes).toEqual(first?.notes)
  })

  it('has the id, the date and the unknown fields of the service’s own record, also when the service drops it', async () => {
    bench = makeBench(draftOf(5))
    const { client } = bench.service
    let isDropped = false
    bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        async getUpload(uploadId, options) {
          const answer = await client.getUpload(isDropped ? 'dropped' : uploadId, options)
          return answer.ok ? { ok: true, value: { ...answer.value, other: { queue: 'night' } } } : answer
        },
      },
    })
    bench.service.rowsPerSecond = 1
    const id = await create(bench)
    await bench.until(async () => (await get(bench, id)).serviceUploads[0]?.details.length === 1)
    expect((await get(bench, id)).serviceUploads).toMatchObject([
      { batch: 1, id: 'upload-1', createdAt: '2026-11-20T22:00:00.000Z', details: [{ name: 'queue', text: 'night' }] },
    ])
    isDropped = true
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).serviceUploads).toMatchObject([{ batch: 1, id: 'upload-1' }])
  })
})
