import { describe, expect, it } from 'vitest'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { dayMs, useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { nowIso, record, seen, synced } = bench

const digests = (): string[] => bench.notices.filter(({ title }) => title === 'Today’s calls').map(({ body }) => body)
const take = async (): Promise<string | null> => (await bench.sightings.takeDigest({}, signal)).text
const shown = async (): Promise<string | null> => (await bench.sightings.digest({}, signal)).text
/** The program starts again, and syncs. */
async function start(): Promise<void> {
  await bench.restart()
  bench.sightings.start()
  await synced()
}
const pass = (ms: number): Promise<void> => bench.desk.bench.clock.advance(ms)
const midnightIn = (): number => {
  const now = bench.desk.bench.clock.now()
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime() - now.getTime()
}

describe('the daily digest', () => {
  it('is made once a day, at the first start, with what is new since the one before', async () => {
    seen('a', [sighting(nowIso(), 20_000)])
    await synced()
    await bench.sightings.visit({}, signal)
    await start()
    // The first day with the list: everything is new there.
    expect(digests()).toEqual([])

    await record('a', 'call_back', { nextDate: bench.inDays(1) })
    await pass(dayMs)
    // Without a digest before, what came since yesterday is new.
    const first = sighting(nowIso(), 30_000)
    seen('b', [first])
    await start()
    expect(digests()).toEqual(['2 new sightings, 1 call due.'])
    expect(await take()).toBe('Today’s calls: 2 new sightings, 1 call due.')
    expect(await take()).toBeNull()
    expect(await shown()).toBe('2 new sightings, 1 call due.')

    seen('c', [sighting(nowIso(), 30_000)])
    await start()
    await bench.sightings.visit({}, signal)
    expect(digests()).toHaveLength(1)
    expect(await take()).toBeNull()
    expect(await shown()).toBe('2 new sightings, 1 call due.')

    await pass(dayMs)
    seen('b', [first, sighting(nowIso(), 28_000)])
    await start()
    expect(digests().slice(1)).toEqual(['1 new sighting, 1 price drop, 1 call due.'])
  })

  it('is made at the first use of a day when the program runs through the night', async () => {
    seen('a', [sighting(nowIso(), 20_000)])
    await synced()
    await bench.sightings.visit({}, signal)
    await record('a', 'call_back', { nextDate: bench.inDays(1) })
    await pass(midnightIn() + 8 * 3_600_000)
    await bench.sightings.visit({}, signal)
    await bench.sightings.visit({}, signal)
    expect(digests()).toHaveLength(1)
  })

  it('is kept for a window after a restart, and made when a window asks on another day', async () => {
    seen('a', [sighting(nowIso(), 20_000)])
    await synced()
    await bench.sightings.visit({}, signal)
    await record('a', 'call_back', { nextDate: bench.inDays(1) })
    await pass(dayMs)
    await start()
    expect(digests()).toHaveLength(1)
    await start()
    expect(await take()).toBe('Today’s calls: 1 new sighting, 1 call due.')
    await start()
    expect(await take()).toBeNull()

    await pass(midnightIn() + 8 * 3_600_000)
    expect(await take()).toBe('Today’s calls: 1 call due.')
    expect(await take()).toBeNull()
  })

  it('is made at the set time of each day, and not before', async () => {
    seen('a', [sighting(nowIso(), 20_000)])
    await synced()
    await pass(midnightIn() + 3_600_000)
    await bench.sightings.setSettings({ digestAt: '09:00' }, signal)
    await pass(7 * 3_600_000)
    expect(digests()).toEqual([])
    await pass(3_600_000)
    expect(digests()).toHaveLength(1)
    await pass(dayMs - 60_000)
    expect(digests()).toHaveLength(1)
    seen('b', [sighting(nowIso(), 20_000)])
    await synced()
    await pass(60_000)
    expect(digests()).toHaveLength(2)
    expect(localDate(bench.desk.bench.clock.now())).toBe(bench.inDays(0))
  })

  it('is neither made nor shown when it is switched off, and not made without news', async () => {
    seen('a', [sighting(nowIso(), 20_000)])
    await synced()
    await bench.sightings.visit({}, signal)
    await bench.sightings.setSettings({ digest: false }, signal)
    await pass(dayMs)
    await start()
    expect(digests()).toEqual([])
    expect(await shown()).toBeNull()
    await record('a', 'bought')
    await bench.sightings.setSettings({ digest: true }, signal)
    await pass(3 * dayMs)
    await start()
    expect(digests()).toEqual([])
    expect(await take()).toBeNull()
  })
})
