import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/core/ports/clock.ts'
import { createAuthoriser } from '../../src/core/service/authoriser.ts'
import { createServiceClient } from '../../src/core/service/create-service-client.ts'
import type { Answer, CustomerInput, CustomerPatch, ServiceClient } from '../../src/core/service/service-client.ts'
import { createClockTwin } from '../twins/clock-twin.ts'
import { createLogTwin } from '../twins/log-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { createServiceTwin } from '../twins/service-twin.ts'

/** The same calls with the program's client at the practice service, and with the twin: both give the same answers and refusals. */
async function createPair(): Promise<(call: Call) => Promise<unknown>> {
  const far = await startFarService()
  far.control.settings.errorShare = 0
  far.control.settings.sightingShare = 0
  const tools = { baseUrl: far.url, fetch: (url: string, init: RequestInit) => fetch(url, init), clock: systemClock }
  const parts = { ...tools, log: createLogTwin() }
  const authoriser = createAuthoriser({ ...parts, credentials: { scheme: 'api-key', apiKey: far.apiKey } })
  const scope = { region: 'au', regionCode: 'au' } as const
  const real = createServiceClient({ ...parts, ...scope, authoriser, onOutcome: () => undefined })
  const twin = createServiceTwin(createClockTwin(new Date()))
  twin.rowsPerSecond = Infinity
  const [ofReal, ofTwin] = [new Map<string, string>(), new Map<string, string>()]
  return async (call) => {
    const answer = comparable(await call(real, (name) => idOf(ofReal, name)), ofReal)
    expect(comparable(await call(twin.client, (name) => idOf(ofTwin, name)), ofTwin)).toEqual(answer)
    return answer
  }
}

/** `id`: that of the first, second ... record that a service has named. */
type Call = (client: ServiceClient, id: (name: string) => string) => Promise<Answer<unknown>>

const idOf = (names: ReadonlyMap<string, string>, name: string): string => {
  const found = [...names].find(([, given]) => given === name)
  if (!found) throw new Error(`There is no ${name}`)
  return found[0]
}

/** An answer without what differs by chance: each id becomes a name in the order of appearance, and times only say that they are there. */
function comparable(answer: Answer<unknown>, names: Map<string, string>): unknown {
  if (!answer.ok) {
    const { failure, certainty, status } = answer.error
    return { kind: failure.kind, certainty, status }
  }
  const nameOf = (id: string): string => {
    if (!names.has(id)) names.set(id, `record ${names.size + 1}`)
    return names.get(id) ?? ''
  }
  const text = JSON.stringify(answer.value, (key, value: unknown) => {
    if (key === 'id') return nameOf(String(value))
    if (key === 'lastUpdated' || key === 'createdAt') return Number.isNaN(Date.parse(String(value))) ? value : 'a time'
    return key === 'other' && JSON.stringify(value) === '{}' ? undefined : value
  })
  return JSON.parse(text)
}

const upload =
  (customers: readonly CustomerInput[], name = 'March'): Call =>
  (client) =>
    client.createUpload({ name, enable_rego_lookups: false, customers })
const list =
  (offset: number, limit: number, uploadId?: string): Call =>
  (client, id) =>
    client.listCustomers({ offset, limit, ...(uploadId === undefined ? {} : { uploadId: id(uploadId) }) })
const patch =
  (change: CustomerPatch, name = 'record 2'): Call =>
  (client, id) =>
    client.patchCustomer(id(name), change)

/** Waits until the upload is processed. */
const processed: Call = async (client, id) => {
  let answer = await client.getUpload(id('record 1'))
  while (answer.ok && answer.value.processed !== answer.value.uploaded) answer = await client.getUpload(id('record 1'))
  return answer
}

it('refuses uploads that the service refuses, and makes nothing of them', async () => {
  const same = await createPair()
  const row = { rego: 'ABC123', state: 'VIC' }
  for (const call of [
    upload([]),
    upload([row], ''),
    upload([row], ' '),
    upload([row], 'x'.repeat(1_001)),
    upload([row, { ...row, state: 'Victoria' }]),
    upload([row, { ...row, sale_date: '31/12/2025' }]),
    upload([row, { ...row, expiry_date: '2027-02-30' }]),
    upload([row, { ...row, client_name: 'x'.repeat(10_001) }]),
    upload([row, { ...row, additional_fields: [] as unknown as Record<string, unknown> }]),
    upload([row, { ...row, rego: 7 as unknown as string }]),
    upload([null as unknown as CustomerInput]),
  ]) {
    expect(await same(call)).toEqual({ kind: 'rejected', certainty: 'refused', status: 400 })
  }
  expect(await same(list(0, 10))).toEqual({ customers: [], unreadable: [] })
})

