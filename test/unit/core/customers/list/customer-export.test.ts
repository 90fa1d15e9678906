import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Customers } from '../../../../../src/core/customers/customers.ts'
import { makeCustomersBench, noFilter, scope, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

beforeEach(async () => {
  desk = makeCustomersBench()
  desk.service.put(
    remote('anna', {
      clientName: '=HYPERLINK("http://x.example")',
      rego: 'ABC123',
      mobileNumber: '0491570006',
      saleDate: '2021-02-03',
      expiryDate: '2028-02-29',
      additionalFields: { Salesperson: 'Kim, "the" Tan', '=Deposit': 500, forecourt_ref: 'fc-0123456789abcdef-7' },
    }),
  )
  desk.service.put(remote('ben', { clientName: 'Ben', saleDate: 'unknown' }))
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

const columns = ['clientName', 'mobileNumber', 'saleDate', 'field:Salesperson', 'field:=Deposit']
const exported = (format: 'csv' | 'xlsx', more: Partial<Parameters<Customers['export']>[0]> = {}) =>
  desk
    .customers()
    .export(
      { ...noFilter, includeDoNotContactNumbers: false, sort: 'rego', descending: true, columns, format, ...more },
      signal,
    )

it('writes a CSV with leading zeros and Do Not Contact, and without formulas', async () => {
  desk.customers().doNotContact.add(scope, await desk.get('anna'), '2026-11-20T00:00:00Z')
  desk.customers().notifyDoNotContact(scope)
  const file = await exported('csv', { includeDoNotContactNumbers: true })
  expect(file).toMatchObject({
    fileName: expect.stringMatching(/^Customers 2026-11-2\d\.csv$/),
    encoding: 'utf8',
    rows: 2,
  })
  expect(file.content).toBe(
    [
      "\ufeffName,Mobile,Sale date,Salesperson,'=Deposit,Do Not Contact",
      `"'=HYPERLINK(""http://x.example"")",0491 570 006,3/2/2021,"Kim, ""the"" Tan",500,Yes`,
      'Ben,,unknown,,,',
      '',
    ].join('\r\n'),
  )
})

it('writes a workbook with text as text and dates as dates', async () => {
  const file = await exported('xlsx')
  expect(file).toMatchObject({
    fileName: expect.stringMatching(/^Customers 2026-11-2\d\.xlsx$/),
    encoding: 'base64',
    rows: 2,
  })
  const { sheets } = await readXlsx(Buffer.from(file.content, 'base64'))
  const [header, anna, ben] = sheets[0]?.rows ?? []
  expect(header).toEqual(['Name', 'Mobile', 'Sale date', 'Salesperson', '=Deposit', 'Do Not Contact'])
  expect(anna?.[0]).toBe('=HYPERLINK("http://x.example")')
  expect(anna?.[1]).toBe('0491 570 006')
  expect(anna?.[2]).toEqual(new Date('2021-02-03T00:00:00.000Z'))
  expect(ben?.slice(0, 3)).toEqual(['Ben', null, 'unknown'])
})

it('writes a date that a workbook or the calendar does not have as text', async () => {
  desk.service.put(remote('cy', { clientName: 'Cy', rego: 'CYY001', saleDate: '1899-12-30', expiryDate: '2027-02-30' }))
  await desk.synced()
  const dates = ['saleDate', 'expiryDate']
  const workbook = await exported('xlsx', { search: 'CYY001', columns: dates })
  const { sheets } = await readXlsx(Buffer.from(workbook.content, 'base64'))
  expect(sheets[0]?.rows[1]?.slice(0, 2)).toEqual(['30/12/1899', '2027-02-30'])
  const csv = await exported('csv', { search: 'CYY001', columns: dates })
  expect(csv.content).toContain('\r\n30/12/1899,2027-02-30,')
})

it('exports what the list shows: filter, order and pending changes', async () => {
  desk.service.faults = () => ({ kind: 'offline' })
  const { lastUpdated } = await desk.get('ben')
  await desk.customers().edit({ id: 'ben', field: 'clientName', value: 'Benjamin', lastUpdated }, signal)
  const file = await exported('csv', { search: 'ben' })
  expect(file.rows).toBe(1)
  expect(file.content).toContain('\r\nBenjamin,')
})

it.each(['csv', 'xlsx'] as const)('hands over a long %s as a whole', async (format) => {
  for (let at = 0; at < 450; at += 1) desk.service.put(remote(`c${at}`, { clientName: `Name ${at}` }))
  await desk.synced()
  const file = await exported(format)
  expect(file.rows).toBe(452)
  const bytes = Buffer.from(file.content, format === 'csv' ? 'utf8' : 'base64')
  const rows = format === 'csv' ? bytes.toString().split('\r\n').slice(0, -1) : (await readXlsx(bytes)).sheets[0]?.rows
  expect(rows?.length).toBe(453)
})
