import { z } from 'zod'
import { startPracticeService, type PracticeOptions, type PracticeService } from '../../src/simulator/service.ts'

/** The law as these tests read it (interface, part 2): parsing fails on a field that is missing or of another type. */
const timestamp = z.iso.datetime()
const midnight = z.string().regex(/^\d{4}-\d{2}-\d{2}T00:00:00/)

export const uploadShape = z.object({
  id: z.uuid(),
  created_at: timestamp,
  enable_rego_lookups: z.boolean(),
  name: z.string(),
  total_uploaded_customers: z.int(),
  total_processed_customers: z.int(),
  total_errors: z.int(),
})

export const customerShape = z.object({
  id: z.uuid(),
  last_updated: timestamp,
  rego: z.string().nullable(),
  state: z.string().nullable(),
  vin: z.string().nullable(),
  client_name: z.string().nullable(),
  mobile_number: z.string().nullable(),
  sale_date: midnight.nullable(),
  expiry_date: midnight.nullable(),
  vehicle_title: z.string().nullable(),
  sightings: z.array(
    z.object({
      at: timestamp,
      lead_id: z.string(),
      listing_url: z.url(),
      listing_title: z.string(),
      listing_price: z.number().nullable(),
    }),
  ),
  additional_fields: z.record(z.string(), z.unknown()),
})

export const webhookShape = z.object({
  id: z.uuid(),
  created_at: timestamp,
  name: z.string().nullable(),
  format: z.literal('json'),
  events: z.array(z.string()),
  endpoint: z.string().nullable(),
})

const successShape = z.looseObject({ success: z.literal(true) })
const refusalShape = z.object({ success: z.literal(false), error: z.literal(true), message: z.string().min(1) })

export interface Caller {
  readonly service: PracticeService
  /** The answer's body, which must be a success. Query parameters that are undefined are left out; `region` is `au` unless said. */
  ok(method: string, path: string, options?: CallOptions): Promise<Record<string, unknown>>
  /** The status and message, which must be a 4xx of the one shape. */
  refused(method: string, path: string, options?: CallOptions): Promise<{ status: number; message: string }>
  raw(method: string, path: string, options?: CallOptions): Promise<Response>
  upload(
    customers: readonly unknown[],
    options?: { region?: string; lookups?: boolean },
  ): Promise<z.infer<typeof uploadShape>>
  list(query?: Record<string, string | number>): Promise<z.infer<typeof customerShape>[]>
}

export interface CallOptions {
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A fixed clock that only the settings move. */
export const morning = { now: () => Date.parse('2026-11-20T22:00:00Z') }

/** A service of its own for one test, stopped when the test ends. Processes at once and without failures unless said. */
export async function practise(
  onTestFinished: (stop: () => Promise<void>) => void,
  options: PracticeOptions & { readonly errorShare?: number; readonly sightingShare?: number } = {},
): Promise<Caller> {
  const { errorShare = 0, sightingShare = 0, ...rest } = options
  const service = await startPracticeService({ customersPerSecond: Number.POSITIVE_INFINITY, clock: morning, ...rest })
  onTestFinished(() => service.stop())
  service.control.settings.errorShare = errorShare
  service.control.settings.sightingShare = sightingShare
  return callerOf(service)
}

export function callerOf(service: PracticeService): Caller {
  const raw: Caller['raw'] = (method, path, { query = {}, body, headers } = {}) => {
    const url = new URL(path, service.url)
    for (const [name, value] of Object.entries({ region: 'au', ...query })) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return fetch(url, {
      method,
      headers: headers ?? {
        ApiKey: service.apiKey,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
  const ok: Caller['ok'] = async (method, path, options) => {
    const answer = await raw(method, path, options)
    const body: unknown = await answer.json()
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(body)}`)
    return successShape.parse(body)
  }
  return {
    service,
    raw,
    ok,
    refused: async (method, path, options) => {
      const answer = await raw(method, path, options)
      const { message } = refusalShape.parse(await answer.json())
      if (answer.status < 400 || answer.status > 499) throw new Error(`${method} ${path}: ${answer.status}`)
      return { status: answer.status, message }
    },
    upload: async (customers, { region = 'au', lookups = false } = {}) => {
      const body = { name: 'Sold 2025', enable_rego_lookups: lookups, customers }
      return uploadShape.parse((await ok('POST', '/v2/recapture/upload', { query: { region }, body }))['upload'])
    },
    list: async (query = {}) =>
      z.array(customerShape).parse((await ok('GET', '/v2/recapture/customers', { query }))['customers']),
  }
}

/** `count` customers that can be told apart by name and reference, with plates of South Australia's series. */
export function fictitious(count: number, from = 0): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, at) => {
    const n = from + at
    const letters = [n / 676, n / 26, n].map((part) => String.fromCharCode(65 + (Math.floor(part) % 26))).join('')
    return {
      rego: `S${String(n % 1_000).padStart(3, '0')}${letters}`,
      state: 'SA',
      client_name: `Customer ${n}`,
      mobile_number: '0491570006',
      sale_date: '2024-02-29',
      additional_fields: { ref: `row-${n}` },
    }
  })
}
