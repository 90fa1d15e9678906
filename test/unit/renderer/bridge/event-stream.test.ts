import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStream } from '../../../../src/renderer/bridge/event-stream.ts'

/** The browser's EventSource as far as it is used: its own clock is the test's. */
class EventSourceTwin extends EventTarget {
  static readonly CLOSED = 2
  static opened: EventSourceTwin[] = []
  readyState = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    EventSourceTwin.opened.push(this)
  }
  come(): void {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  say(message: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  /** `forGood`: the server answered with a refusal, after which a browser does not try again. */
  break(forGood: boolean): void {
    this.readyState = forGood ? 2 : 0
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  EventSourceTwin.opened = []
  vi.stubGlobal('EventSource', EventSourceTwin)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('passes each event on until the listener leaves', () => {
  const stream = createEventStream('/events')
  const heard: unknown[] = []
  const leave = stream.subscribe((event) => heard.push(event))
  EventSourceTwin.opened[0]?.say({ version: 1 })
  leave()
  EventSourceTwin.opened[0]?.say({ version: 2 })
  expect(heard).toEqual([{ version: 1 }])
})

test('says once that the program is gone, and once that it is back', () => {
  const stream = createEventStream('/events')
  const ups: boolean[] = []
  stream.watchLink((up) => ups.push(up))
  const source = EventSourceTwin.opened[0]
  source?.come()
  expect(ups).toEqual([])
  source?.break(false)
  source?.break(false)
  source?.come()
  expect(ups).toEqual([false, true])
})

test('opens a refused stream again, and hears through the new one', () => {
  const stream = createEventStream('/events')
  const heard: unknown[] = []
  stream.subscribe((event) => heard.push(event))
  EventSourceTwin.opened[0]?.break(true)
  expect(EventSourceTwin.opened).toHaveLength(1)
  vi.advanceTimersByTime(3_000)
  expect(EventSourceTwin.opened).toHaveLength(2)
  EventSourceTwin.opened[1]?.say({ version: 7 })
  expect(heard).toEqual([{ version: 7 }])
})
