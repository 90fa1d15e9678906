import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { startLife, type HostLife } from './browser-host-life.ts'

/**
 * Attacks on the two servers of the real program, as bytes: another program of this PC, or a page in the user's browser. Nothing
 * may be answered to a stranger, and the user's own window goes on.
 */
let life: HostLife
let service: PracticeService
let port: number
let inspector: URL
const folder = mkdtempSync(join(tmpdir(), 'forecourt-attacks-'))

beforeAll(async () => {
  life = await startLife(folder, [], 'none', { measuresMemory: true })
  await life.get('storage.setPassword', { password: 'a long password' })
  service = await startPracticeService({ customersPerSecond: Infinity })
  await life.get('connections.connect', {
    baseUrl: service.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: service.apiKey },
  })
  port = Number(new URL(life.origin).port)
  const { address } = await life.get('inspector.start', {})
  if (address === null) throw new Error('The inspector has no address')
  inspector = new URL(address)
})

afterAll(async () => {
  await life.end('SIGKILL')
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Sends bytes on a connection of its own; returns all that came back until the connection ended. */
function send(bytes: string | Uint8Array, to = port): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(to, '127.0.0.1', () => socket.end(bytes))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => (heard += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(heard))
  })
}

const statusesOf = (text: string): readonly number[] =>
  [...text.matchAll(/^HTTP\/1\.[01] (\d{3})/gm)].map((match) => Number(match[1]))

/** What no stranger may ever get: an answer that succeeded, a cookie, the window, or leave for another site to read. */
function givenAway(answer: string): readonly unknown[] {
  const text = answer.toLowerCase()
  return [
    ...statusesOf(answer).filter((status) => status < 400),
    ...['set-cookie', 'access-control-allow', '<script', '"ok":true'].filter((part) => text.includes(part)),
  ]
}

/** In each request of the flood, so that it cannot be kept unnoticed. */
const filler = 'x'.repeat(2_000)

/** The window of the user still gets its answers, and the webhooks still arrive. */
async function expectWorking(): Promise<void> {
  expect(await life.get('storage.status', {})).toMatchObject({ state: 'open' })
  expect((await life.get('inspector.state', {})).address).toBe(inspector.href)
}

const request = (line: string, headers: readonly string[], body = ''): string =>
  `${[line, ...headers].join('\r\n')}\r\n\r\n${body}`

const call = 'POST /call/app.info HTTP/1.1'
const json = 'Content-Type: application/json'
const own = (): string => `127.0.0.1:${port}`

