import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CustomersStatus } from '../../src/contract/customers.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import type { Customer } from '../../src/contract/customer-record.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { connectionId, openTestStorage, rowsOfDraft } from './upload-parts.ts'

const { signal } = new AbortController()
const count = 10
const patch = { method: 'PATCH', path: '/v2/recapture/customers/:customer_id' } as const

/** One PC with its own database and cache. All PCs use the same account. */
interface Desk {
  readonly customers: Customers
  when(condition: (status: CustomersStatus) => boolean): Promise<void>
  /** Syncs once. */
  sync(): Promise<void>
  find(rego: string): Promise<Customer>
  close(): Promise<void>
}

let service: PracticeService
let one: Desk
let other: Desk

function openDesk(): Desk {
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  const { database } = opened
  const ending = new AbortController()
  const storage = openTestStorage({
    database,
    baseUrl: service.url,
    apiKey: () => service.apiKey,
    batchSize: 50,
    ended: ending.signal,
  })
  const customers = createCustomers(storage, { sendTiming: { firstBackoffMs: 20, longestBackoffMs: 200 } })
  const when: Desk['when'] = (condition) =>
    new Promise((resolve, reject) => {
      const check = (): void => {
        customers.status({}, signal).then((status) => {
          if (!condition(status)) return
          stop()
          resolve()
        }, reject)
      }
      const stop = storage.announcer.listen(({ name }) => {
        if (name === 'customers.changed') check()
      })
      check()
    })
  customers.start()
  return {
    customers,
    when,
    async sync() {
      const { syncedAt: before } = await customers.status({}, signal)
      customers.requestSync(connectionId, 'au')
      await when(({ syncing, syncedAt }) => syncing === null && syncedAt !== before)
    },
    async find(rego) {
      const filter = CustomerFilter.parse({ search: rego })
      const { customers: found } = await customers.list(
        { ...filter, sort: 'rego', descending: false, offset: 0, limit: 1 },
        signal,
      )
      const [first] = found
      if (!first) throw new Error(`There is no ${rego}`)
      return first
    },
    async close() {
      ending.abort()
      await customers.close()
      database.close()
    },
  }
}

beforeEach(async () => {
  service = await startPracticeService({ customersPerSecond: Infinity })
  Object.assign(service.control.settings, { errorShare: 0, sightingShare: 0 })
  const answer = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
    method: 'POST',
    headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'March',
      enable_rego_lookups: false,
      customers: rowsOfDraft(count).rows.map(({ input }) => input),
    }),
  })
  if (!answer.ok) throw new Error(`The practice service refused its customers: ${answer.status}`)
  await service.control.waitForCustomers(count)
  one = openDesk()
  other = openDesk()
  for (const desk of [one, other]) await desk.when(({ total, syncing }) => total === count && syncing === null)
})
afterEach(async () => {
  await one.close()
  await other.close()
  await service.stop()
})

const edit = (desk: Desk, { id, lastUpdated }: Customer, field: 'clientName' | 'saleDate', value: string) =>
  desk.customers.edit({ id, lastUpdated, field, value }, signal)
const isSaved = ({ edits }: CustomersStatus): boolean => edits.pending === 0
const at = (id: string) => service.control.customers().find((each) => each.id === id)
const editsOf = async (desk: Desk) => (await desk.customers.edits({}, signal)).edits

it('reports a conflict with both values when two PCs change one field, and overwrites nothing', async () => {
  const record = await one.find('K00003')
  await edit(one, record, 'clientName', 'From One')
  await one.when(isSaved)
  await edit(other, await other.find('K00003'), 'clientName', 'From Other')
  await other.when(isSaved)
  expect(at(record.id)?.client_name).toBe('From One')
  expect(await editsOf(other)).toMatchObject([{ state: 'conflict', value: 'From Other', elsewhere: 'From One' }])
  expect((await other.find('K00003')).clientName).toBe('From One')

  const [{ editId } = { editId: '' }] = await editsOf(other)
  await other.customers.retryEdit({ editId, overwrite: true }, signal)
  await other.when(isSaved)
  expect(at(record.id)?.client_name).toBe('From Other')
})

it('saves both changes when two PCs change different fields of a record', async () => {
  const record = await one.find('K00004')
  await Promise.all([
    edit(one, record, 'clientName', 'From One'),
    edit(other, await other.find('K00004'), 'saleDate', '3/4/2021'),
  ])
  await Promise.all([one.when(isSaved), other.when(isSaved)])
  expect(at(record.id)?.client_name).toBe('From One')
  expect(at(record.id)?.sale_date).toMatch(/^2021-04-03/)
  expect([...(await editsOf(one)), ...(await editsOf(other))]).toEqual([])
})

it('reports a conflict when two PCs save one field at the same moment', async () => {
  const record = await one.find('K00005')
  const held = service.control.holdNext({ ...patch, after: 'before' })
  await edit(one, record, 'clientName', 'From One')
  await held.arrived
  // The first PC has read the record and is about to save; the second saves in between.
  await edit(other, await other.find('K00005'), 'clientName', 'From Other')
  await other.when(isSaved)
  expect(at(record.id)?.client_name).toBe('From Other')
  held.release()
  await one.when(isSaved)
  expect(at(record.id)?.client_name).toBe('From One')

  await other.sync()
  expect(await editsOf(other)).toMatchObject([{ state: 'conflict', value: 'From Other', elsewhere: 'From One' }])
})

it('keeps a failed edit of a customer that the other PC deleted', async () => {
  const record = await one.find('K00006')
  await one.customers.delete({ selection: { by: 'ids', ids: [record.id] } }, signal)
  await one.when(({ deletions, inBin }) => deletions.pending === 0 && inBin === 1)
  await edit(other, await other.find('K00006'), 'clientName', 'From Other')
  await other.when(isSaved)
  expect(await editsOf(other)).toMatchObject([
    { state: 'failed', failure: { kind: 'not-found' }, clientName: 'Client 6' },
  ])
  await other.sync()
  expect(await other.customers.status({}, signal)).toMatchObject({ total: count - 1, inBin: 0 })
})
