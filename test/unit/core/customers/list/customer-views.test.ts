import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failureOf, makeCustomersBench, noFilter, signal, type CustomersBench } from '../customers-bench.ts'

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
  it('is saved, changed by its id, and removed, also after a restart', async () => {
    const saved = await save()
    await desk.restart()
    expect((await views()).views).toEqual([saved])
    expect(saved).toMatchObject({ name: 'Victoria', filter: { states: ['VIC'] } })
    await save({ id: saved.id, name: 'VIC' })
    expect((await views()).views.map(({ name }) => name)).toEqual(['VIC'])
    await desk.customers().removeView({ id: saved.id }, signal)
    expect((await views()).views).toEqual([])
  })

  it('has a unique name, in any case', async () => {
    const { id } = await save()
    expect((await failureOf(save({ name: ' VICTORIA' }))).kind).toBe('conflict')
    await save({ id, name: 'victoria' })
    expect((await failureOf(save({ id: 'gone', name: 'Other' }))).kind).toBe('not-found')
  })
})

it('saves the columns', async () => {
  expect((await views()).columns).toBeNull()
  await desk.customers().setColumns({ columns: [...view.columns] }, signal)
  await desk.restart()
  expect((await views()).columns).toEqual(view.columns)
})
