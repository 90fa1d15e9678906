import { describe, expect, it } from 'vitest'
import { createSightingMonitor } from '../../../../src/core/sightings/sighting-monitor.ts'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { dayMs, useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { nowIso, record, seen, synced } = bench

describe('a notification', () => {
  it('is not shown for sightings of the first sync', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await synced()
    expect(bench.notices).toEqual([])
  })

  it('is shown for the first sighting after an empty first sync', async () => {
    await bench.sightings.summary({}, signal)
    await synced()
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    expect(bench.notices.map(({ title, body }) => [title, body])).toEqual([
      ['A past customer’s car was just listed.', 'Car a'],
    ])
  })

  it('is shown once for a batch of several pages, and opens the list', async () => {
    await synced()
    for (let n = 0; n < 120; n += 1) seen(`n${n}`, [sighting(nowIso(), 1)])
    await synced()
    expect(bench.notices.map(({ title }) => title)).toEqual(['120 past customers’ cars were just listed.'])
    const commanded: (string | null)[] = []
    bench.desk.bench.storage.announcer.listen(
      ({ name, subject }) => name === 'app.commanded' && commanded.push(subject),
    )
    bench.notices[0]?.onClick()
    expect(commanded).toEqual(['show-sightings'])
  })

  it('is shown for a price drop, not for a repeat', async () => {
    const first = sighting(nowIso(-dayMs), 31_990)
    seen('a', [first])
    await synced()
    seen('a', [first, sighting(nowIso(), 31_990, 'listing-2')])
    await synced()
    expect(bench.notices).toEqual([])
    await bench.desk.bench.clock.advance(1_000)
    seen('a', [first, sighting(nowIso(), 28_990)])
    await synced()
    expect(bench.notices.map(({ title, body }) => [title, body])).toEqual([['One price dropped.', 'Car a']])
  })

  it('is not shown for a Do Not Contact person, nor when notifications are off', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await record('a', 'do_not_contact')
    seen('b', [sighting(nowIso(), 1)])
    await synced()
    expect(bench.notices).toEqual([])
    await bench.sightings.setSettings({ notify: false }, signal)
    seen('c', [sighting(nowIso(), 1)], { mobileNumber: '0491570157' })
    await synced()
    expect(bench.notices).toEqual([])
  })
})

it('calls a list up to date only when all its sightings were recorded, so that the next one is news', async () => {
  const { clock, storage } = bench.desk.bench
  const told: string[] = []
  let syncedAt: string | null = null
  const monitor = createSightingMonitor(storage, {
    histories: {
      async recordArrivals() {
        told.push(syncedAt === null ? 'recorded before the end of the sync' : 'recorded')
        syncedAt = nowIso()
        return { newTitles: [], dropTitles: [] }
      },
    },
    customers: {
      ready: () => Promise.resolve(),
      syncState: () => ({ syncing: syncedAt === null ? { read: 0 } : null, problem: null, returned: null }),
      syncedAt: () => syncedAt,
    },
    notifier: null,
    isWanted: () => true,
    onIdle: () => void told.push('up to date'),
    onChange: () => undefined,
  })
  monitor.start()
  await clock.advance(500)
  storage.announcer.announce('customers.changed')
  await clock.advance(500)
  await monitor.close()
  expect(told).toEqual(['recorded before the end of the sync', 'recorded', 'up to date'])
})
