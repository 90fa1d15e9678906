import { describe, expect, it } from 'vitest'
import { eventsToSend, isSameEvent, readWebhook, versionOf } from '../../../../src/core/webhooks/webhook-record.ts'
import { updatesOf } from '../../../../src/core/webhooks/webhook-updates.ts'
import { pingOutcome } from '../../../../src/core/webhooks/ping-history.ts'
import { readPing } from '../../../../src/core/webhooks/webhook-ping.ts'
import { createWebhookView } from '../../../../src/core/webhooks/webhook-view.ts'

const raw = {
  id: 'w-1',
  created_at: '2026-11-20T00:00:00.000Z',
  name: 'Desk',
  format: 'json',
  events: ['recapture_new', 'price_change', 'brand_new_event'],
  endpoint: 'https://crm.example.com.au/hook?token=s3cret-one',
}
const record = readWebhook(raw)
if (!record) throw new Error('The record is not read')

describe('a webhook record', () => {
  it('keeps every event name that came, and what the interface does not name', () => {
    expect(readWebhook({ ...raw, owner: 'Ana' })).toMatchObject({ events: raw.events, other: { owner: 'Ana' } })
  })

  it.each([
    [
      'a map',
      { recapture_new: true, recapture_delist: false, brand_new_event: true },
      ['recapture_new', 'brand_new_event'],
    ],
    ['one text', 'recapture_new, brand_new_event', ['recapture_new', 'brand_new_event']],
    ['objects', [{ name: 'recapture_new' }, { name: 'brand_new_event' }], ['recapture_new', 'brand_new_event']],
    ['twice the same', ['recapture_new', 'recapture_new'], ['recapture_new']],
    ['nothing', null, []],
  ])('reads events that come as %s', (_name, events, read) => {
    expect(readWebhook({ ...raw, events })?.events).toEqual(read)
  })

  it('cannot be without an id', () => {
    expect(readWebhook({ ...raw, id: '' })).toBeNull()
    expect(readWebhook('text')).toBeNull()
    expect(readWebhook({ id: 7 })).toMatchObject({ id: '7', name: null, endpoint: null, events: [] })
  })

  it('has another version when something that can be edited is another, and only then', () => {
    const version = versionOf(record, 'key')
    expect(versionOf({ ...record, events: record.events.toReversed() }, 'key')).toBe(version)
    expect(versionOf({ ...record, other: { delivered: 7 } }, 'key')).toBe(version)
    for (const change of [{ name: null }, { endpoint: null }, { events: [] }, { format: 'xml' }]) {
      expect(versionOf({ ...record, ...change }, 'key')).not.toBe(version)
    }
  })
})

describe('the events that are sent', () => {
  it('keep the spelling that the webhook has, and the names that Forecourt does not know', () => {
    const wanted = ['recapture_new', 'recapture_price_change', 'brand_new_event', 'valuation_change']
    expect(eventsToSend(wanted, raw.events)).toEqual([...raw.events, 'valuation_change'])
  })
  it('leave out what was removed by name', () => {
    expect(eventsToSend(['recapture_new', 'price_change'], raw.events)).toEqual(['recapture_new', 'price_change'])
  })
  it('subscribe anew by the name of the table', () => {
    expect(eventsToSend(['price_change'], [])).toEqual(['recapture_price_change'])
    expect(eventsToSend(['price_change', 'recapture_price_change'], [])).toEqual(['recapture_price_change'])
  })
  it('are one event under both names', () => {
    expect(isSameEvent('price_change', 'recapture_price_change')).toBe(true)
    expect(isSameEvent('brand_new_event', 'other_event')).toBe(false)
  })
})

describe('the map of what changed', () => {
  const after = { ...record, name: 'Front desk', events: ['recapture_new'] }
  it.each([
    ['new values', { name: 'Front desk', events: ['recapture_new'] }],
    ['pairs', { name: ['Desk', 'Front desk'], events: ['recapture_new'] }],
    ['objects', { name: { old: 'Desk', new: 'Front desk' }, events: { from: raw.events, to: ['recapture_new'] } }],
    ['nothing, since the answer was lost', {}],
  ])('is read from %s', (_name, reported) => {
    expect(updatesOf(record, after, reported)).toEqual([
      { property: 'name', before: 'Desk', after: 'Front desk' },
      { property: 'events', before: 'New sighting, Price change, brand_new_event', after: 'New sighting' },
    ])
  })
  it('shows a removed property, one that Forecourt does not know, and no token', () => {
    const endpoint = 'https://crm.example.com.au/other?token=s3cret-two'
    const updates = updatesOf(record, { ...record, name: null, endpoint }, { name: null, endpoint, paused: true })
    expect(updates).toEqual([
      { property: 'name', before: 'Desk', after: null },
      {
        property: 'endpoint',
        before: 'https://crm.example.com.au/hook?token=••••••',
        after: 'https://crm.example.com.au/other?token=••••••',
      },
      { property: 'paused', before: null, after: 'Yes' },
    ])
    expect(JSON.stringify(updates)).not.toContain('s3cret')
  })
})

describe('a webhook as it is shown', () => {
  it('holds no secret, neither of its endpoint nor of its other fields', () => {
    const view = createWebhookView((endpoint) => endpoint === raw.endpoint)
    const other = {
      signing_secret: 's3cret-three',
      retries: 3,
      last_delivery: { url: 'https://crm.example.com.au/hook?token=s3cret-one', status: 200 },
    }
    const shown = view.show({ ...record, other })
    expect(JSON.stringify(shown)).not.toContain('s3cret')
    expect(shown).toMatchObject({ hasSecret: true, toInspector: true, events: raw.events })
    expect(shown.other.map(({ name }) => name)).toEqual(['signing_secret', 'retries', 'last_delivery'])
    expect(view.show({ ...record, endpoint: null })).toMatchObject({
      endpointShown: null,
      hasSecret: false,
      toInspector: false,
    })
  })
})

describe('a ping', () => {
  it.each([
    [200, true],
    [204, true],
    [301, false],
    [401, false],
    [404, false],
    [418, false],
    [500, false],
    [0, false],
    [null, false],
  ])('that came to %s is well: %s', (status, ok) => {
    const outcome = pingOutcome(status, 35)
    expect(outcome.ok).toBe(ok)
    expect(outcome.words).toMatch(/^(The endpoint|Nothing) .+35 ms.*\.$/)
    expect(outcome.words).not.toMatch(/null|undefined|NaN/)
  })
  it('is read tolerantly', () => {
    expect(readPing({ response_status: '200', response_time_ms: 12, at: 'x' })).toEqual({
      at: 'x',
      endpoint: null,
      responseTimeMs: 12,
      responseStatus: 200,
    })
    expect(readPing({ response_status: null, response_time_ms: 'soon' })).toMatchObject({
      responseTimeMs: null,
      responseStatus: null,
    })
  })
})
