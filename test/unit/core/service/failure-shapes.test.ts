import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ServiceClient } from '../../../../src/core/service/service-client.ts'
import { json, nodeFault, text, type Behaviour } from '../../../twins/fetch-twin.ts'
import { answered, connect, customersAnswer, request } from './service-client-bench.ts'

const page = '<!DOCTYPE html><html><body>Sign in to the Wi-Fi</body></html>'

/** Answers by path: the probe gets its own behaviour. */
const withProbe =
  (probe: Behaviour, other: Behaviour): Behaviour =>
  (call) =>
    call.method === 'GET' && call.url.includes('/recapture/customers?') ? probe(call) : other(call)

const failureOf = async (
  behaviour: Behaviour,
  call: (client: ServiceClient) => Promise<unknown>,
): Promise<{ kind: string; message: string; next?: string; certainty: string; calls: number }> => {
  const { client, far, clock } = connect([behaviour])
  const answer = (await answered(clock, call(client))) as Awaited<ReturnType<ServiceClient['getCustomer']>>
  if (answer.ok) throw new Error('The call succeeded')
  return { ...answer.error.failure, certainty: answer.error.certainty, calls: far.calls.length }
}

/** Each call that is about one record. */
const recordCalls: readonly (readonly [string, (client: ServiceClient) => Promise<unknown>])[] = [
  ['an edit', (client) => client.patchCustomer('c1', { client_name: 'A' })],
  ['a customer', (client) => client.getCustomer('c1')],
  ['a deletion', (client) => client.deleteCustomer('c1')],
  ['a plate', (client) => client.findByPlate('ABC123', 'VIC')],
  ['a VIN', (client) => client.findByVin('6FPAAAJGSW6A12345')],
  ['a status', (client) => client.registrationStatus('ABC123', 'VIC')],
  ['specs', (client) => client.specs('v1', null)],
  ['the market', (client) => client.marketOverlay('v1', null)],
  ['a webhook', (client) => client.getWebhook('w1')],
  ['an edit of a webhook', (client) => client.patchWebhook('w1', { name: 'A' })],
  ['a deletion of a webhook', (client) => client.deleteWebhook('w1')],
  ['a ping', (client) => client.pingWebhook('w1')],
  ['an upload', (client) => client.getUpload('u1')],
  ['a cancellation', (client) => client.cancelUpload('u1')],
]
const wordless404: readonly (readonly [string, Behaviour])[] = [
  ['nothing', text('', 404)],
  ['{}', json({}, 404)],
  ['a page', text(page, 404)],
  ['NestJS', json({ statusCode: 404, message: 'Not Found' }, 404)],
  ['410', json({}, 410)],
]

