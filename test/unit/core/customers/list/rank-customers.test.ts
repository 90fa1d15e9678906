import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCustomersBench, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

const sighting = (at: string) => ({
  at,
  listingId: 'lead',
  listingUrl: 'https://cars.example/1',
  listingTitle: 'Car',
  listingPrice: 1,
})

beforeEach(async () => {
  desk = makeCustomersBench()
  desk.service.put(remote('vicki', { clientName: 'Vicki Tan', rego: 'ABC-123', state: 'VIC' }))
  desk.service.put(
    remote('lee', { clientName: 'Lee Vickers', rego: 'ABC12', state: 'VIC', mobileNumber: '0491 570 006' }),
  )
  desk.service.put(
    remote('novic', { clientName: 'Ana Novic', rego: 'XABC12', sightings: [sighting('2026-11-10T00:00:00Z')] }),
  )
  desk.service.put(remote('field', { clientName: 'Zoe', additionalFields: { Salesperson: 'Vicki' } }))
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

const suggest = async (text: string, limit = 10) => {
  const { customers } = await desk.customers().suggest({ text, limit }, signal)
  return customers.map(({ id, fit }) => `${id} ${fit}`)
}

describe('suggested customers', () => {
  it('puts equal texts first, then beginnings, then words, then the rest', async () => {
    expect(await suggest('abc12')).toEqual(['lee exact', 'vicki start', 'novic within'])
    expect(await suggest('abc 123')).toEqual(['vicki exact'])
    expect(await suggest('vick')).toEqual(['vicki start', 'lee word', 'field within'])
  })

  it('takes the state of a record for no exact hit', async () => {
    expect(await suggest('vic')).toEqual(['vicki start', 'lee word', 'novic within', 'field within'])
  })

  it('finds words in any order, and a mobile in its national and international form', async () => {
    expect(await suggest('tan vicki')).toEqual(['vicki word'])
    expect(await suggest('0491 570')).toEqual(['lee start'])
    expect(await suggest('+61 491 570 006')).toEqual(['lee exact'])
  })

  it('gives the wanted number of the best, and the total of all', async () => {
    const { customers, total } = await desk.customers().suggest({ text: 'vic', limit: 1 }, signal)
    expect({ ids: customers.map(({ id }) => id), total }).toEqual({ ids: ['vicki'], total: 4 })
    expect(await suggest(' .-')).toEqual([])
  })

  it('never has the number of a person who is not to be contacted, also when it was typed', async () => {
    await desk.customers().setDoNotContact({ id: 'lee', doNotContact: true }, signal)
    const { customers } = await desk.customers().suggest({ text: '0491570006', limit: 5 }, signal)
    expect(customers).toMatchObject([{ id: 'lee', mobileNumber: null, doNotContact: true }])
  })
})
