import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { failureOf, signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, nowIso, record, seen, synced } = bench
const log = (attemptId: string, more: { channel?: 'sms' | 'email' | 'call'; reason?: string } = {}) =>
  bench.sightings.logAttempt(
    { customerId: 'a', attemptId, channel: 'sms', template: 'Missed you', reason: '', ...more },
    signal,
  )
const attempts = async () => (await bench.sightings.get({ customerId: 'a' }, signal)).attempts

beforeEach(async () => {
  seen('a', [sighting(nowIso(), 1)])
  await synced()
})

describe('an attempt to reach a customer', () => {
  it('is in the history once, and changes neither outcome nor next action', async () => {
    const attemptId = randomUUID()
    await record('a', 'call_back', { nextDate: bench.inDays(2) })
    await log(attemptId)
    await log(attemptId)
    expect(await attempts()).toEqual([
      { id: attemptId, at: nowIso(), channel: 'sms', template: 'Missed you', reason: '', person: null },
    ])
    expect(await car('a')).toMatchObject({ outcome: 'call_back', due: 'later' })
    const history = await bench.sightings.history({ customerId: 'a' }, signal)
    expect(history.attempts).toHaveLength(1)
    expect((await bench.sightings.summary({}, signal)).week.at(-1)).toMatchObject({ called: 1 })
  })

  it('stays after a restart, newest first, and is removed when nothing was opened', async () => {
    const failed = randomUUID()
    await log(randomUUID(), { channel: 'call', reason: ' Asked for it ' })
    await log(failed, { channel: 'email' })
    expect((await attempts()).map(({ channel }) => channel)).toEqual(['email', 'call'])
    await bench.sightings.removeAttempt({ attemptId: failed }, signal)
    await bench.restart()
    expect(await attempts()).toMatchObject([{ channel: 'call', reason: 'Asked for it' }])
  })

  it('is logged for a customer whose car was not seen for sale, with the hours to call', async () => {
    seen('b', [], { state: 'WA' })
    await synced()
    const times = await bench.sightings.callTimes({ customerId: 'b', date: null, time: null }, signal)
    expect(times.now.words).toContain('in Perth')
    expect(times.phone?.tel).toMatch(/^tel:\+61\d{9}$/)
    await bench.sightings.logAttempt(
      { customerId: 'b', attemptId: randomUUID(), channel: 'call', template: null, reason: 'Asked' },
      signal,
    )
    const history = await bench.sightings.history({ customerId: 'b' }, signal)
    expect(history.attempts).toMatchObject([{ channel: 'call', reason: 'Asked' }])
  })

  it('has the person who works at that time, by the name of today', async () => {
    const { people } = await bench.people.add({ name: 'Jo Taylor' }, signal)
    await log(randomUUID())
    await bench.people.rename({ personId: people[0]?.id ?? '', name: 'Joanna Taylor' }, signal)
    expect((await attempts()).map(({ person }) => person?.name)).toEqual(['Joanna Taylor'])
  })

  it('is refused for a Do Not Contact person, who has neither number nor email address', async () => {
    seen('a', [sighting(nowIso(), 1)], { additionalFields: { Email: 'kim@dealer.example' } })
    await synced()
    expect((await car('a')).email).toBe('kim@dealer.example')
    await record('a', 'do_not_contact')
    expect(await car('a')).toMatchObject({ phone: null, email: null })
    expect(await failureOf(log(randomUUID()))).toMatchObject({ kind: 'conflict' })
    expect(await attempts()).toEqual([])
  })
})

describe('the sender of messages', () => {
  it('is saved for the connection and fills the fields', async () => {
    const values = async () => (await bench.sightings.mergeValues({ customerId: 'a' }, signal)).values
    expect(await values()).toMatchObject({ dealership: null, salesperson: null })
    await bench.sightings.setSender({ dealership: 'Harbour Motors' }, signal)
    await bench.sightings.setSender({ salesperson: 'Kim' }, signal)
    await bench.restart()
    expect(await values()).toMatchObject({ dealership: 'Harbour Motors', salesperson: 'Kim' })
    await bench.sightings.setSender({ salesperson: '' }, signal)
    expect(await values()).toMatchObject({ dealership: 'Harbour Motors', salesperson: null })
  })
})
