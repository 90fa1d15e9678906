import { describe, expect, it } from 'vitest'
import { utils, write } from '@e965/xlsx'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, rowsToSend, sendDraft, signal } from './drafts-bench.ts'

type Sheet = readonly (readonly string[])[]
const header = ['Rego', 'State', 'Name', 'Mobile']
const sheetOf = (at: number): Sheet => [header, [`1AB${at}CD`, 'VIC', `Ann Lee ${at}`, `041234567${at}`]]
const workbook = (sheets: Readonly<Record<string, Sheet>>, hidden: readonly string[] = []): Uint8Array => {
  const book = utils.book_new()
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name)
  book.Workbook = { Sheets: Object.keys(sheets).map((name) => ({ Hidden: hidden.includes(name) ? 1 : 0 })) }
  return new Uint8Array(write(book, { type: 'buffer' }) as Buffer)
}
const months = { Jan: sheetOf(1), Feb: sheetOf(2), Mar: sheetOf(3) }
const fleet: Sheet = [
  ['Fleet Rego', 'Jurisdiction', 'Company', 'Contact Mob'],
  ['1AB9CD', 'VIC', 'Ace Pty Ltd', '0412345670'],
]

describe('a new workbook', () => {
  it('is one list when its sheets have the same columns and are named as parts, which is said', async () => {
    const bench = createBench()
    const draft = await bench.open('list.xlsx', workbook({ ...months, Summary: [['Month', 'Units']] }))
    expect(draft.counts).toMatchObject({ rows: 3, ready: 3 })
    expect(draft.source.notes).toEqual(['Sheets with the same columns are read together: Jan, Feb and Mar.'])
    expect(decisionsOf(draft)).toEqual([])
    const { rows } = await rowsToSend(bench, draft.id)
    expect(rows.map(({ input }) => [input?.rego, input?.additional_fields?.['Sheet']])).toEqual([
      ['1AB1CD', 'Jan'],
      ['1AB2CD', 'Feb'],
      ['1AB3CD', 'Mar'],
    ])
    expect((await bench.restart().drafts.get({ id: draft.id }, signal)).counts.rows).toBe(3)
  })

  it.each([',', ';', '\t'])(
    'has the cells of the lines of a text file in its only column, which is said: %j',
    async (mark) => {
      const lines = sheetOf(1).map((cells) => [
        cells.map((cell) => (cell.includes('Ann') ? `"${cell}"` : cell)).join(mark),
      ])
      const draft = await createBench().open('list.xlsx', workbook({ Sheet1: lines }))
      expect(draft.counts).toMatchObject({ rows: 1, ready: 1 })
      expect(draft.source.notes).toEqual(['Each row was one text in column A. It was split into its cells.'])
    },
  )

  it('keeps the texts of its only column that are no lines of a text file', async () => {
    const draft = await createBench().open('list.xlsx', workbook({ Sheet1: [['Name'], ['Lee, Ann'], ['Ray, Bob']] }))
    expect(draft.columns).toHaveLength(1)
  })

  it('is one list when one of its sheets has the columns in another order', async () => {
    const [names = [], cells = []] = sheetOf(2)
    const sheets = { Jan: sheetOf(1), Feb: [names.toReversed(), cells.toReversed()] }
    expect((await createBench().open('list.xlsx', workbook(sheets))).counts).toMatchObject({ rows: 2, ready: 2 })
  })

  it.each([
    ['the name of a sheet may mean that it is not wanted', workbook({ Sold: sheetOf(1), Lost: sheetOf(2) })],
    ['a sheet of customers has other columns', workbook({ ...months, Fleet: fleet })],
  ])('is asked about when %s', async (_why, content) => {
    const draft = await createBench().open('list.xlsx', content)
    expect(draft.counts.rows).toBe(1)
    expect(decisionsOf(draft)).toEqual([expect.stringMatching(/in another table with cars/)])
  })

  it('is read without its hidden sheets', async () => {
    const draft = await createBench().open('list.xlsx', workbook(months, ['Feb', 'Mar']))
    expect(draft.counts.rows).toBe(1)
    expect(decisionsOf(draft)).toEqual([])
  })

  it('is one list when the same sheets were read together for an earlier file', async () => {
    const bench = createBench()
    const sheets = { Retail: sheetOf(1), Fleet: sheetOf(2) }
    const { id, source } = await bench.open('list.xlsx', workbook(sheets))
    const choices = { ...source.choices, sheets: ['Retail', 'Fleet'] }
    await bench.drafts.setTable({ id, choices }, signal)
    await sendDraft(bench, id)
    const next = await bench.open('next.xlsx', workbook({ Retail: sheetOf(3), Fleet: sheetOf(4) }))
    expect(next.counts.rows).toBe(2)
    expect(next.source.remembered).toBe(true)
    expect(decisionsOf(next)).toEqual([])
  })
})
