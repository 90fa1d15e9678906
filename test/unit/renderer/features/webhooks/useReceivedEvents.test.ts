import { effectScope, nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { MethodInput } from '../../../../../src/contract/methods.ts'
import { success } from '../../../../../src/contract/result.ts'
import type { ReceivedEvent } from '../../../../../src/contract/webhooks.ts'
import { installHostTwin } from '../../host-twin.ts'

const twin = installHostTwin()
const { useReceivedEvents } =
  await import('../../../../../src/renderer/features/webhooks/inspector/useReceivedEvents.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = (number: number): ReceivedEvent => ({
  number,
  at: '2026-11-20T00:00:00.000Z',
  region: 'au',
  event: number % 2 === 0 ? 'ping' : 'recapture_new',
  sizeBytes: 10,
  state: 'decoded',
  summary: `Event ${number}`,
  applied: null,
})

/** An inspector that has so many events, as core answers for it. */
let came = 0
function answer({ event: name, before, offset, limit }: MethodInput<'inspector.events'>) {
  const all = Array.from({ length: came }, (_, at) => event(came - at)).filter(
    (each) => (name ?? null) === null || each.event === name,
  )
  const fitting = all.filter(({ number }) => (before ?? null) === null || number < Number(before))
  return success({
    total: fitting.length,
    names: ['ping', 'recapture_new'],
    events: fitting.slice(offset ?? 0, (offset ?? 0) + limit),
  })
}

async function arrive(count: number): Promise<void> {
  came += count
  twin.announce({ name: 'inspector.changed' })
  await vi.advanceTimersByTimeAsync(0)
}

async function list() {
  came = 3
  twin.answer('inspector.events', answer)
  const held = ref(false)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const events = scope.run(() => useReceivedEvents(() => held.value))
  if (!events) throw new Error('No scope')
  await vi.advanceTimersByTimeAsync(0)
  const top = (): number | null => events.rowAt(0)?.number ?? null
  const hold = async (to: boolean): Promise<void> => {
    held.value = to
    await nextTick()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...events, hold, top }
}

it('follows what comes, the newest at the top', async () => {
  const { top, total } = await list()
  expect([top(), total.value]).toEqual([3, 3])
  await arrive(2)
  expect([top(), total.value]).toEqual([5, 5])
})

it('stands still while it is read and counts what came; then shows it all', async () => {
  const { top, total, newer, hold } = await list()
  await hold(true)
  await arrive(250)
  expect([top(), total.value, newer.value]).toEqual([3, 3, 250])
  await hold(false)
  expect([top(), total.value, newer.value]).toEqual([253, 253, 0])
})

it('stands still while it is paused, whatever else happens', async () => {
  const { top, newer, paused, hold } = await list()
  paused.value = true
  await nextTick()
  await hold(true)
  await hold(false)
  await arrive(4)
  expect([top(), newer.value]).toEqual([3, 4])
  paused.value = false
  await nextTick()
  await vi.advanceTimersByTimeAsync(0)
  expect([top(), newer.value]).toEqual([7, 0])
})

it('begins a filtered list with its newest, and loses none when the filter goes while it is read', async () => {
  const { top, total, newer, filter, hold } = await list()
  await hold(true)
  filter.event = 'ping'
  await nextTick()
  await vi.advanceTimersByTimeAsync(0)
  expect([top(), total.value]).toEqual([2, 1])
  filter.event = ''
  await nextTick()
  await vi.advanceTimersByTimeAsync(0)
  expect([top(), total.value, newer.value]).toEqual([3, 3, 0])
  await arrive(1)
  expect([top(), newer.value]).toEqual([3, 1])
})

it('begins anew when the list was cleared meanwhile', async () => {
  const { top, total, newer, hold } = await list()
  await hold(true)
  came = 0
  await arrive(0)
  expect([top(), total.value, newer.value]).toEqual([null, 0, 0])
})

it('fetches the pages that are in view, also far below', async () => {
  const { rowAt, visible } = await list()
  await arrive(1_000)
  await visible({ first: 600, last: 640 })
  expect(rowAt(600)?.number).toBe(came - 600)
  expect(rowAt(400)).toBeNull()
})

it('moves no row under her pointer for an answer that was on its way when she came', async () => {
  const { top, newer, hold } = await list()
  const held = twin.hold('inspector.events')
  await arrive(2)
  const holding = hold(true)
  twin.answer('inspector.events', answer)
  const [onItsWay] = held
  onItsWay?.answer(answer(onItsWay.input))
  await holding
  await vi.advanceTimersByTimeAsync(0)
  expect([held.length, top(), newer.value]).toEqual([1, 3, 2])
})
