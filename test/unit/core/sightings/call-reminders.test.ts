import { groupsToCall } from '../../../../src/contract/call-group.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DueCall } from '../../../../src/contract/contact.ts'
import { localDate } from '../../../../src/contract/calendar-date.ts'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, ids, nowIso, record, seen, synced } = bench
const minuteMs = 60_000

/** The date and time of this PC so many minutes from now. */
function inMinutes(minutes: number): { nextDate: string; nextTime: string } {
  const at = new Date(bench.desk.bench.clock.now().getTime() + minutes * minuteMs)
  const two = (value: number): string => String(value).padStart(2, '0')
  return { nextDate: localDate(at), nextTime: `${two(at.getHours())}:${two(at.getMinutes())}` }
}
const advance = (minutes: number): Promise<void> => bench.desk.bench.clock.advance(minutes * minuteMs)
const notices = (): string[] => bench.notices.map(({ body }) => body)
const taken = async (): Promise<readonly DueCall[]> => (await bench.sightings.takeReminders({}, signal)).calls
const dueIds = async (): Promise<string[]> =>
  (await bench.sightings.dueCalls({}, signal)).calls.map(({ customerId }) => customerId)
async function restart(): Promise<void> {
  await bench.restart()
  bench.sightings.start()
  await advance(0)
}

beforeEach(async () => {
  seen('a', [sighting(nowIso(), 1)])
  seen('b', [sighting(nowIso(), 1)], { mobileNumber: '0491570157' })
  await synced()
})

describe('a reminder', () => {
  it('is shown at its time, once, without the name of the person, and opens the call', async () => {
    await record('a', 'call_back', inMinutes(30))
    await advance(29)
    expect(notices()).toEqual([])
    expect((await car('a')).due).toBe('today')
    expect(await dueIds()).toEqual([])
    await advance(2)
    expect(notices()).toEqual(['Car a'])
    expect(bench.notices[0]?.title).toMatch(/^Call back: \d+:\d\d [ap]m$|^Call back: \d+ [ap]m$/)
    expect((await car('a')).due).toBe('now')
    const commanded: (string | null)[] = []
    bench.desk.bench.storage.announcer.listen(
      ({ name, subject }) => name === 'app.commanded' && commanded.push(subject),
    )
    bench.notices[0]?.onClick()
    expect(commanded).toEqual(['show-call a'])
    await advance(600)
    expect(notices()).toHaveLength(1)
  })

  it('is given to the window once, with the name', async () => {
    await record('a', 'call_back', { ...inMinutes(5), nextAction: 'Ask about the trade-in' })
    expect(await taken()).toEqual([])
    await advance(6)
    expect(await taken()).toMatchObject([
      { customerId: 'a', clientName: 'Client a', carTitle: 'Car a', nextAction: 'Ask about the trade-in' },
    ])
    expect(await taken()).toEqual([])
    expect(await dueIds()).toEqual(['a'])
  })

  it('is not shown again after a restart, and stays in the list of due calls', async () => {
    await record('a', 'call_back', inMinutes(5))
    await advance(6)
    await taken()
    for (let restarts = 0; restarts < 2; restarts += 1) {
      await restart()
      await advance(120)
    }
    expect(notices()).toHaveLength(1)
    expect(await taken()).toEqual([])
    expect(await dueIds()).toEqual(['a'])
    expect((await ids({ groups: [...groupsToCall] }))[0]).toBe('a')
  })

  it('whose time passed while the program was closed is shown at the next start, with others in one notification', async () => {
    await record('b', 'appraisal_booked', inMinutes(10))
    await record('a', 'call_back', inMinutes(5))
    await bench.sightings.close()
    await advance(60 * 30)
    await restart()
    expect(bench.notices.map(({ title, body }) => [title, body])).toEqual([['2 calls are due', 'Car a, Car b']])
    expect((await taken()).map(({ customerId }) => customerId)).toEqual(['a', 'b'])
    await restart()
    expect(notices()).toHaveLength(1)
  })

  it('follows the clock of the PC when it is set', async () => {
    await record('a', 'call_back', inMinutes(60 * 5))
    const { clock } = bench.desk.bench
    clock.setWallClock(new Date(clock.now().getTime() + 5 * 60 * minuteMs))
    await advance(2)
    expect(notices()).toHaveLength(1)
    clock.setWallClock(new Date(clock.now().getTime() - 24 * 60 * minuteMs))
    await advance(60 * 25)
    expect(notices()).toHaveLength(1)
  })

  it('is not shown when the call was made, undone or planned again before', async () => {
    await record('a', 'call_back', inMinutes(5))
    await record('a', 'no_answer')
    await record('b', 'call_back', inMinutes(5))
    await bench.sightings.undoRecord({ customerId: 'b' }, signal)
    await record('b', 'call_back', inMinutes(20))
    await advance(10)
    expect(notices()).toEqual([])
    await advance(11)
    expect(notices()).toEqual(['Car b'])
  })

  it('is not shown for a Do Not Contact person', async () => {
    await record('a', 'call_back', inMinutes(5))
    await bench.desk.customers().setDoNotContact({ id: 'a', doNotContact: true }, signal)
    await advance(10)
    expect(notices()).toEqual([])
    expect(await dueIds()).toEqual([])
  })

  it('leaves no timer when no call has a time', async () => {
    await record('a', 'call_back', { nextDate: bench.inDays(3) })
    await advance(1)
    const before = bench.desk.bench.clock.sleeping().length
    await record('b', 'call_back', inMinutes(5))
    await advance(1)
    expect(bench.desk.bench.clock.sleeping()).toHaveLength(before + 1)
  })
})
