import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CustomerChange } from '../../../../../src/contract/customer-changes.ts'
import {
  failureOf,
  fault,
  makeCustomersBench,
  noFilter,
  remote,
  signal,
  type CustomersBench,
} from '../customers-bench.ts'

let desk: CustomersBench
const lastUpdated = '2026-11-01T00:00:00.000Z'
/** The digits of every number of the two people, as any form of them would contain. */
const secrets = ['491570006', '491570156', '312345678']

beforeEach(async () => {
  desk = makeCustomersBench()
  const additionalFields = {
    'Mobile 2': '0491 570 156',
    HomePhone: 312_345_678,
    Notes: 'Prefers +61 491 570 006 after 5',
    Colour: 'Red',
    Contacts: { spouse: ['0491570006'] },
  }
  desk.service.put(remote('anna', { clientName: 'Anna', rego: 'ABC123', mobileNumber: '0491570006', additionalFields }))
  desk.service.put(remote('twin', { clientName: 'Twin', mobileNumber: '+61 491 570 006' }))
  desk.service.put(remote('ben', { clientName: 'Ben', mobileNumber: '0491570157' }))
  desk.service.put(remote('cy', { clientName: 'Cy' }))
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

const columns = ['clientName', 'mobileNumber', 'field:Mobile 2', 'field:HomePhone', 'field:Notes']
const forbid = (id: string, doNotContact = true) => desk.customers().setDoNotContact({ id, doNotContact }, signal)
const exported = (format: 'csv' | 'xlsx', includeDoNotContactNumbers = false) =>
  desk
    .customers()
    .export({ ...noFilter, includeDoNotContactNumbers, sort: 'rego', descending: false, columns, format }, signal)
const edit = (id: string, value: string, at = lastUpdated) =>
  desk.customers().edit({ id, field: 'mobileNumber', value, lastUpdated: at }, signal)
const history = async (id: string): Promise<CustomerChange[]> =>
  (await desk.customers().history({ id }, signal)).changes
const log = () => desk.bench.database.all('SELECT customer_id, kind FROM number_reveal')

/** Everything about these customers that the window can read without asking for a number. */
async function everythingShown(): Promise<string> {
  const customers = desk.customers()
  const workbook = await exported('xlsx')
  return JSON.stringify([
    await desk.list(),
    await Promise.all(['anna', 'twin'].map((id) => customers.history({ id }, signal))),
    await customers.edits({}, signal),
    await customers.bin({ search: '', offset: 0, limit: 10 }, signal),
    await exported('csv'),
    await readXlsx(Buffer.from(workbook.content, 'base64')),
  ]).replaceAll(/(?<=\d)[\s-](?=\d)/g, '')
}

describe('the numbers of a Do Not Contact person', () => {
  it('are in no answer to the window, from the moment of the mark', async () => {
    const before = await everythingShown()
    expect(secrets.every((secret) => before.includes(secret))).toBe(true)
    const marked = await forbid('anna')
    expect(marked).toMatchObject({
      doNotContact: true,
      mobileNumber: null,
      hiddenNumbers: ['mobileNumber', 'field:Mobile 2', 'field:HomePhone'],
      additionalFields: { Notes: 'Prefers hidden number after 5', Colour: 'Red' },
    })
    expect(await desk.get('twin')).toMatchObject({ doNotContact: true, hiddenNumbers: ['mobileNumber'] })
    const after = await everythingShown()
    expect(secrets.filter((secret) => after.includes(secret))).toEqual([])
    expect(after).toContain('491570157')
  })

  it('stay hidden in edits, conflicts, the history, undo and the bin', async () => {
    await edit('anna', '0491570157')
    await desk.sent()
    await forbid('anna')
    desk.service.faults = () => ({ kind: 'offline' })
    const { lastUpdated: newest } = await desk.get('anna')
    expect((await edit('anna', '0491570156', newest)).edits).toMatchObject([{ field: 'mobileNumber', value: null }])
    expect((await desk.customers().edits({}, signal)).edits).toMatchObject([
      { hidden: true, value: null, before: null, elsewhere: null },
    ])
    desk.service.faults = () => ({ kind: 'none' })
    desk.service.put(
      remote('anna', { clientName: 'Anna', mobileNumber: '0491570110', lastUpdated: '2026-12-01T00:00:00.000Z' }),
    )
    await desk.synced()
    await desk.sent()
    expect((await desk.get('anna')).edits).toMatchObject([{ state: 'conflict', value: null, elsewhere: null }])
    expect((await history('anna')).map(({ words }) => words)).toContain('Mobile changed (number hidden)')
    expect((await desk.customers().undo({}, signal)).undone).toBe('Undone. Mobile for Anna changed back.')
    await desk.customers().delete({ selection: { by: 'ids', ids: ['anna'] } }, signal)
    await desk.sent()
    const bin = await desk.customers().bin({ search: '', offset: 0, limit: 10 }, signal)
    expect(bin.records[0]?.customer).toMatchObject({ mobileNumber: null, doNotContact: true })
    expect(JSON.stringify(bin)).not.toMatch(/491570(?:006|157|156|110)/)
  })

  it('are hidden in the message of an edit that the service refused', async () => {
    await forbid('anna')
    desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('anna', '0491570158')
    await desk.sent()
    const [failed] = (await desk.customers().edits({}, signal)).edits
    expect(failed).toMatchObject({ state: 'failed', hidden: true, failure: { kind: 'rejected' } })
  })

  it('survive an edit of another field, and can be replaced without being shown', async () => {
    await forbid('anna')
    await desk.customers().edit({ id: 'anna', field: 'clientName', value: 'Anna B', lastUpdated }, signal)
    await desk.sent()
    const there = () => desk.service.customers().find(({ id }) => id === 'anna')
    expect(there()).toMatchObject({ clientName: 'Anna B', mobileNumber: '0491570006' })
    await edit('anna', '0491570158', (await desk.get('anna')).lastUpdated)
    await desk.sent()
    expect(there()).toMatchObject({ mobileNumber: '0491570158' })
    expect(await desk.get('anna')).toMatchObject({ mobileNumber: null, doNotContact: true })
  })

  it('are returned and logged when the user asks for them', async () => {
    await forbid('anna')
    expect(await desk.customers().revealMobile({ id: 'anna' }, signal)).toEqual({
      mobileNumber: '0491570006',
      otherNumbers: { 'field:Mobile 2': '0491 570 156', 'field:HomePhone': '312345678' },
      edits: [],
    })
    expect(log()).toEqual([{ customer_id: 'anna', kind: 'shown' }])
    expect((await history('anna'))[0]).toMatchObject({
      kind: 'revealed',
      words: 'Do Not Contact number shown',
      at: desk.bench.clock.now().toISOString(),
    })
    expect(await failureOf(desk.customers().revealMobile({ id: 'nobody' }, signal))).toMatchObject({
      kind: 'not-found',
    })
  })

  it('of someone who may be contacted are not logged', async () => {
    await desk.customers().revealMobile({ id: 'ben' }, signal)
    expect(log()).toEqual([])
  })

  it('are copied and exported only on request, with an entry for each customer', async () => {
    await forbid('anna')
    expect((await exported('csv')).content).not.toContain('0491 570 006')
    expect(log()).toEqual([])
    const { content } = await exported('csv', true)
    expect(content).toContain('0491 570 006')
    expect(content).toContain('0491 570 157')
    const copied = await desk.customers().copyNumbers({ ids: ['anna', 'ben', 'nobody'] }, signal)
    expect(copied.customers).toEqual([
      {
        id: 'anna',
        numbers: { mobileNumber: '0491570006', 'field:Mobile 2': '0491 570 156', 'field:HomePhone': '312345678' },
      },
    ])
    expect(log()).toMatchObject([
      { customer_id: 'anna', kind: 'exported' },
      { customer_id: 'twin', kind: 'exported' },
      { customer_id: 'anna', kind: 'copied' },
    ])
  })

  it('are shown again when contact is allowed, for every record of the person', async () => {
    await forbid('anna')
    expect(await forbid('twin', false)).toMatchObject({ doNotContact: false, mobileNumber: '+61 491 570 006' })
    expect(await desk.get('anna')).toMatchObject({ doNotContact: false, hiddenNumbers: [], mobileNumber: '0491570006' })
  })
})

it('has no hidden number for a Do Not Contact person without a number', async () => {
  expect(await forbid('cy')).toMatchObject({ doNotContact: true, hiddenNumbers: [] })
})

describe('the log of revealed numbers', () => {
  it('can not be changed', async () => {
    await forbid('anna')
    await desk.customers().revealMobile({ id: 'anna' }, signal)
    expect(() => desk.bench.database.run(`UPDATE number_reveal SET kind = 'copied'`)).toThrow(/append-only/)
  })
})
