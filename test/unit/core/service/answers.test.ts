import { describe, expect, it } from 'vitest'
import { readBody, reportsFailure, serviceWords } from '../../../../src/core/service/answer-body.ts'
import { statusFailure } from '../../../../src/core/service/service-failures.ts'
import { CustomersAnswer, uploadAnswer } from '../../../../src/core/service/remote-records.ts'
import { readServiceAddress } from '../../../../src/core/service/service-address.ts'
import { requestedWaitMs } from '../../../../src/core/service/wait-headers.ts'

describe('the message of an answer', () => {
  it.each([
    ['{"message":"Invalid Region"}', 'Invalid Region'],
    ['{"error":true,"message":"Too many"}', 'Too many'],
    ['{"success":false,"error":"Nope"}', 'Nope'],
    ['{"error":{"message":"Deep"}}', 'Deep'],
    ['{"errors":["One","Two"]}', 'One; Two'],
    ['{"errors":[{"message":"One"},{"detail":"Two"}]}', 'One; Two'],
    ['{"errors":{"name":["is missing"],"events":"unknown"}}', 'name: is missing; events: unknown'],
    ['Request validation failed', 'Request validation failed'],
    ['"Only a text"', 'Only a text'],
    ['You must upload\r\nat least one', 'You must upload at least one'],
    ['{"success":false}', null],
    ['<html><body>Bad gateway</body></html>', null],
    ['', null],
  ])('of %s is %s', (body, words) => expect(serviceWords(readBody(body)).line).toBe(words))

  it('is cut to 300 characters', () => {
    expect(serviceWords(readBody('x'.repeat(5_000))).line).toHaveLength(300)
  })

  it.each([
    ['{"success":false}', true],
    ['{"error":true,"message":"x"}', true],
    ['{"error":"x"}', true],
    ['{"success":true,"error":null}', false],
    ['{"success":true,"errors":[]}', false],
    ['[]', false],
    ['null', false],
    ['text', false],
  ])('%s reports a failure: %s', (body, failed) => expect(reportsFailure(readBody(body))).toBe(failed))
})

describe('an error status', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const judge = (
    status: number,
    words: string | null = 'Words',
    html = false,
    waitMs: number | null = null,
    isOfRecord = false,
  ) =>
    statusFailure({
      status,
      texts: words === null ? [] : [words],
      words,
      isOfRecord,
      record: null,
      refusedRecords: null,
      isHtml: html,
      waitMs,
      until: waitMs === null ? null : new Date(now.getTime() + waitMs),
      product: null,
      now,
    })

  it.each([
    [400, 'rejected', 'refused'],
    [401, 'sign-in-required', 'not-sent'],
    [403, 'no-licence', 'refused'],
    [404, 'not-found', 'refused'],
    [408, 'timeout', 'unknown'],
    [409, 'rejected', 'refused'],
    [410, 'not-found', 'refused'],
    [413, 'rejected', 'refused'],
    [422, 'rejected', 'refused'],
    [429, 'rate-limited', 'not-sent'],
    [500, 'service-down', 'unknown'],
    [501, 'rejected', 'refused'],
    [502, 'service-down', 'unknown'],
    [503, 'service-down', 'unknown'],
    [504, 'service-down', 'unknown'],
    [302, 'offline', 'refused'],
    [511, 'offline', 'not-sent'],
    [200, 'rejected', 'refused'],
  ])('%i is %s: %s', (status, kind, certainty) => {
    expect(judge(status)).toMatchObject({ status, certainty, failure: { kind } })
  })

  it('503 with a time to wait means that nothing was sent', () => {
    expect(judge(503, null, false, 30_000)).toMatchObject({
      certainty: 'not-sent',
      retryAfterMs: 30_000,
      failure: { retryAt: '2026-11-21T00:00:30.000Z' },
    })
  })

  it.each([
    [404, null, true, 'offline'],
    [403, null, true, 'offline'],
    [404, null, false, 'not-found'],
    [400, 'Invalid Customer ID', false, 'not-found'],
    [403, "You don't have permission to access that customer", false, 'rejected'],
    [403, 'Incorrect Region', false, 'rejected'],
  ])('%i with “%s” (a page: %s) is %s', (status, words, html, kind) => {
    expect(judge(status, words, html).failure.kind).toBe(kind)
  })

  it.each([400, 404, 503])('has the status %s and the service’s message as details', (status) => {
    expect(judge(status, 'The words of the service').failure.details).toBe(`HTTP ${status}: The words of the service`)
    expect(judge(status, null).failure.details).toBe(`HTTP ${status}`)
  })

  it('quotes the reason of a rejection in the message', () => {
    expect(judge(422, 'Rego is too long').failure.message).toBe('The service rejected the request: “Rego is too long”')
  })

  it('shows no text of the service for an outage', () => {
    expect(judge(503, 'The service is down').failure.message).toBe('The service is temporarily unavailable (503).')
  })
})

