import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allMethods } from '../../src/contract/methods.ts'
import { methodPolicies } from '../../src/host-kit/method-policies.ts'
import { serveProgram } from '../../src/host-kit/served-program.ts'
import { startBrowserHost } from '../../src/web/browser-host.ts'
import { callMethod, sendRequest, useBrowserHost } from './browser-host-harness.ts'
import { rawRequest, type RawAnswer, type RawRequest } from './twins/raw-request.ts'

const methods = await allMethods()

const current = useBrowserHost()
const ask = (options: RawRequest): Promise<RawAnswer> => sendRequest(current(), options)
const call = (method: string, input: unknown = {}, headers: Record<string, string> = {}): Promise<RawAnswer> =>
  callMethod(current(), method, input, headers)

describe('the one-time token', () => {
  it('becomes a cookie that scripts cannot read and other sites cannot send, and is removed from the address', async () => {
    const { folder, program } = current()
    const other = await startBrowserHost({
      host: serveProgram(program, { write: () => undefined }),
      windowFolder: join(folder, 'window'),
      port: 0,
    })
    const url = new URL(other.url)
    const opened = await rawRequest(Number(url.port), {
      path: `${url.pathname}${url.search}`,
      headers: { host: url.host },
    })
    await other.close()
    expect(opened.status).toBe(303)
    expect(opened.headers.location).toBe('/')
    expect(opened.headers['set-cookie']).toEqual([
      expect.stringMatching(new RegExp(`^forecourt-${url.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`)),
    ])
  })

  it('is refused a second time, with the way to sign in again', async () => {
    const { token } = current()
    const again = await ask({ path: `/?token=${token}`, headers: { cookie: '' } })
    expect(again.status).toBe(403)
    expect(again.text).toContain('start it again')
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  it.each(['', 'wrong', 'x'.repeat(5_000)])('refuses any other token', async (wrong) => {
    expect((await ask({ path: `/?token=${wrong}`, headers: { cookie: '' } })).status).toBe(403)
  })

  it('is not accepted as a session cookie', async () => {
    const { port, token } = current()
    expect((await ask({ path: '/', headers: { cookie: `forecourt-${port}=${token}` } })).status).toBe(401)
  })
})

describe('signing in by the page of this PC', () => {
  const signIn = async (headers: Record<string, string>, change = (token: string) => token) => {
    const { folder, program } = current()
    const other = await startBrowserHost({
      host: serveProgram(program, { write: () => undefined }),
      windowFolder: join(folder, 'window'),
      port: 0,
    })
    const { host, port, searchParams } = new URL(other.url)
    const body = `token=${change(searchParams.get('token') ?? '')}`
    const ownHeaders = { host, origin: 'null', 'sec-fetch-site': 'cross-site', ...headers }
    const send = () =>
      rawRequest(Number(port), {
        method: 'POST',
        path: '/sign-in',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...ownHeaders },
      })
    const [first, second] = [await send(), await send()]
    await other.close()
    return { first, second }
  }

  it('sets the cookie once, and leads to the window from our own page', async () => {
    const { first, second } = await signIn({})
    expect(first.status).toBe(200)
    expect(first.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(first.text).toContain('url=/')
    expect(first.headers['cross-origin-opener-policy']).toBe('same-origin')
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined])
  })

  it.each([
    ['a page elsewhere', { origin: 'https://evil.example' }, undefined, 403],
    ['another host name', { host: 'evil.example:1' }, undefined, 421],
    ['a wrong token', {}, () => 'x'.repeat(43), 403],
    ['a very long token', {}, () => 'x'.repeat(100_000), 403],
  ] as const)('is refused for %s', async (_, headers, change, status) => {
    const { first } = await signIn(headers, change)
    expect([first.status, first.headers['set-cookie']]).toEqual([status, undefined])
  })
})

