import { randomUUID } from 'node:crypto'
import { createServer, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { InspectorState, ReceivedEvent } from '../../src/contract/webhooks.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import { createInspector, type Inspector, type InspectorParts } from '../../src/core/webhooks/inspector.ts'
import type { RemoteCustomer } from '../../src/core/service/service-client.ts'
import { createPracticeTwin, startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { connectionId, openTestStorage } from './upload-parts.ts'

const customer = (number: number) => ({
  id: `customer-${number}`,
  last_updated: new Date(Date.UTC(2026, 10, 20, 0, 0, number)).toISOString(),
  rego: `K${String(number).padStart(5, '0')}`,
  state: 'VIC',
  vin: null,
  client_name: `Client ${number}`,
  mobile_number: null,
  sale_date: null,
  expiry_date: null,
  vehicle_title: null,
  sightings: [
    {
      at: '2026-11-20T00:00:00.000Z',
      lead_id: randomUUID(),
      listing_url: 'https://cars.example/1',
      listing_title: '2019 Toyota Corolla',
      listing_price: 15990,
    },
  ],
  additional_fields: {},
})
const sighting = (number: number) => ({ event: 'recapture_new', data: { customer: customer(number) } })
const ping = { event: 'ping', data: { webhook_id: 'w', at: '2026-11-20T00:00:00.000Z' } }

/** Posts as a service does; 0 when the connection was broken off instead of an answer. */
async function post(address: string, body: unknown): Promise<number> {
  try {
    const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: text as BodyInit,
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    // What is turned away unread may break off while the rest is still being sent.
    return 0
  }
}

interface Bench {
  readonly inspector: Inspector
  readonly taken: RemoteCustomer[]
  readonly address: string
  readonly port: number
  state(): Promise<InspectorState>
  events(query?: object): Promise<readonly ReceivedEvent[]>
  /** Resolves once the counters of the inspector stand so. */
  until(isSo: (state: InspectorState) => boolean): Promise<InspectorState>
}

const { signal } = new AbortController()

/** The inspector over a real socket, with a list of customers that takes everything. */
async function bench(parts: Partial<InspectorParts> = {}): Promise<Bench> {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  const { database } = opened
  const ending = new AbortController()
  const storage = openTestStorage({
    database,
    baseUrl: 'http://127.0.0.1:1',
    apiKey: () => 'key',
    batchSize: 50,
    ended: ending.signal,
  })
  const taken: RemoteCustomer[] = []
  const inspector = createInspector(storage, {
    customers: {
      applyEvents: (_of, records) => {
        taken.push(...records)
        return records.map(() => 'applied')
      },
    },
    isPractice: () => true,
    ...parts,
  })
  onTestFinished(async () => {
    await inspector.life.close()
    ending.abort()
    database.close()
  })
  const { address, port } = await inspector.start({ port: null }, signal)
  if (address === null || port === null) throw new Error('The inspector does not run')
  const state = (): Promise<InspectorState> => inspector.state({}, signal)
  return {
    inspector,
    taken,
    address,
    port,
    state,
    events: async (query = {}) =>
      (
        await inspector.events(
          { event: null, search: '', onlyMalformed: false, before: null, offset: 0, limit: 500, ...query },
          signal,
        )
      ).events,
    until: (isSo) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          state().then((now) => {
            if (!isSo(now)) return
            stop()
            resolve(now)
          }, reject)
        }
        const stop = storage.announcer.listen(look)
        look()
      }),
  }
}

interface RawPost {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request with a Host and a method of its own; 0 when it was broken off. */
function raw(port: number, { path, method = 'POST', headers = {}, body = '' }: RawPost): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** What a socket says until it is closed, for a request that is no good HTTP. */
function socketSays(port: number, text: string, end = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (end ? socket.end(text) : socket.write(text)))
    let said = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => (said += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said.split('\r\n', 1)[0] ?? ''))
  })
}

