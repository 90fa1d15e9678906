import { afterEach, describe, expect, it } from 'vitest'
import { connectionId, create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

let bench: Bench

afterEach(async () => {
  await bench.close()
})

describe('the vehicles of uploads', () => {
  it('are in flight until the cache was synced after the end of the upload', async () => {
    bench = makeBench(draftOf(2))
    const keys = (syncedAt: string | null) => bench.uploads().inFlightVehicles(connectionId, 'au', syncedAt)
    const id = await create(bench)
    const whileOpen = keys(bench.clock.now().toISOString())
    expect(whileOpen.size).toBeGreaterThan(0)
    await bench.until(inState(bench, id, 'complete'))
    const finishedAt = (await get(bench, id)).finishedAt ?? ''
    const before = new Date(Date.parse(finishedAt) - 1).toISOString()
    expect(keys(before)).toEqual(whileOpen)
    expect(keys(null)).toEqual(whileOpen)
    expect(keys(finishedAt)).toEqual(new Set())
  })

  it('count only for their own region', async () => {
    bench = makeBench(draftOf(2))
    await create(bench)
    expect(bench.uploads().inFlightVehicles(connectionId, 'nz', null)).toEqual(new Set())
  })
})
