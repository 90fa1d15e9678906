import { describe, expect, it } from 'vitest'
import { noCustomerFilter } from '../../../../../src/contract/customer-filter.ts'
import { failureOf, signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, there } = bench

describe('a bulk edit', () => {
  const all = { by: 'ids', ids: ['anna', 'ben', 'cy'] } as const
  const many = (change: Parameters<ReturnType<typeof bench.desk.customers>['editMany']>[0]['change']) =>
    bench.desk.customers().editMany({ selection: { by: 'ids', ids: [...all.ids] }, change }, signal)

  it('moves dates by years and months to the last day of shorter months, and skips customers without the date', async () => {
    const outcome = await many({ do: 'move-date', field: 'expiryDate', years: 1, months: 0 })
    expect(outcome).toMatchObject({ changed: 2, unchanged: 1, refused: [] })
    await bench.desk.sent()
    expect([there('anna')?.expiryDate, there('ben')?.expiryDate, there('cy')?.expiryDate]).toEqual([
      '2029-02-28',
      '2028-01-31',
      null,
    ])
    await many({ do: 'move-date', field: 'expiryDate', years: 0, months: 1 })
    await bench.desk.sent()
    expect(there('ben')?.expiryDate).toBe('2028-02-29')
  })

  it('refuses single customers by the rules, with the reason', async () => {
    const outcome = await many({ do: 'move-date', field: 'expiryDate', years: -1, months: 0 })
    expect(outcome).toMatchObject({ changed: 1, refused: [{ id: 'ben' }] })
    expect(outcome.refused[0]?.reason).toMatch(/31\/1\/2026/)
  })

  it('counts the customers who become Do Not Contact by a marked number', async () => {
    const value = '0491 570 110'
    await edit('mobileNumber', value, (await here('ben')).lastUpdated, 'ben')
    await bench.desk.customers().setDoNotContact({ id: 'ben', doNotContact: true }, signal)
    const outcome = await many({ do: 'set', field: 'mobileNumber', value })
    expect(outcome).toMatchObject({ changed: 2, unchanged: 1, forbidden: 2 })
  })

  it('refuses an invalid value for all customers and records nothing', async () => {
    expect((await failureOf(many({ do: 'set', field: 'mobileNumber', value: '12' }))).kind).toBe('invalid-input')
    expect(await edits()).toEqual([])
  })

  it('changes all customers that match a filter', async () => {
    const outcome = await bench.desk.customers().editMany(
      {
        selection: {
          by: 'filter',
          filter: { ...noCustomerFilter, search: 'ben' },
        },
        change: { do: 'set', field: 'expiryDate', value: '' },
      },
      signal,
    )
    expect(outcome).toMatchObject({ changed: 1 })
    await bench.desk.sent()
    expect(there('ben')?.expiryDate).toBeNull()
  })
})
