import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectionId } from './upload-parts.ts'
import {
  bench,
  nobodyMarked,
  ping,
  post,
  raw,
  signal,
  sighting,
  socketAnswer,
  type RawPost,
} from './inspector-bench.ts'

const connected = (port: number, allowHalfOpen = false): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen }, () => resolve(socket))
    socket.on('error', () => undefined)
  })

describe('the inspector', () => {
  it('saves events, lists them newest first, opens them, and updates their customers', async () => {
    const { address, events, applied, inspector, state } = await bench()
    const change = { type: 'valuation', new_price: 15200, old_price: 16000 }
    for (const body of [
      ping,
      sighting(1),
      { event: 'valuation_change', data: { pricing_record: { rego: '1AB2CD' }, change } },
      { event: 'brand_new_event', data: { deep: { er: [1, { x: true }] } } },
      'not json',
    ]) {
      expect(await post(address, body)).toBe(204)
    }
    expect(await events()).toMatchObject([
      { number: 5, event: null, state: 'malformed' },
      { number: 4, event: 'brand_new_event', state: 'unknown' },
      { number: 3, summary: '1AB2CD: price from $16,000 to $15,200 (−5.0 %)' },
      { number: 2, summary: 'Client 1, K00001: seen for $15,990', applied: { customerId: 'customer-1' } },
      { number: 1, event: 'ping', sizeBytes: JSON.stringify(ping).length, region: 'au' },
    ])
    expect(applied.map(({ id }) => id)).toEqual(['customer-1'])
    expect(await state()).toMatchObject({ received: 5, kept: 5, refused: 0, bodyLimitBytes: 256 * 1024 })

    const valuation = await inspector.open({ number: 3 }, signal)
    expect(valuation.valuation?.prices[0]).toEqual({ label: 'Price', before: 16000, after: 15200 })
    const unknown = await inspector.open({ number: 4 }, signal)
    expect(JSON.stringify(unknown.body)).toContain('Yes')
    expect(await inspector.open({ number: 5 }, signal)).toMatchObject({
      text: 'not json',
      body: [],
      problem: 'The body isn’t valid JSON.',
    })
    await expect(inspector.open({ number: 99 }, signal)).rejects.toThrow('no longer stored')
    expect((await events({ event: 'brand_new_event' })).map(({ number }) => number)).toEqual([4])
    expect((await events({ search: 'corolla' })).map(({ number }) => number)).toEqual([2])
    expect((await events({ onlyMalformed: true })).map(({ number }) => number)).toEqual([5])
  })

  it('exports each event as one line of JSON', async () => {
    const { address, inspector } = await bench()
    await post(address, JSON.stringify(sighting(1), null, 2))
    await post(address, 'not\njson')
    const file = await inspector.export({}, signal)
    expect(file).toMatchObject({ rows: 2, fileName: expect.stringMatching(/^webhook-events-\d{4}-\d\d-\d\d\.jsonl$/) })
    const [first, second, ...rest] = file.content
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(first).toMatchObject({ number: 1, event: 'recapture_new', body: { event: 'recapture_new' } })
    expect(second).toMatchObject({ number: 2, state: 'malformed', text: 'not\njson' })
    expect(rest).toEqual([])
    expect(await inspector.clear({}, signal)).toMatchObject({ kept: 0, received: 2 })
    expect((await inspector.export({}, signal)).content).toBe('')
  })

  it('refuses requests with a wrong address, method or size before their body is read', async () => {
    const { address, port, events, until, inspector } = await bench()
    const { pathname } = new URL(address)
    const limit = 256 * 1024
    const json = { 'content-type': 'application/json' }
    const wrongToken = pathname.replace(/[0-9a-f](?=\/)/, (digit) => (digit === '0' ? '1' : '0'))
    expect(wrongToken).not.toBe(pathname)
    const body = JSON.stringify(ping)
    for (const [attempt, status] of [
      [{ path: wrongToken, body }, 404],
      [{ path: '/', body }, 404],
      [{ path: pathname.replace('/au/', '/my/'), body }, 404],
      [{ path: pathname.replace(connectionId, 'connection-2'), body }, 404],
      [{ path: `${pathname}/more`, body }, 404],
      [{ path: pathname, method: 'GET' }, 405],
      [{ path: pathname, method: 'PUT', body }, 405],
      [{ path: pathname, body, headers: { host: 'evil.example' } }, 421],
      [{ path: pathname, body, headers: { host: `127.0.0.1:${port + 1}` } }, 421],
      [{ path: pathname, headers: { ...json, 'content-length': String(limit + 1) } }, 413],
    ] as const satisfies readonly (readonly [RawPost, number])[]) {
      expect([attempt, await raw(port, attempt)]).toEqual([attempt, status])
    }
    // A body without a stated size, a request that waits for 100 Continue, and requests that are not valid HTTP.
    expect([413, 0]).toContain(
      await raw(port, { path: pathname, headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(limit + 1) }),
    )
    const expecting = [
      'POST ' + pathname + ' HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Expect: 100-continue',
      `Content-Length: ${limit + 1}`,
    ]
    expect(await socketAnswer(port, `${expecting.join('\r\n')}\r\n\r\n`, false)).toBe('HTTP/1.1 413 Payload Too Large')
    expect(await socketAnswer(port, '\u0000\u0001garbage\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
    expect(await socketAnswer(port, `POST ${pathname} HTTP/1.1\r\nX-Long: ${'x'.repeat(9_000)}\r\n\r\n`)).toBe(
      'HTTP/1.1 400 Bad Request',
    )
    expect(await events()).toEqual([])
    expect(await until(({ refused }) => refused >= 14)).toMatchObject({ refused: 14, received: 0 })

    expect(await raw(port, { path: pathname, body, headers: { host: `localhost:${port}` } })).toBe(204)
    expect(await post(address, `"${'x'.repeat(limit - 2)}"`)).toBe(204)
    const accepted = [...expecting.slice(0, 3), `Content-Length: ${body.length}`, 'Connection: close']
    expect(await socketAnswer(port, `${accepted.join('\r\n')}\r\n\r\n${body}`, false)).toBe('HTTP/1.1 100 Continue')
    expect(await events()).toHaveLength(3)
    expect(JSON.stringify(await inspector.state({}, signal))).toContain(pathname)
  })

  it('closes the connection of a slow sender, and continues to receive', async () => {
    const { address, port, until, events } = await bench({ limits: { requestMs: 300 } })
    const { pathname } = new URL(address)
    const head = `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n`
    const [slowBody, slowHead] = await Promise.all([
      socketAnswer(port, `${head}{"event":`, false),
      socketAnswer(port, head.slice(0, 40), false),
    ])
    expect(slowHead).toBe('HTTP/1.1 408 Request Timeout')
    expect(['HTTP/1.1 408 Request Timeout', '']).toContain(slowBody)
    await socketAnswer(port, `${head}{"event":`)
    await until(({ refused }) => refused === 3)
    expect(await post(address, ping)).toBe(204)
    expect(await events()).toHaveLength(1)
  })

  it('answers a sender while other programs hold more connections than it keeps', async () => {
    const { address, port } = await bench({ limits: { connections: 8 } })
    const sockets = await Promise.all(Array.from({ length: 40 }, () => connected(port)))
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    // The oldest are ended; the newest stay open without sending anything.
    await Promise.all(sockets.slice(0, 32).map((socket) => socket.closed || once(socket.resume(), 'close')))
    expect(await Promise.all(Array.from({ length: 20 }, () => post(address, ping)))).toEqual(Array(20).fill(204))
  })

  it('ends the connections of senders that send nothing and never close', async () => {
    const { address, port } = await bench({ limits: { requestMs: 300, connections: 8 } })
    const { pathname } = new URL(address)
    const half = `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 9\r\n\r\n{`
    const sockets = await Promise.all(Array.from({ length: 8 }, () => connected(port, true)))
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()))
    // Each has shown the token, so none is ended in favour of another.
    for (const socket of sockets) socket.write(half)
    await Promise.all(sockets.map((socket) => once(socket.resume(), 'end')))
    // The server has ended them altogether: a byte that arrives is answered with a reset.
    await Promise.all(
      sockets.map(async (socket) => {
        const reset = new Promise((done) => socket.once('close', done))
        const writing = setInterval(() => socket.write('x'), 20)
        await reset
        clearInterval(writing)
      }),
    )
    expect(await post(address, ping)).toBe(204)
  })

  it('fails for a port in use, and starts on its last port or another free one', async () => {
    const { inspector, port } = await bench()
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const taken = (other.address() as AddressInfo).port
    await expect(inspector.start({ port: taken }, signal)).rejects.toMatchObject({ failure: { kind: 'conflict' } })
    expect(await inspector.state({}, signal)).toMatchObject({ running: true, port })
    expect(await inspector.stop({}, signal)).toMatchObject({ running: false, port: null, address: null })
    expect(await inspector.start({ port: null }, signal)).toMatchObject({ running: true, port })
    await inspector.stop({}, signal)
    // Another program uses its last port now.
    const otherProgram = createServer()
    await new Promise<void>((resolve) => otherProgram.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void otherProgram.close())
    const moved = await inspector.start({ port: null }, signal)
    expect(moved.running).toBe(true)
    expect(moved.port).not.toBe(port)
  })

  it('answers 503 when an event cannot be saved, and accepts it the next time', async () => {
    let isFull = true
    const applied: string[] = []
    const { address, events } = await bench({
      customers: {
        applyEvents: (_scope, records) => {
          if (isFull) throw new Error('There is no room')
          applied.push(...records.map(({ id }) => id))
          return records.map(() => 'applied')
        },
        ...nobodyMarked,
      },
    })
    expect(await post(address, sighting(1))).toBe(503)
    expect(await events()).toEqual([])
    isFull = false
    expect(await post(address, sighting(1))).toBe(204)
    expect(applied).toEqual(['customer-1'])
  })
})
