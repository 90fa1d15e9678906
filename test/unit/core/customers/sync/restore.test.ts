import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, makeCustomersBench, scope, remote, signal, type CustomersBench } from '../customers-bench.ts'

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
const bin = async (search = '') => (await desk.customers().bin({ search, offset: 0, limit: 50 }, signal)).records
const there = () => desk.service.customers().map(({ clientName }) => clientName)

describe('restoring from the bin', () => {
  beforeEach(async () => {
    desk.bench.uploads().start()
    await remove('anna', 'ben')
    await desk.sent()
  })
  const restore = (...ids: string[]) => desk.customers().restore({ ids }, signal)
  const uploaded = (uploadId: string) =>
    desk.bench.until(async () => (await desk.bench.uploads().get({ id: uploadId }, signal)).finishedAt !== null)

  it('restores a customer by an upload, as a new record with a new reference', async () => {
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

  it('restores a customer once when two requests arrive at once', async () => {
    const both = await Promise.allSettled([restore('anna', 'ben'), restore('anna')])
    expect(both.map(({ status: end }) => end).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await failureOf(restore('anna'))).kind).toBe('conflict')
    await desk.bench.until(async () => {
      const { uploads } = await desk.bench.uploads().list({}, signal)
      return uploads.every(({ finishedAt }) => finishedAt !== null)
    })
    expect(there().filter((name) => name === 'Anna')).toEqual(['Anna'])
  })

  it('keeps a customer in the bin if its upload did not create it', async () => {
    desk.service.fails = ({ rego }) => rego === 'BEN001'
    const { uploadId } = await restore('anna', 'ben')
    await uploaded(uploadId)
    await desk.synced()
    expect(await bin()).toMatchObject([{ customer: { id: 'ben' }, restoreUploadId: null }])
  })

  it('removes restored customers from the bin at the next start', async () => {
    const { uploadId } = await restore('anna')
    await desk.customers().close()
    await uploaded(uploadId)
    expect(await bin()).toHaveLength(2)
    await desk.restart()
    expect(await bin()).toMatchObject([{ customer: { id: 'ben' } }])
  })

  it('keeps Do Not Contact on a restored customer, with a mobile number or without', async () => {
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

  it('removes the given or all customers permanently, except those that are being restored', async () => {
    expect(await desk.customers().emptyBin({ ids: ['ben'] }, signal)).toEqual({ removed: 1 })
    await restore('anna')
    expect(await desk.customers().emptyBin({ ids: null }, signal)).toEqual({ removed: 0 })
    expect(await bin()).toHaveLength(1)
  })
})
