import { groupsToCall } from '../../../../src/contract/call-group.ts'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { formatDate } from '../../../../src/contract/calendar-date.ts'
import { SightingFilter } from '../../../../src/contract/sightings.ts'
import { inTimeZone } from '../../time-zone.ts'
import { failureOf, signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { dayMs, useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, ids, list, nowIso, record, seen, synced } = bench

describe('the call list', () => {
  it('lists each customer with sightings once', async () => {
    seen('a', [sighting(nowIso(-2 * dayMs), 31_990), sighting(nowIso(-dayMs), 29_990, 'listing-2')])
    seen('b', [])
    await synced()
    const { total, cars } = await list()
    expect(total).toBe(1)
    expect(cars[0]).toMatchObject({
      customer: { id: 'a' },
      listings: 2,
      price: 29_990,
      earlierPrice: 31_990,
      daysSinceFirstSeen: 2,
      outcome: 'new',
      phone: { shown: '0491 570 006', tel: 'tel:+61491570006' },
      comparison: null,
    })
    expect(cars[0]?.sightings.map(({ listingId }) => listingId)).toEqual(['listing-2', 'listing-1'])
  })

  it('searches names, plates, numbers in any format, listings and notes', async () => {
    seen('a', [sighting(nowIso(), 1)], { clientName: 'Zoë O’Brien', rego: 'XYZ 123' })
    seen('b', [sighting(nowIso(), 1)], { mobileNumber: '0491570157' })
    await synced()
    await record('b', 'voicemail', { note: 'Sister answers' })
    for (const [search, found] of [
      ['zoe obrien', ['a']],
      ['xyz123', ['a']],
      ['+61 491 570 157', ['b']],
      ['sister', ['b']],
      ['rav4 gxl', ['a', 'b']],
      ['nobody', []],
    ] as const) {
      expect({ search, found: (await ids({ search })).toSorted() }).toEqual({ search, found })
    }
  })

  it('shows an edited mobile number before it is saved at the service', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    bench.desk.service.faults = () => ({ kind: 'offline' })
    const { lastUpdated } = await bench.desk.get('a')
    await bench.desk.customers().edit({ id: 'a', field: 'mobileNumber', value: '0491 570 157', lastUpdated }, signal)
    expect((await car('a')).phone?.shown).toBe('0491 570 157')
  })

  it('leaves out a deleted customer, and keeps the call notes of one that the service removed', async () => {
    seen('a', [sighting(nowIso(), 1)])
    seen('b', [sighting(nowIso(), 1)])
    await synced()
    await record('b', 'bought')
    bench.desk.service.faults = () => ({ kind: 'offline' })
    await bench.desk.customers().delete({ selection: { by: 'ids', ids: ['a'] } }, signal)
    expect(await ids()).toEqual(['b'])
    bench.desk.service.faults = () => ({ kind: 'none' })
    bench.desk.service.remove('b')
    await synced()
    expect(await ids()).toEqual([])
    expect((await bench.sightings.summary({}, signal)).week.at(-1)).toMatchObject({ called: 1, bought: 1 })
    expect(await failureOf(bench.sightings.get({ customerId: 'b' }, signal))).toMatchObject({ kind: 'not-found' })
    const { entries } = await bench.sightings.history({ customerId: 'b' }, signal)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['bought'])
  })
})

describe('the day of a sighting', () => {
  // The clock is at 22:00 UTC on 20 November.
  it.each([
    ['Australia/Sydney', '2026-11-20T14:30:00Z', '2026-11-21', 0],
    ['America/Los_Angeles', '2026-11-20T03:00:00Z', '2026-11-19', 1],
  ])('is that of this PC in %s: in the list, filter, week and call sheet', async (timeZone, at, day, daysAgo) => {
    await inTimeZone(timeZone, async () => {
      seen('a', [sighting(at, 29_990)])
      await synced()
      expect((await car('a')).daysSinceFirstSeen).toBe(daysAgo)
      expect(await ids({ seenFrom: day, seenTo: day })).toEqual(['a'])
      const { week } = await bench.sightings.summary({}, signal)
      expect(week.find(({ spotted }) => spotted === 1)?.date).toBe(day)
      const filter = SightingFilter.parse({})
      const { content } = await bench.sightings.exportSheet({ ...filter, customerIds: null, format: 'csv' }, signal)
      const [line] = Papa.parse<Record<string, string>>(content.slice(1).trimEnd(), { header: true }).data
      expect([line?.['First seen'], line?.['Last seen']]).toEqual([formatDate(day), formatDate(day)])
    })
  })
})

