import { beforeEach, describe, expect, it } from 'vitest'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { comparison, dayMs, useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { nowIso, seen, synced } = bench

describe('the comparison with the market', () => {
  const compare = (more: { kms?: number; refresh?: boolean } = {}) =>
    bench.sightings.compare({ customerId: 'a', kms: null, refresh: false, ...more }, signal)

  beforeEach(async () => {
    seen('a', [sighting(nowIso(-dayMs), 31_990)], { vin: '6T1BF3FK10000001' })
    await synced()
  })

  it('is requested once and saved, also for two requests at once and after a restart', async () => {
    const [one, other] = await Promise.all([compare(), compare()])
    expect(one.comparison).toEqual(comparison(30_000))
    expect(other.comparison).toEqual(comparison(30_000))
    await bench.restart()
    expect((await compare()).comparison?.median).toBe(30_000)
    expect(bench.requests).toEqual([
      {
        car: { vin: '6T1BF3FK10000001', rego: 'Ra', state: 'NSW', price: 31_990, kms: null },
        refresh: false,
      },
    ])
  })

  it('is requested again on refresh, for other kilometres, and for another price', async () => {
    await compare()
    await compare({ refresh: true })
    await compare({ kms: 82_000 })
    await compare()
    expect(bench.requests.map(({ car: { kms }, refresh }) => [kms, refresh])).toEqual([
      [null, false],
      [null, true],
      [82_000, false],
    ])
    seen('a', [sighting(nowIso(-dayMs), 31_990), sighting(nowIso(), 28_990)])
    await synced()
    await compare()
    expect(bench.requests.at(-1)?.car).toMatchObject({ price: 28_990, kms: 82_000 })
  })

  it('saves nothing when it fails, and can be requested again', async () => {
    bench.answer = () => Promise.reject(new Error('offline'))
    await expect(compare()).rejects.toThrow('offline')
    bench.answer = async () => comparison(29_000)
    expect((await compare()).comparison?.median).toBe(29_000)
  })
})
