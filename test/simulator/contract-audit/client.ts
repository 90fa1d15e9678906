import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { expect } from 'vitest'

/**
 * A client written from the interface's pages alone: it starts the practice service as a command, in a process of its own, and shares no
 * code with it. The tables name the expected type of each field, as the interface does.
 */
export interface Service {
  readonly url: string
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
  /** WorkLoop a lever of the control face; gives its answer. */
  control(method: string, path: string, body?: unknown): Promise<Json>
  stop(): Promise<void>
}

export type Json = Record<string, unknown>

export interface Answer {
  readonly status: number
  readonly body: Json
}

export interface Ask {
  readonly query?: Readonly<Record<string, string | number>>
  readonly body?: unknown
  /** Instead of the API key. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Starts a service whose processing fails no row and spots nobody by itself. */
export async function startService(words: readonly string[] = []): Promise<Service> {
  const child = spawn(process.execPath, ['src/simulator/command.ts', '--speed', 'at-once', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    void gone.then(() => reject(new Error('The service ended before it said its address')))
  })
  const { url, apiKey, clientId, clientSecret, controlUrl, controlToken } = JSON.parse(line) as Record<string, string>
  const control = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await fetch(`${controlUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${controlToken}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Json
  }
  await control('PATCH', '/settings', { errorShare: 0, sightingShare: 0 })
  return {
    url: url ?? '',
    apiKey: apiKey ?? '',
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    control,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** One call; its answer must be JSON. */
export async function call(
  service: Pick<Service, 'url' | 'apiKey'>,
  method: string,
  path: string,
  { query = {}, body, headers }: Ask = {},
): Promise<Answer> {
  const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const answer = await fetch(`${service.url}${path}${words.size > 0 ? `?${words}` : ''}`, {
    method,
    headers: {
      ...(headers ?? { ApiKey: service.apiKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  return { status: answer.status, body: (await answer.json()) as Json }
}

/** The body of a call that must succeed: 200, and `success` is true. */
export async function succeed(...asked: Parameters<typeof call>): Promise<Json> {
  const { status, body } = await call(...asked)
  expect({ status, ...body }).toMatchObject({ status: 200, success: true })
  return body
}

/** The message of a call that must be refused with a status of 400 to 499. */
export async function refusal(...asked: Parameters<typeof call>): Promise<string> {
  const { status, body } = await call(...asked)
  expect({ is4xx: status >= 400 && status < 500, success: body['success'] }).toEqual({ is4xx: true, success: false })
  return String(body['message'])
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const isUrl = (value: unknown): boolean => typeof value === 'string' && URL.canParse(value)
const isMoment = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value) && !Number.isNaN(Date.parse(value))

/** The types of the interface's tables, by the words in which they are written there. */
const types = {
  string: (value: unknown) => typeof value === 'string',
  boolean: (value: unknown) => typeof value === 'boolean',
  integer: (value: unknown) => Number.isSafeInteger(value),
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  'string (UUID)': (value: unknown) => typeof value === 'string' && uuid.test(value),
  'string (URL)': isUrl,
  'ISO 8601 timestamp': isMoment,
  'ISO 8601 timestamp (midnight)': (value: unknown) => isMoment(value) && /T00:00:00(\.0+)?(Z|$)/.test(String(value)),
  'date, YYYY-MM-DD': (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value: unknown) => Array.isArray(value),
  'array of string': (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
} as const

export type TypeWord = keyof typeof types | `${keyof typeof types}, nullable`
export type Table = Readonly<Record<string, TypeWord>>

/** Whether a record has the fields of its table, each of its type, and no other. */
export function expectTable(record: unknown, table: Table): void {
  expect(record).toBeTypeOf('object')
  const given = record as Json
  expect(Object.keys(given).toSorted()).toEqual(Object.keys(table).toSorted())
  const wrong = Object.entries(table).filter(([field, word]) => !fits(given[field], word))
  expect(wrong.map(([field, word]) => `${field} is ${word}, not ${JSON.stringify(given[field])}`)).toEqual([])
}

function fits(value: unknown, word: TypeWord): boolean {
  const [type, nullable] = [word.replace(', nullable', '') as keyof typeof types, word.endsWith(', nullable')]
  return (nullable && value === null) || types[type](value)
}

export const customerTable: Table = {
  id: 'string (UUID)',
  last_updated: 'ISO 8601 timestamp',
  rego: 'string, nullable',
  state: 'string, nullable',
  vin: 'string, nullable',
  client_name: 'string, nullable',
  mobile_number: 'string, nullable',
  sale_date: 'ISO 8601 timestamp (midnight), nullable',
  expiry_date: 'ISO 8601 timestamp (midnight), nullable',
  vehicle_title: 'string, nullable',
  sightings: 'array',
  additional_fields: 'object',
}

export const sightingTable: Table = {
  at: 'ISO 8601 timestamp',
  lead_id: 'string',
  listing_url: 'string (URL)',
  listing_title: 'string',
  listing_price: 'number, nullable',
}

export const uploadTable: Table = {
  id: 'string (UUID)',
  created_at: 'ISO 8601 timestamp',
  enable_rego_lookups: 'boolean',
  name: 'string',
  total_uploaded_customers: 'integer',
  total_processed_customers: 'integer',
  total_errors: 'integer',
}

/** Uploads and gives the upload as it was answered. */
export async function upload(
  service: Service,
  customers: readonly unknown[],
  { region = 'au', lookups = false } = {},
): Promise<Json> {
  const body = { name: 'Sold 2025', enable_rego_lookups: lookups, customers }
  const answer = await succeed(service, 'POST', '/v2/recapture/upload', { query: { region }, body })
  return answer['upload'] as Json
}

/** Asks for the upload until its counters say that it is complete (interface, part 3, rule 3). */
export async function uploadCompleted(service: Service, id: unknown, region = 'au'): Promise<Json> {
  const path = `/v2/recapture/upload/${String(id)}`
  return expect
    .poll(async () => (await succeed(service, 'GET', path, { query: { region } }))['upload'], { timeout: 10_000 })
    .toSatisfy((now: Json) => now['total_processed_customers'] === now['total_uploaded_customers'])
    .then(async () => (await succeed(service, 'GET', path, { query: { region } }))['upload'] as Json)
}

/** Uploads, waits for the end, and gives the customers of that upload. */
export async function customersOf(
  service: Service,
  rows: readonly unknown[],
  options: { region?: string; lookups?: boolean } = {},
): Promise<Json[]> {
  const { id } = await upload(service, rows, options)
  await uploadCompleted(service, id, options.region)
  const query = { region: options.region ?? 'au', offset: 0, limit: 100, upload_id: String(id) }
  return (await succeed(service, 'GET', '/v2/recapture/customers', { query }))['customers'] as Json[]
}

export interface Endpoint {
  readonly url: string
  /** What was pushed so far, in order. */
  readonly received: Json[]
  stop(): Promise<void>
}

/** An endpoint for webhooks that answers 200. */
export async function startEndpoint(): Promise<Endpoint> {
  const received: Json[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (text += piece))
    request.on('end', () => {
      received.push({ url: request.url, ...(JSON.parse(text) as Json) })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?token=abc`,
    received,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
