import { expect, it } from 'vitest'
import { rowIdOf } from '../../../../../src/contract/row-id.ts'
import { lostRowCells } from '../../../../../src/renderer/features/uploads/lost-row-cells.ts'

const row = { rego: 'ABC123', vin: null, clientName: 'Ann Lee', customer: null }

it('shows sheet and line of a row of several sheets, and which car of a row it is', () => {
  const shown = [rowIdOf({ row: 12, sheet: 3, car: 0 }), rowIdOf({ row: 5, sheet: 0, car: 1 }), 7].map(
    (id) => lostRowCells({ ...row, row: id }).row,
  )
  expect(shown).toEqual(['3:12', '5 (2)', '7'])
})

it('shows no customer for a row that the list does not have', () => {
  expect(lostRowCells({ ...row, row: 7 }).found).toBeNull()
})
