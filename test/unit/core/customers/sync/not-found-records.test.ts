import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceClient } from '../../../../../src/core/service/service-client.ts'
import type { CallName } from '../../../../twins/service-twin.ts'
import { failureOf, makeCustomersBench, noFilter, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

const count = 12
const idOf = (n: number) => `c${String(n).padStart(2, '0')}`
const all = Array.from({ length: count }, (_, n) => idOf(n))

beforeEach(async () => {
  desk = makeCustomersBench()
  all.forEach((id, n) => desk.service.put(remote(id, { clientName: `Name ${n}`, rego: `ABC${100 + n}`, state: 'VIC' })))
  desk.customers().start()
  desk.bench.uploads().start()
  await desk.synced()
})
afterEach(() => desk.close())

const status = () => desk.customers().status({}, signal)
const bin = async () =>
  (await desk.customers().bin({ search: '', offset: 0, limit: 50 }, signal)).records.map(({ customer, pending }) => ({
    id: customer.id,
    pending,
  }))
const calls = (name: CallName) => desk.service.calls.filter((call) => call === name).length
const remove = (ids: readonly string[]) => desk.customers().delete({ selection: { by: 'ids', ids: [...ids] } }, signal)
const rename = (id: string, value: string) =>
  desk.customers().edit({ id, field: 'clientName', value, lastUpdated: '2026-11-01T00:00:00.000Z' }, signal)
const there = () => desk.service.customers().map(({ id }) => id)
const serviceAnswers = () => {
  desk.service.faults = () => ({ kind: 'none' })
}
const settled = (value: ServiceClient) => {
  desk.bench.storage.connections.client = async () => ({ ok: true, value })
}

describe('a 404 to a deletion', () => {
  it('ends nothing while the list has the record, and the record is deleted later', async () => {
    desk.service.faults = (call) => ({ kind: call === 'deleteCustomer' ? 'not-found' : 'none' })
    await remove(all.slice(0, 6))
    await desk.bench.until(() => calls('deleteCustomer') >= 6)
    await desk.synced()
    expect((await bin()).every(({ pending }) => pending)).toBe(true)
    expect(await status()).toMatchObject({ total: count, deletions: { pending: 6 }, vanished: null })
    serviceAnswers()
    await desk.sent()
    expect(there()).toEqual(all.slice(6))
    expect((await desk.ids()).toSorted()).toEqual(all.slice(6))
    expect(await bin()).toHaveLength(6)
  })

  it('is not repeated until a list has decided, and many cause one sync', async () => {
    const held = Promise.withResolvers<void>()
    const { client } = desk.service
    settled({
      ...client,
      listCustomers: async (page, ...more) => (await held.promise, client.listCustomers(page, ...more)),
    })
    for (const id of all) desk.service.remove(id)
    const listed = calls('listCustomers')
    await remove(all)
    await desk.bench.until(() => calls('deleteCustomer') === count)
    await desk.bench.clock.advance(60_000)
    expect(calls('deleteCustomer')).toBe(count)
    expect(await status()).toMatchObject({ deletions: { pending: count } })
    held.resolve()
    await desk.sent()
    expect(calls('deleteCustomer')).toBe(count)
    // The sync that was running when the last of them was answered, and one after it.
    expect(calls('listCustomers') - listed).toBeLessThanOrEqual(2)
    expect(calls('getCustomer')).toBe(0)
    expect(await bin()).toHaveLength(count)
    expect(await status()).toMatchObject({ total: 0, vanished: null })
  })
})

describe('a 404 to an edit', () => {
  it('ends nothing while the list has the record, and the edit is saved later', async () => {
    desk.service.faults = (call) => ({ kind: call === 'getCustomer' ? 'not-found' : 'none' })
    await rename('c00', 'Anne')
    await desk.bench.until(() => calls('getCustomer') > 0)
    await desk.synced()
    expect(await status()).toMatchObject({ total: count, edits: { pending: 1, failed: 0 }, vanished: null })
    serviceAnswers()
    await desk.sent()
    expect(desk.service.customers()[0]).toMatchObject({ id: 'c00', clientName: 'Anne' })
  })
})

describe('a list of another account', () => {
  /** The key of another account is in use until its list has been read. */
  async function otherAccount() {
    const { client } = desk.service
    const notFound = async () =>
      ({
        ok: false,
        error: {
          failure: { kind: 'not-found', message: 'Unknown here' },
          certainty: 'refused',
          status: 404,
          retryAfterMs: null,
        },
      }) as const
    settled({
      ...client,
      getCustomer: notFound,
      patchCustomer: notFound,
      deleteCustomer: notFound,
      listCustomers: async () => ({ ok: true, value: { customers: [], unreadable: [] } }),
    })
    await rename('c11', 'Zoe')
    await remove(all.slice(0, 4))
    await desk.sent()
    expect(await status()).toMatchObject({ total: 0, inBin: 4, edits: { failed: 1 } })
    settled(client)
  }

  it('is corrected by the next list: records leave the bin with a word, and edits are sent', async () => {
    await otherAccount()
    await desk.synced()
    expect(await bin()).toEqual([])
    expect((await status()).returned?.count).toBe(4)
    const { changes } = await desk.customers().history({ id: 'c00' }, signal)
    expect(changes[0]).toMatchObject({
      kind: 'listed-again',
      words: 'Moved back from the bin: the service still has this customer',
    })
    await desk.sent()
    expect(desk.service.customers().find(({ id }) => id === 'c11')).toMatchObject({ clientName: 'Zoe' })
    expect((await desk.ids()).toSorted()).toEqual(all)
    expect(await desk.customers().edits({}, signal)).toEqual({ edits: [] })
  })

  it('does not let a restore double the records that the service still has', async () => {
    await otherAccount()
    desk.service.remove('c03')
    const { customers } = await desk.customers().restore({ ids: all.slice(0, 4) }, signal)
    expect(customers).toBe(1)
    expect((await failureOf(desk.customers().restore({ ids: all.slice(0, 3) }, signal))).kind).toBe('conflict')
    await desk.bench.until(async () =>
      (await desk.bench.uploads().list({}, signal)).uploads.every((each) => each.finishedAt),
    )
    await desk.synced()
    const regos = desk.service.customers().map(({ rego }) => rego)
    expect(regos.toSorted()).toEqual(all.map((_, n) => `ABC${100 + n}`))
    expect(await bin()).toEqual([])
  })
})

it('keeps a deleted customer in the bin when the list is older than the deletion', async () => {
  const before = desk.service.customers()
  await remove(['c00'])
  await desk.sent()
  const { client } = desk.service
  settled({
    ...client,
    listCustomers: async ({ offset }) => ({
      ok: true,
      value: { customers: offset === 0 ? before : [], unreadable: [] },
    }),
  })
  await desk.synced()
  settled(client)
  await desk.synced()
  expect(await bin()).toEqual([{ id: 'c00', pending: false }])
  expect((await desk.list(noFilter)).total).toBe(count - 1)
  expect((await status()).returned).toBeNull()
})

it('removes nothing by a list whose records moved when this PC deleted one of them meanwhile', async () => {
  desk.service.maxPage = 4
  desk.service.faults = (call) => ({ kind: call === 'getCustomer' ? 'not-found' : 'none' })
  const { client } = desk.service
  let isDeleted = false
  settled({
    ...client,
    async listCustomers(page, ...more) {
      if (page.offset === 4 && !isDeleted) {
        isDeleted = true
        await remove(['c00'])
        await desk.bench.until(() => calls('deleteCustomer') === 1)
      }
      return client.listCustomers(page, ...more)
    },
  })
  await desk.synced()
  expect(isDeleted).toBe(true)
  expect((await desk.ids()).toSorted()).toEqual(all.slice(1))
})
