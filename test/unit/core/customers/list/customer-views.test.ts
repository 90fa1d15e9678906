import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, makeCustomersBench, noFilter, remote, signal, type CustomersBench } from '../customers-bench.ts'

let desk: CustomersBench

beforeEach(() => {
  desk = makeCustomersBench()
})
afterEach(() => desk.close())

const view = {
  id: null,
  name: 'Victoria',
  filter: { ...noFilter, states: ['VIC'] },
  sort: 'clientName',
  descending: false,
  columns: [{ key: 'rego', widthPx: 88, shown: true, pinned: false }],
} as const
const save = (more: Partial<{ id: string | null; name: string }> = {}) =>
  desk
    .customers()
    .saveView(
      { ...view, filter: { ...view.filter, states: [...view.filter.states] }, columns: [...view.columns], ...more },
      signal,
    )
const views = async () => desk.customers().views({}, signal)

describe('a saved view', () => {
  it('is kept through a restart, changed under its id, and removed', async () => {
    const saved = await save()
    await desk.restart()
    expect((await views()).views).toEqual([saved])
    expect(saved).toMatchObject({ name: 'Victoria', filter: { states: ['VIC'] } })
    await save({ id: saved.id, name: 'VIC' })
    expect((await views()).views.map(({ name }) => name)).toEqual(['VIC'])
    await desk.customers().removeView({ id: saved.id }, signal)
    expect((await views()).views).toEqual([])
  })

  it('has a name of its own, however its letters are written', async () => {
    const { id } = await save()
    expect((await failureOf(save({ name: ' VICTORIA' }))).kind).toBe('conflict')
    await save({ id, name: 'victoria' })
    expect((await failureOf(save({ id: 'gone', name: 'Other' }))).kind).toBe('not-found')
  })
})

it('keeps the columns as she left them', async () => {
  expect((await views()).columns).toBeNull()
  await desk.customers().setColumns({ columns: [...view.columns] }, signal)
  await desk.restart()
  expect((await views()).columns).toEqual(view.columns)
})

describe('the history of a customer', () => {
  it('tells what was done to it here, in words, newest first, and nothing that did not come to pass', async () => {
    desk.service.put(remote('anna', { clientName: 'Anna', expiryDate: '2027-07-01' }))
    desk.customers().start()
    await desk.synced()
    const edit = async (value: string) => {
      const { lastUpdated } = await desk.get('anna')
      await desk.customers().edit({ id: 'anna', field: 'expiryDate', value, lastUpdated }, signal)
    }
    await edit('1/7/2028')
    await desk.sent()
    await desk.bench.clock.advance(1_000)
    await edit('')
    await desk.sent()
    await desk.bench.clock.advance(1_000)
    desk.service.faults = () => ({ kind: 'refused' })
    await edit('1/7/2030')
    await desk.sent()
    const { changes, uploads } = await desk.customers().history({ id: 'anna' }, signal)
    expect(uploads).toEqual([])
    expect(changes.map(({ words }) => words)).toEqual([
      'Expiry date changed from 1/7/2028 to empty',
      'Expiry date changed from 1/7/2027 to 1/7/2028',
    ])
  })
})