describe('the server of the window', () => {
  it('refuses every stranger, whatever the host, origin, token, method or path', async () => {
    const hosts = [
      own(),
      'localhost',
      `localhost:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
      'evil.example',
      '',
      `${own()}.evil.example`,
    ]
    // From these a browser may even send the cookie of the session.
    const foreign = [
      'null',
      'https://evil.example',
      `http://${own()}.evil.example`,
      `http://localhost:${port}`,
      'file://',
    ]
    const origins = [`http://${own()}`, '', ...foreign]
    const cookies = [
      '',
      `forecourt-${port}=`,
      `forecourt-${port}=${'A'.repeat(43)}`,
      `forecourt-${port}=true; forecourt-${port}=1`,
      'x'.repeat(4_000),
    ]
    const lines = [
      'GET / HTTP/1.1',
      'GET /index.html HTTP/1.1',
      'GET /?token= HTTP/1.1',
      `GET /?token=${'A'.repeat(43)} HTTP/1.1`,
      'GET /?token[]=x&token=x HTTP/1.1',
      'GET /events HTTP/1.1',
      call,
      'POST /file?name=a.csv HTTP/1.1',
      'POST /sign-in HTTP/1.1',
      'OPTIONS /call/app.info HTTP/1.1',
      'TRACE / HTTP/1.1',
      'CONNECT evil.example:443 HTTP/1.1',
      'PUT / HTTP/1.1',
      'PROPFIND / HTTP/1.1',
    ]
    for (const host of hosts) {
      const answers = await Promise.all(
        lines.flatMap((line) =>
          origins.map((origin, at) =>
            send(
              request(
                line,
                [
                  ...(host === '' ? [] : [`Host: ${host}`]),
                  ...(origin === '' ? [] : [`Origin: ${origin}`]),
                  `Cookie: ${host !== own() || foreign.includes(origin) ? life.cookie : cookies[at % cookies.length]}`,
                  json,
                  'Content-Length: 2',
                  'Connection: close',
                ],
                '{}',
              ),
            ),
          ),
        ),
      )
      expect(answers.flatMap(givenAway)).toEqual([])
    }
    await expectWorking()
  })

  it.each([
    ['parent folders', '/../../../etc/passwd'],
    ['encoded slashes', '/..%2f..%2f..%2fetc/passwd'],
    ['encoded dots', '/%2e%2e/%2e%2e/etc/passwd'],
    ['backslashes', '/..\\..\\etc\\passwd'],
    ['doubled dots', '/....//....//etc/passwd'],
    ['overlong UTF-8', '/%c0%ae%c0%ae/etc/passwd'],
    ['path parameters', '/assets/..;/..;/etc/passwd'],
    ['a second host', '//evil.example/'],
    ['a NUL', '/index.html%00.js'],
    ['the files of the system', '/proc/self/environ'],
    ['another address', 'http://evil.example/'],
    ['an asterisk', '*'],
    ['a path of 6,000 characters', `/${'a/'.repeat(3_000)}`],
  ])('has nothing at a path with %s, also for the signed-in window', async (_, path) => {
    const strange = await send(request(`GET ${path} HTTP/1.1`, [`Host: ${own()}`, 'Connection: close']))
    expect(givenAway(strange)).toEqual([])
    const signedIn = await send(
      request(`GET ${path} HTTP/1.1`, [`Host: ${own()}`, `Cookie: ${life.cookie}`, 'Connection: close']),
    )
    expect(signedIn).not.toMatch(/root:|PATH=/)
    expect(statusesOf(signedIn)[0] ?? 400).toBeGreaterThanOrEqual(400)
  })

  it.each<readonly [string, () => string | Uint8Array]>([
    ['no HTTP at all', () => '\0\x01\x02 garbage\r\n\r\n'],
    ['a TLS hello', () => Buffer.from('16030100b1010000ad0303', 'hex')],
    ['HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', () => 'GET /\r\n'],
    ['two hosts', () => request('GET / HTTP/1.1', [`Host: ${own()}`, 'Host: evil.example', 'Connection: close'])],
    ['a host with a blank', () => request('GET / HTTP/1.1', [`Host: ${own()} evil`, 'Connection: close'])],
    ['a folded header', () => request('GET / HTTP/1.1', [`Host: ${own()}`, 'X: a', ' b', 'Connection: close'])],
    ['lines that end with LF only', () => `GET / HTTP/1.1\nHost: ${own()}\n\n`],
    ['headers of a megabyte', () => request('GET / HTTP/1.1', [`Host: ${own()}`, `X: ${'x'.repeat(1_000_000)}`])],
    ['100,000 headers', () => request('GET / HTTP/1.1', [`Host: ${own()}`, ...Array<string>(100_000).fill('X: y')])],
    [
      'a length and chunks',
      () =>
        request(
          call,
          [`Host: ${own()}`, json, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
          `0\r\n\r\n${request(call, [`Host: ${own()}`])}`,
        ),
    ],
    ['two lengths', () => request(call, [`Host: ${own()}`, json, 'Content-Length: 2', 'Content-Length: 3'], '{}x')],
    ['a negative length', () => request(call, [`Host: ${own()}`, json, 'Content-Length: -1'], '{}')],
    [
      'a chunk of 2^64 bytes',
      () => request(call, [`Host: ${own()}`, json, 'Transfer-Encoding: chunked'], 'ffffffffffffffff1\r\nx'),
    ],
    [
      'a web socket',
      () =>
        request('GET /events HTTP/1.1', [
          `Host: ${own()}`,
          'Upgrade: websocket',
          'Connection: Upgrade',
          'Sec-WebSocket-Key: x',
          'Sec-WebSocket-Version: 13',
        ]),
    ],
    [
      'a second request inside the first one',
      () =>
        request(
          call,
          [`Host: ${own()}`, `Origin: http://${own()}`, json, 'Content-Length: 2'],
          `{}${request('GET / HTTP/1.1', [`Host: ${own()}`, 'Connection: close'])}`,
        ),
    ],
  ])('is not confused by %s', async (_, bytes) => {
    expect(givenAway(await send(bytes()))).toEqual([])
    await expectWorking()
  })

  it('refuses bodies without end, of the wrong type, and of the wrong form, from the signed-in window too', async () => {
    const signedIn = [`Host: ${own()}`, `Origin: http://${own()}`, `Cookie: ${life.cookie}`, 'Connection: close']
    const stated = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}`
    const deep = '['.repeat(100_000)
    for (const [headers, body] of [
      [['Content-Type: text/plain', stated('{}')], '{}'],
      [['Content-Type: application/x-www-form-urlencoded', stated('a=1')], 'a=1'],
      [[stated('{}')], '{}'],
      [[json, stated(deep)], deep],
      [[json, 'Content-Length: 99999999999'], '{}'],
    ] as const) {
      const answer = await send(request(call, [...signedIn, ...headers], body))
      expect(answer).not.toContain('"ok":true')
    }
    const polluting = '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}'
    await send(request(call, [...signedIn, json, stated(polluting)], polluting))
    expect(await life.get('app.info', {})).not.toHaveProperty('isAdmin')
    await expectWorking()
  })

  it('goes on through a flood of connections and requests, and keeps nothing of it', { timeout: 120_000 }, async () => {
    const flood = (requests: number): Promise<readonly string[]> =>
      Promise.all(
        Array.from({ length: 40 }, () =>
          send(request('GET /?token=x HTTP/1.1', [`Host: ${own()}`, `X-Filler: ${filler}`]).repeat(requests)),
        ),
      )
    // What a first flood leaves, such as compiled code, is no part of what is judged.
    await flood(5)
    const before = await life.heldBytes()
    const idle = await Promise.all(Array.from({ length: 1_500 }, () => opened(port)))
    // On a new connection, as another tab would.
    const tab = [`Host: ${own()}`, `Origin: http://${own()}`, `Cookie: ${life.cookie}`, json, 'Content-Length: 2']
    expect(await send(request(call, [...tab, 'Connection: close'], '{}'))).toContain('"ok":true')
    const answers = flood(250)
    await expectWorking()
    expect((await answers).flatMap(givenAway)).toEqual([])
    for (const socket of idle) socket.destroy()
    await expectWorking()
    // The process may have taken more of the system's memory meanwhile: what counts is what it cannot free. The flood has 20 MB.
    const held = (await life.heldBytes()) - before
    expect(held).toBeLessThan(8_000_000)
  })
})