describe('404 without a message of the interface', () => {
  for (const [body, notFound] of wordless404) {
    it.each(recordCalls)(`with ${body} means for %s that this record is not there`, async (_name, call) => {
      const failure = await failureOf(withProbe(json(customersAnswer), notFound), call)
      expect(failure).toMatchObject({ kind: 'not-found', certainty: 'refused' })
    })
  }

  it.each([
    ['another 404', json({}, 404), 'service-down'],
    ['a page', text(page), 'offline'],
    ['a page with 404', text(page, 404), 'offline'],
    ['no connection', nodeFault('ECONNREFUSED'), 'offline'],
    ['an outage', json({}, 503), 'service-down'],
    ['another answer in JSON', json({ status: 'ok' }), 'service-down'],
    ['a missing licence', json({ message: 'No licence' }, 403), 'no-licence'],
    ['a refused key', json({}, 401), 'sign-in-required'],
    ['a limit of calls', json({}, 429), 'rate-limited'],
  ] as const)('is judged by a probe that gets %s', async (_what, probe, kind) => {
    for (const call of [recordCalls[0], recordCalls[2]]) {
      expect((await failureOf(withProbe(probe, json({}, 404)), call![1])).kind).toBe(kind)
    }
  })

  it('of a look-up is believed when the account has no licence for the list of the probe', async () => {
    const notFound = withProbe(json({ message: 'No licence' }, 403), json({}, 404))
    expect((await failureOf(notFound, (client) => client.findByVin('6FPAAAJGSW6A12345'))).kind).toBe('not-found')
    const { client } = connect([notFound])
    expect(await client.getCustomer('c1')).toMatchObject({ error: { failure: { kind: 'no-licence' } } })
    expect(await client.getWebhook('w1')).toMatchObject({ error: { failure: { kind: 'not-found' } } })
    const refused = withProbe(json({}, 401), json({}, 404))
    expect((await failureOf(refused, (client) => client.getWebhook('w1'))).kind).toBe('sign-in-required')
  })

  it('is not believed for an answer that came before it', async () => {
    const { client, far } = connect([json(customersAnswer), json({}, 404)])
    await client.listCustomers({ offset: 0, limit: 10 })
    expect(await client.deleteCustomer('c1')).toMatchObject({ error: { failure: { kind: 'service-down' } } })
    expect(far.calls).toHaveLength(3)
  })

  it('with a message of the interface needs no probe', async () => {
    const { client, far } = connect([json({ success: false, message: 'Invalid Customer ID' }, 404)])
    expect(await client.deleteCustomer('c1')).toMatchObject({ error: { failure: { kind: 'not-found' } } })
    expect(far.calls).toHaveLength(1)
  })

  it('to many calls at once causes one probe, and one more for those that were answered after it had begun', async () => {
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    let probes = 0
    const probe: Behaviour = (call) => {
      probes += 1
      if (probes > 1) return json(customersAnswer)(call)
      begun.resolve()
      return answer.promise
    }
    const { client, sibling } = connect([withProbe(probe, json({}, 404))])
    const first = Array.from({ length: 20 }, (_, n) => client.deleteCustomer(`c${n}`))
    await begun.promise
    const later = Array.from({ length: 20 }, (_, n) => sibling().getCustomer(`d${n}`))
    answer.resolve(new Response(JSON.stringify(customersAnswer)))
    for (const each of await Promise.all([...first, ...later])) {
      expect(each).toMatchObject({ error: { failure: { kind: 'not-found' } } })
    }
    expect(probes).toBe(2)
  })

  it('in a row cause one probe in five seconds while it does not show the service', async () => {
    let probes = 0
    const probe: Behaviour = (call) => {
      probes += 1
      return json({}, 503)(call)
    }
    const { client, clock } = connect([withProbe(probe, json({}, 404))])
    for (let n = 0; n < 10; n += 1) {
      expect(await client.deleteCustomer(`c${n}`)).toMatchObject({ error: { failure: { kind: 'service-down' } } })
      await clock.advance(900)
    }
    expect(probes).toBe(2)
  })

  it('stops waiting for its probe when the caller cancels, and the others still get it', async () => {
    const begun = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const probe: Behaviour = () => {
      begun.resolve()
      return answer.promise
    }
    const { client } = connect([withProbe(probe, json({}, 404))])
    const cancelling = new AbortController()
    const cancelled = client.deleteCustomer('c1', { signal: cancelling.signal })
    const other = client.getCustomer('c2')
    await begun.promise
    cancelling.abort(new Error('closing'))
    // The service may have deleted it: the 404 is not explained yet.
    expect(await cancelled).toMatchObject({ error: { certainty: 'unknown', failure: { kind: 'cancelled' } } })
    answer.resolve(new Response(JSON.stringify(customersAnswer)))
    expect(await other).toMatchObject({ error: { failure: { kind: 'not-found' } } })
  })

  it('is tried again when the list of customers itself is not there: a gateway may answer for a while', async () => {
    const list = (client: ServiceClient) => client.listCustomers({ offset: 0, limit: 10 }, { attempts: 2 })
    expect(await failureOf(json({}, 404), list)).toMatchObject({ kind: 'service-down', calls: 2 })
  })

  it('for the customers of one upload concerns that upload only', async () => {
    const ofUpload = (client: ServiceClient) => client.listCustomers({ offset: 0, limit: 10, uploadId: 'u1' })
    const behaviour: Behaviour = (call) =>
      call.url.includes('upload_id') ? json({}, 404)(call) : json(customersAnswer)(call)
    expect((await failureOf(behaviour, ofUpload)).kind).toBe('not-found')
  })

  it('for an upload passes with time: a service that has the list of customers takes uploads', async () => {
    const post = (client: ServiceClient) => client.createUpload(request)
    expect(await failureOf(withProbe(json(customersAnswer), json({ message: 'Not Found' }, 404)), post)).toMatchObject({
      kind: 'service-down',
      certainty: 'refused',
    })
  })

  it('for a part of the service that is not there does not blame the address', async () => {
    expect(
      (await failureOf(withProbe(json(customersAnswer), json({}, 404)), (client) => client.listWebhooks())).kind,
    ).toBe('rejected')
  })
})

