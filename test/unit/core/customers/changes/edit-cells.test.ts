import { describe, expect, it } from 'vitest'
import { maxCellsAtOnce } from '../../../../../src/contract/cells-at-once.ts'
import { failureOf, remote, signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, offline, online, patches, there } = bench
const preview = (rows: readonly { id: string; texts: Record<string, string> }[]) =>
  bench.desk.customers().previewCells({ rows: [...rows] }, signal)
const change = async (
  rows: readonly { id: string; texts: Record<string, string> }[],
  kind: 'paste' | 'clear' = 'paste',
) =>
  bench.desk.customers().changeCells(
    {
      kind,
      rows: await Promise.all(rows.map(async (row) => ({ ...row, lastUpdated: (await here(row.id)).lastUpdated }))),
    },
    signal,
  )

describe('a preview of changed cells', () => {
  it('tells what changes, what is unchanged, and why a cell is refused, and changes nothing', async () => {
    await bench.desk.customers().setDoNotContact({ id: 'ben', doNotContact: true }, signal)
    await bench.desk.customers().delete({ selection: { by: 'ids', ids: ['cy'] } }, signal)
    offline()
    const answer = await preview([
      {
        id: 'anna',
        texts: { clientName: 'Annie', mobileNumber: '12345', saleDate: '3/4/2021', expiryDate: '29/2/2028' },
      },
      { id: 'ben', texts: { clientName: 'Ben', mobileNumber: '0491570157' } },
      { id: 'cy', texts: { clientName: 'Cyril' } },
      { id: 'nobody', texts: { clientName: 'Nobody' } },
    ])
    expect(answer.changed).toEqual([
      { id: 'anna', field: 'clientName', before: 'Anna', after: 'Annie' },
      { id: 'anna', field: 'saleDate', before: null, after: '2021-04-03' },
    ])
    expect(answer.unchanged).toBe(2)
    expect(answer.refused.map(({ id, field, text }) => [id, field, text])).toEqual([
      ['anna', 'mobileNumber', '12345'],
      ['ben', 'mobileNumber', '0491570157'],
      ['cy', 'clientName', 'Cyril'],
      ['nobody', 'clientName', 'Nobody'],
    ])
    expect(answer.refused.slice(1).map(({ reason }) => reason)).toEqual([
      'This customer is marked Do Not Contact, and the number is hidden. Edit it in its own cell.',
      'This customer is being deleted.',
      'This customer is no longer in your list.',
    ])
    expect([await edits(), (await here()).edits]).toEqual([[], []])
  })

  it('counts the customers whose new number is marked Do Not Contact', async () => {
    await bench.desk.customers().setDoNotContact({ id: 'ben', doNotContact: true }, signal)
    const number = '0491 570 110'
    const unmarked = await preview([{ id: 'anna', texts: { mobileNumber: number } }])
    await bench.desk.customers().setDoNotContact({ id: 'ben', doNotContact: false }, signal)
    await edit('mobileNumber', number, (await here('ben')).lastUpdated, 'ben')
    await bench.desk.customers().setDoNotContact({ id: 'ben', doNotContact: true }, signal)
    const marked = await preview([{ id: 'anna', texts: { clientName: 'Annie', mobileNumber: number } }])
    expect([unmarked.forbidden, marked.forbidden, marked.refused]).toEqual([0, 1, []])
  })

  it('refuses a cell with a conflict, and compares with a value that is not saved yet', async () => {
    bench.desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    offline()
    await edit('clientName', 'Benny', (await here('ben')).lastUpdated, 'ben')
    const { changed, unchanged, refused } = await preview([
      { id: 'anna', texts: { clientName: 'Ann' } },
      { id: 'ben', texts: { clientName: 'Benny', saleDate: '1/2/2020' } },
    ])
    expect(refused.map(({ id, reason }) => [id, reason])).toEqual([
      ['anna', 'This cell was also changed by someone else. Compare the values first.'],
    ])
    expect([changed.map(({ id, field }) => `${id} ${field}`), unchanged]).toEqual([['ben saleDate'], 1])
  })

  it('refuses more cells than one change may have', async () => {
    const rows = Array.from({ length: maxCellsAtOnce }, () => ({ id: 'anna', texts: { clientName: '', saleDate: '' } }))
    expect(await failureOf(preview(rows))).toMatchObject({ kind: 'invalid-input', next: 'Select fewer rows.' })
  })
})

describe('a change of cells', () => {
  it('records each cell as an edit that is sent once, and refuses only those that are refused in the preview', async () => {
    const answer = await change([
      { id: 'anna', texts: { clientName: 'Annie', mobileNumber: '12345', saleDate: '3/4/2021' } },
      { id: 'ben', texts: { clientName: 'Ben', expiryDate: '' } },
    ])
    expect(answer).toMatchObject({
      changed: 3,
      unchanged: 1,
      refused: [{ id: 'anna', field: 'mobileNumber', text: '12345' }],
    })
    await bench.desk.sent()
    expect(patches()).toBe(3)
    expect(there()).toMatchObject({ clientName: 'Annie', mobileNumber: '0491570156', saleDate: '2021-04-03' })
    expect(there('ben')).toMatchObject({ clientName: 'Ben', expiryDate: null })
    const { changes } = await bench.desk.customers().history({ id: 'anna' }, signal)
    expect(changes.map(({ field }) => field).toSorted()).toEqual(['clientName', 'saleDate'])
  })

  it('waits offline, survives a restart, and is undone as one', async () => {
    offline()
    await change(
      [
        { id: 'anna', texts: { clientName: '', mobileNumber: '' } },
        { id: 'ben', texts: { clientName: '' } },
      ],
      'clear',
    )
    await bench.desk.restart()
    expect(await edits()).toHaveLength(3)
    expect((await bench.desk.customers().undo({}, signal)).undone).toBe('Undone: 3 cells cleared.')
    expect(await edits()).toEqual([])
    online()
    await bench.desk.synced()
    expect(patches()).toBe(0)
  })

  it('becomes a conflict in a cell that was changed elsewhere since the user saw it', async () => {
    const { lastUpdated } = await here()
    bench.desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await bench.desk.synced()
    await bench.desk
      .customers()
      .changeCells({ kind: 'paste', rows: [{ id: 'anna', lastUpdated, texts: { clientName: 'Annie' } }] }, signal)
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await edits()).toMatchObject([{ state: 'conflict', value: 'Annie', elsewhere: 'Anna Lee' }])
  })
})