describe('the receiver of webhooks', () => {
  it('refuses every stranger, and goes on', async () => {
    const to = Number(inspector.port)
    const body = '{"event":"ping"}'
    const length = `Content-Length: ${body.length}`
    const answers = await Promise.all([
      send(request('POST / HTTP/1.1', [`Host: ${inspector.host}`, length], body), to),
      send(request(`POST ${inspector.pathname} HTTP/1.1`, ['Host: evil.example', length], body), to),
      send(request(`POST ${inspector.pathname} HTTP/1.1`, [length], body), to),
      send(request(`GET ${inspector.pathname} HTTP/1.1`, [`Host: ${inspector.host}`]), to),
      send(request(`POST ${inspector.pathname.slice(0, -1)} HTTP/1.1`, [`Host: ${inspector.host}`, length], body), to),
      send(request(`POST ${inspector.pathname}/../x HTTP/1.1`, [`Host: ${inspector.host}`, length], body), to),
      send(
        request(
          `POST ${inspector.pathname} HTTP/1.1`,
          [`Host: ${inspector.host}`, 'Content-Length: 4', 'Transfer-Encoding: chunked'],
          '0\r\n\r\nPOST ',
        ),
        to,
      ),
      send('\0\x01garbage\r\n\r\n', to),
      ...Array.from({ length: 300 }, () =>
        send(request(`POST /${'0'.repeat(64)}/au/x HTTP/1.1`, [`Host: ${inspector.host}`, length], body), to),
      ),
    ])
    expect(answers.flatMap(givenAway)).toEqual([])
    const idle = await Promise.all(Array.from({ length: 1_500 }, () => opened(to)))
    const posted = await fetch(inspector, { method: 'POST', body })
    expect(posted.status).toBe(204)
    for (const socket of idle) socket.destroy()
    await expectWorking()
  })
})

function opened(to: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(to, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.once('connect', () => resolve(socket)).once('close', () => resolve(socket))
  })
}
