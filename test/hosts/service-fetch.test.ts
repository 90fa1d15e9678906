import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { classifyFailure } from '../../src/core/service/classify-failure.ts'
import type { NetworkSignIn } from '../../src/core/ports/network-sign-in.ts'
import { serviceFetch } from '../../src/main/service-fetch.ts'
import { state } from './twins/electron/state.ts'
import { calls, createNetSession, type NetSession } from './twins/net-twin.ts'

vi.mock('electron', () => import('./twins/net-twin.ts'))

const servers: Server[] = []
afterAll(() => servers.forEach((server) => server.close().closeAllConnections()))

/** Starts a server on this PC and returns its port. */
async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const neverAsked: NetworkSignIn['signInToProxy'] = () => Promise.reject(new Error('The user was asked.'))
const fetchOf = (session: NetSession = createNetSession(), signIn = neverAsked) =>
  serviceFetch(session as unknown as Parameters<typeof serviceFetch>[0], signIn)

async function textOf(message: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of message.setEncoding('utf8')) text += piece
  return text
}

/** The failure of a call, as core classifies it. */
async function failureOf(call: Promise<Response>): Promise<unknown> {
  const error = await call.then(
    (response) => response.text(),
    (reason: unknown) => reason,
  )
  if (!(error instanceof Error)) throw new Error('The call did not fail.')
  return classifyFailure(error)
}

describe('the fetch of the desktop', () => {
  beforeAll(() => state.becomeReady())
  beforeEach(() => void calls.splice(0))

  it('sends method, headers and body like fetch, without cookies, cache, redirects or credentials', async () => {
    const received: unknown[] = []
    const port = await serve((request, response) => {
      void textOf(request).then((body) => {
        const { host: _host, connection: _connection, ...headers } = request.headers
        received.push({ method: request.method, headers, body })
        response.setHeader('X-Calls-Left', ['1', '2']).end('{"success":true}')
      })
    })
    const init = {
      method: 'POST',
      headers: { ApiKey: 'k', 'Content-Type': 'application/json', Accept: 'application/json' },
      body: '{"name":"Renée"}',
    }
    const response = await fetchOf()(`http://127.0.0.1:${port}/a?b=1`, init)
    expect(await response.json()).toEqual({ success: true })
    expect(response.headers.get('x-calls-left')).toBe('1, 2')
    expect(received).toEqual([
      {
        method: 'POST',
        headers: {
          apikey: 'k',
          'content-type': 'application/json',
          accept: 'application/json',
          'content-length': '17',
        },
        body: '{"name":"Renée"}',
      },
    ])
    const { headers: _headers, ...options } = calls[0] ?? {}
    expect(options).toEqual({
      method: 'POST',
      url: `http://127.0.0.1:${port}/a?b=1`,
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    })
  })

  it('sends a stream and gives the body of the answer in pieces', async () => {
    const port = await serve((request, response) => {
      response.write('first ')
      void textOf(request).then((body) => response.end(body))
    })
    const body = new Blob(['sec', 'ond']).stream()
    const response = await fetchOf()(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit)
    const pieces: string[] = []
    for await (const piece of response.body ?? []) pieces.push(Buffer.from(piece).toString())
    expect(pieces.join('')).toBe('first second')
  })

  it.each([
    ['a status without a body', 204, { status: 204 }],
    ['an error of the service', 503, { status: 503 }],
  ])('answers with %s', async (_, status, expected) => {
    const port = await serve((_request, response) => response.writeHead(status).end())
    const response = await fetchOf()(`http://127.0.0.1:${port}/`, {})
    expect({ status: response.status }).toEqual(expected)
    expect(await response.text()).toBe('')
  })

  it.each([600, 999, 199])('fails with a class of its own for the status %i', async (status) => {
    const port = await serve((request) => {
      request.socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Length: 0\r\n\r\n`)
    })
    // Node takes a status below 200 for an announcement of the answer.
    const expected =
      status < 200
        ? { faultClass: 'lost', certainty: 'unknown', code: 'ERR_CONNECTION_RESET' }
        : { faultClass: 'unreadable', certainty: 'unknown', code: `HTTP_STATUS_${status}` }
    expect(await failureOf(fetchOf()(`http://127.0.0.1:${port}/`, {}))).toEqual(expected)
  })

  it('does not follow a redirect, so that the key stays with its service', async () => {
    let followed = 0
    const other = await serve((_request, response) => {
      followed += 1
      response.end()
    })
    const port = await serve((_request, response) =>
      response.writeHead(302, { Location: `http://127.0.0.1:${other}/` }).end(),
    )
    const failure = await failureOf(fetchOf()(`http://127.0.0.1:${port}/`, { headers: { ApiKey: 'k' } }))
    expect(failure).toMatchObject({ faultClass: 'redirect' })
    expect(followed).toBe(0)
  })

  it('ends with the reason of its signal before, during and after the headers', async () => {
    const reason = new DOMException('The call took too long', 'TimeoutError')
    const arrived = Promise.withResolvers<void>()
    const silent = await serve(() => arrived.resolve())
    const half = await serve((_request, response) => void response.writeHead(200).write('{"succ'))

    expect(await failureOf(fetchOf()(`http://127.0.0.1:${silent}/`, { signal: AbortSignal.abort(reason) }))).toEqual({
      faultClass: 'timeout',
      certainty: 'unknown',
      code: 'TimeoutError',
    })
    expect(calls).toEqual([])

    const waiting = new AbortController()
    const call = failureOf(fetchOf()(`http://127.0.0.1:${silent}/`, { signal: waiting.signal }))
    await arrived.promise
    waiting.abort(reason)
    expect(await call).toMatchObject({ faultClass: 'timeout' })

    const reading = new AbortController()
    const response = await fetchOf()(`http://127.0.0.1:${half}/`, { signal: reading.signal })
    const text = failureOf(response.text().then(() => response))
    reading.abort(reason)
    expect(await text).toMatchObject({ faultClass: 'timeout' })
  })

  it('fails as a lost connection when the answer is cut off', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('half')
      setImmediate(() => response.destroy())
    })
    const call = fetchOf()(`http://127.0.0.1:${port}/`, {}).then(async (response) => {
      await response.text()
      return response
    })
    expect(await failureOf(call)).toMatchObject({ faultClass: 'lost', certainty: 'unknown' })
  })

  it('gives a server that asks for a password none, and its 401 to the caller', async () => {
    const port = await serve((_request, response) =>
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="Service"' }).end('{"message":"no"}'),
    )
    const response = await fetchOf()(`http://127.0.0.1:${port}/`, {})
    expect(response.status).toBe(401)
    expect(await response.text()).toBe('{"message":"no"}')
  })
})

