import { describe, expect, it } from 'vitest'
import { json, nodeFault, text, type Behaviour } from '../../../twins/fetch-twin.ts'
import { baseUrl, oauth, uploadAnswer, customersAnswer, request, page, connect, token } from './service-client-bench.ts'

describe('the token', () => {
  it('is requested as the interface says, once for all waiting calls', async () => {
    const { client, far } = connect([token('T1'), json(customersAnswer)], oauth)
    await Promise.all(Array.from({ length: 10 }, () => client.listCustomers(page)))
    const asked = far.calls.filter((call) => call.url.endsWith('/auth-broker/request-token'))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: `${baseUrl}/auth-broker/request-token`,
      body: 'grant_type=client_credentials',
    })
    expect(asked[0]?.headers.get('Content-Type')).toBe('application/x-www-form-urlencoded')
    expect(asked[0]?.headers.get('Authorization')).toBe(`Basic ${btoa('dealer:planted-secret')}`)
    expect(far.calls.slice(1).map((call) => call.headers.get('Authorization'))).toEqual(Array(10).fill('Bearer T1'))
  })

  it.each([
    ['an hour', 3_600, 3_540],
    ['ten seconds', 10, 8],
    ['a life in digits', '100', 80],
    ['no life at all', null, 240],
  ])('with a lifetime of %s is renewed before it expires', async (_what, expiresIn, usableSeconds) => {
    const { client, far, clock } = connect(
      [token('T1', expiresIn), json(customersAnswer), json(customersAnswer), token('T2'), json(customersAnswer)],
      oauth,
    )
    await client.listCustomers(page)
    await clock.advance(usableSeconds * 1000 - 1)
    await client.listCustomers(page)
    expect(far.calls).toHaveLength(3)
    await clock.advance(1)
    await client.listCustomers(page)
    expect(far.calls.at(-1)?.headers.get('Authorization')).toBe('Bearer T2')
  })

  it('is not used longer after the PC’s clock was set back', async () => {
    const { client, far, clock } = connect(
      [token('T1'), json(customersAnswer), token('T2'), json(customersAnswer)],
      oauth,
    )
    await client.listCustomers(page)
    await clock.advance(3_600_000)
    clock.setWallClock(new Date('2026-11-20T00:00:00Z'))
    await client.listCustomers(page)
    expect(far.calls.at(-1)?.headers.get('Authorization')).toBe('Bearer T2')
  })

  it('is renewed once after a 401, also for a write', async () => {
    const { client, far } = connect([token('T1'), json({}, 401), token('T2'), json(uploadAnswer)], oauth)
    expect(await client.createUpload(request)).toMatchObject({ ok: true })
    expect(far.calls.map((call) => call.headers.get('Authorization')?.split(' ')[1])).toEqual([
      btoa('dealer:planted-secret'),
      'T1',
      btoa('dealer:planted-secret'),
      'T2',
    ])
  })

  it('that is refused although it is new requires a sign-in', async () => {
    const { client, far } = connect([token('T1'), json({}, 401), token('T2'), json({}, 401)], oauth)
    expect(await client.listCustomers(page)).toMatchObject({
      error: { certainty: 'not-sent', failure: { kind: 'sign-in-required' } },
    })
    expect(far.calls).toHaveLength(4)
  })

  const refusals: readonly (readonly [string, Behaviour, string])[] = [
    ['400', json({ error: 'invalid_client' }, 400), 'sign-in-required'],
    ['401', json({}, 401), 'sign-in-required'],
    ['403', json({}, 403), 'sign-in-required'],
    ['403 with a page of the network', text('<html>', 403), 'offline'],
    ['404 with a page', text('<html>', 404), 'offline'],
    ['404', json({}, 404), 'service-down'],
    ['429', json({}, 429), 'rate-limited'],
    ['500', json({}, 500), 'service-down'],
    ['a lost connection', nodeFault('ECONNRESET'), 'offline'],
    ['an answer without a token', json({ expires_in: 3_600 }), 'sign-in-required'],
    ['an empty token', json({ access_token: '', expires_in: 3_600 }), 'sign-in-required'],
    ['half an answer', text('{"access_tok'), 'service-down'],
    ['a page of the network', text('<html>Sign in to the Wi-Fi</html>'), 'offline'],
  ]
  it.each(refusals)('is refused with %s, and the write is not sent', async (_what, behaviour, kind) => {
    const { client, far } = connect([behaviour], oauth)
    expect(await client.createUpload(request)).toMatchObject({ error: { certainty: 'not-sent', failure: { kind } } })
    expect(far.calls).toHaveLength(1)
  })

  const tokenRequests = (far: { readonly calls: readonly { readonly url: string }[] }): number =>
    far.calls.filter(({ url }) => url.endsWith('/auth-broker/request-token')).length

  it.each([
    ['0', 0],
    ['less than nothing', -3_600],
    ['almost nothing', 0.001],
    ['more than any number', '1e999'],
    ['a word', 'soon'],
  ])('is not requested for each call when its lifetime is %s', async (_, expiresIn) => {
    const { client, far, clock } = connect([token('T1', expiresIn), json(customersAnswer)], oauth)
    for (let call = 0; call < 40; call += 1) {
      await client.listCustomers(page)
      await clock.advance(100)
    }
    expect(tokenRequests(far)).toBe(1)
  })

  it.each([
    ['a web page', text('<html>Sign in to the Wi-Fi</html>'), 'offline'],
    ['an answer without a token', json({ success: true }), 'sign-in-required'],
    ['an error', json({}, 500), 'service-down'],
  ])('is requested less and less often while there is %s in its place', async (_, answer, kind) => {
    const { client, far, clock } = connect([answer], oauth)
    const makeCalls = async (seconds: number): Promise<void> => {
      for (let call = 0; call < seconds * 10; call += 1) {
        const called = await client.listCustomers(page, { attempts: 1 })
        expect(called).toMatchObject({ ok: false, error: { failure: { kind }, certainty: 'not-sent' } })
        await clock.advance(100)
      }
    }
    await makeCalls(4)
    expect(tokenRequests(far)).toBeLessThanOrEqual(6)
    await makeCalls(296)
    // After 2, 4, 8, 16, 32 seconds, and then each minute.
    expect(tokenRequests(far)).toBeLessThanOrEqual(15)
  })

  it('is not requested for each call while the service refuses all tokens', async () => {
    let made = 0
    const { client, far, clock } = connect(
      [
        ({ url }) =>
          url.includes('auth-broker')
            ? Response.json({ access_token: `T${(made += 1)}`, expires_in: 60 })
            : Response.json({}, { status: 401 }),
      ],
      oauth,
    )
    for (let call = 0; call < 40; call += 1) {
      expect(await client.listCustomers(page)).toMatchObject({ error: { failure: { kind: 'sign-in-required' } } })
      await clock.advance(100)
    }
    expect(tokenRequests(far)).toBeLessThanOrEqual(8)
  })

  it('is still fetched for other calls when one is cancelled', async () => {
    let give: (answer: Response) => void = () => undefined
    const held: Behaviour = () => new Promise((resolve) => void (give = resolve))
    const { client } = connect([held, json(customersAnswer)], oauth)
    const controller = new AbortController()
    const leaving = client.listCustomers(page, { signal: controller.signal })
    const staying = client.listCustomers(page)
    controller.abort()
    expect(await leaving).toMatchObject({ error: { certainty: 'not-sent', failure: { kind: 'cancelled' } } })
    give(Response.json({ access_token: 'T1', expires_in: 60 }))
    expect(await staying).toMatchObject({ ok: true })
  })
})
