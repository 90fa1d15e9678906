import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CustomersStatus } from '../../src/contract/customers.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { openDatabase, type Database } from '../../src/core/database/database.ts'
import type { Session } from '../../src/core/session.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { makeSession, rowsOfDraft } from './upload-parts.ts'

const { signal } = new AbortController()
const count = 130

let service: PracticeService
let database: Database
let session: Session
let customers: Customers
let program: AbortController

beforeEach(async () => {
  service = await startPracticeService({ customersPerSecond: Infinity })
  service.control.levers.errorShare = 0
  service.control.levers.sightingShare = 0
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  database = opened.database
  program = new AbortController()
  session = makeSession({
    database,
    baseUrl: service.url,
    apiKey: () => service.apiKey,
    batchSize: 50,
    ended: program.signal,
  })
  customers = createCustomers(session)
  const client = await session.connections.client('connection-1', 'au')
  if (!client.ok) throw new Error('There is no client')
  await client.value.createUpload({
    name: 'March',
    enable_rego_lookups: false,
    customers: rowsOfDraft(count).rows.map(({ input }) => input),
  })
  await service.control.waitForCustomers(count)
})
afterEach(async () => {
  program.abort()
  await customers.close()
  database.close()
  await service.stop()
})

/** Resolves at the first announcement after which the copy stands so. */
function when(isSo: (status: CustomersStatus) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      customers.status({}, signal).then((status) => {
        if (!isSo(status)) return
        stop()
        resolve()
      }, reject)
    }
    const stop = session.announcer.listen(({ name }) => {
      if (name === 'customers.changed') look()
    })
    look()
  })
}
const idle = ({ syncing, syncedAt }: CustomersStatus): boolean => syncing === null && syncedAt !== null
const find = async (search: string) => {
  const { customers: found } = await customers.list(
    { search, sighting: 'any', sort: 'rego', descending: false, offset: 0, limit: 10 },
    signal,
  )
  const [first] = found
  if (!first) throw new Error(`There is no ${search}`)
  return first
}

it('is filled past a lower cap of the page, searched, edited and emptied at the service', async () => {
  service.control.levers.maxPageSize = 40
  customers.start()
  await when((status) => idle(status) && status.total === count)

  const before = await find('k00007')
  const edit = { id: before.id, lastUpdated: before.lastUpdated } as const
  const named = await customers.edit({ ...edit, field: 'mobileNumber', value: '0491 570 006' }, signal)
  expect(named.mobileNumber).toBe('0491570006')
  expect((await find('+61 491 570 006')).id).toBe(before.id)
  const dated = await customers.edit(
    { id: named.id, lastUpdated: named.lastUpdated, field: 'saleDate', value: '3/4/2021' },
    signal,
  )
  expect(dated.saleDate).toBe('2021-04-03')
  const cleared = await customers.edit(
    { id: dated.id, lastUpdated: dated.lastUpdated, field: 'mobileNumber', value: '' },
    signal,
  )
  expect(cleared.mobileNumber).toBeNull()
  await expect(customers.edit({ ...edit, field: 'clientName', value: 'Late' }, signal)).rejects.toMatchObject({
    failure: { kind: 'conflict' },
  })
  expect(service.control.customers().find(({ id }) => id === before.id)?.client_name).toBe('Client 7')

  await customers.delete({ id: before.id }, signal)
  expect(service.control.customerCount()).toBe(count - 1)
  expect((await customers.status({}, signal)).total).toBe(count - 1)
})

it('shows a sighting after the next look, and drops what was deleted elsewhere', async () => {
  customers.start()
  await when((status) => idle(status) && status.total === count)
  const seen = await find('k00011')
  service.control.spot(seen.id)
  const gone = await find('k00012')
  const client = await session.connections.client('connection-1', 'au')
  if (!client.ok) throw new Error('There is no client')
  await client.value.deleteCustomer(gone.id)
  customers.requestSync('connection-1', 'au')
  await when((status) => idle(status) && status.withSightings === 1 && status.total === count - 1)
  expect((await customers.get({ id: seen.id }, signal)).sightings).toHaveLength(1)
})

it('saves nothing while the service is down, and keeps what it has', async () => {
  customers.start()
  await when((status) => idle(status) && status.total === count)
  const anna = await find('k00001')
  await service.control.goDown()
  await expect(
    customers.edit({ id: anna.id, lastUpdated: anna.lastUpdated, field: 'clientName', value: 'Anna' }, signal),
  ).rejects.toMatchObject({ failure: { kept: 'Nothing was changed.' } })
  expect((await customers.get({ id: anna.id }, signal)).clientName).toBe('Client 1')
  await service.control.comeUp()
  const saved = await customers.edit(
    { id: anna.id, lastUpdated: anna.lastUpdated, field: 'clientName', value: 'Anna' },
    signal,
  )
  expect(saved.clientName).toBe('Anna')
})
