import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBody, decodeEvent } from '../../../../src/core/webhooks/event-decoding.ts'

const sighting = {
  at: '2026-11-20T01:00:00.000Z',
  lead_id: 'lead-1',
  listing_url: 'https://cars.example/1',
  listing_title: '2019 Toyota Corolla',
  listing_price: 15990,
}
const customer = {
  id: 'customer-1',
  last_updated: '2026-11-20T01:00:00.000Z',
  rego: '1AB2CD',
  state: 'VIC',
  vin: null,
  client_name: 'Jane Citizen',
  mobile_number: null,
  sale_date: null,
  expiry_date: null,
  vehicle_title: null,
  sightings: [sighting],
  additional_fields: {},
}
const decode = (event: unknown) => decodeEvent(JSON.stringify(event), 'au')
const { sightings: _sightings, ...withoutSightings } = customer
const { additional_fields: _fields, ...withoutFields } = customer

describe('a received event', () => {
  it('of a new sighting has its customer', () => {
    const decoded = decode({ event: 'recapture_new', data: { customer } })
    expect(decoded).toMatchObject({
      state: 'decoded',
      summary: 'Jane Citizen, 1AB2CD: seen for $15,990',
      problem: null,
    })
    expect(decoded.customer).toMatchObject({ id: 'customer-1', sightings: [{ listingPrice: 15990 }] })
  })

  it('is summarised by its latest sighting, with or without a price, also for a customer without a name', () => {
    const older = { ...sighting, at: '2026-10-01T00:00:00.000Z', listing_price: 17000 }
    const summary = (change: object): string =>
      decode({ event: 'recapture_new', data: { customer: { ...customer, ...change } } }).summary
    expect(summary({ sightings: [sighting, older] })).toBe('Jane Citizen, 1AB2CD: seen for $15,990')
    expect(summary({ sightings: [{ ...sighting, listing_price: null }] })).toBe('Jane Citizen, 1AB2CD: seen')
    expect(summary({ client_name: null, rego: null })).toBe('A customer: seen for $15,990')
  })

  it.each([
    ['no customer', {}],
    ['no sightings', { customer: withoutSightings }],
    ['no additional fields', { customer: withoutFields }],
    ['no id', { customer: { ...customer, id: '' } }],
    ['no time', { customer: { ...customer, last_updated: null } }],
    ['sightings that are not a list', { customer: { ...customer, sightings: 'two' } }],
  ])('of a new sighting with %s changes nothing, and its data is shown', (_name, data) => {
    expect(decode({ event: 'recapture_new', data })).toMatchObject({ state: 'unknown', customer: null, data })
  })

  it('of a valuation shows its own change, not the newest of the pricing record', () => {
    const change = {
      id: 'c-1',
      type: 'valuation',
      at: '2026-11-20T01:00:00.000Z',
      new_price: 15200,
      old_price: 16000,
      new_retail_price: 16400,
      old_retail_price: 17300,
      new_trade_price: 13700,
      old_trade_price: 14400,
    }
    const pricing_record = {
      id: 'p-1',
      vehicle_id: 'v-7',
      rego: '1AB2CD',
      price: 14000,
      changes: [change, { ...change, new_price: 14000 }],
    }
    expect(decode({ event: 'valuation_change', data: { pricing_record, change } })).toMatchObject({
      state: 'decoded',
      summary: '1AB2CD: price from $16,000 to $15,200 (−5.0 %)',
      valuation: {
        type: 'valuation',
        words: 'The market has changed.',
        vehicleId: 'v-7',
        prices: [
          { label: 'Price', before: 16000, after: 15200 },
          { label: 'Retail price', before: 17300, after: 16400 },
          { label: 'Trade price', before: 14400, after: 13700 },
        ],
      },
    })
    const words = (type: unknown): string | undefined =>
      decode({ event: 'valuation_change', data: { pricing_record, change: { ...change, type } } }).valuation?.words
    expect(words('configuration')).toMatch(/not the market/)
    expect(words('brand_new')).toContain('brand_new')
    expect(words(null)).toBe('No reason was given.')
    expect(decode({ event: 'valuation_change', data: { pricing_record } }).state).toBe('unknown')
    expect(decode({ event: 'valuation_change', data: { change: {} } }).summary).not.toMatch(/undefined|null|NaN/)
  })

  it('of a ping needs a webhook ID and a time', () => {
    expect(decode({ event: 'ping', data: { webhook_id: 'w', at: 'now' } }).state).toBe('decoded')
    expect(decode({ event: 'ping', data: {} }).state).toBe('unknown')
  })

  it.each(['recapture_price_change', 'price_change'])('of a %s with a complete customer updates it', (event) => {
    const sighting = (day: number, price: number) => ({
      at: `2026-11-0${day}T01:00:00Z`,
      lead_id: 'l',
      listing_url: 'https://cars.example/1',
      listing_title: 'Car',
      listing_price: price,
    })
    const customer = {
      id: 'c1',
      last_updated: '2026-11-02T01:00:00Z',
      client_name: 'Jane Citizen',
      rego: '1AB2CD',
      additional_fields: {},
      sightings: [sighting(2, 15_200), sighting(1, 16_000)],
    }
    expect(decode({ event, data: { customer } })).toMatchObject({
      state: 'decoded',
      customer: { id: 'c1' },
      summary: 'Jane Citizen, 1AB2CD: price from $16,000 to $15,200',
    })
  })

  it('of a removed listing with a complete customer updates it', () => {
    const decoded = decode({ event: 'recapture_delist', data: { customer, reason: 'sold' } })
    expect(decoded).toMatchObject({
      state: 'decoded',
      problem: null,
      customer: { id: 'customer-1' },
      summary: 'Jane Citizen, 1AB2CD: listing removed, last price $15,990',
    })
    expect(decoded.data).toMatchObject({ reason: 'sold' })
  })

  it('has a customer that is written as JSON:API or in other spellings', () => {
    const { id, ...attributes } = customer
    for (const written of [
      { type: 'customers', id, attributes },
      { id, lastUpdated: customer.last_updated, clientName: 'Jane Citizen', sightings: [], additionalFields: {} },
    ]) {
      expect(decode({ event: 'recapture_new', data: { customer: written } })).toMatchObject({
        state: 'decoded',
        customer: { id: 'customer-1', clientName: 'Jane Citizen' },
      })
    }
  })

  it('has the sightings that can be read', () => {
    const odd = { ...customer, sightings: [null, sighting] }
    expect(decode({ event: 'recapture_new', data: { customer: odd } })).toMatchObject({
      state: 'decoded',
      customer: { sightings: [{ listingPrice: 15990 }], other: { sightings: [null, sighting] } },
    })
  })

  it.each(['recapture_delist', 'price_change', 'recapture_price_change', 'brand_new_event'])(
    'with the name %s is shown with its original data',
    (event) => {
      expect(decode({ event, data: { any: { thing: [1] } } })).toMatchObject({
        state: 'unknown',
        event,
        data: { any: { thing: [1] } },
      })
    },
  )

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['cut off', '{"event":"ping","data":{'],
    ['a list', '[]'],
    ['a text', '"ping"'],
    ['no name', '{"data":{}}'],
    ['a name that is not text', '{"event":7,"data":{}}'],
    ['no data', '{"event":"ping"}'],
    ['data that is not an object', '{"event":"ping","data":[]}'],
    ['a web page', '<html></html>'],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['valid JSON with 10,000 levels', `{"event":"x","data":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`],
  ])('that is %s is malformed, with the reason', (_name, text) => {
    const decoded = decodeEvent(text, 'au')
    expect(decoded).toMatchObject({ state: 'malformed', data: null, customer: null })
    expect(decoded.problem).toMatch(/\.$/)
  })

  it('that is not UTF-8 is malformed, and its text can be read', () => {
    expect(decodeBody(Buffer.from([0x7b, 0xff, 0xfe]), 'au')[0]).toMatchObject({
      state: 'malformed',
      text: '{\ufffd\ufffd',
    })
  })

  it('has no line breaks or direction marks in its summary', () => {
    const { summary, event } = decode({
      event: 'a\u202eb\nc',
      data: { customer: { ...customer, client_name: 'Jane\n\u2028Citizen' } },
    })
    expect(`${summary}${event}`).not.toMatch(/[\n\u2028\u202e]/)
  })

  it('never makes decoding throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.anything().map((value) => decodable(value)),
        ),
        (text) => {
          const { summary } = decodeEvent(text, 'au')
          expect(summary).not.toBe('')
        },
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('recapture_new', 'valuation_change', 'ping', 'price_change'),
        fc.dictionary(fc.constantFrom('customer', 'change', 'pricing_record', 'at', 'webhook_id'), fc.jsonValue()),
        (event, data) => {
          expect(decode({ event, data }).summary).not.toMatch(/undefined|NaN|\[object/)
        },
      ),
    )
  })
})

function decodable(value: unknown): string {
  try {
    return JSON.stringify({ event: 'recapture_new', data: { customer: value } })
  } catch {
    // A value without JSON cannot be received.
    return ''
  }
}
