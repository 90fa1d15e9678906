import { describe, expect, it } from 'vitest'
import { createBench, readSample, signal, testForm, withoutTimes } from './drafts-bench.ts'

const list = (rows: number) =>
  `Name,Rego,Mobile,Notes\n${Array.from({ length: rows }, (_, at) => `Ann Lee ${'ABCDEFGHJKLM'[at]},QF${'ABCDEFGHJKLM'[at]}${10 + at},021 345 6${100 + at},n${at}\n`).join('')}`

describe('the region of a draft', () => {
  it('is offered when the values belong to another, and changes with columns and edits kept', async () => {
    const bench = createBench()
    const opened = await bench.open('nz.csv', list(12))
    expect(opened.counts.error).toBe(12)
    expect(opened.otherRegion?.region).toBe('nz')
    expect(opened.otherRegion?.evidence).toContain('12 mobile numbers')
    const { id } = opened
    await bench.drafts.setColumn({ id, index: 3, target: 'leave_out' }, signal)
    await bench.drafts.editCell({ id, row: 2, field: 'client_name', value: 'Tui Ngata' }, signal)
    const changed = await bench.drafts.setRegion({ id, region: 'nz' }, signal)
    expect(changed).toMatchObject({ region: 'nz', otherRegion: null, undo: 'Checked for New Zealand' })
    expect(changed.counts).toMatchObject({ error: 0, ready: 12 })
    expect(changed.columns.map(({ target }) => target)).toEqual(['client_name', 'rego', 'mobile_number', 'leave_out'])
    const { rows } = await bench.drafts.rowsByNumber({ id, rows: [2] }, signal)
    expect(rows[0]?.cells.client_name).toMatchObject({ value: 'Tui Ngata', edited: true })
    expect((await bench.drafts.rowsToSend(id, testForm)).region).toBe('nz')
    expect((await bench.drafts.list({}, signal)).drafts[0]?.region).toBe('nz')
    expect(withoutTimes(await bench.restart().drafts.get({ id }, signal))).toEqual(withoutTimes(changed))
  })

  it('is undone and redone like any change', async () => {
    const bench = createBench()
    const { id } = await bench.open('nz.csv', list(12))
    await bench.drafts.setRegion({ id, region: 'my' }, signal)
    await bench.drafts.setRegion({ id, region: 'nz' }, signal)
    expect((await bench.drafts.undo({ id }, signal)).region).toBe('my')
    const back = await bench.drafts.undo({ id }, signal)
    expect(back).toMatchObject({ region: 'au', undo: null, redo: 'Checked for Malaysia' })
    expect(back.counts.error).toBe(12)
    await bench.drafts.redo({ id }, signal)
    expect((await bench.drafts.redo({ id }, signal)).counts.ready).toBe(12)
  })

  it('is not offered for the samples in their own region, and is for the New Zealand sample in Australia', async () => {
    const bench = createBench()
    expect((await bench.open('sold.csv', readSample('sold-vehicles.csv'))).otherRegion).toBeNull()
    expect((await bench.open('nz.xlsx', readSample('crm-closed-won-nz.xlsx'))).otherRegion?.region).toBe('nz')
  })
})
