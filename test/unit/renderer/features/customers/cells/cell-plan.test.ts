import fc from 'fast-check'
import { expect, it } from 'vitest'
import { originalCell } from '../../../../../../src/contract/csv-injection.ts'
import type { Customer } from '../../../../../../src/contract/customer-record.ts'
import { planCells, type ShownCells } from '../../../../../../src/renderer/features/customers/cells/cell-plan.ts'
import { customerCell } from '../../../../../../src/renderer/features/customers/customer-cells.ts'
import { arrangeColumns, toGridColumns } from '../../../../../../src/renderer/features/customers/customer-columns.ts'
import { rowsOfEdit } from '../../../../../../src/renderer/ui/cell-edits/range-edit.ts'
import { customer } from '../sample-customer.ts'

const columns = toGridColumns(arrangeColumns(null, [], 'au'))
const at = (key: string): number => columns.findIndex((column) => column.key === key)
const text = (each: Customer, key: string): string => customerCell(each, key, () => null, 'au').text
const shown = (rowCount: number): ShownCells => ({ columns, rowCount, text })
const cells = (top: number, bottom: number, left: string, right = left) => ({
  top,
  bottom,
  left: at(left),
  right: at(right),
})

it('plans the editable cells of a pasted block, and gives the reason of each other one', () => {
  const texts = [
    ['Ann', 'ABC12D', 'VIC'],
    ['Ben', 'XYZ999', 'NSW'],
    ['Cy', 'NEW111', 'NSW'],
  ]
  const plan = planCells(
    { kind: 'paste', range: cells(5, 5, 'clientName'), texts },
    [customer('a'), customer('b')],
    shown(7),
  )
  expect(plan.rows.map((row) => [row.customer.id, row.texts])).toEqual([
    ['a', { clientName: 'Ann' }],
    ['b', { clientName: 'Ben' }],
  ])
  // Rego and state of the first row are those that are there, and the state of the second.
  expect(plan.unchanged).toBe(2)
  expect(plan.refused.map((cell) => [cell.column, cell.text, cell.reason])).toEqual([
    ['State', 'VIC', 'State can’t be edited.'],
    ['Rego', 'XYZ999', 'Rego can’t be edited.'],
    ['Name', 'Cy', 'There is no row here.'],
    ['Rego', 'NEW111', 'There is no row here.'],
    ['State', 'NSW', 'There is no row here.'],
  ])
})

it('refuses what lies beyond the last column', () => {
  const last = columns.at(-1)?.key ?? ''
  const plan = planCells({ kind: 'paste', range: cells(0, 0, last), texts: [['x', 'y']] }, [customer('a')], shown(1))
  expect(plan.refused.map(({ reason }) => reason)).toEqual(['VIN can’t be edited.', 'There is no column here.'])
})

it('fills down the value that is shown, from the first row or the one above, but no hidden number', () => {
  const source = customer('a', {
    edits: [{ editId: 'e', field: 'clientName', value: 'Anna', state: 'pending', failure: null, elsewhere: null }],
  })
  const fill = { kind: 'fillDown', range: cells(4, 6, 'clientName', 'saleDate') } as const
  expect(rowsOfEdit(fill)).toEqual({ top: 4, bottom: 6 })
  const plan = planCells(fill, [source, customer('b'), customer('c')], shown(9))
  expect(plan.rows.map((row) => [row.customer.id, row.texts])).toEqual(
    ['b', 'c'].map((id) => [id, { clientName: 'Anna', mobileNumber: '0491 570 006', saleDate: '7/3/2019' }]),
  )
  const one = { kind: 'fillDown', range: cells(4, 4, 'mobileNumber') } as const
  expect(rowsOfEdit(one)).toEqual({ top: 3, bottom: 4 })
  const hidden = customer('a', { doNotContact: true, mobileNumber: null, hiddenNumbers: ['mobileNumber'] })
  const refused = planCells(one, [hidden, customer('b')], shown(9))
  expect([refused.rows, refused.refused.map(({ reason }) => reason)]).toEqual([
    [],
    ['The number of a Do Not Contact customer can’t be filled down.'],
  ])
})

it('clears the editable cells of the selection, and no others', () => {
  const plan = planCells(
    { kind: 'clearCells', range: cells(0, 0, 'clientName', 'mobileNumber') },
    [customer('a')],
    shown(1),
  )
  expect(plan.rows).toMatchObject([{ texts: { clientName: '', mobileNumber: '' } }])
  expect(planCells({ kind: 'clearCells', range: cells(0, 0, 'rego') }, [customer('a')], shown(1)).rows).toEqual([])
})

it('accounts for each pasted cell once: planned, unchanged or refused', () => {
  const block = fc.integer({ min: 1, max: 5 }).chain((width) =>
    fc.array(fc.array(fc.string({ maxLength: 5 }), { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 6,
    }),
  )
  fc.assert(
    fc.property(
      block,
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 2, max: columns.length - 1 }),
      (texts, top, left) => {
        const rowCount = 6
        const customers = Array.from({ length: rowCount - top }, (_, row) => customer(String(row)))
        const range = { top, bottom: top, left, right: left }
        const plan = planCells({ kind: 'paste', range, texts }, customers.slice(0, texts.length), shown(rowCount))
        const planned = plan.rows.reduce((sum, row) => sum + Object.keys(row.texts).length, 0)
        expect(planned + plan.unchanged + plan.refused.length).toBe(texts.length * (texts[0]?.length ?? 0))
        for (const row of plan.rows)
          for (const [key, value] of Object.entries(row.texts))
            expect(value).toBe(originalCell(texts[Number(row.customer.id)]?.[at(key) - left] ?? ''))
      },
    ),
  )
})
