import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  customersOf,
  customerTable,
  expectTable,
  refusal,
  sightingTable,
  startService,
  succeed,
  upload,
  uploadCompleted,
  uploadTable,
  type Json,
  type Service,
} from './client.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let plates = 100
/** A row with a plate of its own. */
const row = (more: Json = {}): Json => ({ rego: `S${(plates += 1)}ABC`, state: 'SA', ...more })
const one = async (more: Json = {}, options: { region?: string; lookups?: boolean } = {}): Promise<Json> => {
  const [customer] = await customersOf(service, [row(more)], options)
  if (!customer) throw new Error('The row became no customer')
  return customer
}
const pathOf = (customer: Json): string => `/v2/recapture/customers/${String(customer['id'])}`
const au = { region: 'au' }
const patch = async (customer: Json, body: Json): Promise<Json> =>
  (await succeed(service, 'PATCH', pathOf(customer), { query: au, body }))['customer'] as Json
const uploadPath = (id: unknown): string => `/v2/recapture/upload/${String(id)}`

describe('an upload', () => {
  it.each(['au', 'nz', 'my'])('in %s gives success and the upload with the fields of its table', async (region) => {
    const made = await upload(service, [row()], { region, lookups: true })
    expectTable(made, uploadTable)
    expect(made).toMatchObject({ name: 'Sold 2025', enable_rego_lookups: true, total_uploaded_customers: 1 })
    await uploadCompleted(service, made['id'], region)
  })
  it('starts with total_processed_customers and total_errors 0; total_uploaded_customers is the number in the request', async () => {
    await service.control('PATCH', '/settings', { customersPerSecond: 0 })
    const made = await upload(service, [row(), row(), row()])
    expect(made).toMatchObject({ total_uploaded_customers: 3, total_processed_customers: 0, total_errors: 0 })
    await service.control('PATCH', '/settings', { customersPerSecond: 'at-once' })
    await uploadCompleted(service, made['id'])
  })
  it('has its two steps in its counters, and is complete when processed equals uploaded', async () => {
    await service.control('PATCH', '/settings', { customersPerSecond: 0 })
    const { id } = await upload(service, [row(), row(), row()])
    await service.control('POST', '/process', { count: 2 })
    const half = (await succeed(service, 'GET', uploadPath(id), { query: au }))['upload']
    expectTable(half, uploadTable)
    expect(half).toMatchObject({ total_uploaded_customers: 3, total_processed_customers: 2 })
    await service.control('PATCH', '/settings', { customersPerSecond: 'at-once' })
    expect(await uploadCompleted(service, id)).toMatchObject({ total_processed_customers: 3, total_errors: 0 })
  })
  it('counts an error in total_errors, and in total_processed_customers too', async () => {
    const bad = row()
    await service.control('PATCH', '/settings', { failingRegos: [bad['rego']] })
    const { id } = await upload(service, [row(), bad])
    expect(await uploadCompleted(service, id)).toMatchObject({ total_processed_customers: 2, total_errors: 1 })
  })
  it('that is cancelled makes no further customer, and its counters stay as at that moment', async () => {
    await service.control('PATCH', '/settings', { customersPerSecond: 0 })
    const { id } = await upload(service, [row(), row(), row()])
    await service.control('POST', '/process', { count: 1 })
    const cancelled = (await succeed(service, 'DELETE', uploadPath(id), { query: au }))['upload']
    expectTable(cancelled, uploadTable)
    expect(cancelled).toMatchObject({ id, total_uploaded_customers: 3, total_processed_customers: 1 })
    await service.control('PATCH', '/settings', { customersPerSecond: 'at-once' })
    expect(await service.control('POST', '/process', { count: 10 })).toEqual({ processed: 0 })
    expect((await succeed(service, 'GET', uploadPath(id), { query: au }))['upload']).toEqual(cancelled)
    const query = { ...au, offset: 0, limit: 10, upload_id: String(id) }
    expect((await succeed(service, 'GET', '/v2/recapture/customers', { query }))['customers']).toHaveLength(1)
  })
  it('is not idempotent: the same body makes another upload and other customers', async () => {
    const rows = [row({ client_name: 'Jane Citizen' })]
    const [first] = await customersOf(service, rows)
    const [second] = await customersOf(service, rows)
    expect(second?.['id']).not.toBe(first?.['id'])
  })
  it('with an empty customers list: You must upload at least one customer record', async () => {
    const body = { name: 'x', enable_rego_lookups: false, customers: [] }
    expect(await refusal(service, 'POST', '/v2/recapture/upload', { query: au, body })).toBe(
      'You must upload at least one customer record',
    )
  })
  it('region is required', async () => {
    const body = { name: 'x', enable_rego_lookups: false, customers: [row()] }
    expect(await refusal(service, 'POST', '/v2/recapture/upload', { body })).toBe('Invalid Region')
  })
})

