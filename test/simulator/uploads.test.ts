import { expect, test } from 'vitest'
import { isLong } from '../runs.ts'
import { fictitious, practise, uploadShape } from './caller.ts'

const many = isLong ? 100_000 : 10_000

test('an upload counts up to completion and makes each customer once, as sent', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished, { customersPerSecond: 0 })
  const { control } = caller.service
  const made = await caller.upload(fictitious(5))
  expect(made).toMatchObject({
    total_uploaded_customers: 5,
    total_processed_customers: 0,
    total_errors: 0,
    name: 'Sold 2025',
  })

  control.process(3)
  const path = `/v2/recapture/upload/${made.id}`
  expect((await caller.ok('GET', path))['upload']).toMatchObject({
    total_processed_customers: 3,
    total_uploaded_customers: 5,
  })
  expect(await caller.list()).toHaveLength(3)

  control.process(10)
  expect((await caller.ok('GET', path))['upload']).toMatchObject({ total_processed_customers: 5 })
  const customers = await caller.list({ upload_id: made.id })
  expect(customers.map((one) => one.additional_fields['ref'])).toEqual(['row-0', 'row-1', 'row-2', 'row-3', 'row-4'])
  expect(customers[0]).toMatchObject({
    rego: 'S000AAA',
    state: 'SA',
    vin: null,
    client_name: 'Customer 0',
    mobile_number: '0491570006',
    sale_date: '2024-02-29T00:00:00.000Z',
    expiry_date: null,
    vehicle_title: null,
    sightings: [],
  })
})

test('processing follows the configured speed', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished, { customersPerSecond: 40 })
  await caller.upload(fictitious(100))
  caller.service.control.advanceClock(1_000)
  expect(caller.service.control.customerCount()).toBe(40)
  caller.service.control.advanceClock(500)
  expect(caller.service.control.customerCount()).toBe(60)
})

test('an upload sent twice makes the customers twice', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const [first, second] = [await caller.upload(fictitious(3)), await caller.upload(fictitious(3))]
  await caller.service.control.waitForUpload()
  expect(first.id).not.toBe(second.id)
  expect(await caller.list()).toHaveLength(6)
  expect(await caller.list({ upload_id: second.id })).toHaveLength(3)
})

test('cancel stops further customers and answers with the counters of that moment', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished, { customersPerSecond: 0 })
  const { id } = await caller.upload(fictitious(10))
  caller.service.control.process(4)
  const cancelled = uploadShape.parse((await caller.ok('DELETE', `/v2/recapture/upload/${id}`))['upload'])
  expect(cancelled).toMatchObject({ id, total_uploaded_customers: 10, total_processed_customers: 4 })
  expect(caller.service.control.process(10)).toBe(0)
  expect(await caller.list()).toHaveLength(4)
  const again = await caller.ok('GET', `/v2/recapture/upload/${id}`)
  expect(again['upload']).toMatchObject({ total_processed_customers: 4 })
})

test('the same share of rows fails each time, counted as processed and as errors, without a customer', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished, { errorShare: 0.2 })
  const refs: unknown[][] = []
  for (let turn = 0; turn < 2; turn += 1) {
    const { id } = await caller.upload(fictitious(200))
    const [upload] = await caller.service.control.waitForUpload(id)
    const customers = await caller.list({ upload_id: id, limit: 500 })
    expect(upload?.total_errors).toBeGreaterThan(20)
    expect(upload?.total_errors).toBeLessThan(60)
    expect(customers).toHaveLength(200 - (upload?.total_errors ?? 0))
    refs.push(customers.map((one) => one.additional_fields['ref']))
  }
  expect(refs[0]).toEqual(refs[1])
})

test('a rego can be made to fail', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  caller.service.control.settings.failingRegos.add('S001AAB')
  const { id } = await caller.upload(fictitious(3))
  const [upload] = await caller.service.control.waitForUpload(id)
  expect(upload).toMatchObject({ total_processed_customers: 3, total_errors: 1 })
  expect((await caller.list()).map((one) => one.rego)).toEqual(['S000AAA', 'S002AAC'])
})