describe('the inspector', () => {
  it('takes events in, shows them newest first and opened, and takes the customers over', async () => {
    const { address, events, taken, inspector, state } = await bench()
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
    expect(taken.map(({ id }) => id)).toEqual(['customer-1'])
    expect(await state()).toMatchObject({ received: 5, kept: 5, refused: 0, bodyLimitBytes: 256 * 1024 })

    const valuation = await inspector.open({ number: 3 }, signal)
    expect(valuation.valuation?.prices[0]).toEqual({ label: 'Price', before: 16000, after: 15200 })
    const strange = await inspector.open({ number: 4 }, signal)
    expect(JSON.stringify(strange.body)).toContain('Yes')
    expect(await inspector.open({ number: 5 }, signal)).toMatchObject({
      text: 'not json',
      body: [],
      problem: 'The body is not well-formed JSON.',
    })
    await expect(inspector.open({ number: 99 }, signal)).rejects.toThrow('no longer stored')
    expect((await events({ event: 'brand_new_event' })).map(({ number }) => number)).toEqual([4])
    expect((await events({ search: 'corolla' })).map(({ number }) => number)).toEqual([2])
    expect((await events({ onlyMalformed: true })).map(({ number }) => number)).toEqual([5])
  })

  it('exports every event as one line of JSON', async () => {
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

  it('turns away what has not its address, method and size, unread', async () => {
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
    // Says nothing of its size and sends too much; says so only when it is asked first; is no HTTP at all.
    expect([413, 0]).toContain(
      await raw(port, { path: pathname, headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(limit + 1) }),
    )
    const expecting = [
      'POST ' + pathname + ' HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      'Expect: 100-continue',
      `Content-Length: ${limit + 1}`,
    ]
    expect(await socketSays(port, `${expecting.join('\r\n')}\r\n\r\n`, false)).toBe('HTTP/1.1 413 Payload Too Large')
    expect(await socketSays(port, '\u0000\u0001garbage\r\n\r\n')).toBe('HTTP/1.1 400 Bad Request')
    expect(await socketSays(port, `POST ${pathname} HTTP/1.1\r\nX-Long: ${'x'.repeat(9_000)}\r\n\r\n`)).toBe(
      'HTTP/1.1 400 Bad Request',
    )
    expect(await events()).toEqual([])
    expect(await until(({ refused }) => refused >= 14)).toMatchObject({ refused: 14, received: 0 })

    expect(await raw(port, { path: pathname, body, headers: { host: `localhost:${port}` } })).toBe(204)
    expect(await post(address, `"${'x'.repeat(limit - 2)}"`)).toBe(204)
    const asked = [...expecting.slice(0, 3), `Content-Length: ${body.length}`, 'Connection: close']
    expect(await socketSays(port, `${asked.join('\r\n')}\r\n\r\n${body}`, false)).toBe('HTTP/1.1 100 Continue')
    expect(await events()).toHaveLength(3)
    expect(JSON.stringify(await inspector.state({}, signal))).toContain(pathname)
  })

  it('gives up on a sender that is too slow or goes away, and goes on', async () => {
    const { address, port, until, events } = await bench({ limits: { requestMs: 300 } })
    const { pathname } = new URL(address)
    const head = `POST ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 100\r\n\r\n`
    const [slowBody, slowHead] = await Promise.all([
      socketSays(port, `${head}{"event":`, false),
      socketSays(port, head.slice(0, 40), false),
    ])
    expect(slowHead).toBe('HTTP/1.1 408 Request Timeout')
    expect(['HTTP/1.1 408 Request Timeout', '']).toContain(slowBody)
    await socketSays(port, `${head}{"event":`)
    await until(({ refused }) => refused === 3)
    expect(await post(address, ping)).toBe(204)
    expect(await events()).toHaveLength(1)
  })

  it('keeps to its number of connections, and answers again when they are gone', async () => {
    const { address, port, until } = await bench({ limits: { connections: 8 } })
    const sockets = await Promise.all(
      Array.from(
        { length: 40 },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket))
            socket.on('error', () => undefined)
          }),
      ),
    )
    // Those over the limit are closed at once; the others stand open and say nothing.
    await Promise.all(
      sockets
        .slice(8)
        .map((socket) => socket.destroyed || new Promise((resolve) => socket.on('close', resolve).resume())),
    )
    for (const socket of sockets) socket.destroy()
    await until(() => true)
    let status = 0
    while (status !== 204) status = await post(address, ping)
    expect(status).toBe(204)
  })

  it('says that a port is taken, takes another, and finds its own again the next time', async () => {
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
    // Its own port is another program's now.
    const squatter = createServer()
    await new Promise<void>((resolve) => squatter.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void squatter.close())
    const moved = await inspector.start({ port: null }, signal)
    expect(moved.running).toBe(true)
    expect(moved.port).not.toBe(port)
  })

  it('tells the sender when nothing could be kept, and takes it the next time', async () => {
    let isFull = true
    const taken: string[] = []
    const { address, events } = await bench({
      customers: {
        applyEvents: (_of, records) => {
          if (isFull) throw new Error('There is no room')
          taken.push(...records.map(({ id }) => id))
          return records.map(() => 'applied')
        },
      },
    })
    expect(await post(address, sighting(1))).toBe(503)
    expect(await events()).toEqual([])
    isFull = false
    expect(await post(address, sighting(1))).toBe(204)
    expect(taken).toEqual(['customer-1'])
  })
})