describe('a customer', () => {
  it('has the fields of its table: all null, or all given, dates as midnight timestamps', async () => {
    const [bare] = await customersOf(service, [{}])
    expectTable(bare, customerTable)
    const { id: _id, last_updated: _at, sightings, additional_fields: fields, ...rest } = bare ?? {}
    expect([sightings, fields]).toEqual([[], {}])
    expect(Object.values(rest).every((value) => value === null)).toBe(true)
    const given = {
      vin: 'JTEBR3FJ40K123456',
      client_name: 'Jane Citizen',
      mobile_number: '0491570006',
      sale_date: '2024-02-29',
      expiry_date: '2099-12-31',
      additional_fields: { Make: 'Toyota', kms: 12, nested: { a: [1, null, true] } },
    }
    const full = await one(given)
    expectTable(full, customerTable)
    const { sale_date: _sale, expiry_date: _expiry, ...asGiven } = given
    expect(full).toMatchObject(asGiven)
    expect(String(full['sale_date'])).toMatch(/^2024-02-29T00:00:00/)
    expect(String(full['expiry_date'])).toMatch(/^2099-12-31T00:00:00/)
  })
  it('sightings have the fields of their table, and set vehicle_title', async () => {
    const customer = await one()
    await service.control('POST', '/sightings', { customerId: customer['id'] })
    const now = (await succeed(service, 'GET', pathOf(customer), { query: au }))['customer'] as Json
    expectTable(now, customerTable)
    for (const sighting of now['sightings'] as unknown[]) expectTable(sighting, sightingTable)
    expect(now['sightings']).toHaveLength(1)
    expect(typeof now['vehicle_title']).toBe('string')
    expect(Date.parse(String(now['last_updated']))).toBeGreaterThan(Date.parse(String(customer['last_updated'])))
  })
  it('the list is paginated by offset and limit, and upload_id filters to one upload', async () => {
    const { id } = await upload(
      service,
      Array.from({ length: 7 }, () => row()),
    )
    await uploadCompleted(service, id)
    const page = async (offset: number, limit: number): Promise<string[]> => {
      const query = { ...au, offset, limit, upload_id: String(id) }
      const { customers } = await succeed(service, 'GET', '/v2/recapture/customers', { query })
      return (customers as Json[]).map((customer) => String(customer['id']))
    }
    const all = await page(0, 100)
    expect(all).toHaveLength(7)
    expect([...(await page(0, 3)), ...(await page(3, 3)), ...(await page(6, 3))]).toEqual(all)
    expect(await page(7, 3)).toEqual([])
    const query = { ...au, offset: 0, limit: 1_000 }
    const { customers } = await succeed(service, 'GET', '/v2/recapture/customers', { query })
    expect((customers as unknown[]).length).toBeGreaterThan(7)
  })
  it('DELETE gives the deleted record, and cannot be undone', async () => {
    const customer = await one()
    const gone = (await succeed(service, 'DELETE', pathOf(customer), { query: au }))['customer']
    expect(gone).toEqual(customer)
    for (const method of ['GET', 'DELETE']) {
      expect(await refusal(service, method, pathOf(customer), { query: au })).toBe('Invalid Customer ID')
    }
  })
  it('with an expiry_date is deleted on that date', async () => {
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    const customer = await one({ expiry_date: day })
    await service.control('POST', '/advance-clock', { ms: 86_400_000 })
    await succeed(service, 'GET', pathOf(customer), { query: au })
    await service.control('POST', '/advance-clock', { ms: 3 * 86_400_000 })
    expect(await refusal(service, 'GET', pathOf(customer), { query: au })).toBe('Invalid Customer ID')
  })
})