describe('a web page instead of an answer', () => {
  const calls: typeof recordCalls = [
    ...recordCalls,
    ['an upload of customers', (client) => client.createUpload(request)],
    ['the list', (client) => client.listCustomers({ offset: 0, limit: 10 })],
  ]
  const pages: readonly (readonly [string, Behaviour])[] = [
    ['200', text(page)],
    ['403', text(page, 403)],
    ['511', text(page, 511)],
    ['a redirect', () => new TypeError('fetch failed', { cause: new Error('unexpected redirect') })],
    ['the certificate of another server', nodeFault('ERR_TLS_CERT_ALTNAME_INVALID')],
    ['a certificate that the network made', nodeFault('SELF_SIGNED_CERT_IN_CHAIN')],
    ['no TLS', nodeFault('ERR_SSL_WRONG_VERSION_NUMBER')],
  ]
  for (const [what, behaviour] of pages) {
    it.each(calls)(`with ${what} is for %s a network problem that is retried`, async (_name, call) => {
      const failure = await failureOf(behaviour, call)
      expect(failure.kind).toBe('offline')
      expect(`${failure.message} ${failure.next}`).not.toMatch(/check the address/i)
    })
  }
})

describe('the named errors of the interface', () => {
  const names: readonly (readonly [string, string])[] = [
    ['Invalid Customer ID', 'not-found'],
    ["You don't have permission to access that customer", 'rejected'],
    ['Incorrect Region', 'rejected'],
  ]
  const shapes: readonly ((words: string) => unknown)[] = [
    (message) => ({ success: false, message }),
    (error) => ({ error }),
    (message) => ({ statusCode: 403, message, error: 'Forbidden' }),
    (message) => ({ statusCode: 400, message: [message], error: 'Bad Request' }),
    (title) => ({ type: 'about:blank', title, status: 403 }),
    (detail) => ({ type: 'https://example.com/errors/7', title: 'Forbidden', status: 403, detail }),
    (detail) => ({ detail }),
    (msg) => ({ detail: [{ loc: ['path', 'customer_id'], msg, type: 'value_error' }] }),
    (message) => ({ errors: [{ message, path: ['customer'] }] }),
    (words) => ({ errors: { customer_id: [words] } }),
    (Message) => ({ Message }),
    (message) => ({ error: { code: 7, message } }),
    (words) => words,
  ]
  const cases = fc.record({
    named: fc.constantFrom(...names),
    shape: fc.constantFrom(...shapes),
    status: fc.constantFrom(400, 403, 404, 422, 200),
    dress: fc.constantFrom<(words: string) => string>(
      (words) => words,
      (words) => words.toUpperCase(),
      (words) => words.toLowerCase(),
      (words) => `Error: ${words}`,
      (words) => `BadRequestException: ${words}.`,
      (words) => `[E403] ${words}`,
      (words) => `403 Forbidden - ${words}`,
      (words) => `  ${words.replaceAll("'", '’')}! `,
    ),
  })

  it('are recognised in any case, with prefixes, and in the usual shapes', async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ named: [words, kind], shape, status, dress }) => {
        const body = shape(dress(words))
        // A bare text with a good status is not an error of the interface.
        fc.pre(status !== 200 || (typeof body === 'object' && body !== null && 'success' in body))
        expect((await failureOf(json(body, status), (client) => client.getCustomer('c1'))).kind).toBe(kind)
      }),
    )
  })

  it('are not seen in other words, which are shown instead', async () => {
    for (const shape of shapes.slice(0, 8)) {
      const words = 'The customer ID has expired'
      const failure = await failureOf(json(shape(words), 403), (client) => client.getCustomer('c1'))
      expect(failure).toMatchObject({ kind: 'rejected', message: expect.stringContaining(words) })
    }
  })

  it('do not make a missing licence of a refused record, or the other way round', async () => {
    const get = (client: ServiceClient) => client.getCustomer('c1')
    const words = "You don't have permission to access that customer"
    expect((await failureOf(json({ statusCode: 403, message: words, error: 'Forbidden' }, 403), get)).kind).toBe(
      'rejected',
    )
    const bare = json({ statusCode: 403, message: 'Forbidden' }, 403)
    for (const [call, record] of [
      [get, 'customer'],
      [(client: ServiceClient) => client.patchCustomer('c1', { client_name: 'Ann' }), 'customer'],
      [(client: ServiceClient) => client.deleteWebhook('w1'), 'webhook'],
    ] as const) {
      const { kind, message } = await failureOf(bare, call)
      expect([kind, message]).toEqual(['rejected', `Your account has no access to this ${record}.`])
    }
    // Other credentials may help, and the upload then continues.
    expect(await failureOf(bare, (client) => client.getUpload('u1'))).toMatchObject({
      kind: 'no-licence',
      message: 'Your account has no access to this upload.',
    })
    const list = (client: ServiceClient) => client.listCustomers({ offset: 0, limit: 10 })
    expect(await failureOf(bare, list)).toMatchObject({
      kind: 'no-licence',
      next: 'Ask your provider for the licence.',
    })
    const ofAddress = json({ message: 'Your IP address is not allowed' }, 403)
    expect(await failureOf(ofAddress, list)).toMatchObject({ kind: 'no-licence', next: 'Ask your provider.' })
  })

  it('are not needed for any body: every answer has a message for the user', async () => {
    const statuses = fc.constantFrom(400, 401, 403, 404, 409, 413, 422, 500, 511)
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), statuses, async (body, status) => {
        const failure = await failureOf(json(body, status), (client) => client.patchCustomer('c1', {}))
        expect(failure.message).not.toBe('')
        expect(failure.message).not.toMatch(/undefined|\[object|null/)
      }),
    )
  })
})

describe('an unusual answer', () => {
  it.each([
    [{ success: 'false', message: 'Rego is too long' }],
    [{ success: 'False', error: 'Rego is too long' }],
    [{ error: 'true', message: 'Rego is too long' }],
  ])('%j with 200 is a failure', async (body) => {
    const failure = await failureOf(json(body), (client) => client.getCustomer('c1'))
    expect(failure).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Rego is too long') })
  })

  it('shows where each error of a list is', async () => {
    const detail = [
      { loc: ['body', 'customers', 0, 'rego'], msg: 'field required', type: 'value_error.missing' },
      { loc: ['body', 'name'], msg: 'too long', type: 'value_error' },
    ]
    const failure = await failureOf(json({ detail }, 422), (client) => client.createUpload(request))
    expect(failure.message).toBe('The service rejected the request: “customers.0.rego: field required; name: too long”')
  })

  it('409 to a look-up does not speak of a newer version', async () => {
    const failure = await failureOf(json({ message: 'Two cars have this plate' }, 409), (client) =>
      client.findByPlate('ABC123', 'VIC'),
    )
    expect(failure).toMatchObject({ kind: 'rejected', message: expect.stringContaining('Two cars have this plate') })
  })
})