describe('under load', () => {
  it('takes a thousand events in ten seconds without one dropped, each customer in its order', async () => {
    const { address, taken, state, events } = await bench()
    const started = performance.now()
    for (let batch = 0; batch < 50; batch += 1) {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, at) => post(address, sighting(batch * 20 + at))),
      )
      expect(statuses).toEqual(statuses.map(() => 204))
    }
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(await state()).toMatchObject({ received: 1_000, kept: 1_000, refused: 0 })
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1_000)
    const pages = [...(await events()), ...(await events({ offset: 500 }))]
    expect(pages.map(({ number }) => number)).toEqual(Array.from({ length: 1_000 }, (_, at) => 1_000 - at))
    expect(pages.every(({ applied }) => applied !== null)).toBe(true)
  })

  it(
    'is not harmed by ten thousand pieces of junk: it answers meanwhile, and its memory stays',
    { timeout: 120_000 },
    async () => {
      const eventLogLimits = {
        mostEvents: 500,
        mostBytes: 4 * 1024 * 1024,
        mostStored: 50,
        mostStoredBytes: 512 * 1024,
      }
      const { address, port, state, events, inspector } = await bench({ eventLogLimits })
      const { pathname } = new URL(address)
      const junk = [
        () => post(address, '{"event":"x","data":'),
        () => post(address, new Uint8Array(2_000).fill(0xff)),
        () => post(address, '['.repeat(50_000)),
        () => post(address, `{"event":"${'y'.repeat(20_000)}","data":{"a":"\u0000\u202e"}}`),
        () => raw(port, { path: pathname, headers: { 'content-length': String(10 ** 9) } }),
        () => raw(port, { path: '/nowhere', body: 'x'.repeat(1_000) }),
        () => raw(port, { path: pathname, headers: { host: 'evil.example' }, body: '{}' }),
        () => socketSays(port, 'GARBAGE \u0000 nothing\r\n\r\n'),
        () => post(address, { event: 'recapture_new', data: { customer: 'nobody' } }),
        () => post(address, '"' + 'z'.repeat(300_000) + '"'),
      ]
      let slowestMs = 0
      const flood = async (rounds: number): Promise<void> => {
        for (let round = 0; round < rounds; round += 1) {
          await Promise.all(Array.from({ length: 40 }, (_, at) => junk[at % junk.length]?.()))
          if (round % 25 === 0) {
            const asked = performance.now()
            await state()
            await events({ search: 'nobody' })
            slowestMs = Math.max(slowestMs, performance.now() - asked)
          }
        }
      }
      await flood(50)
      const before = process.memoryUsage().rss
      await flood(200)
      expect(slowestMs).toBeLessThan(1_000)
      expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
      const { kept, refused, received } = await state()
      expect(kept).toBeLessThanOrEqual(500)
      expect(refused).toBeGreaterThan(4_000)
      expect(received).toBeGreaterThan(4_000)
      expect(await post(address, ping)).toBe(204)
      expect((await inspector.open({ number: (await events({ limit: 1 }))[0]?.number ?? 0 }, signal)).event).toBe(
        'ping',
      )
    },
  )
})

