import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../../src/contract/region.ts'
import { toCustomer } from '../../../../../src/core/customers/cache/stored-customer.ts'
import { vehicleCustomers } from '../../../../../src/core/customers/list/vehicle-customers.ts'
import { makeCustomersBench, remote, scope, signal, type CustomersBench } from '../customers-bench.ts'

const vin = '6FPAAAJGSW6A12345'
const car = (rego: string | null, state: StateCode | null, ofVin: string | null = null) => ({ rego, state, vin: ofVin })

describe('vehicleCustomers', () => {
  const ids = (record: Parameters<typeof remote>[1], vehicle: ReturnType<typeof car>, region: 'au' | 'nz' = 'au') =>
    vehicleCustomers([toCustomer(remote('a', record))], vehicle, { ...scope, region }).map(({ id }) => id)

  it('compares the rego with its state, or the VIN', () => {
    expect(ids({ rego: 'ABC123', state: 'NSW' }, car('ABC123', 'NSW'))).toEqual(['a'])
    expect(ids({ rego: 'ABC123', state: 'New South Wales' }, car('ABC123', 'NSW'))).toEqual(['a'])
    expect(ids({ rego: 'ABC123', state: 'VIC' }, car('ABC123', 'NSW'))).toEqual([])
    expect(ids({ rego: 'ABC123', state: null }, car('ABC123', 'NSW'))).toEqual([])
    expect(ids({ rego: 'ABC123' }, car('ABC123', null), 'nz')).toEqual(['a'])
    expect(ids({ rego: 'ABC123', state: 'VIC', vin }, car('XYZ789', 'NSW', vin))).toEqual(['a'])
    expect(ids({ rego: null, vin: null }, car(null, null, null))).toEqual([])
  })

  it('ignores case, blanks and separators on both sides', () => {
    const mark = fc.constantFrom('', ' ', '-', '.', '·')
    fc.assert(
      fc.property(mark, mark, fc.nat({ max: 6 }), fc.boolean(), (one, other, at, isLower) => {
        const spelled = (text: string, sign: string): string => `${text.slice(0, at)}${sign}${text.slice(at)}`
        const typed = spelled(isLower ? 'abc123' : 'ABC123', one)
        expect(ids({ rego: spelled('ABC123', other), state: 'NSW' }, car(typed, 'NSW'))).toEqual(['a'])
        expect(ids({ vin: spelled(vin, other) }, car(null, null, spelled(vin.toLowerCase(), one)))).toEqual(['a'])
      }),
    )
  })

  it('says that a rego was found on a customer with another VIN', () => {
    const moved = toCustomer(remote('a', { rego: 'ABC123', state: 'NSW', vin }))
    expect(vehicleCustomers([moved], car('ABC123', 'NSW', '6T153BK360X070769'), scope)).toMatchObject([
      { differentVin: true },
    ])
    expect(vehicleCustomers([moved], car('ABC123', 'NSW'), scope)).toMatchObject([{ differentVin: false }])
  })
})

describe('customers.findByVehicle', () => {
  let test: CustomersBench
  beforeEach(() => {
    test = makeCustomersBench()
  })
  afterEach(() => test.close())

  it('finds the customers of the connection in use by the cached records', async () => {
    test.service.put(remote('a', { clientName: 'Omar Nguyen', rego: 'ABC 123', state: 'NSW', saleDate: '2018-03-02' }))
    test.service.put(remote('b', { clientName: 'Notes', additionalFields: { notes: 'traded ABC123' } }))
    test.customers().start()
    await test.synced()
    const found = await test.customers().findByVehicle(car('abc-123', 'NSW'), signal)
    expect(found.customers).toEqual([
      { id: 'a', clientName: 'Omar Nguyen', saleDate: '2018-03-02', differentVin: false },
    ])
    expect(await test.customers().findByVehicle(car('ABC123', 'VIC'), signal)).toEqual({ customers: [] })
  })
})