describe('the call sheet', () => {
  it('has exactly the given cars in their order, also when they no longer match the filter', async () => {
    for (const id of ['a', 'b', 'c', 'd']) seen(id, [sighting(nowIso(), 29_990)])
    await synced()
    await record('b', 'bought')
    const filter = SightingFilter.parse({ groups: [...groupsToCall] })
    const customerIds = ['c', 'b', 'gone', 'a']
    const { content, rows } = await bench.sightings.exportSheet({ ...filter, customerIds, format: 'csv' }, signal)
    const lines = Papa.parse<Record<string, string>>(content.slice(1).trimEnd(), { header: true }).data
    expect(lines.map(({ Customer, Outcome }) => [Customer, Outcome])).toEqual([
      ['Client c', 'New'],
      ['Client b', 'Bought'],
      ['Client a', 'New'],
    ])
    expect(rows).toBe(3)
  })
})

describe('new since the last visit', () => {
  it('counts from the end of the previous visit, by arrival on this PC', async () => {
    seen('a', [sighting(nowIso(-30 * dayMs), 1)])
    await synced()
    expect(await bench.sightings.visit({}, signal)).toMatchObject({ lastVisitAt: null, groups: { new: 1 } })
    await bench.desk.bench.clock.advance(3_600_000)
    const leftAt = nowIso()
    expect(await bench.sightings.visit({}, signal)).toMatchObject({ lastVisitAt: null, groups: { new: 1 } })

    // The service saw it before the visit ended; it arrived here afterwards.
    seen('b', [sighting(nowIso(-dayMs), 1)])
    await bench.desk.bench.clock.advance(60_000)
    await synced()
    await bench.desk.bench.clock.advance(dayMs)
    const summary = await bench.sightings.visit({}, signal)
    expect(summary).toMatchObject({ lastVisitAt: leftAt, groups: { new: 1, open: 1 } })
    expect(await ids({ groups: ['new'] })).toEqual(['b'])
    const seenNow = await bench.sightings.markSeen({}, signal)
    expect(seenNow.summary.groups.new).toBe(0)
    const undone = await bench.sightings.markSeen({ undo: seenNow.before }, signal)
    expect(undone.summary).toMatchObject({ lastVisitAt: leftAt, groups: { new: 1, open: 1 } })
    expect(await ids({ groups: ['new'] })).toEqual(['b'])
  })

  it('survives a restart', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await bench.sightings.visit({}, signal)
    await bench.sightings.markSeen({}, signal)
    await bench.restart()
    bench.sightings.start()
    expect((await bench.sightings.summary({}, signal)).groups).toMatchObject({ new: 0, open: 1 })
  })

  it('shows a price drop until the next visit', async () => {
    const first = sighting(nowIso(-5 * dayMs), 31_990)
    seen('a', [first])
    await synced()
    await bench.sightings.markSeen({}, signal)
    await bench.desk.bench.clock.advance(60_000)
    const again = sighting(nowIso(), 31_990, 'listing-2')
    seen('a', [first, again])
    await synced()
    expect(await ids({ groups: ['price-drops'] })).toEqual([])
    await bench.desk.bench.clock.advance(60_000)
    seen('a', [first, again, sighting(nowIso(), 28_990)])
    await synced()
    expect((await list({ groups: ['price-drops'] })).cars[0]).toMatchObject({
      hasDropped: true,
      isNew: false,
      price: 28_990,
      earlierPrice: 31_990,
    })
    await bench.desk.bench.clock.advance(60_000)
    await bench.sightings.markSeen({}, signal)
    expect(await ids({ groups: ['price-drops'] })).toEqual([])
  })
})