it('hundreds of idle connections of other programs do not keep the window out', async () => {
  const { port } = current()
  const sockets = Array.from({ length: 400 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('connect', done).once('close', done))))
  expect((await call('app.preferences')).status).toBe(200)
  for (const socket of sockets) socket.destroy()
})

describe('access', () => {
  const refusals: readonly [string, Record<string, string>, number][] = [
    ['another name for this PC', { host: 'localhost:PORT' }, 421],
    ['a foreign name that resolves to this PC', { host: 'evil.example:PORT' }, 421],
    ['our address without its port', { host: '127.0.0.1' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['a page elsewhere', { origin: 'https://evil.example' }, 403],
    ['a page on another port of this PC', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['our origin over https', { origin: 'https://127.0.0.1:PORT' }, 403],
    ['a request that another site started', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a request from another port of this PC', { 'sec-fetch-site': 'same-site' }, 403],
    ['no cookie', { cookie: '' }, 401],
    ['an invented cookie', { cookie: `forecourt-PORT=${'x'.repeat(43)}` }, 401],
  ]
  const ways: readonly [string, RawRequest][] = [
    ['page', { path: '/' }],
    ['script', { path: '/assets/index-1a2b.js' }],
    ['event stream', { path: '/events' }],
    ['call', { method: 'POST', path: '/call/app.preferences', body: '{}' }],
    ['file', { method: 'POST', path: '/file?name=a.csv', body: 'a,b' }],
  ]
  it.each(
    refusals.flatMap(([what, headers, status]) => ways.map(([way, asked]) => ({ what, headers, status, way, asked }))),
  )('is refused for $what on the route of a $way', async ({ headers, status, asked }) => {
    const { port } = current()
    const withPort = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', String(port))]),
    )
    const answer = await ask({ ...asked, headers: withPort })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.text).not.toContain('dark')
  })

  it('is refused for a call without an origin', async () => {
    expect((await call('app.preferences', {}, { origin: '' })).status).toBe(403)
  })

  it('is refused for a call that claims to be a typed address', async () => {
    expect((await call('app.preferences', {}, { 'sec-fetch-site': 'none' })).status).toBe(403)
  })

  it('is given to a typed address of the page', async () => {
    expect((await ask({ path: '/', headers: { 'sec-fetch-site': 'none' } })).status).toBe(200)
  })

  it.each([
    ['a link of our own page', 'same-origin', 'same-origin'],
    ['a browser that does not say who asks', '', 'same-origin'],
    // It has no opener, and its first page is there earlier in the process that the browser has already.
    ['a typed address', 'none', undefined],
  ])('to the page by %s says whether it leaves its opener', async (_, site, expected) => {
    const { headers } = await ask({ path: '/', headers: { 'sec-fetch-site': site } })
    expect(headers['cross-origin-opener-policy']).toBe(expected)
  })

  it.each(['OPTIONS', 'PUT', 'DELETE', 'HEAD', 'PATCH'])('is refused for the method %s', async (method) => {
    const { port } = current()
    expect((await ask({ method, path: '/', headers: { origin: `http://127.0.0.1:${port}` } })).status).toBe(405)
  })

  const withSideEffects = [...methods.keys()].filter((method) => methodPolicies[method].effect !== 'read')

  it('is refused for every method with side effects without our origin or without a session', async () => {
    for (const method of withSideEffects) {
      const otherOrigin = await call(method, {}, { origin: 'https://evil.example' })
      const noOrigin = await call(method, {}, { origin: '' })
      const noSession = await call(method, {}, { cookie: '' })
      expect([method, otherOrigin.status, noOrigin.status, noSession.status]).toEqual([method, 403, 403, 401])
    }
  })

  it('answers a refused call with an envelope, because the window reads every answer as JSON', async () => {
    for (const refused of [await call('app.info', {}, { cookie: '' }), await call('app.info', {}, { origin: '' })]) {
      expect(refused.headers['content-type']).toContain('application/json')
      expect(JSON.parse(refused.text)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    }
  })
})
