import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, localDate } from '../../../../src/contract/calendar-date.ts'
import { outcomeKind } from '../../../../src/contract/call-note.ts'
import { SightingSort } from '../../../../src/contract/sighting-sort.ts'
import { sightings as contract } from '../../../../src/contract/sightings.ts'
import { CallGroup } from '../../../../src/contract/call-group.ts'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { comparison, useSightingsBench } from './sightings-bench.ts'
import { runs } from '../../../runs.ts'

const bench = useSightingsBench()
const hourMs = 3_600_000
const customerIds = ['a', 'b', 'c', 'd', 'e', 'f']

/** All that the lists, the sidebar and the report say now. */
async function everything() {
  const { sightings } = bench
  const lists: Record<string, unknown> = {}
  for (const group of CallGroup.options) {
    for (const sort of SightingSort.options) {
      const { total, cars } = await bench.list({ groups: [group], sort })
      lists[`${group} ${sort}`] = { total, cars }
    }
  }
  const due = await sightings.dueCalls({}, signal)
  const report = await sightings.report({ period: 'month', back: 0 }, signal)
  return { lists, due, report, summary: await sightings.summary({}, signal) }
}

const anyId = fc.constantFrom(...customerIds)
const anyOutcome = fc.constantFrom('no_answer', 'voicemail', 'bought', 'price_gap', 'do_not_contact', 'not_interested')
const anyChange = fc.oneof(
  fc.record({ do: fc.constant('see' as const), id: anyId, price: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('record' as const), id: anyId, outcome: anyOutcome }),
  fc.record({ do: fc.constant('plan' as const), id: anyId, hours: fc.integer({ min: -30, max: 30 }) }),
  fc.record({ do: fc.constant('undo' as const), id: anyId }),
  fc.record({ do: fc.constant('allow' as const), id: anyId }),
  fc.record({ do: fc.constant('many' as const), ids: fc.subarray(customerIds, { minLength: 1 }), outcome: anyOutcome }),
  fc.record({ do: fc.constant('undo-many' as const) }),
  fc.record({ do: fc.constant('compare' as const), id: anyId, median: fc.integer({ min: 1_000, max: 9_000 }) }),
  fc.record({ do: fc.constant('edit' as const), id: anyId, mobile: fc.constantFrom('0491570006', '0491570157') }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constantFrom('visit' as const, 'seen' as const) }),
)
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never

let groupId: string | null = null
const seen = new Map<string, ReturnType<typeof sighting>[]>()

async function apply(change: Change): Promise<void> {
  const { sightings, desk } = bench
  switch (change.do) {
    case 'see': {
      seen.set(change.id, [...(seen.get(change.id) ?? []), sighting(bench.nowIso(), change.price * 1_000)])
      const mobileNumber = `04915700${customerIds.indexOf(change.id) % 4}6`
      bench.seen(change.id, seen.get(change.id) ?? [], { mobileNumber })
      return bench.synced()
    }
    case 'record':
      return void (await bench.record(change.id, change.outcome))
    case 'plan': {
      const at = new Date(desk.bench.clock.now().getTime() + change.hours * hourMs)
      const nextTime = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
      const nextDate = dayOf(at.toISOString())
      return void (await bench.record(change.id, 'call_back', { nextDate, nextTime }))
    }
    case 'undo':
      return void (await sightings.undoRecord({ customerId: change.id }, signal))
    case 'allow':
      return void (await sightings.allowContact({ customerId: change.id }, signal))
    case 'many': {
      const input = contract.recordMany.input.parse({ customerIds: change.ids, outcome: change.outcome })
      groupId = (await sightings.recordMany(input, signal)).groupId
      return
    }
    case 'undo-many':
      return void (groupId && (await sightings.undoMany({ groupId }, signal)))
    case 'compare':
      bench.answer = async () => comparison(change.median)
      return void (await sightings.compare({ customerId: change.id, kms: null, refresh: true }, signal))
    case 'edit': {
      const { lastUpdated } = await desk.get(change.id)
      await desk.customers().edit({ id: change.id, field: 'mobileNumber', value: change.mobile, lastUpdated }, signal)
      return desk.bench.clock.advance(2_000)
    }
    case 'wait':
      return desk.bench.clock.advance(change.hours * hourMs)
    case 'visit':
      return void (await sightings.visit({}, signal))
    case 'seen':
      return void (await sightings.markSeen({}, signal))
  }
}

/** A change can be refused: a plan in the past, a car that was never seen. */
const applied = (change: Change): Promise<void> => apply(change).catch(() => undefined)

it('shows the same from memory as after a restart, after any changes', async () => {
  await bench.synced()
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 4, maxLength: 12 }), async (changes) => {
      for (const change of changes) {
        await applied(change)
        await bench.sightings.summary({}, signal)
      }
      const { lists, due, report, summary } = await everything()
      for (const group of CallGroup.options) {
        expect(lists[`${group} suggested`]).toMatchObject({ total: summary.groups[group] })
      }
      const calls = report.days.map(({ called }) => called)
      const entries = await Promise.all(
        customerIds.map(async (customerId) => (await bench.sightings.history({ customerId }, signal)).entries),
      )
      const recorded = entries.flat().filter(({ at, outcome }) => {
        const day = dayOf(at) ?? ''
        return outcomeKind(outcome).isCall && day >= report.from && day <= report.to
      })
      expect(calls.reduce((sum, called) => sum + called, 0)).toBe(recorded.length)
      await bench.restart()
      const { lastVisitAt } = await bench.sightings.summary({}, signal)
      expect(lastVisitAt).toBe(summary.lastVisitAt)
      expect(await everything()).toEqual({ lists, due, report, summary })
    }),
    { numRuns: runs(3) },
  )
})

it('moves a planned call to due and overdue as time passes, and back when the clock is set back', async () => {
  bench.seen('a', [sighting(bench.nowIso(), 20_000)])
  await bench.synced()
  const { clock } = bench.desk.bench
  const at = new Date(clock.now().getTime() + 2 * hourMs)
  const nextTime = `${String(at.getHours()).padStart(2, '0')}:${String(at.getMinutes()).padStart(2, '0')}`
  await bench.record('a', 'call_back', { nextDate: dayOf(at.toISOString()), nextTime })
  const due = async () => {
    const { overdue, today } = (await bench.sightings.summary({}, signal)).groups
    return { due: (await bench.car('a')).due, overdue, dueToday: today }
  }
  const isToday = localDate(at) === localDate(clock.now())
  expect((await due()).due).toBe(isToday ? 'today' : 'later')
  await clock.advance(2 * hourMs)
  expect(await due()).toEqual({ due: 'now', overdue: 0, dueToday: 1 })
  await clock.advance(24 * hourMs)
  expect(await due()).toEqual({ due: 'overdue', overdue: 1, dueToday: 0 })
  clock.setWallClock(new Date(at.getTime() - hourMs))
  expect((await due()).due).toBe(isToday ? 'today' : 'later')
})
