import { describe, expect, it } from 'vitest'
import { failureOf, remote } from '../customers-bench.ts'
import { lastUpdated, useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, offline, online, patches, there } = bench

describe('an edit', () => {
  it.each([
    ['mobileNumber', '12'],
    ['mobileNumber', '(03) 9999 1234'],
    ['saleDate', '31/2/2020'],
    ['expiryDate', '1/1/2020'],
    ['clientName', 'n/a'],
  ] as const)('refuses %s %s by the rule of the import, and records and sends nothing', async (field, value) => {
    const calls = bench.desk.service.calls.length
    expect((await failureOf(edit(field, value))).kind).toBe('invalid-input')
    expect(bench.desk.service.calls.length).toBe(calls)
    expect(await edits()).toEqual([])
  })

  it('reads a date as d/m/y', async () => {
    expect((await edit('saleDate', '3/4/2021')).edits).toMatchObject([{ value: '2021-04-03' }])
  })

  it('discards a pending edit when the original value is typed again', async () => {
    offline()
    expect((await edit('clientName', 'Anna')).edits).toEqual([])
    await edit('clientName', 'Annie')
    expect((await edit('clientName', 'Anna')).edits).toEqual([])
    online()
    await bench.desk.synced()
    expect(patches()).toBe(0)
  })
})

describe('an edit of a customer that was changed elsewhere', () => {
  const elsewhere = (more: Parameters<typeof remote>[1]) =>
    bench.desk.service.put(
      remote('anna', {
        clientName: 'Anna',
        mobileNumber: '0491570156',
        expiryDate: '2028-02-29',
        lastUpdated: '2026-11-02T00:00:00.000Z',
        ...more,
      }),
    )

  it('reports a conflict with a change that was synced after the user opened the cell, also offline', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await bench.desk.synced()
    offline()
    expect((await edit('clientName', 'Annie')).edits).toMatchObject([{ state: 'conflict', elsewhere: 'Anna Lee' }])
    expect((await edit('expiryDate', '1/1/2029')).edits).toMatchObject([{ state: 'conflict' }, { state: 'pending' }])
  })

  it('does not report this PC’s own change as a conflict, whichever version the user has seen', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    await edit('clientName', 'Anne', lastUpdated)
    await edit('mobileNumber', '', lastUpdated)
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anne', mobileNumber: null })
  })
})
