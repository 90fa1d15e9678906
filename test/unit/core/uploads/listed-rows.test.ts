import { afterEach, describe, expect, it } from 'vitest'
import type { CustomerPage, ServiceClient, ServiceFailure } from '../../../../src/core/service/service-client.ts'
import { collectListed, matchListed } from '../../../../src/core/uploads/listed-rows.ts'
import { remote } from '../customers/customers-bench.ts'
import { brokenSums, create, draftOf, get, inState, makeBench, type Bench } from './upload-bench.ts'

const signal = new AbortController().signal
const upload = '00000000000000a1'
const rows = [2, 3, 4].map((row) => ({ row, input: { rego: `ABC${row}`, client_name: 'Ann' } }))

describe('an entry of the list without a readable id', () => {
  const unreadable = [
    { additional_fields: { ref: 'fc-00000000000000a1-2' } },
    { id: {}, rego: 'abc 4', client_name: 'Ann' },
    null,
    'nothing',
  ]

  it('names its row by reference or content', () => {
    const { matched, unknownEntries } = matchListed(rows, { customers: [], unreadable }, upload, 'reference or content')
    expect([...matched]).toEqual([
      [2, null],
      [4, null],
    ])
    expect(unknownEntries).toBe(2)
  })

  it('names its row only by reference in a list of other uploads as well', () => {
    const { matched, unknownEntries } = matchListed(rows, { customers: [], unreadable }, upload, 'reference')
    expect([...matched]).toEqual([[2, null]])
    // The second has the car of row 4: it may be that row.
    expect(unknownEntries).toBe(3)
  })

  it('is none of the rows when it names another car', () => {
    const other = [{ rego: 'XYZ9', client_name: 'Ben' }, { vin: 'JTDBR32E720012345' }]
    for (const by of ['reference', 'reference or content'] as const) {
      expect(matchListed(rows, { customers: [], unreadable: other }, upload, by).unknownEntries).toBe(0)
    }
  })
})

describe('what is kept of a list', () => {
  const strangers = (page: number) =>
    Array.from({ length: 200 }, (_, n) => remote(`c${page}-${n}`, { rego: `XYZ${page}${n}`, clientName: 'Ben' }))
  const own = [
    remote('by reference', { additionalFields: { ref: 'fc-00000000000000a1-3' } }),
    remote('by content', { rego: 'abc 4', clientName: 'Ann' }),
  ]

  it('grows with the rows, not with the list', () => {
    const listed = collectListed(rows, upload, 'reference or content', new Set(['c9']))
    for (let page = 0; page < 50; page += 1) {
      const otherCar = { rego: `XYZ${page}`, client_name: 'Ben' }
      listed.add({ customers: [...strangers(page), ...own, remote('c9', { rego: 'ABC2' })], unreadable: [otherCar] })
    }
    expect(listed.customers.map(({ id }) => id)).toEqual(['by reference', 'by content'])
    expect(listed.unreadable).toEqual([])
  })

  it('is enough to match the rows as by the whole list', () => {
    const unreadable = [
      { additional_fields: { ref: 'fc-u1-2' } },
      null,
      { vin: 'JTDBR32E720012345' },
      'x'.repeat(9_000),
    ]
    const page = { customers: [...strangers(1), ...own], unreadable }
    for (const by of ['reference', 'reference or content'] as const) {
      const listed = collectListed(rows, upload, by)
      listed.add(page)
      expect(matchListed(rows, listed, upload, by)).toEqual(matchListed(rows, page, upload, by))
      expect(JSON.stringify(listed.unreadable).length).toBeLessThan(200)
    }
  })
})

