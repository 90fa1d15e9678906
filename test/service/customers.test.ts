import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { CustomersStatus } from '../../src/contract/customers.ts'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { openDatabase, type Database } from '../../src/core/database/database.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { createUploads } from '../../src/core/uploads/uploads.ts'
import { uploadDraftsTwin, uploadPartsTwin } from '../twins/upload-parts-twin.ts'
import { shortTiming, openTestStorage, rowsOfDraft } from './upload-parts.ts'

const { signal } = new AbortController()
const count = 130

let service: PracticeService
let database: Database
let storage: OpenStorage
let customers: Customers
let program: AbortController

beforeEach(async () => {
  service = await startPracticeService({ customersPerSecond: Infinity })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  database = opened.database
  program = new AbortController()
  storage = openTestStorage({
    database,
    baseUrl: service.url,
    apiKey: () => service.apiKey,
    batchSize: 50,
    ended: program.signal,
  })
  customers = createCustomers(storage, { sendTiming: { firstBackoffMs: 20, longestBackoffMs: 200 } })
  const client = await storage.connections.client('connection-1', 'au')
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

/** Resolves at the first announcement after which the status meets the condition. */
function when(condition: (status: CustomersStatus) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
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
}
const isSynced = ({ syncing, syncedAt }: CustomersStatus): boolean => syncing === null && syncedAt !== null
const isSaved = ({ edits, deletions }: CustomersStatus): boolean =>
  edits.pending + edits.failed + edits.conflicts + deletions.pending + deletions.failed === 0
const at = (id: string) => service.control.customers().find((each) => each.id === id)
const find = async (search: string) => {
  const { customers: found } = await customers.list(
    { ...CustomerFilter.parse({ search }), sort: 'rego', descending: false, offset: 0, limit: 10 },
    signal,
  )
  const [first] = found
  if (!first) throw new Error(`There is no ${search}`)
  return first
}

it('syncs all pages, and searches, edits and deletes customers', async () => {
  service.control.settings.maxPageSize = 40
  customers.start()
  await when((status) => isSynced(status) && status.total === count)

  const before = await find('k00007')
  const { id, lastUpdated } = before
  const seen = { id, lastUpdated } as const
  await customers.edit({ ...seen, field: 'mobileNumber', value: '0491 570 006' }, signal)
  await customers.edit({ ...seen, field: 'saleDate', value: '3/4/2021' }, signal)
  await when(isSaved)
  expect((await find('+61 491 570 006')).id).toBe(id)
  expect(at(id)).toMatchObject({ mobile_number: '0491570006', client_name: 'Client 7' })
  expect(at(id)?.sale_date).toMatch(/^2021-04-03/)
  await customers.edit({ ...seen, field: 'mobileNumber', value: '' }, signal)
  await when(isSaved)
  expect(at(id)?.mobile_number).toBeNull()

  await customers.delete({ selection: { by: 'ids', ids: [id] } }, signal)
  await when((status) => isSaved(status) && status.total === count - 1)
  expect(service.control.customerCount()).toBe(count - 1)
  const { records } = await customers.bin({ search: 'k00007', offset: 0, limit: 10 }, signal)
  expect(records).toMatchObject([{ customer: { rego: 'K00007', saleDate: '2021-04-03' }, pending: false }])
})

it('deletes the customers of an upload by its filter, and moves them to the bin', async () => {
  const uploads = createUploads(storage, {
    ...uploadPartsTwin,
    drafts: uploadDraftsTwin(() => rowsOfDraft(20)),
    customers,
    requestSync: (connectionId, region) => void customers.syncIfChanged(connectionId, region),
    timing: shortTiming,
  })
  onTestFinished(() => uploads.close())
  customers.start()
  await when((status) => isSynced(status) && status.total === count)
  const { id: uploadId } = await uploads.create(
    { draftId: 'd', name: 'April', lookUpMissingVins: false, references: true },
    signal,
  )
  await when((status) => isSynced(status) && status.total === count + 20)
  const filter = CustomerFilter.parse({ uploadId })
  expect((await customers.facts({}, signal)).uploads).toEqual([{ id: uploadId, name: 'April', count: 20 }])
  const [made] = (await customers.list({ ...filter, sort: 'rego', descending: false, offset: 0, limit: 1 }, signal))
    .customers
  expect(await customers.history({ id: made?.id ?? '' }, signal)).toMatchObject({
    uploads: [{ uploadId, name: 'April', row: 2 }],
    changes: [{ kind: 'uploaded', words: 'Imported in “April”, row 2' }],
  })
  expect(await customers.delete({ selection: { by: 'filter', filter } }, signal)).toEqual({ deleting: 20 })
  await when((status) => isSaved(status) && status.total === count)
  expect(service.control.customerCount()).toBe(count)
  expect((await customers.status({}, signal)).inBin).toBe(20)
})

it('shows a new sighting after the next sync, and removes a customer that was deleted elsewhere', async () => {
  customers.start()
  await when((status) => isSynced(status) && status.total === count)
  const seen = await find('k00011')
  service.control.makeSighting(seen.id)
  const gone = await find('k00012')
  const client = await storage.connections.client('connection-1', 'au')
  if (!client.ok) throw new Error('There is no client')
  await client.value.deleteCustomer(gone.id)
  customers.requestSync('connection-1', 'au')
  await when((status) => isSynced(status) && status.withSightings === 1 && status.total === count - 1)
  expect((await customers.get({ id: seen.id }, signal)).sightings).toHaveLength(1)
})

it('sends an edit that waited while the service was down', async () => {
  customers.start()
  await when((status) => isSynced(status) && status.total === count)
  const anna = await find('k00001')
  await service.control.goDown()
  await customers.edit({ id: anna.id, lastUpdated: anna.lastUpdated, field: 'clientName', value: 'Anna' }, signal)
  expect(await customers.get({ id: anna.id }, signal)).toMatchObject({
    clientName: 'Client 1',
    edits: [{ value: 'Anna', state: 'pending' }],
  })
  await service.control.comeUp()
  await when(isSaved)
  expect(at(anna.id)?.client_name).toBe('Anna')
})
