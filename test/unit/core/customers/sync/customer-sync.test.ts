import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listText } from '../../../../../src/core/service/list-text.ts'
import { connectionId } from '../../uploads/upload-bench.ts'
import { makeCustomersBench, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

const status = () => desk.customers().status({}, signal)

describe('the sync of customers', () => {
  it('reads all pages, also if the service returns shorter ones than requested', async () => {
    desk.service.maxPage = 20
    for (let n = 0; n < 130; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    expect(await status()).toMatchObject({ total: 130, syncing: null, problem: null, vanished: null })
  })

  it('removes customers that the service no longer lists, only after a complete sync, and counts them', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    desk.service.remove('c3')
    let pages = 0
    desk.service.faults = (call) => {
      if (call === 'listCustomers') pages += 1
      return call === 'listCustomers' && pages === 3 ? { kind: 'offline' } : { kind: 'none' }
    }
    desk.customers().requestSync(connectionId, 'au')
    await desk.bench.until(async () => (await status()).problem !== null)
    expect((await status()).total).toBe(120)
    await desk.bench.until(async () => (await status()).total === 119)
    await desk.bench.until(async () => (await status()).syncing === null)
    const { vanished, problem } = await status()
    expect(problem).toBeNull()
    expect(vanished?.count).toBe(1)
    await desk.synced()
    expect((await status()).vanished).toEqual(vanished)
  })

  it('keeps customers that still exist when the service’s list is incomplete', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    const { client } = desk.service
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: { ...client, listCustomers: async () => ({ ok: true, value: { customers: [], unreadable: [] } }) },
    })
    desk.customers().requestSync(connectionId, 'au')
    await desk.bench.until(async () => (await status()).problem !== null)
    expect(await status()).toMatchObject({ total: 120, problem: listText.unlisted.message })

    desk.bench.storage.connections.client = async () => ({ ok: true, value: client })
    for (let n = 0; n < 100; n += 1) desk.service.remove(`c${n}`)
    await desk.synced()
    expect(await status()).toMatchObject({ total: 20, vanished: { count: 100 } })
  })

  it('syncs every two minutes', async () => {
    desk.customers().start()
    await desk.synced()
    desk.service.put(remote('late'))
    const startMs = desk.bench.clock.monotonicMs()
    await desk.bench.until(async () => (await status()).total === 1)
    expect(desk.bench.clock.monotonicMs() - startMs).toBeGreaterThanOrEqual(119_000)
    expect(desk.bench.clock.monotonicMs() - startMs).toBeLessThanOrEqual(125_000)
  })

  it('reports its progress and the number of customers of the last sync', async () => {
    for (let n = 0; n < 120; n += 1) desk.service.put(remote(`c${n}`))
    desk.customers().start()
    await desk.synced()
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        listCustomers: async (page) => {
          if (page.offset === 50) {
            asked.resolve()
            await release.promise
          }
          return client.listCustomers(page)
        },
      },
    })
    desk.customers().requestSync(connectionId, 'au')
    await asked.promise
    expect((await status()).syncing).toEqual({ read: 50, of: 120 })
    release.resolve()
    await desk.synced()
  })
})