const practising = async (program: ProgramTwin): Promise<void> => {
  await program.get('connections.startPractice', { region: 'au' })
  await program.waitFor(async () => {
    const { syncing, syncedAt } = await program.get('customers.status', {})
    return (syncing === null && syncedAt !== null) || undefined
  })
}
const allEvents = async (program: ProgramTwin): Promise<readonly ReceivedEvent[]> =>
  (await program.get('inspector.events', { limit: 500 })).events

describe('in practice', () => {
  it('a webhook is pointed at the inspector at once, and a sighting reaches the customer and the sightings', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 20 }) })
    await practising(program)
    const { webhook, state } = await program.get('inspector.point', { webhookId: null })
    expect(webhook).toMatchObject({
      toInspector: true,
      hasSecret: true,
      events: ['recapture_new', 'recapture_price_change', 'recapture_delist', 'valuation_change'],
    })
    expect(webhook.endpointShown).not.toContain(new URL(state.address ?? '').pathname.split('/')[1])
    expect(state).toMatchObject({ running: true, startsByItself: true })
    expect((await program.get('inspector.point', { webhookId: null })).webhook.id).toBe(webhook.id)

    const { control } = program.practice.service()
    const { customers } = await program.get('customers.list', { offset: 0, limit: 50, sighting: 'never' })
    const id = customers[0]?.id ?? ''
    control.spot(id, 'new')
    const event = await program.waitFor(async () =>
      (await allEvents(program)).find(({ applied }) => applied?.customerId === id),
    )
    expect(event).toMatchObject({ event: 'recapture_new', state: 'decoded', region: 'au' })
    expect((await program.get('customers.get', { id })).sightings).toHaveLength(
      control.customer(id)?.sightings.length ?? 0,
    )

    const listed = await program.waitFor(async () => {
      const { cars } = await program.get('sightings.list', { view: 'all', offset: 0, limit: 200 })
      return cars.find(({ customer }) => customer.id === id)
    })
    expect(listed.customer.sightings.length).toBeGreaterThan(0)

    control.shiftValuation('au', -0.05)
    const valuation = await program.waitFor(async () =>
      (await allEvents(program)).find((each) => each.event === 'valuation_change'),
    )
    expect((await program.get('inspector.open', { number: valuation.number })).valuation).toMatchObject({
      type: 'valuation',
    })
  })

  it('a webhook of hers is pointed there, and what came is there after a restart, which receives again', async () => {
    const practice = createPracticeTwin({ customersPerSecond: Infinity, owners: 5 })
    const program = await startProgram({ practice })
    await practising(program)
    const made = await program.get('webhooks.create', {
      name: 'Desk',
      region: 'au',
      endpoint: 'http://127.0.0.1:9/hook?token=abc',
      events: ['recapture_new'],
    })
    const { webhook } = await program.get('inspector.point', { webhookId: made.id })
    expect(webhook).toMatchObject({ id: made.id, events: ['recapture_new'], toInspector: true })
    await program.get('webhooks.ping', { id: made.id })
    const before = await allEvents(program)
    expect(before).toHaveLength(1)

    await program.program.close()
    const again = await startProgram({ practice, dataFolder: program.dataFolder, vault: program.vault })
    await practising(again)
    expect(await allEvents(again)).toEqual(before)
    await again.waitFor(async () => (await again.get('inspector.state', {})).running || undefined)
    expect(await again.get('webhooks.ping', { id: made.id })).toMatchObject({ ok: true })
    expect((await allEvents(again)).map(({ number }) => number)).toEqual([2, 1])
  })

  it('all that the service delivers arrives, and every customer shows his sightings', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 60 }) })
    await practising(program)
    await program.get('inspector.point', { webhookId: null })
    const { control } = program.practice.service()
    const { customers } = await program.get('customers.list', { offset: 0, limit: 500 })
    for (let turn = 0; turn < 4; turn += 1) for (const { id } of customers) control.spot(id, 'new')
    const sent = control.deliveriesWaiting()
    expect(sent).toBeGreaterThan(100)
    await program.waitFor(async () => (await program.get('inspector.state', {})).received >= sent || undefined)
    await control.waitUntil('every delivery', () => control.deliveriesWaiting() === 0 || undefined)
    expect(await program.get('inspector.state', {})).toMatchObject({ refused: 0 })
    for (const { id } of customers) {
      expect((await program.get('customers.get', { id })).sightings).toHaveLength(
        control.customer(id)?.sightings.length ?? 0,
      )
    }
    expect(program.unexpected).toEqual([])
  })

  it('a thousand events in ten seconds become a thousand customers, while the program answers', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await practising(program)
    const { state } = await program.get('inspector.point', { webhookId: null })
    const started = performance.now()
    let slowestMs = 0
    for (let batch = 0; batch < 50; batch += 1) {
      const posted = Promise.all(
        Array.from({ length: 20 }, (_, at) => post(state.address ?? '', sighting(batch * 20 + at))),
      )
      const asked = performance.now()
      await program.get('customers.status', {})
      await program.get('inspector.events', { limit: 100, search: 'client' })
      slowestMs = Math.max(slowestMs, performance.now() - asked)
      expect(await posted).toEqual(Array.from({ length: 20 }, () => 204))
    }
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(slowestMs).toBeLessThan(500)
    expect(await program.get('inspector.state', {})).toMatchObject({ received: 1_000, kept: 1_000, refused: 0 })
    expect(await program.get('customers.status', {})).toMatchObject({ total: 1_000, withSightings: 1_000 })
    expect(program.unexpected).toEqual([])
  })

  it('an event of another region is not mixed in, and its address is no longer known once the connection is gone', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await practising(program)
    const { state } = await program.get('inspector.point', { webhookId: null })
    const au = state.address ?? ''
    await program.get('connections.setRegion', { region: 'nz' })
    const nz = (await program.get('inspector.state', {})).address ?? ''
    expect(nz).toBe(au.replace('/au/', '/nz/'))
    expect(await post(nz, sighting(1))).toBe(204)
    expect((await program.get('customers.get', { id: 'customer-1' })).id).toBe('customer-1')
    await program.get('connections.setRegion', { region: 'au' })
    expect(await program.ask('customers.get', { id: 'customer-1' })).toMatchObject({ ok: false })
    await program.get('connections.setRegion', { region: 'my' })
    expect(await program.get('inspector.state', {})).toMatchObject({ running: true, address: null })

    const { current } = await program.get('connections.state', {})
    await program.get('connections.forget', { id: current?.id ?? '' })
    expect(await post(au, sighting(2))).toBe(404)
    expect(await allEvents(program)).toEqual([])
  })
})

describe('a new beginning in practice', () => {
  it('takes the events and the pings along', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await practising(program)
    const { state, webhook } = await program.get('inspector.point', { webhookId: null })
    expect(await post(state.address ?? '', sighting(1))).toBe(204)
    await program.get('webhooks.ping', { id: webhook.id })
    expect((await allEvents(program)).length).toBeGreaterThan(0)
    expect((await program.get('webhooks.pings', { id: webhook.id })).pings).toHaveLength(1)
    await program.get('practice.reset', { endUploads: true })
    expect(await allEvents(program)).toEqual([])
    expect(await program.get('webhooks.pings', { id: webhook.id })).toEqual({ pings: [] })
  })
})

describe('outside practice', () => {
  it('a webhook cannot be pointed at this PC, and what a real endpoint needs is said', async () => {
    const far = await startFarService()
    const program = await startProgram()
    await program.get('connections.connect', {
      name: 'Main Street Motors',
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    expect(await program.ask('inspector.point', { webhookId: null })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', next: expect.stringContaining('tunnel') },
    })
    expect(await program.get('inspector.state', {})).toMatchObject({ running: false })
  })
})