describe.each([
  ['by 15 years ahead', 15 * 365 * dayMs],
  ['by 15 years back', -15 * 365 * dayMs],
  ['by an hour back', -3_600_000],
])('a clock of the PC that is set %s', (_how, jumpMs) => {
  const call = () => bench.sightings
  const jump = (ms: number): void => bench.desk.bench.clock.setWallClock(new Date(nowIso(ms)))
  const groupsNow = async () => (await call().summary({}, signal)).groups

  it('leaves new cars new and seen cars seen, and lets new cars be marked as seen', async () => {
    seen('seen', [sighting(nowIso(-dayMs), 1)])
    await synced()
    await call().markSeen({}, signal)
    await bench.desk.bench.clock.advance(60_000)
    seen('unseen', [sighting(nowIso(-dayMs), 1)])
    await synced()
    for (const back of [false, true]) {
      jump(back ? -jumpMs : jumpMs)
      expect((await ids({ groups: ['new'] })).toSorted()).toEqual(back ? ['after false', 'unseen'] : ['unseen'])
      await bench.desk.bench.clock.advance(60_000)
      seen(`after ${back}`, [sighting(nowIso(-dayMs), 1)])
      await synced()
      expect((await ids({ groups: ['new'] })).toSorted()).toEqual(
        ['unseen', 'after false', ...(back ? ['after true'] : [])].toSorted(),
      )
    }
    await bench.desk.bench.clock.advance(60_000)
    expect((await call().markSeen({}, signal)).summary.groups.new).toBe(0)
    jump(jumpMs)
    expect((await groupsNow()).new).toBe(0)
    // A day that is over by the clock can have a digest as well.
    expect(bench.notices.filter(({ title }) => title !== 'Today’s calls')).toHaveLength(3)
  })

  it('continues to show price drops until they are seen', async () => {
    const first = sighting(nowIso(-5 * dayMs), 31_990)
    seen('a', [first])
    await synced()
    await call().markSeen({}, signal)
    const lastUpdated = nowIso(1_000)
    const later = sighting(nowIso(), 28_990, 'listing-2')
    jump(jumpMs)
    await bench.desk.bench.clock.advance(60_000)
    seen('a', [first, later], { lastUpdated })
    await synced()
    jump(-jumpMs)
    expect((await groupsNow())['price-drops']).toBe(1)
    await bench.desk.bench.clock.advance(60_000)
    await call().markSeen({}, signal)
    expect((await groupsNow())['price-drops']).toBe(0)
  })

  it('shows each call-back on its day when the clock is right again', async () => {
    for (const id of ['today', 'tomorrow']) seen(id, [sighting(nowIso(-dayMs), 1)])
    await synced()
    await record('today', 'voicemail', { nextAction: 'Call again', nextDate: bench.inDays(0) })
    await record('tomorrow', 'voicemail', { nextAction: 'Call again', nextDate: bench.inDays(1) })
    const due = async () => [(await car('today')).due, (await car('tomorrow')).due]
    expect(await due()).toEqual(['today', 'later'])
    jump(jumpMs)
    expect(await due()).toEqual(
      Math.abs(jumpMs) < dayMs ? ['today', 'later'] : Array(2).fill(jumpMs > 0 ? 'overdue' : 'later'),
    )
    jump(-jumpMs)
    expect(await due()).toEqual(['today', 'later'])
    expect(await call().summary({}, signal)).toMatchObject({ groups: { today: 1, overdue: 0 } })
  })
})

describe('the settings of sightings', () => {
  it('are saved, and set the interval of syncs', async () => {
    bench.desk.bench.storage.database.run("DELETE FROM setting WHERE name = 'sightings.settings'")
    await bench.restart()
    bench.sightings.start()
    expect(await bench.sightings.settings({}, signal)).toEqual({
      checkEveryMinutes: 5,
      notify: true,
      sort: 'suggested',
      digest: true,
      digestAt: null,
    })
    await synced()
    await bench.sightings.setSettings({ checkEveryMinutes: 30 }, signal)
    await bench.desk.synced()
    seen('a', [sighting(nowIso(), 1)])
    const startMs = bench.desk.bench.clock.monotonicMs()
    await bench.desk.bench.until(async () => (await ids()).length === 1)
    const minutes = (bench.desk.bench.clock.monotonicMs() - startMs) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThan(32)
    await bench.restart()
    expect(await bench.sightings.settings({}, signal)).toEqual({
      checkEveryMinutes: 30,
      notify: true,
      sort: 'suggested',
      digest: true,
      digestAt: null,
    })
  })
})