describe('the time to wait', () => {
  const now = new Date('2026-11-21T00:00:00Z')
  const unix = (date: string): string => String(Date.parse(date) / 1000)
  it.each([
    ['seconds', { 'Retry-After': '30' }, 30_000],
    ['an HTTP date', { 'Retry-After': 'Sat, 21 Nov 2026 00:01:00 GMT' }, 60_000],
    ['the reset of the limit', { 'Rate-Limit-Reset': unix('2026-11-21T00:00:45Z') }, 45_000],
    ['the longer of two', { 'Retry-After': '10', 'Rate-Limit-Reset': unix('2026-11-21T00:00:45Z') }, 45_000],
    ['at most an hour', { 'Retry-After': '86400' }, 3_600_000],
    ['never less than nothing', { 'Rate-Limit-Reset': unix('2026-11-20T00:00:00Z') }, 0],
    ['the reset in milliseconds', { 'X-RateLimit-Reset': String(Date.parse('2026-11-21T00:00:45Z')) }, 45_000],
    ['the reset in seconds since 1970', { 'X-RateLimit-Reset': unix('2026-11-21T00:00:45Z') }, 45_000],
    ['the reset as a wait', { 'RateLimit-Reset': '45' }, 45_000],
    ['the reset as an HTTP date', { 'RateLimit-Reset': 'Sat, 21 Nov 2026 00:00:45 GMT' }, 45_000],
    ['the reset as an ISO date', { 'X-Rate-Limit-Reset': '2026-11-21T00:00:45Z' }, 45_000],
    ['RateLimit with a reset', { RateLimit: 'limit=10, remaining=0, reset=45' }, 45_000],
    ['RateLimit with a time', { RateLimit: '"default";r=0;t=45' }, 45_000],
    ['words that are no time', { 'Retry-After': 'soon' }, null],
    ['nothing', {}, null],
  ])('reads %s', (_what, headers, ms) =>
    expect(requestedWaitMs(new Headers(headers as Record<string, string>), now)).toBe(ms),
  )

  it('is measured by the service’s clock, not this PC’s', () => {
    const headers = new Headers({
      Date: 'Sat, 21 Nov 2026 00:00:00 GMT',
      'Rate-Limit-Reset': unix('2026-11-21T00:00:20Z'),
    })
    for (const pc of ['2026-11-20T20:00:00Z', '2026-11-21T04:00:00Z']) {
      expect(requestedWaitMs(headers, new Date(pc))).toBe(20_000)
    }
  })
})

describe('a typed service address', () => {
  it.each([
    ['api.example.com.au', 'https://api.example.com.au'],
    [' https://api.example.com.au/ ', 'https://api.example.com.au'],
    ['HTTPS://API.Example.com.au:8443/base//', 'https://api.example.com.au:8443/base'],
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['http://localhost:4000/', 'http://localhost:4000'],
    ['http://[::1]:4000', 'http://[::1]:4000'],
    ['localhost:4000', 'https://localhost:4000'],
  ])('%s is %s', (typed, url) => expect(readServiceAddress(typed)).toEqual({ ok: true, url }))

  it.each([
    'http://api.example.com.au',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'ftp://api.example.com.au',
    'file:///etc/passwd',
    'javascript://alert(1)',
    'https://user:password@api.example.com.au',
    'https://user@api.example.com.au',
    'https://api.example.com.au?key=1',
    'https://api.example.com.au#x',
    'https://api.example.com.au/?',
    'not an address',
    'https://',
    '',
  ])('is refused for “%s”, with a reason and what to do', (typed) => {
    expect(readServiceAddress(typed)).toEqual({
      ok: false,
      reason: expect.stringMatching(/\.$/),
      next: expect.stringMatching(/\.$/),
    })
  })
})

describe('the service’s records', () => {
  const customer = {
    id: 'c1',
    last_updated: '2026-11-20T23:00:00.000Z',
    rego: 'ABC123',
    state: 'VIC',
    vin: null,
    client_name: 'Jane Citizen',
    mobile_number: '0491570006',
    sale_date: '2024-02-29T00:00:00.000+11:00',
    expiry_date: '2027-01-01T00:00:00.000Z',
    vehicle_title: null,
    sightings: [
      {
        at: '2026-11-01T00:00:00Z',
        lead_id: 'l1',
        listing_url: 'https://x',
        listing_title: 'A car',
        listing_price: null,
      },
    ],
    additional_fields: { forecourt_ref: 'f-1' },
    loyalty_tier: 'gold',
  }

  it('have the calendar date as written, without a change of time zone, and keep unknown fields', () => {
    const { customers: parsed } = CustomersAnswer.parse({ success: true, customers: [customer] })
    expect(parsed[0]).toMatchObject({
      saleDate: '2024-02-29',
      expiryDate: '2027-01-01',
      clientName: 'Jane Citizen',
      additionalFields: { forecourt_ref: 'f-1' },
      sightings: [{ listingId: 'l1', listingPrice: null }],
    })
    expect(parsed[0]?.other).toEqual({ loyalty_tier: 'gold' })
  })

  it('need only an ID', () => {
    const parsed = CustomersAnswer.parse({ customers: [{ id: 7 }] }).customers[0]
    expect(parsed).toMatchObject({ id: '7', rego: null, saleDate: null, sightings: [], additionalFields: {} })
  })

  it.each([{ customers: 'none' }, { customers: 7 }, {}, { data: null }])('are not read from %j', (body) => {
    expect(CustomersAnswer.safeParse(body).success).toBe(false)
  })

  it.each([
    ['a number', 12, 12],
    ['zero', 0, 0],
    ['digits', '12', 12],
    ['missing', undefined, null],
    ['null', null, null],
    ['a text', 'n/a', 'unreadable'],
    ['an empty text', '', 'unreadable'],
    ['negative', -1, 'unreadable'],
    ['a fraction', 1.5, 'unreadable'],
    ['a boolean', true, 'unreadable'],
    ['a list', [1], 'unreadable'],
  ])('have a counter that is %s', (_, total_errors, errors) => {
    const upload = { id: 'u1', total_uploaded_customers: 12, total_processed_customers: '3', total_errors }
    expect(uploadAnswer().parse({ upload })).toMatchObject({ id: 'u1', uploaded: 12, processed: 3, errors })
  })
})
