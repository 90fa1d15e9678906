import { describe, expect, it } from 'vitest'
import { areNamesOfOnePerson } from '../../../../src/core/sightings/other-cars.ts'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { nowIso, seen, synced } = bench
const othersOf = async (customerId: string): Promise<string[]> =>
  (await bench.sightings.otherCars({ customerId }, signal)).cars.map((car) => car.customerId)

it.each([
  ['Tom Reid', 'Thomas Reid', true],
  ['Tom Reid', 'REID, Tom', true],
  ['Tom & Sue Reid', 'Sue Walker', true],
  ['Mr Reid', 'Mr Walker', false],
  ['Tom Reid', 'Priya Raman', false],
  ['Harbour Pty Ltd', 'Walker Pty Ltd', false],
  ['Tom Reid', null, false],
  [null, null, false],
])('%j and %j are of one person: %j', (one, other, expected) => {
  expect(areNamesOfOnePerson(one, other)).toBe(expected)
})

describe('other cars of the same person', () => {
  it('have the same mobile number in any form and a name that fits, the newest sale first', async () => {
    seen('a', [sighting(nowIso(), 1)], { clientName: 'Tom Reid', mobileNumber: '0491570006' })
    seen('b', [], { clientName: 'Thomas Reid', mobileNumber: '+61 491 570 006', saleDate: '2019-01-01' })
    seen('c', [sighting(nowIso(), 1)], { clientName: 'T Reid', mobileNumber: '0491570006', saleDate: '2023-01-01' })
    seen('wife', [], { clientName: 'Priya Raman', mobileNumber: '0491570006' })
    seen('other', [], { clientName: 'Tom Reid', mobileNumber: '0491570157' })
    seen('same-car', [], { clientName: 'Tom Reid', mobileNumber: '0491570006', rego: 'Ra' })
    await synced()
    const { cars } = await bench.sightings.otherCars({ customerId: 'a' }, signal)
    expect(cars.map(({ customerId, isListed }) => [customerId, isListed])).toEqual([
      ['c', true],
      ['b', false],
    ])
    expect(cars[0]).toMatchObject({ title: 'Car c', rego: 'Rc', saleDate: '2023-01-01' })
  })

  it('have the same email address and a name that fits', async () => {
    const email = (Email: string) => ({ additionalFields: { Email } })
    seen('a', [sighting(nowIso(), 1)], { clientName: 'Tom Reid', mobileNumber: null, ...email('Tom@reid.example') })
    seen('b', [], { clientName: 'Tom Reid', mobileNumber: '0491570157', ...email('tom@REID.example') })
    seen('c', [], { clientName: 'Tom Reid', mobileNumber: null, ...email('tomreid@example.example') })
    seen('d', [], { clientName: 'Sue Walker', mobileNumber: null, ...email('tom@reid.example') })
    await synced()
    expect(await othersOf('a')).toEqual(['b'])
  })

  it('and everyone else with the number are what a Do Not Contact mark reaches', async () => {
    for (let n = 0; n < 14; n += 1)
      seen(`n${n}`, n < 5 ? [sighting(nowIso(), 1)] : [], { clientName: `Cash Sale ${n % 12}` })
    seen('other', [sighting(nowIso(), 1)], { mobileNumber: '0491570157' })
    await synced()
    const shared = await bench.sightings.sharedNumbers({ cars: [{ customerId: 'n0' }, { customerId: 'n1' }] }, signal)
    expect(shared).toMatchObject({ customers: 12, calls: 3 })
    expect(shared.names).toHaveLength(10)
    const twice = { cars: ['n0', 'n1', 'n0'].map((customerId) => ({ customerId })) }
    expect(await bench.sightings.sharedNumbers(twice, signal)).toEqual(shared)
  })

  it('are none when many records share the number: it is a placeholder', async () => {
    for (let n = 0; n < 14; n += 1) seen(`n${n}`, [sighting(nowIso(), 1)], { clientName: 'Cash Sale' })
    await synced()
    expect(await othersOf('n0')).toEqual([])
  })
})
