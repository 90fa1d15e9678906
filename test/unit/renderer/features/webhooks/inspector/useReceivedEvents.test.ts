import { nextTick, ref } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MethodInput } from '../../../../../../src/contract/methods.ts'
import { success } from '../../../../../../src/contract/result.ts'
import type { ReceivedEvent } from '../../../../../../src/contract/webhooks.ts'
import { createProgramClient } from '../../../../../../src/renderer/bridge/program-client.ts'
import { useReceivedEvents } from '../../../../../../src/renderer/features/webhooks/inspector/useReceivedEvents.ts'
import { createHostTwin } from '../../../host-twin.ts'
import { withinScope } from '../../../within-scope.ts'

const twin = createHostTwin()
const client = createProgramClient(twin.bridge)

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

/** How many events the inspector has received. */
let received = 0
function eventsFor({ event: name, before, offset, limit }: MethodInput<'inspector.events'>) {
  const all = Array.from({ length: received }, (_, at) => event(received - at)).filter(
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
  received += count
  twin.announce({ name: 'inspector.changed' })
  await vi.advanceTimersByTimeAsync(0)
}

async function list() {
  received = 3
  twin.answer('inspector.events', eventsFor)
  const reading = ref(false)
  const events = withinScope(() => useReceivedEvents(() => reading.value), { client })
  await vi.advanceTimersByTimeAsync(0)
  const top = (): number | null => events.rowAt(0)?.number ?? null
  const read = async (isReading: boolean): Promise<void> => {
    reading.value = isReading
    await nextTick()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ...events, read, top }
}

it('follows new events, the newest at the top', async () => {
  const { top, total } = await list()
  expect([top(), total.value]).toEqual([3, 3])
  await arrive(2)
  expect([top(), total.value]).toEqual([5, 5])
})

it('does not move while it is read, counts new events, and then shows them', async () => {
  const { top, total, newer, read } = await list()
  await read(true)
  await arrive(250)
  expect([top(), total.value, newer.value]).toEqual([3, 3, 250])
  await read(false)
  expect([top(), total.value, newer.value]).toEqual([253, 253, 0])
})

it('does not move while it is paused, whether it is read or not', async () => {
  const { top, newer, paused, read } = await list()
  paused.value = true
  await nextTick()
  await read(true)
  await read(false)
  await arrive(4)
  expect([top(), newer.value]).toEqual([3, 4])
  paused.value = false
  await nextTick()
  await vi.advanceTimersByTimeAsync(0)
  expect([top(), newer.value]).toEqual([7, 0])
})

it('starts a filtered list with its newest event, and misses none when the filter is cleared while it is read', async () => {
  const { top, total, newer, filter, read } = await list()
  await read(true)
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

it('starts over when the list was cleared while it was read', async () => {
  const { top, total, newer, read } = await list()
  await read(true)
  received = 0
  await arrive(0)
  expect([top(), total.value, newer.value]).toEqual([null, 0, 0])
})

it('fetches the visible pages, also far down the list', async () => {
  const { rowAt, show } = await list()
  await arrive(1_000)
  await show({ first: 600, last: 640 })
  expect(rowAt(600)?.number).toBe(received - 600)
  expect(rowAt(400)).toBeNull()
})

it('moves no row for an answer that was in flight when the user started to read', async () => {
  const { top, newer, read } = await list()
  const calls = twin.hold('inspector.events')
  await arrive(2)
  const starting = read(true)
  twin.answer('inspector.events', eventsFor)
  const [inFlight] = calls
  if (!inFlight) throw new Error('No call is open')
  inFlight.answer(eventsFor(inFlight.input))
  await starting
  await vi.advanceTimersByTimeAsync(0)
  expect([calls.length, top(), newer.value]).toEqual([1, 3, 2])
})