describe('PATCH of a customer', () => {
  it.each([
    ['client_name', 'John Citizen', 'John Citizen'],
    ['mobile_number', '0491570156', '0491570156'],
    ['sale_date', '2023-01-31', '2023-01-31T00:00:00.000Z'],
    ['expiry_date', '2098-01-31', '2098-01-31T00:00:00.000Z'],
  ])('changes %s, and only the fields present; an empty string sets it to null', async (field, value, shown) => {
    const full = {
      client_name: 'Jane',
      mobile_number: '0491570006',
      sale_date: '2024-01-01',
      expiry_date: '2099-01-01',
    }
    const before = await one(full)
    const after = await patch(before, { [field]: value })
    expectTable(after, customerTable)
    const { last_updated: _before, ...stays } = before
    expect(after).toMatchObject({ ...stays, [field]: shown })
    expect(await patch(before, { [field]: '' })).toMatchObject({ ...stays, [field]: null })
  })
  it('raises last_updated', async () => {
    const before = await one()
    const after = await patch(before, { client_name: 'John' })
    expect(Date.parse(String(after['last_updated']))).toBeGreaterThan(Date.parse(String(before['last_updated'])))
  })
  it('does not change what it does not take', async () => {
    const before = await one({ vin: 'JTEBR3FJ40K123456' })
    const after = await patch(before, { vin: 'X', rego: 'X', state: 'VIC', additional_fields: { a: 1 } })
    const { last_updated: _at, ...stays } = before
    expect(after).toMatchObject(stays)
  })
})

describe('enable_rego_lookups', () => {
  const isVin = (value: unknown): boolean => /^[A-HJ-NPR-Z0-9]{17}$/.test(String(value))
  const paid = async (): Promise<number> => Number((await service.control('GET', '/state'))['paidLookups'])
  it.each<[string, boolean, Json, number]>([
    ['true, with rego and state and no VIN: the VIN is looked up at a cost, and saved', true, {}, 1],
    ['false: nothing is looked up', false, {}, 0],
    ['true, with a VIN already: nothing is looked up', true, { vin: 'JTEBR3FJ40K123456' }, 0],
    ['true, in Australia without a state: nothing is looked up', true, { state: '' }, 0],
    ['true, without a rego: nothing is looked up', true, { rego: '' }, 0],
  ])('%s', async (_name, lookups, more, cost) => {
    const before = await paid()
    const customer = await one(more, { lookups })
    expect((await paid()) - before).toBe(cost)
    const isSaved = cost === 1 ? isVin(customer['vin']) : customer['vin'] === (more['vin'] ?? null)
    expect(isSaved).toBe(true)
  })
  it('true, in New Zealand a rego is enough', async () => {
    const before = await paid()
    const customer = await one({ rego: 'ABC123', state: '' }, { lookups: true, region: 'nz' })
    expect((await paid()) - before).toBe(1)
    expect(isVin(customer['vin'])).toBe(true)
  })
})

describe.each(['GET', 'PATCH', 'DELETE'])('%s of a single customer', (method) => {
  const body = method === 'PATCH' ? { body: { client_name: 'x' } } : {}
  it('Invalid Customer ID', async () => {
    for (const id of ['nobody', '00000000-0000-4000-8000-000000000000']) {
      expect(await refusal(service, method, `/v2/recapture/customers/${id}`, { query: au, ...body })).toBe(
        'Invalid Customer ID',
      )
    }
  })
  it("You don't have permission to access that customer", async () => {
    const customer = await one()
    const { apiKey } = await service.control('POST', '/accounts')
    const other = { url: service.url, apiKey: String(apiKey) }
    expect(await refusal(other, method, pathOf(customer), { query: au, ...body })).toBe(
      "You don't have permission to access that customer",
    )
  })
  it('Incorrect Region', async () => {
    const customer = await one()
    expect(await refusal(service, method, pathOf(customer), { query: { region: 'nz' }, ...body })).toBe(
      'Incorrect Region',
    )
    await succeed(service, 'GET', pathOf(customer), { query: au })
  })
})
