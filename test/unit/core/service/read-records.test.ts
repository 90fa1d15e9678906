import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAmount, readPhone } from '../../../../src/core/service/field-values.ts'
import { readCustomer } from '../../../../src/core/service/read-customer.ts'
import {
  customerAnswer,
  CustomersAnswer,
  uploadAnswer,
  WebhooksAnswer,
} from '../../../../src/core/service/remote-records.ts'

const good = { id: 'c1', client_name: 'Jane Citizen', rego: 'ABC123', sightings: [], additional_fields: {} }

describe('a list of customers', () => {
  it.each<readonly [string, unknown]>([
    ['null', null],
    ['a text', 'c2'],
    ['a number', 7],
    ['a list', []],
    ['no id', { client_name: 'No Id' }],
    ['an empty id', { id: '' }],
    ['an id that is a record', { id: { value: 'c2' } }],
  ])('shows the others beside an entry that is %s', (_what, entry) => {
    const page = CustomersAnswer.parse({ success: true, customers: [good, entry, { ...good, id: 'c3' }] })
    expect(page.customers.map(({ id }) => id)).toEqual(['c1', 'c3'])
    expect(page.unreadable).toEqual([entry])
  })

  it.each<readonly [string, unknown]>([
    ['customers', { customers: [good] }],
    ['data', { success: true, data: [good] }],
    ['results', { results: [good], total: 1 }],
    ['an envelope with customers', { data: { customers: [good] } }],
    ['a bare list', [good]],
    ['a map by number', { customers: { 0: good } }],
    ['JSON:API', { data: [{ type: 'customers', id: 'c1', attributes: { client_name: 'Jane Citizen' } }] }],
    ['edges', { data: { customers: { edges: [{ cursor: 'a', node: good }], pageInfo: {} } } }],
    ['nodes', { data: { recaptureCustomers: { nodes: [{ id: 'c1', clientName: 'Jane Citizen' }] } } }],
  ])('is read from %s', (_what, body) => {
    expect(CustomersAnswer.parse(body).customers).toMatchObject([{ id: 'c1', clientName: 'Jane Citizen' }])
  })

  it.each([[{ customers: {} }], [{ customers: [] }], [[]], [{ customers: null, warnings: [{ code: 1 }] }]])(
    'is empty in %j',
    (body) => {
      expect(CustomersAnswer.parse(body)).toEqual({ customers: [], unreadable: [] })
    },
  )
})

it('is no list of customers when no record of it has an ID', () => {
  for (const body of [{ notices: [{ text: 'Maintenance' }] }, { meta: { tags: ['a'] } }]) {
    expect(CustomersAnswer.safeParse(body).success).toBe(false)
  }
})

describe('a body without customers', () => {
  const notices = [{ text: 'Busy', level: 2 }, { text: 'Old' }]

  it.each<readonly [string, unknown]>([
    ['only a list of notices', { success: true, notices }],
    ['two lists of which none is named and none has customers', { success: true, notices, rows: [{ id: 'r1' }] }],
    ['a text', { success: true, customers: 'none' }],
    ['no list', { success: true }],
  ])('cannot be read: %s', (_what, body) => {
    expect(CustomersAnswer.safeParse(body).success).toBe(false)
  })

  it('is read by its list of another name that has customers', () => {
    expect(CustomersAnswer.parse({ success: true, notices, rows: [good] }).customers).toHaveLength(1)
  })

  it.each<readonly [string, unknown]>([
    ['null beside warnings', { success: true, customers: null, warnings: notices }],
    ['null in an envelope', { data: { customers: null, warnings: ['Old'] } }],
    ['an empty list of another name', { success: true, rows: [] }],
  ])('is an empty list: %s', (_what, body) => {
    expect(CustomersAnswer.parse(body)).toEqual({ customers: [], unreadable: [] })
  })

  it.each<readonly [string, object]>([
    ['beside it', { total: 229 }],
    ['as text', { total_count: '229' }],
    ['by the name of the records', { totalCustomers: 229 }],
    ['in a part of its own', { pagination: { page: 1, 'total-items': 229 } }],
  ])('has the number of all entries when it is %s', (_what, more) => {
    expect(CustomersAnswer.parse({ customers: [good], ...more }).total).toBe(229)
  })

  it.each<readonly [string, object]>([
    ['a part', { total: 2.5 }],
    ['less than nothing', { total: -1 }],
    ['another total', { total_errors: 3 }],
  ])('has no number of all entries when it has %s', (_what, more) => {
    expect(CustomersAnswer.parse({ customers: [good], ...more }).total).toBeUndefined()
  })

  it('is no list of webhooks when it has notices', () => {
    expect(WebhooksAnswer.safeParse({ success: true, notices }).success).toBe(false)
  })
})

