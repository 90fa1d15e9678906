import { expect, test } from 'vitest'
import { customerShape, fictitious, practise, type Caller } from './caller.ts'

async function withCustomers(caller: Caller, count: number): Promise<string[]> {
  await caller.upload(fictitious(count))
  return (await caller.service.control.waitForCustomers(count)).map((one) => one.id)
}

test('paging gives every customer once, in the order in which they were made', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const ids = await withCustomers(caller, 25)
  const paged: string[] = []
  for (let offset = 0; ; offset += 10) {
    const page = await caller.list({ offset, limit: 10 })
    paged.push(...page.map((one) => one.id))
    if (page.length < 10) break
  }
  expect(paged).toEqual(ids)
  expect(await caller.list({ upload_id: 'no-such-upload' })).toEqual([])
  expect(await caller.list({ region: 'nz' })).toEqual([])
})

test('pages have a default and a maximum size', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  await withCustomers(caller, 30)
  caller.service.control.settings.defaultPageSize = 7
  caller.service.control.settings.maxPageSize = 20
  expect(await caller.list()).toHaveLength(7)
  expect(await caller.list({ limit: 1_000 })).toHaveLength(20)
  for (const query of [{ limit: 0 }, { limit: -1 }, { limit: 'x' }, { offset: -1 }, { offset: 1.5 }]) {
    expect((await caller.refused('GET', '/v2/recapture/customers', { query })).status).toBe(400)
  }
})

test('new customers are listed after the lag, and an edit does not hide them again', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const { control } = caller.service
  control.settings.listLagMs = 60_000
  const [id = ''] = await withCustomers(caller, 3)
  expect(await caller.list()).toEqual([])
  expect(control.uploads()[0]?.total_processed_customers).toBe(3)
  control.advanceClock(60_000)
  expect(await caller.list()).toHaveLength(3)
  await caller.ok('PATCH', `/v2/recapture/customers/${id}`, { body: { client_name: 'Ana O’Neil' } })
  expect(await caller.list()).toHaveLength(3)
})

test('PATCH changes only what is present; an empty string clears; last_updated moves', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const [id] = await withCustomers(caller, 1)
  const path = `/v2/recapture/customers/${id}`
  const before = customerShape.parse((await caller.ok('GET', path))['customer'])
  const body = { client_name: 'Ana O’Neil', mobile_number: '', expiry_date: '2030-06-30' }
  const after = customerShape.parse((await caller.ok('PATCH', path, { body }))['customer'])
  expect(after).toEqual({
    ...before,
    client_name: 'Ana O’Neil',
    mobile_number: null,
    expiry_date: '2030-06-30T00:00:00.000Z',
    last_updated: after.last_updated,
  })
  expect(after.last_updated > before.last_updated).toBe(true)
  expect(customerShape.parse((await caller.ok('GET', path))['customer'])).toEqual(after)
  const untouched = { body: { rego: 'OTHER1', sightings: [] } }
  expect(customerShape.parse((await caller.ok('PATCH', path, untouched))['customer']).rego).toBe(before.rego)
  for (const bad of [{ client_name: 5 }, { sale_date: 'soon' }, [], 'x']) {
    expect((await caller.refused('PATCH', path, { body: bad })).status).toBe(400)
  }
})

test('DELETE returns the deleted record', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const [id, other] = await withCustomers(caller, 2)
  const path = `/v2/recapture/customers/${id}`
  const before = (await caller.ok('GET', path))['customer']
  expect((await caller.ok('DELETE', path))['customer']).toEqual(before)
  expect(await caller.refused('GET', path)).toEqual({ status: 404, message: 'Invalid Customer ID' })
  expect((await caller.refused('DELETE', path)).message).toBe('Invalid Customer ID')
  expect((await caller.list()).map((one) => one.id)).toEqual([other])
})

test('the named errors of a single customer', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const [id] = await withCustomers(caller, 1)
  const path = `/v2/recapture/customers/${id}`
  const stranger = { ApiKey: caller.service.control.addAccount().apiKey, 'Content-Type': 'application/json' }
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { body: {} } : {}
    expect((await caller.refused(method, path, { query: { region: 'nz' }, ...body })).message).toBe('Incorrect Region')
    expect((await caller.refused(method, '/v2/recapture/customers/x', body)).message).toBe('Invalid Customer ID')
    expect(await caller.refused(method, path, { headers: stranger, ...body })).toEqual({
      status: 403,
      message: "You don't have permission to access that customer",
    })
  }
})

test('a customer is deleted on the day of its expiry date, in its region', async ({ onTestFinished }) => {
  // 22:00 UTC on the 20th is the 21st in Sydney and in Auckland.
  const caller = await practise(onTestFinished)
  const dates = ['2026-11-22', '2026-11-23', '2027-01-01']
  await caller.upload(dates.map((date) => ({ rego: 'ABC123', state: 'NSW', expiry_date: date })))
  await caller.service.control.waitForCustomers(3)
  const left = async (): Promise<(string | undefined)[]> =>
    (await caller.list()).map((one) => one.expiry_date?.slice(0, 10))
  caller.service.control.advanceClock(60_000)
  expect(await left()).toEqual(dates)
  caller.service.control.advanceClock(24 * 3_600_000)
  expect(await left()).toEqual(dates.slice(1))
  caller.service.control.advanceClock(24 * 3_600_000)
  expect(await left()).toEqual(dates.slice(2))
})