describe('an upload whose list of customers cannot be read as usual', () => {
  let bench: Bench
  afterEach(() => bench.close())

  /** The list of one upload's customers is answered by `change`; `ofAll`: that of all customers as well. */
  function changeList(change: (page: CustomerPage) => CustomerPage | ServiceFailure, ofAll = false): void {
    const { client } = bench.service
    const listCustomers: ServiceClient['listCustomers'] = async (query, options) => {
      const answer = await client.listCustomers(query, options)
      if (!answer.ok || (query.uploadId === undefined && !ofAll)) return answer
      const changed = change(answer.value)
      return 'failure' in changed ? { ok: false, error: changed } : { ok: true, value: changed }
    }
    bench.storage.connections.client = async () => ({ ok: true, value: { ...client, listCustomers } })
  }

  const withoutRecord = ({ customers, unreadable }: CustomerPage, rego: string, raw: unknown): CustomerPage => ({
    customers: customers.filter((customer) => customer.rego !== rego),
    unreadable: customers.some((customer) => customer.rego === rego) ? [...unreadable, raw] : unreadable,
  })

  it('ends with a row as created whose record cannot be read, and names its customer once it can', async () => {
    bench = makeBench(draftOf(5))
    changeList((page) => withoutRecord(page, 'ABC3', null))
    const id = await create(bench)
    await bench.until(inState(bench, id, 'complete'))
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 5, failed: 0, inProcess: 0 })
    const made = async () => (await bench.uploads().rows({ id, outcome: 'accepted', offset: 3, limit: 1 }, signal)).rows
    await bench.sync()
    expect(await made()).toMatchObject([{ row: 5, customerId: 'customer-4', reason: null }])
  })

  it('says of such a row why it has no customer', async () => {
    bench = makeBench(draftOf(5))
    changeList((page) => withoutRecord(page, 'ABC3', { rego: 'ABC3', client_name: 'Client 3' }))
    bench.service.fails = ({ rego }) => rego === 'ABC1'
    const id = await create(bench)
    const hidden = bench.service.customers
    bench.service.customers = () => hidden().filter(({ rego }) => rego !== 'ABC3')
    await bench.until(inState(bench, id, 'complete'))
    const { rows: all } = await bench.uploads().rows({ id, outcome: null, offset: 0, limit: 10 }, signal)
    expect(all.map(({ row, outcome, reason }) => [row, outcome, reason])).toEqual([
      [2, 'accepted', null],
      [3, 'failed', 'The service rejected this row without giving a reason.'],
      [4, 'accepted', null],
      [5, 'accepted', 'The service created this customer, but its record can’t be read.'],
      [6, 'accepted', null],
    ])
  })

  it('leaves the result open when an unreadable record and a failed row cannot be told apart', async () => {
    bench = makeBench(draftOf(5))
    changeList((page) => withoutRecord(page, 'ABC3', null))
    bench.service.fails = ({ rego }) => rego === 'ABC1'
    const id = await create(bench)
    const hidden = bench.service.customers
    bench.service.customers = () => hidden().filter(({ rego }) => rego !== 'ABC3')
    await bench.until(inState(bench, id, 'complete'))
    const upload = await get(bench, id)
    expect(upload.rows).toMatchObject({ accepted: 3, failed: 0, inProcess: 2 })
    expect(brokenSums(upload.rows)).toEqual([])
    bench.service.customers = hidden
    await bench.sync()
    expect((await get(bench, id)).rows).toMatchObject({ accepted: 4, failed: 1, inProcess: 0 })
  })

  it('reports no row as failed that a lost batch may have created as an unreadable record', async () => {
    bench = makeBench(draftOf(5))
    changeList((page) => withoutRecord(page, 'ABC3', null), true)
    let isLost = true
    bench.service.faults = (call) =>
      call === 'createUpload' && isLost ? ((isLost = false), { kind: 'lost-after' }) : { kind: 'none' }
    const id = await create(bench)
    const hidden = bench.service.customers
    bench.service.customers = () => hidden().filter(({ rego }) => rego !== 'ABC3')
    await bench.until(inState(bench, id, 'complete'))
    const found = await get(bench, id)
    expect(found.rows).toMatchObject({ accepted: 4, failed: 0, inProcess: 1 })
    const { rows: open } = await bench.uploads().rows({ id, outcome: 'in-process', offset: 0, limit: 9 }, signal)
    expect(open.map(({ row, reason }) => [row, reason])).toEqual([
      [5, 'Some customers at the service can’t be read, so it isn’t known whether this row is one of them.'],
    ])
  })

  const notFound: ServiceFailure = {
    failure: { kind: 'not-found', message: 'Not found.' },
    certainty: 'refused',
    status: 404,
    retryAfterMs: null,
  }

  it.each([
    ['references', true],
    ['no references', false],
  ])(
    'finds its rows in the list of all customers when there is none by upload (404), with %s',
    async (_, references) => {
      bench = makeBench(draftOf(25))
      bench.service.fails = ({ rego }) => rego === 'ABC7'
      changeList(() => notFound)
      const id = await create(bench, references)
      await bench.until(inState(bench, id, 'complete'))
      const upload = await get(bench, id)
      expect(upload.failure).toBeNull()
      expect(upload.rows).toMatchObject({ accepted: 24, failed: 1, inProcess: 0 })
    },
  )
})