describe('a customer', () => {
  it('keeps the fields of its additional_fields, whatever they are called', () => {
    const additional_fields = { id: 7, attributes: { colour: 'red' }, node: { a: 1 }, clientName: 'x' }
    expect(readCustomer({ ...good, additional_fields })?.additionalFields).toEqual(additional_fields)
  })

  it('has its sightings from a GraphQL list', () => {
    const sightings = { edges: [{ node: { at: '2026-11-01T00:00:00Z', leadId: 'l1' } }] }
    expect(readCustomer({ ...good, sightings })?.sightings.map(({ listingId }) => listingId)).toEqual(['l1'])
  })

  it.each<readonly [string, unknown, unknown]>([
    ['additional_fields', [], undefined],
    ['additional_fields', null, undefined],
    ['additional_fields', 'text', 'text'],
    ['additional_fields', [1], [1]],
    ['sightings', {}, undefined],
    ['sightings', null, undefined],
    ['sightings', 'https://listing.example', 'https://listing.example'],
    ['sightings', ['https://listing.example'], ['https://listing.example']],
    ['sightings', [null], [null]],
    ['client_name', { first: 'Jane' }, { first: 'Jane' }],
    ['mobile_number', ['0491570006'], ['0491570006']],
    ['sale_date', 1_700_000_000, 1_700_000_000],
    ['last_updated', null, undefined],
  ])('with %s %j is read, and keeps what cannot be read', (name, value, kept) => {
    const customer = readCustomer({ ...good, [name]: value })
    expect(customer).toMatchObject({ id: 'c1', rego: 'ABC123' })
    expect(customer?.other?.[name]).toEqual(kept)
  })

  it('keeps fields that the interface does not name, also of its sightings', () => {
    const sighting = { at: '2026-11-01T00:00:00Z', lead_id: 7, listing_price: '$12,000', dealer: 'City Cars' }
    const customer = readCustomer({ ...good, created_at: '2026-11-01', sightings: [sighting] })
    expect(customer?.sightings).toEqual([
      { at: '2026-11-01T00:00:00Z', listingId: '7', listingUrl: '', listingTitle: '', listingPrice: 12_000 },
    ])
    expect(customer?.other).toEqual({ created_at: '2026-11-01', sightings: [sighting] })
  })

  it('has one sighting or numbered sightings where a map is sent instead of a list', () => {
    const sighting = { at: '2026-11-01T00:00:00Z', lead_id: 'l1' }
    for (const sightings of [sighting, { 0: sighting }]) {
      expect(readCustomer({ ...good, sightings })?.sightings.map(({ listingId }) => listingId)).toEqual(['l1'])
    }
  })

  it('says what an answer about it alone leaves out, and a list does not', () => {
    const partial = { client_name: 'Jane', vin: null }
    expect(customerAnswer('c9').parse({ customer: partial }).missing).toContain('mobileNumber')
    expect(customerAnswer('c9').parse({ customer: partial }).missing).not.toContain('vin')
    expect(customerAnswer('C1').parse({ customer: good })).toMatchObject({ id: 'C1' })
    expect(readCustomer({ ...partial, id: 'c1' })?.missing).toBeUndefined()
  })

  it('has the id that was requested when the answer leaves it out', () => {
    expect(customerAnswer('c9').parse({ customer: { client_name: 'Jane' } })).toMatchObject({ id: 'c9' })
    expect(customerAnswer('c9').safeParse({ success: true }).success).toBe(false)
  })

  it('is read from any JSON with an id, and loses none of its fields', () => {
    const names = fc.constantFrom(
      'last_updated',
      'rego',
      'vin',
      'client_name',
      'mobile_number',
      'sale_date',
      'sightings',
      'additional_fields',
      'created_at',
      'notes',
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })), fc.array(fc.jsonValue()), (fields, others) => {
        const odd = { ...fields, id: 'odd' }
        const { customers, unreadable } = CustomersAnswer.parse({ customers: [good, odd, ...others] })
        expect(customers.map(({ id }) => id).slice(0, 2)).toEqual(['c1', 'odd'])
        expect(customers.length + unreadable.length).toBe(others.length + 2)
        // Each field is read, kept as received, or empty.
        const lost = Object.entries(fields).filter(([name, value]) => {
          const isText = ['string', 'number', 'boolean'].includes(typeof value)
          const isEmpty = [null, ''].includes(value as null) || ['[]', '{}'].includes(JSON.stringify(value))
          const isUnknown = name === 'created_at' || name === 'notes'
          const isMap = name === 'additional_fields' && !Array.isArray(value)
          const isKept = JSON.stringify(customers[1]?.other?.[name]) === JSON.stringify(value)
          return !isKept && !isEmpty && !isMap && (isUnknown || !isText)
        })
        expect(lost).toEqual([])
      }),
    )
  })
})

