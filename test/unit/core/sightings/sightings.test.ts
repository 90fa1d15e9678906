import Papa from 'papaparse'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { customers as customersContract, type Sighting } from '../../../../src/contract/customers.ts'
import { SightingFilter, type MarketComparison } from '../../../../src/contract/sightings.ts'
import type { CarToCompare } from '../../../../src/core/market/market.ts'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import type { Notice } from '../../../../src/core/ports/notifier.ts'
import { createSightings, type Sightings } from '../../../../src/core/sightings/sightings.ts'
import {
  failureOf,
  makeCustomersBench,
  scope,
  remote,
  signal,
  type CustomersBench,
} from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'

const dayMs = 86_400_000

let desk: CustomersBench
let sightings: Sightings
let notices: Notice[]
let asked: { car: CarToCompare; refresh: boolean }[]
let answer: () => Promise<MarketComparison>

const comparison = (median: number): MarketComparison => ({
  state: 'ready',
  vehicleId: 'v1',
  title: '2019 Toyota RAV4 GXL',
  median,
  rank: 3,
  of: 12,
  sampleSize: 11,
  daysChecked: 60,
  adjustedPrice: null,
  words: `The median is $${median}.`,
  at: '2026-11-20T22:00:00.000Z',
})

const make = (): Sightings =>
  createSightings(desk.bench.storage, {
    customers: desk.customers(),
    market: {
      compare: (_of, car, { refresh }) => {
        asked.push({ car, refresh })
        return answer()
      },
    },
    notifier: { show: (notice) => void notices.push(notice) },
  })

beforeEach(() => {
  desk = makeCustomersBench()
  notices = []
  asked = []
  answer = async () => comparison(30_000)
  sightings = make()
  desk.customers().start()
  sightings.start()
})
afterEach(async () => {
  await sightings.close()
  await desk.close()
})

const nowIso = (aheadMs = 0): string => new Date(desk.bench.clock.now().getTime() + aheadMs).toISOString()
const inDays = (days: number): string => localDate(new Date(desk.bench.clock.now().getTime() + days * dayMs))
const seen = (id: string, list: readonly Sighting[], more: Parameters<typeof remote>[1] = {}): void =>
  desk.service.put(
    remote(id, {
      clientName: `Client ${id}`,
      mobileNumber: '0491570006',
      state: 'NSW',
      rego: `R${id}`,
      vehicleTitle: `Car ${id}`,
      saleDate: '2022-03-14',
      sightings: list,
      lastUpdated: nowIso(),
      ...more,
    }),
  )
const list = async (given: Partial<SightingFilter> = {}) =>
  sightings.list({ ...SightingFilter.parse({ view: 'all', ...given }), offset: 0, limit: 200 }, signal)
const ids = async (given: Partial<SightingFilter> = {}): Promise<string[]> =>
  (await list(given)).cars.map(({ customer }) => customer.id)
const car = async (customerId: string) => (await sightings.get({ customerId }, signal)).car
const bare = { note: '', nextAction: '', nextDate: null, amount: null }
const record = (customerId: string, outcome: Parameters<Sightings['record']>[0]['outcome'], more = {}) =>
  sightings.record({ customerId, outcome, ...bare, ...more }, signal)
/** Looks at the service once more, and lets what follows from it happen. */
async function synced(): Promise<void> {
  await desk.synced()
  await desk.bench.clock.advance(2_000)
}