it('makes the same customers of an upload, lists them in the same order and changes them in the same way', async () => {
  const same = await createPair()
  const customers: CustomerInput[] = [
    { rego: 'ABC123', state: 'VIC', client_name: 'Renée O’Neil', mobile_number: '0491570006' },
    { vin: 'JTDKN3DU0A0000001', sale_date: '2024-02-29', expiry_date: '2999-12-31' },
    { rego: '', client_name: '  ', additional_fields: { ref: 1, nested: { a: [null, 'b'] } } },
    {},
  ]
  await same(upload(customers))
  await same(processed)
  for (const call of [
    list(0, 2),
    list(2, 2),
    list(0, 100, 'record 1'),
    list(4, 2),
    list(0, 1_000_000),
    patch({ client_name: 'Kim', mobile_number: '' }),
    patch({ client_name: ' ', sale_date: '2025-06-30' }),
    patch({ sale_date: '', expiry_date: '2030-01-01' }),
    patch({}),
    patch({ sale_date: '30/6/2025' }),
    patch({ expiry_date: '2025-02-29' }),
    patch({ client_name: 'x'.repeat(10_001) }),
    (client: ServiceClient, id: (name: string) => string) => client.getCustomer(id('record 2')),
    (client: ServiceClient, id: (name: string) => string) => client.deleteCustomer(id('record 2')),
    (client: ServiceClient, id: (name: string) => string) => client.deleteCustomer(id('record 2')),
    patch({ client_name: 'Gone' }),
    list(0, 10),
    (client: ServiceClient, id: (name: string) => string) => client.cancelUpload(id('record 1')),
    (client: ServiceClient, id: (name: string) => string) => client.getUpload(id('record 1')),
  ] satisfies Call[]) {
    expect(await same(call)).toBeDefined()
  }
})

it('refuses pages and records that do not exist', async () => {
  const same = await createPair()
  for (const call of [
    list(-1, 10),
    list(0, 0),
    list(0.5, 10),
    (client: ServiceClient) => client.listCustomers({ offset: 0, limit: 10, uploadId: randomUUID() }),
    ...['', '.', '..', 'customer', randomUUID()].flatMap((id): Call[] => [
      (client) => client.getCustomer(id),
      (client) => client.patchCustomer(id, { client_name: 'x' }),
      (client) => client.deleteCustomer(id),
      (client) => client.getUpload(id),
      (client) => client.cancelUpload(id),
    ]),
  ] satisfies Call[]) {
    expect(await same(call)).toBeDefined()
  }
})

it('deletes a customer on its expiry date', async () => {
  const same = await createPair()
  await same(upload([{ rego: 'OLD111', expiry_date: '2020-01-01' }, { rego: 'NEW222' }]))
  await same(processed)
  const expired: Call = async (client) => {
    let answer = await client.listCustomers({ offset: 0, limit: 10 })
    while (answer.ok && answer.value.customers.length > 1) answer = await client.listCustomers({ offset: 0, limit: 10 })
    return answer
  }
  expect(await same(expired)).toMatchObject({ customers: [{ rego: 'NEW222' }] })
})

it('makes no call that was cancelled before', async () => {
  const same = await createPair()
  const options = { signal: AbortSignal.abort() }
  const customers = [{ rego: 'ABC123' }]
  for (const call of [
    (client: ServiceClient) => client.createUpload({ name: 'March', enable_rego_lookups: false, customers }, options),
    (client: ServiceClient) => client.listCustomers({ offset: 0, limit: 10 }, options),
    (client: ServiceClient) => client.getUpload(randomUUID(), options),
    (client: ServiceClient) => client.deleteCustomer(randomUUID(), options),
  ]) {
    expect(await same(call)).toEqual({ kind: 'cancelled', certainty: 'not-sent', status: null })
  }
  expect(await same(list(0, 10))).toEqual({ customers: [], unreadable: [] })
})
