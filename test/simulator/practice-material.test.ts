import { expect, test } from 'vitest'
import { fictitious, practise } from './caller.ts'

test('a list that describes its cars gets sightings and look-ups of those cars', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  const rows = [
    { rego: '1AB 2CD', state: 'VIC', sale_date: '2019-03-01', additional_fields: { Make: 'Toyota', Model: 'HiLux' } },
    { rego: 'XYZ987', state: 'NSW', additional_fields: { 'Vehicle description': 'VW Golf 110TSI' } },
    { rego: 'S123ABC', state: 'SA', additional_fields: { Notes: 'Toyota HiLux', Model: 'no such thing' } },
    { rego: 'XYZ988', state: 'NSW', vin: 'JM0BK10F200405930', additional_fields: { Car: 'VW Golf 110TSI' } },
  ]
  await caller.upload(rows, { lookups: true })
  const [hilux, golf, other] = await caller.service.control.waitForCustomers(4)
  expect(hilux?.vehicle_title).toMatch(/^20(0\d|1\d) Toyota HiLux /)
  expect(golf?.vehicle_title).toContain('Volkswagen Golf')
  expect(other?.vehicle_title ?? '').not.toContain('HiLux')
  const spotted = caller.service.control.makeSighting(hilux?.id ?? '')
  expect(spotted.sightings[0]?.listing_title).toBe(hilux?.vehicle_title)
  const looked = (): Promise<unknown> =>
    caller.ok('GET', '/v2/vehicles/registrations/1AB2CD', { query: { state: 'VIC' } })
  expect(await looked()).toMatchObject({
    vehicle: { title: hilux?.vehicle_title },
    upstream_vehicle: { vin: hilux?.vin },
  })
  expect(await caller.ok('GET', `/v2/vehicles/vins/${hilux?.vin}`)).toMatchObject({
    vehicle: { title: hilux?.vehicle_title },
  })
  // Also by a VIN that is that of another make.
  expect(await caller.ok('GET', '/v2/vehicles/vins/JM0BK10F200405930')).toMatchObject({
    vehicle: { title: expect.stringContaining('Volkswagen Golf') },
  })

  // What was learned of a plate goes with the customer who told it.
  const before = await looked()
  await caller.ok('DELETE', `/v2/recapture/customers/${hilux?.id}`)
  expect(await looked()).not.toEqual(before)
})

test('made-up owners are created once, with plates of their state and phone numbers reserved for fiction', async ({
  onTestFinished,
}) => {
  const caller = await practise(onTestFinished, { owners: 100 })
  await caller.service.control.waitForCustomers(100)
  const au = await caller.list({ limit: 200 })
  const nz = await caller.list({ limit: 200, region: 'nz' })
  expect([au.length, nz.length]).toEqual([80, 20])
  const forms: Record<string, RegExp> = {
    NSW: /^[A-Z]{2}\d{2}[A-Z]{2}$/,
    VIC: /^\d[A-Z]{2}\d[A-Z]{2}$/,
    QLD: /^\d{3}[A-Z]{2}\d$/,
    SA: /^S\d{3}[A-Z]{3}$/,
    WA: /^\d[A-Z]{3}\d{3}$/,
    TAS: /^[A-Z]\d{2}[A-Z]{2}$/,
    ACT: /^Y[A-Z]{2}\d{2}[A-Z]$/,
    NT: /^C[A-Z]\d{2}[A-Z]{2}$/,
  }
  for (const owner of au) {
    expect(owner.rego).toMatch(forms[owner.state ?? ''] ?? /never/)
    expect(owner.mobile_number).toMatch(/^04915\d{5}$/)
    expect(owner.sale_date?.slice(0, 10) ?? '').toMatch(/^20\d\d-/)
  }
  expect(nz.every((owner) => owner.state === null && /^[A-Z]{3}\d{3}$/.test(owner.rego ?? ''))).toBe(true)
})

test('a service without owners starts empty', async ({ onTestFinished }) => {
  const caller = await practise(onTestFinished)
  expect(caller.service.control.uploads()).toEqual([])
  await caller.upload(fictitious(1))
  expect(await caller.service.control.waitForCustomers(1)).toHaveLength(1)
})