describe('a proxy that asks for a password', () => {
  /** A proxy with one user, which answers for every address itself. */
  async function proxyWith(password: string): Promise<{ session: NetSession; reached: string[] }> {
    const reached: string[] = []
    const expected = `Basic ${Buffer.from(`kim:${password}`).toString('base64')}`
    const port = await serve((request, response) => {
      if (request.headers['proxy-authorization'] !== expected) {
        return response.writeHead(407, { 'Proxy-Authenticate': 'Basic realm="Dealer"' }).end('sign in')
      }
      void textOf(request).then((body) => {
        reached.push(`${request.method} ${request.url} ${body}`)
        response.end('through')
      })
    })
    return { session: createNetSession({ host: '127.0.0.1', port }), reached }
  }

  it('gets the sign-in, and the refused one is reported before the next', async () => {
    const { session, reached } = await proxyWith('right')
    const asked: unknown[] = []
    const call = fetchOf(session, async ({ realm, host }, refusedAttempt) => {
      asked.push([realm, host, refusedAttempt])
      return { userName: 'kim', password: refusedAttempt === null ? 'wrong' : 'right', attempt: asked.length }
    })
    const send = () => call('http://service.example/customers', { method: 'POST', body: 'row 1' })
    expect(await (await send()).text()).toBe('through')
    expect(asked).toEqual([
      ['Dealer', '127.0.0.1', null],
      ['Dealer', '127.0.0.1', 1],
    ])
    expect(await (await send()).text()).toBe('through')
    expect(asked).toHaveLength(2)
    expect(reached).toEqual(Array(2).fill('POST http://service.example/customers row 1'))
  })

  it('gets none when the user cancels or the question fails: the caller sees the 407', async () => {
    const { session, reached } = await proxyWith('right')
    const call = (signIn: NetworkSignIn['signInToProxy']) => fetchOf(session, signIn)('http://service.example/', {})
    expect((await call(async () => null)).status).toBe(407)
    expect((await call(neverAsked)).status).toBe(407)
    expect(reached).toEqual([])
  })

  it('makes a call whose time runs out meanwhile a call that was not sent', async () => {
    const { session } = await proxyWith('right')
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<null>()
    const ended = new AbortController()
    const signIn = (): Promise<null> => {
      asked.resolve()
      return answer.promise
    }
    const call = failureOf(
      fetchOf(session, signIn)('http://service.example/', { method: 'POST', body: 'row 1', signal: ended.signal }),
    )
    await asked.promise
    ended.abort(new DOMException('The call took too long', 'TimeoutError'))
    expect(await call).toEqual({
      faultClass: 'proxy-sign-in',
      certainty: 'not-sent',
      code: 'ERR_PROXY_AUTH_REQUESTED',
    })
    answer.resolve(null)
  })
})
