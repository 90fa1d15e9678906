import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createEventStream } from '../../../../src/renderer/bridge/event-stream.ts'

/** The part of the browser's EventSource that is used. The test says when it opens, fails and delivers. */
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
  /** `forGood`: the server rejected the stream, after which a browser does not reconnect. */
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

test('passes each event to a listener until it unsubscribes', () => {
  const stream = createEventStream('/events')
  const heard: unknown[] = []
  const leave = stream.subscribe((event) => heard.push(event))
  EventSourceTwin.opened[0]?.say({ version: 1 })
  leave()
  EventSourceTwin.opened[0]?.say({ version: 2 })
  expect(heard).toEqual([{ version: 1 }])
})

test('reports a lost connection once, and its return once', () => {
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

test('opens a rejected stream again, and passes on the events of the new one', () => {
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
