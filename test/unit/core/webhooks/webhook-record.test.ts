import { describe, expect, it } from 'vitest'
import { eventsToSend, isSameEvent, readWebhook, versionOf } from '../../../../src/core/webhooks/webhook-record.ts'
import { raw, record } from './made-webhook.ts'

describe('a webhook record', () => {
  it('has all event names of the service, and the fields that the interface does not name', () => {
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
    ['duplicates', ['recapture_new', 'recapture_new'], ['recapture_new']],
    ['null', null, []],
  ])('reads events in the form of %s', (_name, events, read) => {
    expect(readWebhook({ ...raw, events })?.events).toEqual(read)
  })

  it('shows unreadable events as they are, instead of no events', () => {
    for (const events of [7, true, { recapture_new: 'yes' }, [{ event: 'recapture_new' }]]) {
      expect(readWebhook({ ...raw, events })).toMatchObject({ events: [], other: { events } })
    }
    expect(readWebhook({ ...raw, events: [] })?.other).toEqual({})
  })

  it('is not read without an ID', () => {
    expect(readWebhook({ ...raw, id: '' })).toBeNull()
    expect(readWebhook('text')).toBeNull()
    expect(readWebhook({ id: 7 })).toMatchObject({ id: '7', name: null, endpoint: null, events: [] })
  })

  it('has another version only when an editable property is different', () => {
    const version = versionOf(record, 'key')
    expect(versionOf({ ...record, events: record.events.toReversed() }, 'key')).toBe(version)
    expect(versionOf({ ...record, other: { delivered: 7 } }, 'key')).toBe(version)
    for (const change of [{ name: null }, { endpoint: null }, { events: [] }, { format: 'xml' }]) {
      expect(versionOf({ ...record, ...change }, 'key')).not.toBe(version)
    }
  })
})

describe('the events to send', () => {
  it('keep the names that the webhook has, also unknown ones', () => {
    const wanted = ['recapture_new', 'recapture_price_change', 'brand_new_event', 'valuation_change']
    expect(eventsToSend(wanted, raw.events, 'recapture_price_change')).toEqual([...raw.events, 'valuation_change'])
  })
  it('do not have removed events', () => {
    expect(eventsToSend(['recapture_new', 'price_change'], raw.events, 'recapture_price_change')).toEqual([
      'recapture_new',
      'price_change',
    ])
  })
  it('have the name of the interface’s table for a new event', () => {
    for (const wanted of [['price_change'], ['price_change', 'recapture_price_change']]) {
      expect(eventsToSend(wanted, [], 'recapture_price_change')).toEqual(['recapture_price_change'])
      expect(eventsToSend(wanted, [], 'price_change')).toEqual(['price_change'])
    }
  })
  it('are the same event under both names of a price change', () => {
    expect(isSameEvent('price_change', 'recapture_price_change')).toBe(true)
    expect(isSameEvent('brand_new_event', 'other_event')).toBe(false)
  })
})
