import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fault,
  failureOf,
  makeCustomersBench,
  noFilter,
  scope,
  remote,
  signal,
  type CustomersBench,
} from './customers-bench.ts'

let desk: CustomersBench

beforeEach(async () => {
  desk = makeCustomersBench()
  desk.service.put(
    remote('anna', {
      clientName: 'Anna',
      rego: 'ABC123',
      state: 'VIC',
      expiryDate: '2028-02-29',
      additionalFields: { Salesperson: 'Kim', forecourt_ref: 'fc-0123456789abcdef-7' },
    }),
  )
  desk.service.put(remote('ben', { clientName: 'Ben', rego: 'BEN001', state: 'NSW' }))
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

const remove = (...ids: string[]) => desk.customers().delete({ selection: { by: 'ids', ids } }, signal)
const status = () => desk.customers().status({}, signal)
const bin = async (search = '') => (await desk.customers().bin({ search, offset: 0, limit: 50 }, signal)).records
const there = () => desk.service.customers().map(({ clientName }) => clientName)
const online = () => {
  desk.service.faults = () => ({ kind: 'none' })
}

describe('a deletion', () => {
  it('stays in the list until it is done; then the record is in the bin', async () => {
    desk.service.faults = () => ({ kind: 'offline' })
    expect(await remove('anna')).toEqual({ deleting: 1 })
    expect((await desk.get('anna')).deleting).toEqual({ state: 'pending', failure: null })
    expect(await bin()).toMatchObject([{ pending: true, customer: { id: 'anna', clientName: 'Anna' } }])
    expect(await status()).toMatchObject({ total: 2, deletions: { pending: 1, failed: 0 }, inBin: 1 })
    online()
    await desk.sent()
    expect(there()).toEqual(['Ben'])
    expect(await status()).toMatchObject({ total: 1, inBin: 1, deletions: { pending: 0, failed: 0 } })
    expect(await bin()).toMatchObject([{ pending: false, restoreUploadId: null, customer: { clientName: 'Anna' } }])
    expect(await bin('kim')).toHaveLength(1)
    expect(await bin('ben')).toEqual([])
  })

  it('of all that a filter finds', async () => {
    expect(
      await desk.customers().delete({ selection: { by: 'filter', filter: { ...noFilter, states: ['VIC'] } } }, signal),
    ).toEqual({ deleting: 1 })
    expect(await desk.customers().delete({ selection: { by: 'filter', filter: noFilter } }, signal)).toEqual({
      deleting: 1,
    })
    await desk.sent()
    expect(there()).toEqual([])
  })

  it('of all that an upload made', async () => {
    const filter = { ...noFilter, uploadId: '0123456789abcdef' }
    expect(await desk.customers().delete({ selection: { by: 'filter', filter } }, signal)).toEqual({ deleting: 1 })
    await desk.sent()
    expect(there()).toEqual(['Ben'])
  })

  it('waits while offline, through a restart', async () => {
    desk.service.faults = () => ({ kind: 'offline' })
    await remove('anna')
    await desk.restart()
    expect((await desk.get('anna')).deleting?.state).toBe('pending')
    online()
    await desk.sent()
    expect(there()).toEqual(['Ben'])
    expect(await bin()).toHaveLength(1)
  })

  it('of one that is gone already takes it off the list and bins nothing', async () => {
    desk.service.remove('anna')
    await remove('anna')
    await desk.sent()
    expect(await status()).toMatchObject({ total: 1, inBin: 0 })
    expect(await bin()).toEqual([])
  })

  it('that is refused is failed with its reason; it is tried again, or given up', async () => {
    desk.service.faults = fault('deleteCustomer', { kind: 'refused' })
    await remove('anna', 'ben')
    await desk.sent()
    expect((await desk.get('anna')).deleting).toMatchObject({ state: 'failed', failure: { kind: 'rejected' } })
    expect(await status()).toMatchObject({ total: 2, inBin: 0, deletions: { pending: 0, failed: 2 } })
    expect((await desk.ids({ unsettled: true })).toSorted()).toEqual(['anna', 'ben'])
    await desk.customers().retryDeletions({}, signal)
    await desk.sent()
    expect(await desk.customers().dropDeletions({}, signal)).toMatchObject({ deletions: { failed: 0 } })
    expect((await desk.get('anna')).deleting).toBeNull()
    online()
    await desk.synced()
    expect(there()).toEqual(['Anna', 'Ben'])
  })

  it.each(['lost-after', 'lost-before', 'unavailable'] as const)(
    'whose answer is %s is done once, and the record is in the bin',
    async (kind) => {
      let faults = 1
      desk.service.faults = (call) => (call === 'deleteCustomer' && faults-- > 0 ? { kind } : { kind: 'none' })
      await remove('anna')
      await desk.sent()
      expect(there()).toEqual(['Ben'])
      expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
    },
  )

  it('whose answer was lost, and which a full look then no longer finds, is done', async () => {
    desk.service.faults = fault('deleteCustomer', { kind: 'lost-after' })
    await remove('anna')
    await desk.bench.until(() => !there().includes('Anna'))
    desk.service.faults = fault('deleteCustomer', { kind: 'offline' })
    await desk.synced()
    expect(await status()).toMatchObject({ total: 1, inBin: 1, deletions: { pending: 0 }, vanished: null })
    expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
  })

  it('whose answer was lost, and which is refused when it is asked again, is done', async () => {
    let asked = 0
    desk.service.faults = (call) =>
      call !== 'deleteCustomer' ? { kind: 'none' } : { kind: asked++ === 0 ? 'lost-after' : 'refused' }
    await remove('anna')
    await desk.sent()
    expect(asked).toBe(2)
    expect(await status()).toMatchObject({ total: 1, inBin: 1, deletions: { pending: 0, failed: 0 } })
    expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
  })

  it('whose call was lost, and which is refused when it is asked again, is failed: the record is still there', async () => {
    let asked = 0
    desk.service.faults = (call) =>
      call !== 'deleteCustomer' ? { kind: 'none' } : { kind: asked++ === 0 ? 'lost-before' : 'refused' }
    await remove('anna')
    await desk.sent()
    expect(await status()).toMatchObject({ total: 2, deletions: { pending: 0, failed: 1 } })
    await desk.customers().dropDeletions({}, signal)
    expect((await desk.get('anna')).deleting).toBeNull()
    expect(await bin()).toEqual([])
  })

  it('keeps the record when a full look ends while the service is deleting it', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    const slow = {
      ...client,
      deleteCustomer: async (id: string) => (asked.resolve(), await release.promise, client.deleteCustomer(id)),
    }
    desk.bench.storage.connections.client = async () => ({ ok: true, value: slow })
    await remove('anna')
    await asked.promise
    await desk.synced()
    release.resolve()
    await desk.sent()
    expect(await bin()).toMatchObject([{ pending: false, customer: { id: 'anna' } }])
  })

  it('sends the edits of the record first, and takes no more of them', async () => {
    desk.service.faults = () => ({ kind: 'offline' })
    const edit = { id: 'anna', field: 'clientName', lastUpdated: '2026-11-01T00:00:00.000Z' } as const
    await desk.customers().edit({ ...edit, value: 'Annie' }, signal)
    await remove('anna')
    expect((await failureOf(desk.customers().edit({ ...edit, value: 'Anne' }, signal))).kind).toBe('conflict')
    online()
    await desk.sent()
    expect(await bin()).toMatchObject([{ customer: { clientName: 'Annie' } }])
    expect(await desk.customers().edits({}, signal)).toEqual({ edits: [] })
  })
})

it('is not undone by a reading of the record that was under way', async () => {
  const read = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { client } = desk.service
  desk.bench.storage.connections.client = async () => ({
    ok: true,
    value: {
      ...client,
      getCustomer: async (id) => {
        const answer = await client.getCustomer(id)
        read.resolve()
        await release.promise
        return answer
      },
    },
  })
  const again = desk.customers().refreshCustomer(scope.connectionId, scope.region, 'anna')
  await read.promise
  await remove('anna')
  await desk.sent()
  release.resolve()
  expect(await again).toBeNull()
  expect(await status()).toMatchObject({ total: 1, inBin: 1 })
})

describe('the bin', () => {
  beforeEach(async () => {
    desk.bench.uploads().start()
    await remove('anna', 'ben')
    await desk.sent()
  })
  const restore = (...ids: string[]) => desk.customers().restore({ ids }, signal)
  const uploaded = (uploadId: string) =>
    desk.bench.until(async () => (await desk.bench.uploads().get({ id: uploadId }, signal)).finishedAt !== null)

  it('creates a record again by an upload: all of it, with a reference of its own, as a new record', async () => {
    const { uploadId, customers } = await restore('anna')
    expect(customers).toBe(1)
    expect(await bin('anna')).toMatchObject([{ restoreUploadId: uploadId }])
    await uploaded(uploadId)
    await desk.synced()
    expect(await bin()).toMatchObject([{ customer: { id: 'ben' } }])
    const [made] = (await desk.list()).customers
    expect(made).toMatchObject({
      clientName: 'Anna',
      rego: 'ABC123',
      state: 'VIC',
      expiryDate: '2028-02-29',
      additionalFields: { Salesperson: 'Kim', forecourt_ref: `fc-${uploadId}-1` },
    })
    expect(made?.id).not.toBe('anna')
    expect((await desk.bench.uploads().get({ id: uploadId }, signal)).name).toBe('Restored from the bin')
  })

  it('cannot double a record that is asked for twice', async () => {
    const both = await Promise.allSettled([restore('anna', 'ben'), restore('anna')])
    expect(both.map(({ status: end }) => end).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await failureOf(restore('anna'))).kind).toBe('conflict')
    await desk.bench.until(async () => {
      const { uploads } = await desk.bench.uploads().list({}, signal)
      return uploads.every(({ finishedAt }) => finishedAt !== null)
    })
    expect(there().filter((name) => name === 'Anna')).toEqual(['Anna'])
  })

  it('keeps what its upload did not make', async () => {
    desk.service.fails = ({ rego }) => rego === 'BEN001'
    const { uploadId } = await restore('anna', 'ben')
    await uploaded(uploadId)
    await desk.synced()
    expect(await bin()).toMatchObject([{ customer: { id: 'ben' }, restoreUploadId: null }])
  })

  it('finds at the next start what an upload had created meanwhile', async () => {
    const { uploadId } = await restore('anna')
    await desk.customers().close()
    await uploaded(uploadId)
    expect(await bin()).toHaveLength(2)
    await desk.restart()
    expect(await bin()).toMatchObject([{ customer: { id: 'ben' } }])
  })

  it('does not make somebody callable who is not to be contacted, with a mobile or without', async () => {
    const { doNotContact } = desk.customers()
    doNotContact.add(scope, { id: 'anna', mobileNumber: null }, '2026-11-01T00:00:00.000Z')
    const { uploadId } = await restore('anna', 'ben')
    await uploaded(uploadId)
    await desk.synced()
    expect((await desk.list()).customers.map((each) => [each.clientName, each.doNotContact])).toEqual([
      ['Anna', true],
      ['Ben', false],
    ])
  })

  it('is emptied of those named, or of all, but for what is on its way', async () => {
    expect(await desk.customers().emptyBin({ ids: ['ben'] }, signal)).toEqual({ removed: 1 })
    await restore('anna')
    expect(await desk.customers().emptyBin({ ids: null }, signal)).toEqual({ removed: 0 })
    expect(await bin()).toHaveLength(1)
  })
})