describe('the call list', () => {
  it('has every customer who was seen, by car, and nobody else', async () => {
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

  it('searches names, plates, numbers however typed, listings and notes', async () => {
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

  it('uses the number that she has just put right, though the service does not have it yet', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    desk.service.faults = () => ({ kind: 'offline' })
    const { lastUpdated } = await desk.get('a')
    await desk.customers().edit({ id: 'a', field: 'mobileNumber', value: '0491 570 157', lastUpdated }, signal)
    expect((await car('a')).phone?.shown).toBe('0491 570 157')
  })

  it('leaves out a record that she has deleted, and keeps what was noted when one vanishes', async () => {
    seen('a', [sighting(nowIso(), 1)])
    seen('b', [sighting(nowIso(), 1)])
    await synced()
    await record('b', 'bought')
    desk.service.faults = () => ({ kind: 'offline' })
    await desk.customers().delete({ selection: { by: 'ids', ids: ['a'] } }, signal)
    expect(await ids()).toEqual(['b'])
    desk.service.faults = () => ({ kind: 'none' })
    desk.service.remove('b')
    await synced()
    expect(await ids()).toEqual([])
    expect((await sightings.summary({}, signal)).week.at(-1)).toMatchObject({ called: 1, bought: 1 })
    expect(await failureOf(sightings.get({ customerId: 'b' }, signal))).toMatchObject({ kind: 'not-found' })
  })
})

describe('new since her last visit', () => {
  it('counts from the end of the visit before, by when cars came here', async () => {
    seen('a', [sighting(nowIso(-30 * dayMs), 1)])
    await synced()
    expect(await sightings.visit({}, signal)).toMatchObject({ lastVisitAt: null, views: { new: 1 } })
    await desk.bench.clock.advance(3_600_000)
    const leftAt = nowIso()
    expect(await sightings.visit({}, signal)).toMatchObject({ lastVisitAt: null, views: { new: 1 } })

    // Seen by the service before she left, and here only afterwards.
    seen('b', [sighting(nowIso(-dayMs), 1)])
    await desk.bench.clock.advance(60_000)
    await synced()
    await desk.bench.clock.advance(dayMs)
    const summary = await sightings.visit({}, signal)
    expect(summary).toMatchObject({ lastVisitAt: leftAt, views: { new: 1, all: 2 } })
    expect(await ids({ view: 'new' })).toEqual(['b'])
    expect((await sightings.markSeen({}, signal)).views.new).toBe(0)
  })

  it('survives a restart', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await sightings.visit({}, signal)
    await sightings.markSeen({}, signal)
    await sightings.close()
    sightings = make()
    sightings.start()
    expect((await sightings.summary({}, signal)).views).toMatchObject({ new: 0, all: 1 })
  })

  it('shows a price that fell since then, once', async () => {
    const first = sighting(nowIso(-5 * dayMs), 31_990)
    seen('a', [first])
    await synced()
    await sightings.markSeen({}, signal)
    await desk.bench.clock.advance(60_000)
    const again = sighting(nowIso(), 31_990, 'listing-2')
    seen('a', [first, again])
    await synced()
    expect(await ids({ view: 'price-drops' })).toEqual([])
    await desk.bench.clock.advance(60_000)
    seen('a', [first, again, sighting(nowIso(), 28_990)])
    await synced()
    expect((await list({ view: 'price-drops' })).cars[0]).toMatchObject({
      hasDropped: true,
      isNew: false,
      price: 28_990,
      earlierPrice: 31_990,
    })
    await desk.bench.clock.advance(60_000)
    await sightings.markSeen({}, signal)
    expect(await ids({ view: 'price-drops' })).toEqual([])
  })
})

describe('what came of a car', () => {
  beforeEach(async () => {
    seen('a', [sighting(nowIso(), 31_990)])
    await synced()
  })

  it('is kept, and found again under the day it is for', async () => {
    expect(await record('a', 'call_back', { nextDate: inDays(1), note: 'After 5' })).toMatchObject({
      outcome: 'call_back',
      due: 'later',
      callNote: { note: 'After 5' },
    })
    expect(await ids({ view: 'to-call' })).toEqual([])
    await desk.bench.clock.advance(dayMs)
    expect((await list({ view: 'to-call' })).cars[0]).toMatchObject({ due: 'today' })
    await desk.bench.clock.advance(dayMs)
    expect((await list({ view: 'to-call' })).cars[0]).toMatchObject({ due: 'overdue' })
    expect(await sightings.summary({}, signal)).toMatchObject({ overdue: 1 })
  })

  it('needs what it needs, and keeps nothing otherwise', async () => {
    expect(await failureOf(record('a', 'call_back'))).toMatchObject({ kind: 'invalid-input' })
    expect(await failureOf(record('a', 'offer_made'))).toMatchObject({ kind: 'invalid-input' })
    expect((await sightings.get({ customerId: 'a' }, signal)).entries).toEqual([])
  })

  it('is a log, newest first, of which the latest is taken back', async () => {
    await record('a', 'no_answer')
    await desk.bench.clock.advance(1_000)
    await record('a', 'offer_made', { amount: 27_500 })
    const { entries } = await sightings.get({ customerId: 'a' }, signal)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['offer_made', 'no_answer'])
    expect(await sightings.undoRecord({ customerId: 'a' }, signal)).toMatchObject({ outcome: 'no_answer' })
    expect(await sightings.undoRecord({ customerId: 'a' }, signal)).toMatchObject({ outcome: 'new', callNote: null })
    expect(await failureOf(sightings.undoRecord({ customerId: 'a' }, signal))).toMatchObject({ kind: 'not-found' })
    expect((await sightings.summary({}, signal)).week.at(-1)?.called).toBe(0)
  })

  it('goes when its connection begins anew', async () => {
    await record('a', 'bought')
    sightings.forgetConnection(scope.connectionId)
    expect(await car('a')).toMatchObject({ outcome: 'new', isNew: true })
    expect((await sightings.summary({}, signal)).week.at(-1)?.bought).toBe(0)
  })
})

describe('a person who is not to be contacted', () => {
  beforeEach(async () => {
    seen('a', [sighting(nowIso(), 31_990)])
    seen('b', [sighting(nowIso(), 20_990)], { mobileNumber: '+61 491 570 006' })
    seen('c', [sighting(nowIso(), 10_990)], { mobileNumber: '0491570157' })
    await synced()
    await record('a', 'do_not_contact', { note: 'Asked us to stop' })
  })

  it('is the person, whichever record has the number, and the number is given nowhere', async () => {
    expect(await ids({ view: 'to-call' })).toEqual(['c'])
    expect((await ids({ view: 'closed' })).toSorted()).toEqual(['a', 'b'])
    for (const { customer, phone } of (await list({ view: 'closed' })).cars) {
      expect(customer).toMatchObject({ doNotContact: true, mobileNumber: null })
      expect(phone).toBeNull()
    }
    expect((await sightings.summary({}, signal)).doNotContact).toBe(1)
    const everybody = customersContract.list.input.parse({ offset: 0, limit: 10 })
    const { customers: listed } = await desk.customers().list(everybody, signal)
    expect(listed.filter(({ doNotContact }) => doNotContact).map(({ id }) => id)).toHaveLength(2)
  })

  it('gets no call noted, and no line to call on the sheet', async () => {
    expect(await failureOf(record('b', 'no_answer'))).toMatchObject({ kind: 'conflict' })
    const { content, rows } = await sightings.exportSheet(
      { ...SightingFilter.parse({ view: 'all' }), format: 'csv' },
      signal,
    )
    expect(rows).toBe(3)
    const lines = Papa.parse<Record<string, string>>(content.slice(1).trimEnd(), { header: true }).data
    const line = lines.find(({ Customer }) => Customer === 'Client a')
    expect(Object.values(line ?? {}).filter((cell) => cell !== '')).toEqual(['Client a', 'Do not contact'])
    expect(lines.find(({ Customer }) => Customer === 'Client c')).toMatchObject({
      Phone: '0491 570 157',
      'Asking price': '10990',
      'Sold on': '14/3/2022',
      Outcome: 'New',
    })
  })

  it('may be contacted again, all records at once, and that can be taken back as well', async () => {
    expect(await sightings.allowContact({ customerId: 'b' }, signal)).toMatchObject({
      outcome: 'new',
      phone: { shown: '0491 570 006' },
      customer: { doNotContact: false },
    })
    expect(await car('a')).toMatchObject({ customer: { doNotContact: false }, outcome: 'new' })
    expect(await ids({ view: 'to-call' })).toHaveLength(3)
    await sightings.undoRecord({ customerId: 'b' }, signal)
    expect((await car('a')).customer.doNotContact).toBe(true)
  })

  it('is free again when the entry is taken back', async () => {
    await sightings.undoRecord({ customerId: 'a' }, signal)
    expect(await ids({ view: 'to-call' })).toHaveLength(3)
    expect((await car('b')).phone?.shown).toBe('0491 570 006')
  })

  it('is free again in every record, also where Excel took the zero', async () => {
    seen('d', [sighting(nowIso(), 9_990)], { mobileNumber: '491570006' })
    await synced()
    await record('d', 'do_not_contact')
    await sightings.allowContact({ customerId: 'b' }, signal)
    expect((await car('d')).phone?.shown).toBe('0491 570 006')
  })

  it('stays so when a second entry that changed nothing is taken back', async () => {
    await record('b', 'do_not_contact')
    await sightings.undoRecord({ customerId: 'b' }, signal)
    expect((await car('b')).customer.doNotContact).toBe(true)
  })
})

describe('the comparison with the market', () => {
  const compare = (more: { kms?: number; refresh?: boolean } = {}) =>
    sightings.compare({ customerId: 'a', kms: null, refresh: false, ...more }, signal)

  beforeEach(async () => {
    seen('a', [sighting(nowIso(-dayMs), 31_990)], { vin: '6T1BF3FK10000001' })
    await synced()
  })

  it('is made once and kept, also when asked for twice at once and after a restart', async () => {
    const [one, other] = await Promise.all([compare(), compare()])
    expect(one.comparison).toEqual(comparison(30_000))
    expect(other.comparison).toEqual(comparison(30_000))
    await sightings.close()
    sightings = make()
    expect((await compare()).comparison?.median).toBe(30_000)
    expect(asked).toEqual([
      {
        car: { vin: '6T1BF3FK10000001', rego: 'Ra', state: 'NSW', price: 31_990, kms: null },
        refresh: false,
      },
    ])
  })

  it('is made anew when she asks, for other kilometres, and for another price', async () => {
    await compare()
    await compare({ refresh: true })
    await compare({ kms: 82_000 })
    await compare()
    expect(asked.map(({ car: { kms }, refresh }) => [kms, refresh])).toEqual([
      [null, false],
      [null, true],
      [82_000, false],
    ])
    seen('a', [sighting(nowIso(-dayMs), 31_990), sighting(nowIso(), 28_990)])
    await synced()
    await compare()
    expect(asked.at(-1)?.car).toMatchObject({ price: 28_990, kms: 82_000 })
  })

  it('fails without keeping anything, and may be asked for again', async () => {
    answer = () => Promise.reject(new Error('offline'))
    await expect(compare()).rejects.toThrow('offline')
    answer = async () => comparison(29_000)
    expect((await compare()).comparison?.median).toBe(29_000)
  })
})

describe('a notice', () => {
  it('is not given for what was there at the first look', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await synced()
    expect(notices).toEqual([])
  })

  it('is given for the very first car that is ever seen', async () => {
    await sightings.summary({}, signal)
    await synced()
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    expect(notices.map(({ title, body }) => [title, body])).toEqual([['A car has just been seen for sale.', 'Car a']])
  })

  it('is given once for a batch, whatever the pages, and leads to the list', async () => {
    await synced()
    for (let n = 0; n < 120; n += 1) seen(`n${n}`, [sighting(nowIso(), 1)])
    await synced()
    expect(notices.map(({ title }) => title)).toEqual(['120 cars have just been seen for sale.'])
    const commanded: (string | null)[] = []
    desk.bench.storage.announcer.listen(({ name, subject }) => name === 'app.commanded' && commanded.push(subject))
    notices[0]?.onChosen()
    expect(commanded).toEqual(['show-sightings'])
  })

  it('is given for a fallen price, not for a repeat', async () => {
    const first = sighting(nowIso(-dayMs), 31_990)
    seen('a', [first])
    await synced()
    seen('a', [first, sighting(nowIso(), 31_990, 'listing-2')])
    await synced()
    expect(notices).toEqual([])
    await desk.bench.clock.advance(1_000)
    seen('a', [first, sighting(nowIso(), 28_990)])
    await synced()
    expect(notices.map(({ title, body }) => [title, body])).toEqual([['One price has dropped.', 'Car a']])
  })

  it('is not given for a person who is not to be contacted, nor when she wants none', async () => {
    seen('a', [sighting(nowIso(), 1)])
    await synced()
    await record('a', 'do_not_contact')
    seen('b', [sighting(nowIso(), 1)])
    await synced()
    expect(notices).toEqual([])
    await sightings.setSettings({ notify: false }, signal)
    seen('c', [sighting(nowIso(), 1)], { mobileNumber: '0491570157' })
    await synced()
    expect(notices).toEqual([])
  })
})

describe('the settings', () => {
  it('are kept, and say how often the service is asked', async () => {
    expect(await sightings.settings({}, signal)).toEqual({ checkEveryMinutes: 5, notify: true })
    await synced()
    await sightings.setSettings({ checkEveryMinutes: 30 }, signal)
    await desk.synced()
    seen('a', [sighting(nowIso(), 1)])
    const startMs = desk.bench.clock.monotonicMs()
    await desk.bench.until(async () => (await ids()).length === 1)
    const minutes = (desk.bench.clock.monotonicMs() - startMs) / 60_000
    expect(minutes).toBeGreaterThan(28)
    expect(minutes).toBeLessThan(32)
    expect(await make().settings({}, signal)).toEqual({ checkEveryMinutes: 30, notify: true })
  })
})
