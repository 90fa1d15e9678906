import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Fetch } from '../../src/core/ports/host.ts'
import { createFetchTwin, type Behaviour } from '../twins/fetch-twin.ts'

/** The same calls with Node's fetch on a server, and with its twin: both give the same answers and refusals. */
const seen: { method: string; path: string; headers: Record<string, unknown>; body: string }[] = []
let answer: (response: ServerResponse) => void = (response) => void response.end('{}')
let server: Server
let origin = ''

beforeAll(async () => {
  server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      seen.push({ method, path, headers, body: Buffer.concat(pieces).toString() })
      answer(response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close().closeAllConnections())

/** As core reads errors: the innermost one by its name, code and message. */
function partsOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, cause } = error
  return { name, message, ...(cause === undefined ? {} : { cause: partsOf(cause) }) }
}

async function outcomeOf(call: Promise<Response>): Promise<unknown> {
  try {
    const response = await call
    return { status: response.status, type: response.headers.get('Content-Type'), body: await response.text() }
  } catch (error) {
    return { error: partsOf(error) }
  }
}

async function expectSame(behaviour: Behaviour, call: (fetch: Fetch) => Promise<Response>): Promise<unknown> {
  const real = await outcomeOf(call((url, init) => fetch(url, init)))
  expect(await outcomeOf(call(createFetchTwin(behaviour).fetch))).toEqual(real)
  return real
}

const never: Behaviour = () => new Error('The call was made')
const refused = { error: expect.anything() }

describe('fetch and its twin refuse', () => {
  it.each<[string, (origin: string) => string, RequestInit]>([
    ['an address that is none', () => 'the service', {}],
    ['an empty address', () => '', {}],
    ['an address with a password', (at) => at.replace('//', '//user:password@'), {}],
    ['another scheme', () => 'ftp://127.0.0.1/a', {}],
    ['a body of a GET', (at) => at, { body: 'x' }],
    ['a body of a HEAD', (at) => at, { method: 'HEAD', body: 'x' }],
    ['a method that is forbidden', (at) => at, { method: 'CONNECT' }],
    ['a method that is none', (at) => at, { method: 'G T' }],
    ['the name of a header with a blank', (at) => at, { headers: { 'Api Key': 'k' } }],
    ['a header beyond Latin-1', (at) => at, { headers: { ApiKey: 'key…' } }],
    ['a header with a line break', (at) => at, { headers: { ApiKey: 'key\r\nX: y' } }],
    ['a header with a NUL', (at) => at, { headers: { ApiKey: 'a\0b' } }],
  ])('%s', async (_what, address, init) => {
    expect(await expectSame(never, (call) => call(address(origin), init))).toEqual(refused)
  })

  it('a redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      answer = (response) => void response.writeHead(status, { Location: '/other' }).end()
      const redirect: Behaviour = () => new Response('', { status, headers: { Location: '/other' } })
      expect(await expectSame(redirect, (call) => call(origin, { redirect: 'error' }))).toEqual(refused)
    }
  })

  it('a call that was aborted before, while it waits, and in the middle of its answer', async () => {
    const reason = new DOMException('The call took too long', 'TimeoutError')
    expect(await expectSame(never, (call) => call(origin, { signal: AbortSignal.abort(reason) }))).toEqual(refused)

    const ended = { error: partsOf(reason) }
    answer = () => undefined
    expect(
      await expectSame(
        () => 'silence',
        (call) => {
          const stopped = new AbortController()
          const answered = call(origin, { signal: stopped.signal })
          setImmediate(() => stopped.abort(reason))
          return answered
        },
      ),
    ).toEqual(ended)

    answer = (response) => void response.writeHead(200).write('{"half":')
    const half: Behaviour = () =>
      new Response(new ReadableStream({ start: (body) => body.enqueue(Buffer.from('{"half":')) }))
    expect(
      await expectSame(half, async (call) => {
        const stopped = new AbortController()
        const response = await call(origin, { signal: stopped.signal })
        setImmediate(() => stopped.abort(reason))
        return response
      }),
    ).toEqual(ended)
  })
})

describe('fetch and its twin', () => {
  it('give the same answer, whose body is read once', async () => {
    for (const [status, body] of [
      [200, '{"success":true,"name":"Renée"}'],
      [204, null],
      [404, ''],
      [503, '<html>'],
    ] as const) {
      answer = (response) => void response.writeHead(status, { 'Content-Type': 'text/x' }).end(body ?? undefined)
      const same: Behaviour = () => new Response(body, { status, headers: { 'Content-Type': 'text/x' } })
      await expectSame(same, (call) => call(origin, { redirect: 'error' }))
    }
    const readTwice = async (call: Fetch): Promise<Response> => {
      const response = await call(origin, {})
      await response.text()
      return response
    }
    answer = (response) => void response.end('{}')
    expect(await expectSame(() => new Response('{}'), readTwice)).toEqual(refused)
  })

  it.each<[string, RequestInit]>([
    ['/v2/a b?search=Café “x”&count=10', { headers: { ApiKey: 'schlüssel', Accept: 'application/json' } }],
    ['/v2/../x/%2e%2e/y#part', { method: 'delete' }],
    ['', { method: 'POST', body: '{"name":"Renée"}' }],
    ['/', { method: 'PATCH', body: Buffer.from('{"a":1}'), headers: { 'Content-Type': 'application/json' } }],
  ])('send the same (%s)', async (path, init) => {
    answer = (response) => void response.end('{}')
    await fetch(`${origin}${path}`, init)
    const sent = seen.at(-1)
    const twin = createFetchTwin(() => new Response('{}'))
    await twin.fetch(`${origin}${path}`, init)
    const [call] = twin.calls
    expect({ method: call?.method, url: call?.url.replace(/#.*$/, ''), body: call?.body ?? '' }).toEqual({
      method: sent?.method,
      url: `${origin}${sent?.path}`,
      body: sent?.body,
    })
    // Node reads what it receives as Latin-1, as fetch sends it.
    expect(sent?.headers).toMatchObject(Object.fromEntries(call?.headers ?? []))
  })
})