test('look-ups save the VIN where rego and state are given and the VIN is not, and each is counted', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished)
  const rows = [
    { rego: 'REG4SUCCESS', state: 'VIC' },
    { rego: 'REG4SUCCESS', state: 'VIC', vin: 'JM0BK10F200405930' },
    { rego: 'REG4SUCCESS' },
    { vin: 'JM0BK10F200405930' },
    { rego: 'REG4VINONLY', state: 'NSW' },
  ]
  await caller.upload(rows, { lookups: true })
  await caller.service.control.waitForUpload()
  const [looked, given, noState, vinOnly, vinKnown] = await caller.list()
  expect(looked?.vin).toMatch(/^[A-HJ-NPR-Z0-9]{17}$/)
  expect(looked?.vehicle_title).toMatch(/^\d{4} /)
  expect(given?.vin).toBe('JM0BK10F200405930')
  expect(noState?.vin).toBeNull()
  expect(vinOnly?.rego).toBeNull()
  expect(vinKnown).toMatchObject({ vehicle_title: null, vin: expect.stringMatching(/^[A-HJ-NPR-Z0-9]{17}$/) })
  expect(caller.service.control.paidLookups()).toBe(2)

  await caller.upload(rows)
  await caller.service.control.waitForUpload()
  expect(caller.service.control.paidLookups()).toBe(2)
})

test('an invalid upload is rejected as a whole, with the reason', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const post = (body: unknown): Promise<{ status: number; message: string }> =>
    caller.refused('POST', '/v2/recapture/upload', { body })
  const upload = (customer: unknown): unknown => ({
    name: 'x',
    enable_rego_lookups: false,
    customers: [{ rego: 'A1' }, customer],
  })
  expect(await post({ name: 'x', enable_rego_lookups: false, customers: [] })).toEqual({
    status: 400,
    message: 'You must upload at least one customer record',
  })
  expect((await post(upload({ state: 'Victoria' }))).message).toContain('customers[1].state')
  expect((await post(upload({ sale_date: '2023-02-29' }))).message).toContain('customers[1].sale_date')
  expect((await post(upload({ expiry_date: '01/02/2027' }))).message).toContain('customers[1].expiry_date')
  expect((await post(upload({ rego: 5 }))).message).toContain('customers[1].rego')
  expect((await post(upload([]))).message).toContain('customers[1]')
  expect((await post('{"name":')).status).toBe(400)
  const deep = `{"name":"x","customers":[{"additional_fields":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}`
  expect((await post(deep)).message).toContain('additional_fields')
  const text = { body: 'x', headers: { ApiKey: caller.service.apiKey, 'Content-Type': 'text/plain' } }
  expect((await caller.refused('POST', '/v2/recapture/upload', text)).status).toBe(415)
  expect(caller.service.control.uploads()).toEqual([])

  caller.service.control.settings.maxUploadCustomers = 2
  const tooMany = { name: 'x', enable_rego_lookups: false, customers: fictitious(3) }
  expect((await post(tooMany)).status).toBe(413)
})

test('an upload is found in its own region and account only', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { id } = await caller.upload(fictitious(1))
  const path = `/v2/recapture/upload/${id}`
  expect((await caller.refused('GET', path, { query: { region: 'nz' } })).message).toBe('Incorrect Region')
  expect((await caller.refused('GET', path, { query: { region: undefined } })).message).toBe('Invalid Region')
  expect((await caller.refused('GET', '/v2/recapture/upload/none')).status).toBe(404)
  const stranger = { headers: { ApiKey: caller.service.control.addAccount().apiKey } }
  expect((await caller.refused('DELETE', path, stranger)).status).toBe(403)
})

test(`${many} customers can be uploaded in one body and paged to the end`, async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  await caller.upload(fictitious(many))
  await caller.service.control.waitForUpload(undefined, 60_000)
  const last = await caller.list({ offset: many - 1_000, limit: 1_000 })
  expect(last).toHaveLength(1_000)
  expect(last.at(-1)?.additional_fields['ref']).toBe(`row-${many - 1}`)
  expect(await caller.list({ offset: many, limit: 1_000 })).toEqual([])
})
