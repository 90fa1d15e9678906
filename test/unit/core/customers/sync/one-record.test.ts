import { describe, expect, it } from 'vitest'
import { createServiceClient } from '../../../../../src/core/service/create-service-client.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'
import { wireCustomer, type Wire } from '../../../../twins/odd-lists.ts'
import { signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here } = bench

type Method = 'GET' | 'PATCH' | 'DELETE'
/** What a call about the record gets; `record`: as it is now. Undefined: 404. */
type Answer = (record: Wire) => unknown

/** The service has Anna alone, and answers calls about this record in these ways. */
async function answerWith(answers: Partial<Record<Method, Answer>>) {
  let anna: Wire | null = wireCustomer('anna', {
    client_name: 'Anna',
    mobile_number: '0491570156',
    sale_date: '2024-05-06T00:00:00Z',
    additional_fields: { lot: '7' },
    dealer_note: 'VIP',
  })
  const calls: Method[] = []
  const value = createServiceClient({
    baseUrl: 'https://service.test',
    region: 'au',
    regionCode: 'au',
    authoriser: { headers: async () => ({ ok: true, value: {} }), renew: () => null },
    clock: bench.desk.bench.clock,
    log: createLogTwin(),
    onOutcome: () => undefined,
    async fetch(url, init) {
      const method = (init?.method ?? 'GET') as Method
      if (url.includes('limit=')) return Response.json({ customers: url.includes('offset=0') && anna ? [anna] : [] })
      const before = url.includes('/customers/anna?') ? anna : null
      if (url.includes('/customers/anna?')) calls.push(method)
      if (!before) return Response.json({ message: 'Invalid Customer ID' }, { status: 404 })
      if (method === 'PATCH') anna = { ...before, ...(JSON.parse(String(init?.body)) as Wire) }
      if (method === 'DELETE') anna = null
      const record = anna ?? before
      return Response.json(answers[method]?.(record) ?? { success: true, customer: record })
    },
  })
  bench.desk.bench.storage.connections.client = async () => ({ ok: true, value })
  await bench.desk.synced()
  return { calls, there: () => anna }
}

const other: Answer = (record) => ({ success: true, customer: { ...record, id: 'ben', client_name: 'Ben' } })
const ghost: Answer = () => ({ success: true, id: 'req-1', message: 'Saved' })
const ids = () => bench.desk.ids()

describe('the answer to a call about one customer', () => {
  it.each([
    ['another customer', other],
    ['a request with an id', ghost],
  ])('is not saved when an edit is answered with %s: the customer is read again', async (_, answer) => {
    const { calls } = await answerWith({ PATCH: answer })
    await edit('clientName', 'Annie', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(await ids()).toEqual(['anna'])
    expect(await here()).toMatchObject({ clientName: 'Annie', edits: [] })
    expect(calls).toEqual(['GET', 'PATCH', 'GET'])
  })

  it.each([
    ['another customer', other],
    ['a request with an id', ghost],
  ])('ends an edit with an error when the customer is always read as %s', async (_, answer) => {
    const { calls } = await answerWith({ GET: answer })
    await edit('clientName', 'Annie', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(await ids()).toEqual(['anna'])
    expect(await here()).toMatchObject({ clientName: 'Anna', mobileNumber: '0491570156' })
    expect(await edits()).toMatchObject([{ failure: { message: 'The service answered with another record.' } }])
    expect(calls).toEqual(['GET'])
  })

  it('does not say that nothing was changed when neither answer is about the customer', async () => {
    let isSent = false
    await answerWith({
      PATCH: (record) => ((isSent = true), other(record)),
      GET: (record) => (isSent ? other(record) : { customer: record }),
    })
    await edit('clientName', 'Annie', (await here()).lastUpdated)
    await bench.desk.sent()
    const [failed] = await edits()
    expect(failed?.failure?.message).toBe('The service answered with another record.')
    expect(failed?.failure?.kept).toBeUndefined()
  })

  it('puts the deleted customer into the bin when the deletion is answered with another one', async () => {
    const { calls } = await answerWith({ DELETE: other })
    await bench.desk.customers().delete({ selection: { by: 'ids', ids: ['anna'] } }, signal)
    await bench.desk.sent()
    const { records } = await bench.desk.customers().bin({ search: '', offset: 0, limit: 9 }, signal)
    expect(records).toMatchObject([{ customer: { id: 'anna', clientName: 'Anna' } }])
    expect(calls).toEqual(['DELETE', 'GET'])
  })

  it.each([
    ['only the id', ({ id }: Wire) => ({ customer: { id } })],
    ['only what was changed', ({ client_name }: Wire) => ({ success: true, customer: { client_name } })],
    ['nothing but another field', ({ id }: Wire) => ({ customer: { id, state: null } })],
  ])('leaves the other fields as they were when it has %s', async (_, answer) => {
    await answerWith({ PATCH: answer })
    const before = await here()
    await edit('clientName', 'Annie', before.lastUpdated)
    await bench.desk.sent()
    const { mobileNumber, saleDate, rego, additionalFields } = before
    expect(await here()).toMatchObject({ clientName: 'Annie', mobileNumber, saleDate, rego, additionalFields })
    const { details } = await bench.desk.customers().details({ id: 'anna' }, signal)
    expect(JSON.stringify(details)).toContain('VIP')
  })

  it('clears a field that a partial answer to its clearing leaves out', async () => {
    await answerWith({ PATCH: ({ id }) => ({ customer: { id } }) })
    await edit('mobileNumber', '', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(await here()).toMatchObject({ clientName: 'Anna', mobileNumber: null })
  })

  it('does not take a field that a read leaves out for one that was emptied elsewhere', async () => {
    await answerWith({ GET: ({ id }) => ({ customer: { id } }) })
    await edit('clientName', 'Annie', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(await here()).toMatchObject({ clientName: 'Annie', mobileNumber: '0491570156', edits: [] })
  })

  it('keeps the fields of a deleted customer that the answer leaves out', async () => {
    await answerWith({ DELETE: ({ id }) => ({ customer: { id } }) })
    await bench.desk.customers().delete({ selection: { by: 'ids', ids: ['anna'] } }, signal)
    await bench.desk.sent()
    const { records } = await bench.desk.customers().bin({ search: '', offset: 0, limit: 9 }, signal)
    expect(records).toMatchObject([{ customer: { clientName: 'Anna', additionalFields: { lot: '7' } } }])
  })
})
