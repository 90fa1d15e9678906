import { describe, expect, it } from 'vitest'
import { toCustomer } from '../../../../../src/core/customers/cache/stored-customer.ts'
import { spreadsheetVehicle, vehicleOf } from '../../../../../src/core/customers/list/with-pending-changes.ts'
import { remote } from '../customers-bench.ts'

describe('the vehicle of a spreadsheet', () => {
  it.each<[Record<string, unknown>, string | null]>([
    [{ make: 'Toyota', model: 'RAV4', year: 2019, badge: 'GXL' }, '2019 Toyota RAV4 GXL'],
    [{ Make: 'Toyota', Model: 'RAV4', Year: '2019', Variant: 'GXL' }, '2019 Toyota RAV4 GXL'],
    [{ 'Vehicle Make': 'TOYOTA', 'Vehicle Model': 'HILUX', 'Build Year': '2018' }, '2018 TOYOTA HILUX'],
    [{ vehicle_make: 'Mazda', vehicleModel: '3', 'Model Year': 'MY21' }, '2021 Mazda 3'],
    [{ 'Car - Manufacturer': 'Ford', 'Model Name': 'Ranger', 'Year of manufacture': '1/03/2020' }, '2020 Ford Ranger'],
    [{ Vehicle: '2017 Kia Rio S' }, '2017 Kia Rio S'],
    [{ 'Vehicle Description': 'Kia Rio', Year: 2017 }, '2017 Kia Rio'],
    [{ 'Make/Model': 'Kia Rio', Make: 'Kia', Badge: 'S' }, 'Kia Rio S'],
    [{ Make: 'Toyota', Model: 'Toyota Corolla' }, 'Toyota Corolla'],
    [{ Make: 'N/A', Model: '-', Year: 2019 }, null],
    [{ Year: 2019 }, null],
    [{ 'Trade-in Make': 'Ford', 'Trade-in Model': 'Focus' }, null],
    [{ 'Car sold': 'Yes', Colour: 'Red', 'Company car': 'Ford' }, null],
    [{ Make: ['Toyota'], Model: null }, null],
    [{}, null],
  ])('of %j is %s', (additionalFields, expected) => {
    expect(spreadsheetVehicle(additionalFields)).toBe(expected)
  })
})

describe('the vehicle of a customer', () => {
  const additionalFields = { Make: 'Toyota', Model: 'RAV4' }
  const listing = (at: string, listingTitle: string) => ({
    at,
    listingId: 'a',
    listingUrl: 'https://cars.example/1',
    listingTitle,
    listingPrice: null,
  })
  const sightings = [listing('2026-11-02T00:00:00Z', 'Newer title'), listing('2026-11-01T00:00:00Z', 'Older title')]

  it.each([
    [{ vehicleTitle: '2019 Toyota RAV4', sightings, additionalFields }, 'Looked up', '2019 Toyota RAV4', 'service'],
    [{ sightings, additionalFields }, 'Looked up', 'Newer title', 'listing'],
    [{ additionalFields }, 'Looked up', 'Looked up', 'lookup'],
    [{ additionalFields }, null, 'Toyota RAV4', 'spreadsheet'],
  ])('comes from the best source: %#', (record, lookupTitle, title, source) => {
    expect(vehicleOf(toCustomer(remote('a', record)), lookupTitle)).toEqual({ title, source })
  })

  it('is null if nothing is known', () => {
    expect(vehicleOf(toCustomer(remote('a')), null)).toBeNull()
  })
})
