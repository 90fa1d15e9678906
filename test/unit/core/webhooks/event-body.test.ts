import { describe, expect, it } from 'vitest'
import { readEventBody } from '../../../../src/core/webhooks/event-body.ts'

const event = { event: 'ping', data: { webhook_id: 'w1', at: '2026-11-20T01:00:00Z', who: 'Zoë' } }
const json = JSON.stringify(event)
const read = (bytes: Uint8Array) => readEventBody(Buffer.from(bytes))

describe('a posted body', () => {
  it.each([
    ['UTF-8', json],
    ['UTF-8 with a byte order mark', `\ufeff${json}`],
  ])('in %s is read', (_what, text) => {
    const body = read(Buffer.from(text))
    expect(body.ok && body.events.map((each): unknown => JSON.parse(each))).toEqual([event])
  })

  it.each<readonly [string, Uint8Array, string]>([
    ['other bytes', Buffer.from([0x7b, 0xe9, 0x7d]), 'The body isn’t text in UTF-8.'],
    [
      'more events than can be shown',
      Buffer.from(JSON.stringify(Array.from({ length: 1_001 }, () => 0))),
      'The body has more than 1,000 events.',
    ],
  ])('of %s is not read, with the reason', (_what, bytes, problem) => {
    expect(read(bytes)).toMatchObject({ ok: false, problem })
  })

  it.each<readonly [string, unknown]>([
    ['a list', [event, null, event]],
    ['a list with a name', { events: [event, null, event] }],
  ])('with %s has each event by itself', (_what, batch) => {
    const body = read(Buffer.from(JSON.stringify(batch)))
    expect(body.ok && body.events.map((text): unknown => JSON.parse(text))).toEqual([event, null, event])
  })

  it('keeps what stands beside its events', () => {
    const body = read(Buffer.from(JSON.stringify({ batch_id: 7, events: [event] })))
    expect(body.ok && JSON.parse(body.events[0] ?? '')).toEqual({ ...event, batch: { batch_id: 7 } })
  })

  it.each(['[]', '{"events":[]}', '{"event":"x","events":[1],"data":{}}', 'not json', ''])(
    '%j is one event',
    (text) => {
      expect(read(Buffer.from(text))).toEqual({ ok: true, events: [text] })
    },
  )
})
