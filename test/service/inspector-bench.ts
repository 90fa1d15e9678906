import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import type { InspectorState, ReceivedEvent } from '../../src/contract/webhooks.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import type { RemoteCustomer } from '../../src/core/service/service-client.ts'
import { createInspector, type Inspector, type InspectorParts } from '../../src/core/webhooks/inspector.ts'
import { openTestStorage } from './upload-parts.ts'

/** A customer as the service gives it; the number makes it unique. */
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
export const sighting = (number: number) => ({ event: 'recapture_new', data: { customer: customer(number) } })
export const ping = { event: 'ping', data: { webhook_id: 'w', at: '2026-11-20T00:00:00.000Z' } }

/** Posts as a service does; 0 when the connection was closed without an answer. */
export async function post(address: string, body: unknown): Promise<number> {
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
    // A refused request can break off while the rest of its body is being sent.
    return 0
  }
}

export interface Bench {
  readonly inspector: Inspector
  readonly applied: RemoteCustomer[]
  readonly address: string
  readonly port: number
  state(): Promise<InspectorState>
  events(query?: object): Promise<readonly ReceivedEvent[]>
  /** Resolves when the state of the inspector fulfils the condition. */
  until(condition: (state: InspectorState) => boolean): Promise<InspectorState>
}

export const { signal } = new AbortController()

/** No customer is marked Do Not Contact. */
export const nobodyMarked = { doNotContact: { people: () => ({ ids: new Set<string>(), numbers: new Set<string>() }) } }

/** The inspector on a real socket, with a customer list that accepts everything. */
export async function bench(parts: Partial<InspectorParts> = {}): Promise<Bench> {
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
  const applied: RemoteCustomer[] = []
  const inspector = createInspector(storage, {
    customers: {
      applyEvents: (_scope, records) => {
        applied.push(...records)
        return records.map(() => 'applied')
      },
      ...nobodyMarked,
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
    applied,
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
    until: (condition) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          state().then((now) => {
            if (!condition(now)) return
            stop()
            resolve(now)
          }, reject)
        }
        const stop = storage.announcer.listen(check)
        check()
      }),
  }
}

export interface RawPost {
  readonly path: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** A request with any Host and method; 0 when the connection was closed without an answer. */
export function raw(port: number, { path, method = 'POST', headers = {}, body = '' }: RawPost): Promise<number> {
  return new Promise((resolve) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}

/** The first line that a socket receives until it is closed; for requests that are not valid HTTP. */
export function socketAnswer(port: number, text: string, end = true): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (end ? socket.end(text) : socket.write(text)))
    let received = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => (received += chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(received.split('\r\n', 1)[0] ?? ''))
  })
}
