import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Failure } from '../../../../src/contract/result.ts'
import { createCustomers, type Customers } from '../../../../src/core/customers/customers.ts'
import { FailureError } from '../../../../src/core/failure.ts'
import type { RemoteCustomer } from '../../../../src/core/service/service-client.ts'
import type { CallName, Fault } from '../../../twins/service-twin.ts'
import { connectionId, draftOf, makeBench, type Bench } from '../uploads/upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench
let customers: Customers

const remote = (id: string, more: Partial<RemoteCustomer> = {}): RemoteCustomer => ({
  id,
  lastUpdated: '2026-11-01T00:00:00.000Z',
  rego: null,
  state: null,
  vin: null,
  clientName: null,
  mobileNumber: null,
  saleDate: null,
  expiryDate: null,
  vehicleTitle: null,
  sightings: [],
  additionalFields: {},
  ...more,
})
const sighting = (at: string) => ({
  at,
  leadId: 'lead',
  listingUrl: 'https://cars.example/1',
  listingTitle: 'Car',
  listingPrice: 1,
})

beforeEach(() => {
  bench = makeBench(draftOf(1))
  customers = createCustomers(bench.session)
})
afterEach(async () => {
  await customers.close()
  await bench.close()
})

const status = () => customers.status({}, signal)
const synced = async (): Promise<void> => {
  await bench.clock.advance(1)
  const asked = bench.clock.now().toISOString()
  customers.requestSync(connectionId, 'au')
  await bench.until(async () => {
    const { syncing, syncedAt } = await status()
    return syncing === null && syncedAt !== null && syncedAt >= asked
  })
}
const list = (query: Partial<Parameters<Customers['list']>[0]> = {}) =>
  customers.list(
    { search: '', sighting: 'any', sort: 'clientName', descending: false, offset: 0, limit: 50, ...query },
    signal,
  )
const ids = async (query: Partial<Parameters<Customers['list']>[0]> = {}): Promise<string[]> =>
  (await list(query)).customers.map(({ id }) => id)
const failureOf = async (call: Promise<unknown>): Promise<Failure> => {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof FailureError)) throw new Error('It did not fail as it should')
  return error.failure
}
const fault =
  (name: CallName, what: Fault) =>
  (call: CallName): Fault =>
    call === name ? what : { kind: 'none' }

