import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createEventLog, type LoggedEvent } from '../../../../src/core/webhooks/event-log.ts'

let database: Database

beforeEach(() => {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  database = opened.database
  for (const id of ['one', 'two']) {
    database.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES (?, 'Test', 'account', 'https://example.com', 'api-key', 'au', '{}', '')`,
      [id],
    )
  }
})
afterEach(() => database.close())

const event = (number: number, more: Partial<LoggedEvent> = {}): LoggedEvent => ({
  number,
  connectionId: 'one',
  region: 'au',
  at: '2026-11-20T00:00:00.000Z',
  event: 'recapture_new',
  sizeBytes: 10,
  state: 'decoded',
  summary: `Event ${number}`,
  applied: { customerId: `c-${number}`, words: 'Updated.' },
  text: `{"n":${number}}`,
  ...more,
})
const all = { event: null, search: '', onlyMalformed: false, before: null, offset: 0, limit: 100 } as const
const limits = { mostEvents: 8, mostBytes: 1e9 }
const numbers = (events: readonly LoggedEvent[]): number[] => events.map(({ number }) => number)
const run = (from: number, to: number): LoggedEvent[] =>
  Array.from({ length: to - from + 1 }, (_, index) => event(from + index))

it('returns events newest first and in pages, and does not change below a given number', () => {
  const eventLog = createEventLog(database)
  eventLog.add(run(1, 6))
  expect(numbers(eventLog.find(all).events)).toEqual([6, 5, 4, 3, 2, 1])
  expect(eventLog.find({ ...all, offset: 2, limit: 2 })).toMatchObject({
    total: 6,
    events: [{ number: 4 }, { number: 3 }],
  })
  const paused = eventLog.find({ ...all, before: 5 })
  eventLog.add(run(7, 9))
  expect(eventLog.find({ ...all, before: 5 })).toEqual(paused)
  expect(numbers(paused.events)).toEqual([4, 3, 2, 1])
  expect(eventLog.nextNumber()).toBe(10)
})

it('finds events by name, by both names of a price change, by text in any case, and malformed ones', () => {
  const eventLog = createEventLog(database)
  eventLog.add([
    event(1, { event: 'price_change' }),
    event(2, { event: 'recapture_price_change' }),
    event(3, { event: null, state: 'malformed', summary: 'The body is empty.', text: 'a.b(' }),
    event(4, { text: '{"name":"Müller"}' }),
  ])
  const found = (query: Partial<typeof all> & object): number[] => numbers(eventLog.find({ ...all, ...query }).events)
  expect(found({ event: 'price_change' as never })).toEqual([2, 1])
  expect(found({ event: 'recapture_price_change' as never })).toEqual([2, 1])
  expect(found({ search: ' MÜLLER ' as never })).toEqual([4])
  expect(found({ search: 'a.b(' as never })).toEqual([3])
  expect(found({ search: 'axb(' as never })).toEqual([])
  expect(found({ onlyMalformed: true as never })).toEqual([3])
  expect(eventLog.names()).toEqual(['recapture_new', 'recapture_price_change'])
})

it('finds new events with the same query', () => {
  const eventLog = createEventLog(database, limits)
  const query = { ...all, search: 'event' }
  for (let at = 1; at <= 30; at += 3) {
    eventLog.add(run(at, at + 2))
    const fresh = eventLog.find(all)
    expect(eventLog.find(query)).toEqual(fresh)
  }
  eventLog.add([event(31, { summary: 'Another', text: '' })])
  expect(numbers(eventLog.find(query).events)).toEqual([30, 29, 28, 27, 26, 25, 24])
})

it('has the newest events, also at the next start', () => {
  const eventLog = createEventLog(database, limits)
  for (let at = 1; at <= 20; at += 5) eventLog.add(run(at, at + 4))
  expect(numbers(eventLog.all())).toEqual([13, 14, 15, 16, 17, 18, 19, 20])
  const next = createEventLog(database, limits)
  expect(next.all()).toEqual(run(13, 20))
  expect(next.nextNumber()).toBe(21)
})

it('limits the bytes, but always has the newest event', () => {
  const text = 'x'.repeat(1_000)
  const eventLog = createEventLog(database, { mostEvents: 100, mostBytes: 5_000 })
  for (let number = 1; number <= 20; number += 1) eventLog.add([event(number, { text })])
  expect(numbers(eventLog.all())).toEqual([18, 19, 20])
  expect(numbers(createEventLog(database).all())).toEqual([18, 19, 20])
  eventLog.add([event(21, { text: 'x'.repeat(10_000) })])
  expect(numbers(eventLog.all())).toEqual([21])
  expect(numbers(createEventLog(database).all())).toEqual([21])
})

it('saves none of the events when the database refuses one', () => {
  const eventLog = createEventLog(database)
  eventLog.add(run(1, 2))
  expect(() => eventLog.add([event(3), event(3)])).toThrow('UNIQUE')
  expect(numbers(eventLog.all())).toEqual([1, 2])
  eventLog.add([event(3)])
  expect(numbers(createEventLog(database).all())).toEqual([1, 2, 3])
})

it('removes cleared events, and events of a removed connection', () => {
  const eventLog = createEventLog(database)
  eventLog.add([event(1), event(2, { connectionId: 'two' })])
  database.run(`DELETE FROM connection WHERE id = 'two'`)
  eventLog.removeUnless((id) => id === 'one')
  expect(numbers(eventLog.all())).toEqual([1])
  expect(numbers(createEventLog(database).all())).toEqual([1])
  eventLog.clear()
  expect(eventLog.size()).toBe(0)
  expect(eventLog.nextNumber()).toBe(3)
  expect(createEventLog(database).size()).toBe(0)
})
