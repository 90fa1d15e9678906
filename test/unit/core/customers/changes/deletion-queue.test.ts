import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fault,
  failureOf,
  makeCustomersBench,
  noFilter,
  remote,
  signal,
  type CustomersBench,
} from '../customers-bench.ts'

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
  it('shows a customer in the list until the service has deleted it, and then in the bin', async () => {
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

  it('deletes all customers that match a filter', async () => {
    expect(
      await desk.customers().delete({ selection: { by: 'filter', filter: { ...noFilter, states: ['VIC'] } } }, signal),
    ).toEqual({ deleting: 1 })
    expect(await desk.customers().delete({ selection: { by: 'filter', filter: noFilter } }, signal)).toEqual({
      deleting: 1,
    })
    await desk.sent()
    expect(there()).toEqual([])
  })

  it('deletes all customers that match a filter without some, in one step', async () => {
    const selection = { by: 'filter' as const, filter: noFilter, except: ['ben'] }
    expect(await desk.customers().delete({ selection }, signal)).toEqual({ deleting: 1 })
    await desk.sent()
    expect(there()).toEqual(['Ben'])
  })

  it('deletes none when another number than the user was shown matches the filter by now', async () => {
    const selection = { by: 'filter' as const, filter: noFilter, except: ['ben'], count: 2 }
    await expect(desk.customers().delete({ selection }, signal)).rejects.toMatchObject({
      failure: { kind: 'conflict', message: 'The list has changed: 1 customer is selected now, not 2.' },
    })
    expect(await desk.customers().delete({ selection: { ...selection, count: 1 } }, signal)).toEqual({ deleting: 1 })
  })

  it('deletes all customers that an upload created', async () => {
    const filter = { ...noFilter, uploadId: '0123456789abcdef' }
    expect(await desk.customers().delete({ selection: { by: 'filter', filter } }, signal)).toEqual({ deleting: 1 })
    await desk.sent()
    expect(there()).toEqual(['Ben'])
  })

  it('sends a deletion that waited offline, also after a restart', async () => {
    desk.service.faults = () => ({ kind: 'offline' })
    await remove('anna')
    await desk.restart()
    expect((await desk.get('anna')).deleting?.state).toBe('pending')
    online()
    await desk.sent()
    expect(there()).toEqual(['Ben'])
    expect(await bin()).toHaveLength(1)
  })

  it('moves a customer that the service no longer has to the bin: an earlier delivery of the call may have deleted it', async () => {
    desk.service.remove('anna')
    await remove('anna')
    await desk.sent()
    expect(await status()).toMatchObject({ total: 1, inBin: 1 })
    expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
  })

  it('marks a refused deletion as failed with its reason; it can be retried or discarded', async () => {
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
    'deletes a customer once when an answer is %s, and adds it to the bin',
    async (kind) => {
      let faults = 1
      desk.service.faults = (call) => (call === 'deleteCustomer' && faults-- > 0 ? { kind } : { kind: 'none' })
      await remove('anna')
      await desk.sent()
      expect(there()).toEqual(['Ben'])
      expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
    },
  )

  it('completes a deletion with a lost answer when a sync no longer finds the customer', async () => {
    desk.service.faults = fault('deleteCustomer', { kind: 'lost-after' })
    await remove('anna')
    await desk.bench.until(() => !there().includes('Anna'))
    desk.service.faults = fault('deleteCustomer', { kind: 'offline' })
    await desk.synced()
    expect(await status()).toMatchObject({ total: 1, inBin: 1, deletions: { pending: 0 }, vanished: null })
    expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
  })

  it('completes a deletion with a lost answer when its repetition is refused', async () => {
    let asked = 0
    desk.service.faults = (call) =>
      call !== 'deleteCustomer' ? { kind: 'none' } : { kind: asked++ === 0 ? 'lost-after' : 'refused' }
    await remove('anna')
    await desk.sent()
    expect(asked).toBe(2)
    expect(await status()).toMatchObject({ total: 1, inBin: 1, deletions: { pending: 0, failed: 0 } })
    expect(await bin()).toMatchObject([{ pending: false, customer: { clientName: 'Anna' } }])
  })

  it('marks a deletion as failed when its call was lost and its repetition is refused', async () => {
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

  it('adds a customer to the bin when a sync ends while the service deletes it', async () => {
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

  it('sends the edits of a customer before its deletion, and refuses new ones', async () => {
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

describe('a deletion that is held back while Undo is offered', () => {
  const holdMs = 10_000
  const hold = (...ids: string[]) => desk.customers().delete({ selection: { by: 'ids', ids }, holdMs }, signal)
  const undo = async () => (await desk.customers().undo({}, signal)).undone
  const redo = async () => (await desk.customers().redo({ holdMs }, signal)).redone
  const asked = () => desk.service.calls.filter((call) => call === 'deleteCustomer').length

  it('is not sent until the time is over', async () => {
    expect(await hold('anna', 'ben')).toEqual({ deleting: 2 })
    await desk.bench.clock.advance(holdMs - 1)
    expect(asked()).toBe(0)
    expect(await status()).toMatchObject({ deletions: { pending: 2, held: 2 } })
    await desk.sent()
    expect(there()).toEqual([])
    expect(await status()).toMatchObject({ deletions: { pending: 0, held: 0 }, inBin: 2 })
  })

  it('does not reach the service when it is undone, so the customers keep their ids and sightings', async () => {
    const before = await desk.get('anna')
    await hold('anna', 'ben')
    expect(await undo()).toBe('2 customers kept.')
    await desk.bench.clock.advance(10 * holdMs)
    await desk.synced()
    expect(asked()).toBe(0)
    expect(await desk.get('anna')).toEqual(before)
    expect(await bin()).toEqual([])
  })

  it('is held again when it is redone', async () => {
    await hold('anna')
    await undo()
    expect(await redo()).toBe('Redone: 1 customer deleted.')
    await desk.synced()
    expect(asked()).toBe(0)
    await desk.sent()
    expect(there()).toEqual(['Ben'])
  })

  it('is restored as a new record when it is undone later', async () => {
    await hold('anna')
    await desk.sent()
    expect(await undo()).toBe('1 customer restored from the bin as a new record.')
  })

  it('holds back neither edits of the customer nor other deletions', async () => {
    await desk
      .customers()
      .edit({ id: 'anna', field: 'clientName', value: 'Annie', lastUpdated: '2026-11-01T00:00:00.000Z' }, signal)
    await hold('anna')
    await remove('ben')
    await desk.bench.until(async () => (await status()).deletions.pending === 1)
    await desk.bench.until(async () => (await status()).edits.pending === 0)
    expect(there()).toEqual(['Annie'])
  })

  it('is sent when the program closes', async () => {
    await hold('anna', 'ben')
    await desk.customers().close()
    expect(there()).toEqual([])
    await desk.restart()
    expect(await status()).toMatchObject({ deletions: { pending: 0 }, inBin: 2 })
    expect(await desk.customers().takeResumedDeletions({}, signal)).toEqual({ customers: 0 })
  })

  it('is sent by the next start, which says so once, when the program could not send it', async () => {
    desk.service.faults = () => ({ kind: 'offline' })
    await hold('anna', 'ben')
    await desk.restart()
    expect(await desk.customers().takeResumedDeletions({}, signal)).toEqual({ customers: 2 })
    expect(await desk.customers().takeResumedDeletions({}, signal)).toEqual({ customers: 0 })
    online()
    await desk.sent()
    expect(there()).toEqual([])
  })
})

describe('a full bin', () => {
  /** Deletes so many customers, which are all in the bin then. */
  async function fillBin(count: number) {
    for (let index = 0; index < count; index += 1) {
      desk.service.put(remote(`c${String(index).padStart(4, '0')}`, { clientName: `Customer ${index % 7}` }))
    }
    await desk.synced()
    await desk.customers().delete({ selection: { by: 'filter', filter: noFilter } }, signal)
    await desk.sent()
  }

  it('is searched in its order, page by page, as it is listed', async () => {
    await fillBin(150)
    const page = (search: string, offset: number) => desk.customers().bin({ search, offset, limit: 10 }, signal)
    const all = await desk.customers().bin({ search: '', offset: 0, limit: 5_000 }, signal)
    const expected = all.records
      .filter(({ customer }) => customer.clientName === 'Customer 3')
      .map((each) => each.customer.id)
    const found = [await page('customer 3', 0), await page('customer 3', 10), await page('customer 3', 20)]
    expect(all.total).toBe(152)
    expect(found.map(({ total }) => total)).toEqual([expected.length, expected.length, expected.length])
    expect(found.flatMap(({ records }) => records.map(({ customer }) => customer.id))).toEqual(expected)
  })

  it('is emptied in pieces, and says how many records it had', async () => {
    await fillBin(300)
    await expect(desk.customers().emptyBin({ ids: null, most: 301 }, signal)).rejects.toMatchObject({
      failure: { kind: 'conflict', message: 'The bin has changed: 302 customers can be deleted now, not 301.' },
    })
    expect(await desk.customers().emptyBin({ ids: null, most: 302 }, signal)).toEqual({ removed: 302 })
    expect(await bin()).toEqual([])
    expect(await status()).toMatchObject({ inBin: 0 })
  })
})
