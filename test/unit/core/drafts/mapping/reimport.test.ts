import { describe, expect, it } from 'vitest'
import { tableFile } from '../../../../../src/core/export/table-file.ts'
import { remainderTable } from '../../../../../src/core/uploads/remainder.ts'
import { rowsToSend, openText } from '../engine/open-draft.ts'

/** Exports rows that were not sent, and opens the exported file. */
async function again(header: readonly string[], rows: readonly (readonly string[])[]) {
  const remainder = rows.map((original, index) => ({
    row: index + 5,
    original,
    reason: '“Marketing” says not to contact this customer',
    reasonColumns: [],
  }))
  const upload = { id: '0123456789abcdef', fileName: 'sold.csv', outcome: null, header }
  return openText((await tableFile(remainderTable(upload, remainder), 'csv')).content)
}

describe('importing exported rows again', () => {
  const header = ['Rego', 'State', 'Customer Name', 'Mobile', 'Comment']
  const rows = [
    ['1AB2CD', 'VIC', '=Ana Rossi', '+61 491 570 006', '-2+3'],
    ['XYZ789', 'NSW', 'John Citizen', '0491 570 156', '@work'],
  ]

  it('restores the original cells and sends them like the original', async () => {
    const [engine, original] = [
      await again(header, rows),
      await openText([header, ...rows].map((row) => row.join(',')).join('\n')),
    ]
    const sent = rowsToSend(engine)
    expect(sent.rows.map(({ input }) => input)).toEqual(rowsToSend(original).rows.map(({ input }) => input))
    expect(sent.rows.map((row) => row.original.slice(1, -2))).toEqual(rows)
    expect(sent.unsent).toEqual([])
  })

  it('ignores the columns of Forecourt, also as notes about the customer', async () => {
    const { columns } = (await again(header, rows)).view()
    expect(columns.filter(({ target }) => target === 'leave_out').map((column) => column.header)).toEqual([
      'Forecourt row',
      'Reason',
      'Forecourt upload',
    ])
    expect(columns[0]?.suggested.reason).toContain('Forecourt added this column')
  })

  it('leaves a list of the user with a column “Reason” unchanged', async () => {
    const engine = await openText(`Rego,State,Customer Name,Reason\n1AB2CD,VIC,Ana Rossi,'=late\n`)
    expect(engine.view().columns.map(({ target }) => target)).toContain('keep')
    expect(rowsToSend(engine).rows[0]?.original).toEqual(['1AB2CD', 'VIC', 'Ana Rossi', "'=late"])
  })
})
