import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustomerFilter } from '../../../../../src/contract/customer-filter.ts'
import type { OutcomeCode } from '../../../../../src/contract/call-note.ts'
import { createCallLog } from '../../../../../src/core/sightings/call-log.ts'
import { fault, makeCustomersBench, noFilter, remote, scope, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench
const sighting = (at: string, listingTitle = '') => ({
  at,
  listingId: at,
  listingUrl: '',
  listingTitle,
  listingPrice: 1,
})

beforeEach(async () => {
  desk = makeCustomersBench()
  desk.service.put(
    remote('anna', { mobileNumber: '0491 570 006', saleDate: '2022-11-01', vehicleTitle: '2019 Mazda CX-5' }),
  )
  desk.service.put(
    remote('ben', { mobileNumber: '+61491570006', sightings: [sighting('2026-11-20T03:00:00Z', '2016 Kia Rio')] }),
  )
  desk.service.put(
    remote('cara', { saleDate: '2020-11-01', additionalFields: { Make: 'TOYOTA', Model: 'Hilux', Email: '' } }),
  )
  desk.service.put(
    remote('dan', {
      mobileNumber: '0491570156',
      sightings: [sighting('2026-10-01T03:00:00Z')],
      additionalFields: { Make: 'Toyota', Model: 'HiLux', Email: 'dan@example.com' },
    }),
  )
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

const ids = async (filter: Partial<CustomerFilter>): Promise<string[]> => {
  const found = (await desk.ids(filter)).toSorted()
  const { counts } = await desk.customers().counts({ filters: [{ ...noFilter, ...filter }] }, signal)
  expect(counts[0]?.found).toBe(found.length)
  return found
}
/** A note of the call list, and the event about it. */
function note(customerId: string, outcome: OutcomeCode): void {
  const logged = {
    id: outcome,
    at: '2026-11-21T00:00:00Z',
    outcome,
    note: '',
    nextAction: '',
    nextDate: null,
    nextTime: null,
    person: null,
    amount: null,
  }
  createCallLog(desk.bench.database).append(scope, [{ customerId, note: logged, contact: null }])
  desk.bench.storage.announcer.announce('sightings.changed')
}

describe('the list of customers', () => {
  it.each([
    ['a missing mobile', { missing: ['mobileNumber'] }, ['cara']],
    ['a missing extra field', { missing: ['field:Email'] }, ['anna', 'ben', 'cara']],
    ['two missing values', { missing: ['saleDate', 'field:Email'] }, ['ben']],
    ['a make', { cars: [{ make: 'toyota', model: null }] }, ['cara', 'dan']],
    [
      'a model of each of two makes',
      {
        cars: [
          { make: 'Toyota', model: 'Hi-Lux' },
          { make: 'Kia', model: 'Rio' },
        ],
      },
      ['ben', 'cara', 'dan'],
    ],
    [
      'fixed days of sale',
      { dates: [{ date: 'saleDate', range: { kind: 'between', from: '2022-01-01', to: null } }] },
      ['anna'],
    ],
    [
      'days of sale that move',
      { dates: [{ date: 'saleDate', range: { kind: 'relative', unit: 'years', from: -5, to: -3 } }] },
      ['anna'],
    ],
    [
      'the last sighting',
      { dates: [{ date: 'lastSighting', range: { kind: 'relative', unit: 'days', from: -7, to: 0 } }] },
      ['ben'],
    ],
    [
      'a part that is switched off',
      { missing: ['mobileNumber', 'saleDate'], off: ['missing:mobileNumber'] },
      ['ben', 'dan'],
    ],
  ] satisfies [string, Partial<CustomerFilter>, string[]][])('is filtered by %s', async (_, filter, expected) =>
    expect(await ids(filter)).toEqual(expected),
  )

  it('is filtered by Do Not Contact for each record with the number, also before a new number is saved', async () => {
    await desk.customers().setDoNotContact({ id: 'anna', doNotContact: true }, signal)
    expect(await ids({ contact: 'forbidden' })).toEqual(['anna', 'ben'])
    expect(await ids({ contact: 'allowed' })).toEqual(['cara', 'dan'])
    desk.service.faults = fault('patchCustomer', { kind: 'offline' })
    const { lastUpdated } = await desk.get('cara')
    await desk.customers().edit({ id: 'cara', field: 'mobileNumber', value: '0491570006', lastUpdated }, signal)
    expect(await ids({ contact: 'forbidden' })).toEqual(['anna', 'ben', 'cara'])
    expect((await desk.customers().facts({}, signal)).doNotContact).toBe(3)
  })

  it('is filtered by the outcome of the last call, and a new outcome removes the customer from it', async () => {
    note('ben', 'no_answer')
    expect(await ids({ outcomes: ['no_answer'] })).toEqual(['ben'])
    expect(await ids({ outcomes: ['new'] })).toEqual(['dan'])
    expect(await ids({ outcomes: ['new', 'no_answer'] })).toEqual(['ben', 'dan'])
    expect((await desk.customers().facts({}, signal)).outcomes).toEqual([
      { outcome: 'no_answer', count: 1 },
      { outcome: 'new', count: 1 },
    ])
    note('ben', 'bought')
    expect(await ids({ outcomes: ['no_answer'] })).toEqual([])
    expect(await ids({ outcomes: ['bought'] })).toEqual(['ben'])
  })

  it('has counts for the filter: what is missing, and who must not be contacted', async () => {
    await desk.customers().setDoNotContact({ id: 'dan', doNotContact: true }, signal)
    const filters = [noFilter, { ...noFilter, cars: [{ make: 'Toyota', model: null }] }]
    const { counts } = await desk.customers().counts({ filters }, signal)
    expect(counts).toEqual([
      { found: 4, withSightings: 2, missingMobile: 1, missingVin: 4, doNotContact: 1 },
      { found: 2, withSightings: 1, missingMobile: 1, missingVin: 2, doNotContact: 1 },
    ])
  })

  it('counts each value among the customers that the other filters leave', async () => {
    note('ben', 'no_answer')
    const factsOf = async (filter: Partial<CustomerFilter>) =>
      desk.customers().facts({ filter: { ...noFilter, ...filter } }, signal)
    const all = await desk.customers().facts({}, signal)
    expect(await factsOf({})).toEqual(all)

    const toyotas = await factsOf({ cars: [{ make: 'Toyota', model: null }] })
    // The own part does not narrow its values.
    expect(toyotas.makes).toEqual(all.makes)
    expect(toyotas).toMatchObject({ missingVin: 2, missing: { mobileNumber: 1, saleDate: 1 } })
    expect(toyotas.outcomes).toEqual([{ outcome: 'new', count: 1 }])
    expect(toyotas.fields.map(({ name, count }) => `${name} ${count}`)).toEqual(['Email 2', 'Make 2', 'Model 2'])

    const both = await factsOf({ cars: [{ make: 'Toyota', model: null }], sighting: 'seen' })
    expect(both.makes.map(({ make, count }) => [make, count])).toEqual([
      ['Kia', 1],
      ['Toyota', 1],
    ])
    expect(both.missingVin).toBe(1)
    const called = await factsOf({ outcomes: ['no_answer'] })
    expect(called.outcomes).toEqual(all.outcomes)
    expect(called.makes.map(({ make }) => make)).toEqual(['Kia'])
    // A part that is switched off narrows nothing.
    expect(await factsOf({ sighting: 'seen', off: ['sighting'] })).toEqual(all)
  })

  it('names makes and models with the number of their customers', async () => {
    expect((await desk.customers().facts({}, signal)).makes).toEqual([
      { make: 'Toyota', count: 2, models: [{ model: 'HiLux', count: 2 }] },
      { make: 'Kia', count: 1, models: [{ model: 'Rio', count: 1 }] },
      { make: 'Mazda', count: 1, models: [{ model: 'CX-5', count: 1 }] },
    ])
  })
})