describe('the copy of the customers', () => {
  it('is filled by paging, also when the service serves shorter pages than were asked for', async () => {
    bench.service.maxPage = 20
    for (let n = 0; n < 130; n += 1) bench.service.put(remote(`c${n}`))
    customers.start()
    await synced()
    expect(await status()).toMatchObject({ total: 130, syncing: null, problem: null })
  })

  it('loses what the service no longer lists, only after a look to the very end', async () => {
    for (let n = 0; n < 120; n += 1) bench.service.put(remote(`c${n}`))
    customers.start()
    await synced()
    bench.service.remove('c3')
    let pages = 0
    bench.service.faults = (call) => {
      if (call === 'listCustomers') pages += 1
      return call === 'listCustomers' && pages === 3 ? { kind: 'offline' } : { kind: 'none' }
    }
    customers.requestSync(connectionId, 'au')
    await bench.until(async () => (await status()).problem !== null)
    expect((await status()).total).toBe(120)
    await bench.until(async () => (await status()).total === 119)
    expect((await status()).problem).toBeNull()
  })

  it('is not emptied by a list that comes out short though the customers are there', async () => {
    for (let n = 0; n < 120; n += 1) bench.service.put(remote(`c${n}`))
    customers.start()
    await synced()
    const { client } = bench.service
    bench.session.connections.client = async () => ({
      ok: true,
      value: { ...client, listCustomers: async () => ({ ok: true, value: [] }) },
    })
    await synced()
    expect((await status()).total).toBe(120)

    bench.session.connections.client = async () => ({ ok: true, value: client })
    for (let n = 0; n < 100; n += 1) bench.service.remove(`c${n}`)
    await synced()
    expect((await status()).total).toBe(20)
  })

  it('is brought up to date every two minutes by itself', async () => {
    customers.start()
    await synced()
    bench.service.put(remote('late'))
    const startMs = bench.clock.monotonicMs()
    await bench.until(async () => (await status()).total === 1)
    expect(bench.clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(119_000)
    expect(bench.clock.monotonicMs() - startMs).toBeLessThanOrEqual(125_000)
  })

  it('knows the vehicles in it', async () => {
    bench.service.put(remote('a', { rego: 'ABC-123', state: 'vic', vin: '6g1fa8e5az4033922' }))
    customers.start()
    await synced()
    expect([...customers.knownKeys(connectionId, 'au')].toSorted()).toEqual(['r:ABC123|VIC', 'v:6G1FA8E5AZ4033922'])
    expect(customers.knownKeys(connectionId, 'nz').size).toBe(0)
  })
})

describe('the list', () => {
  beforeEach(async () => {
    bench.service.put(
      remote('brien', { clientName: 'Seán O’Brien', rego: 'ABC-123', state: 'VIC', mobileNumber: '0491 570 006' }),
    )
    bench.service.put(
      remote('anna', { clientName: 'anna Li', mobileNumber: '+61491570156', vehicleTitle: '2019 Mazda CX-5' }),
    )
    bench.service.put(
      remote('zoe', {
        clientName: 'Zoe',
        vin: '6G1FA8E5AZ4033922',
        additionalFields: { salesperson: 'Kim Tan', forecourt_ref: 'fc-0123456789abcdef-77' },
        sightings: [sighting('2026-11-10T00:00:00Z'), sighting('2026-11-12T00:00:00Z')],
      }),
    )
    bench.service.put(remote('nameless', { saleDate: '2020-01-31' }))
    customers.start()
    await synced()
  })

  it.each([
    ['o’brien', ['brien']],
    ['sean obrien', ['brien']],
    ['abc123', ['brien']],
    ['ABC-123', ['brien']],
    ['0491570006', ['brien']],
    ['+61 491 570 006', ['brien']],
    ['+61 (0)491 570 006', ['brien']],
    ['0491 570', ['anna', 'brien']],
    ['0491570156', ['anna']],
    ['cx-5 mazda', ['anna']],
    ['li', ['anna']],
    ['z4033', ['zoe']],
    ['kim', ['zoe']],
    ['77', []],
    ['"; DROP', []],
    ['%', ['anna', 'brien', 'zoe', 'nameless']],
  ])('finds by %s', async (search, expected) => {
    const found = await list({ search })
    expect(found.customers.map(({ id }) => id)).toEqual(expected)
    expect(found.total).toBe(expected.length)
  })

  it('sorts either way, with what is empty last', async () => {
    expect(await ids()).toEqual(['anna', 'brien', 'zoe', 'nameless'])
    expect(await ids({ descending: true })).toEqual(['zoe', 'brien', 'anna', 'nameless'])
    expect((await ids({ sort: 'lastSighting', descending: true }))[0]).toBe('zoe')
    expect((await ids({ sort: 'saleDate' }))[0]).toBe('nameless')
  })

  it('pages, and shows only those with sightings', async () => {
    expect(await ids({ offset: 1, limit: 2 })).toEqual(['brien', 'zoe'])
    expect(await list({ sighting: 'seen' })).toMatchObject({ total: 1 })
    expect((await status()).withSightings).toBe(1)
  })
})

describe('an edit', () => {
  const lastUpdated = '2026-11-01T00:00:00.000Z'
  beforeEach(async () => {
    bench.service.put(remote('anna', { clientName: 'Anna', mobileNumber: '0491570156' }))
    customers.start()
    await synced()
  })
  const edit = (field: 'clientName' | 'mobileNumber' | 'saleDate' | 'expiryDate', value: string, at = lastUpdated) =>
    customers.edit({ id: 'anna', field, value, lastUpdated: at }, signal)

  it('is saved at the service, in the form that is sent there', async () => {
    expect((await edit('mobileNumber', '+61 491 570 006')).mobileNumber).toBe('0491570006')
    expect(bench.service.customers()[0]?.mobileNumber).toBe('0491570006')
    expect((await list({ search: '0491570006' })).total).toBe(1)
  })

  it('clears a field with an empty text', async () => {
    expect((await edit('mobileNumber', ' ')).mobileNumber).toBeNull()
  })

  it('reads a date as d/m/y', async () => {
    expect((await edit('saleDate', '3/4/2021')).saleDate).toBe('2021-04-03')
  })

  it.each([
    ['mobileNumber', '12'],
    ['mobileNumber', '(03) 9999 1234'],
    ['saleDate', '31/2/2020'],
    ['expiryDate', '1/1/2020'],
    ['clientName', 'n/a'],
  ] as const)('refuses %s %s with the words of the rule, and asks nobody', async (field, value) => {
    const calls = bench.service.calls.length
    expect((await failureOf(edit(field, value))).kind).toBe('invalid-input')
    expect(bench.service.calls.length).toBe(calls)
  })

  it('overwrites nothing that was changed elsewhere, and shows it', async () => {
    bench.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-11-02T00:00:00.000Z' }))
    expect((await failureOf(edit('clientName', 'Annie'))).kind).toBe('conflict')
    expect(bench.service.customers()[0]?.clientName).toBe('Anna Lee')
    expect((await customers.get({ id: 'anna' }, signal)).clientName).toBe('Anna Lee')
  })

  it('changes nothing when offline, and says so', async () => {
    bench.service.faults = () => ({ kind: 'offline' })
    const failure = await failureOf(edit('clientName', 'Annie'))
    expect(failure).toMatchObject({ kind: 'offline', kept: 'Nothing was changed.' })
    expect((await customers.get({ id: 'anna' }, signal)).clientName).toBe('Anna')
  })

  it('finds out whether it was saved when the answer was lost', async () => {
    bench.service.faults = fault('patchCustomer', { kind: 'lost-after' })
    expect((await edit('clientName', 'Annie')).clientName).toBe('Annie')
    const { lastUpdated: now } = await customers.get({ id: 'anna' }, signal)
    bench.service.faults = fault('patchCustomer', { kind: 'lost-before' })
    expect((await failureOf(edit('clientName', 'Anne', now))).kind).toBe('timeout')
    expect((await customers.get({ id: 'anna' }, signal)).clientName).toBe('Annie')
  })

  it('of a customer that is gone takes it off the list', async () => {
    bench.service.remove('anna')
    expect((await failureOf(edit('clientName', 'Annie'))).kind).toBe('not-found')
    expect((await status()).total).toBe(0)
  })
})

describe('a deletion', () => {
  const binned = () =>
    bench.database.all<{ customer_id: string; pending: number }>('SELECT customer_id, pending FROM bin')
  beforeEach(async () => {
    bench.service.put(remote('anna', { clientName: 'Anna' }))
    customers.start()
    await synced()
  })
  const remove = () => customers.delete({ id: 'anna' }, signal)

  it('keeps the record in the bin', async () => {
    expect((await remove()).customer.clientName).toBe('Anna')
    expect(bench.service.customers()).toEqual([])
    expect((await status()).total).toBe(0)
    expect(binned()).toEqual([{ customer_id: 'anna', pending: 0 }])
  })

  it('of one that is gone already takes it off the list and bins nothing', async () => {
    bench.service.remove('anna')
    expect((await failureOf(remove())).kind).toBe('not-found')
    expect((await status()).total).toBe(0)
    expect(binned()).toEqual([])
  })

  it('changes nothing when it is refused or offline', async () => {
    bench.service.faults = fault('deleteCustomer', { kind: 'offline' })
    expect((await failureOf(remove())).kind).toBe('offline')
    expect((await status()).total).toBe(1)
    expect(binned()).toEqual([])
  })

  it('whose answer was lost is found out at once, or by the next full look', async () => {
    bench.service.faults = fault('deleteCustomer', { kind: 'lost-after' })
    expect((await remove()).customer.clientName).toBe('Anna')
    expect(binned()).toEqual([{ customer_id: 'anna', pending: 0 }])

    bench.service.put(remote('anna', { clientName: 'Anna' }))
    bench.service.faults = () => ({ kind: 'none' })
    await synced()
    bench.service.faults = (call) =>
      call === 'deleteCustomer'
        ? { kind: 'lost-after' }
        : call === 'getCustomer'
          ? { kind: 'offline' }
          : { kind: 'none' }
    expect((await failureOf(remove())).kept).toMatch(/not known/)
    expect(binned()).toEqual([{ customer_id: 'anna', pending: 1 }])
    bench.service.faults = () => ({ kind: 'none' })
    await synced()
    expect(binned()).toEqual([{ customer_id: 'anna', pending: 0 }])
    expect((await status()).total).toBe(0)
  })

  it('keeps the record when a full look ends while the service is deleting it', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = bench.service
    const slow = {
      ...client,
      deleteCustomer: async (id: string) => (asked.resolve(), await release.promise, client.deleteCustomer(id)),
    }
    bench.session.connections.client = async () => ({ ok: true, value: slow })
    const removing = remove()
    await asked.promise
    await synced()
    release.resolve()
    await removing
    expect(binned()).toEqual([{ customer_id: 'anna', pending: 0 }])
  })
})