describe('an upload', () => {
  it.each<readonly [string, unknown]>([
    ['upload', { upload: { id: 'u1', total_errors: 2 } }],
    ['data', { success: true, data: { id: 'u1', total_errors: 2 } }],
    ['the body itself', { success: true, id: 'u1', total_errors: 2 }],
  ])('is read from %s', (_what, body) => {
    expect(uploadAnswer().parse(body)).toMatchObject({ id: 'u1', errors: 2, processed: null })
  })

  it('is none when it is another upload', () => {
    expect(uploadAnswer('u1').safeParse({ upload: { id: 'u2' } }).success).toBe(false)
    expect(uploadAnswer('U1').safeParse({ upload: { id: 'u1' } }).success).toBe(true)
  })

  it('keeps fields that the interface does not name', () => {
    expect(uploadAnswer().parse({ upload: { id: 'u1', queue: 'slow' } }).other).toEqual({ queue: 'slow' })
  })
})

describe('a price', () => {
  it.each<readonly [unknown, number | null | undefined]>([
    [12_000, 12_000],
    ['12000', 12_000],
    ['12000.50', 12_000.5],
    ['$12,000', 12_000],
    [' $ 12,000.00 ', 12_000],
    ['AUD 12,000', 12_000],
    ['AU$12,000', 12_000],
    ['12,000 AUD', 12_000],
    ['12 000', 12_000],
    ['', null],
    [null, null],
    ['POA', undefined],
    ['from 12,000', undefined],
    [{ amount: 1 }, undefined],
  ])('%j is %j', (value, amount) => expect(readAmount(value)).toBe(amount))
})

describe('a mobile number', () => {
  it.each<readonly [unknown, string | null | undefined]>([
    ['0491 570 006', '0491 570 006'],
    [491_570_006, '0491570006'],
    [61_491_570_006, '+61491570006'],
    [211_234_567, '0211234567'],
    [64_211_234_567, '+64211234567'],
    [12, '12'],
    [-5, undefined],
    [null, null],
  ])('%j is %j', (value, phone) => expect(readPhone(value)).toBe(phone))
})
