import { describe, expect, test } from 'vitest'
import {
  arrangeColumns,
  changeColumn,
  toGridColumns,
  withoutOwnWidths,
  moveColumn,
  shownColumns,
  sortOptions,
} from '../../../../../src/renderer/features/customers/customer-columns.ts'

const keys = (columns: readonly { readonly key: string }[]): string[] => columns.map(({ key }) => key)

describe('the columns of the list', () => {
  const first = arrangeColumns(null, ['Salesperson'], 'au')

  test('start with the name pinned, and additional fields, the expiry and the last change hidden', () => {
    expect(keys(shownColumns(first))).toEqual([
      'clientName',
      'rego',
      'state',
      'vehicleTitle',
      'mobileNumber',
      'saleDate',
      'lastSighting',
      'vin',
    ])
    expect(first.at(-1)).toMatchObject({ key: 'field:Salesperson', shown: false })
  })

  test('have no state outside Australia', () => {
    expect(keys(arrangeColumns(first, [], 'nz'))).not.toContain('state')
  })

  test('keep their saved order when a field is added, and leave out a removed field', () => {
    const saved = moveColumn(changeColumn(first, 'field:Salesperson', { shown: true }), {
      key: 'field:Salesperson',
      before: 'rego',
    })
    const later = arrangeColumns(saved, ['Salesperson', 'Badge'], 'au')
    expect(keys(shownColumns(later)).slice(0, 3)).toEqual(['clientName', 'field:Salesperson', 'rego'])
    expect(later.at(-1)).toMatchObject({ key: 'field:Badge', shown: false })
    expect(keys(arrangeColumns(saved, [], 'au'))).not.toContain('field:Salesperson')
  })

  test('show pinned columns first', () => {
    const pinned = changeColumn(first, 'saleDate', { pinned: true })
    expect(keys(shownColumns(pinned)).slice(0, 3)).toEqual(['clientName', 'saleDate', 'rego'])
  })

  test('are pinned when moved among pinned columns, and unpinned when moved out', () => {
    const among = moveColumn(first, { key: 'vin', before: 'clientName' })
    expect(keys(shownColumns(among)).slice(0, 2)).toEqual(['vin', 'clientName'])
    expect(among.find(({ key }) => key === 'vin')?.pinned).toBe(true)
    const out = moveColumn(first, { key: 'clientName', before: null })
    expect(keys(shownColumns(out)).at(-1)).toBe('clientName')
    expect(out.find(({ key }) => key === 'clientName')?.pinned).toBe(false)
  })

  test('put the checkbox column first, keep a changed width, and are otherwise as wide as their content', () => {
    const content = new Map([
      ['rego', 91],
      ['mobileNumber', 117],
    ])
    const resized = changeColumn(first, 'rego', { widthPx: 120 })
    const grid = toGridColumns(resized, content)
    expect(grid[0]).toMatchObject({ ticks: true, pinned: true })
    expect(grid.find(({ key }) => key === 'rego')).toMatchObject({ width: 120, fixed: true, sortable: true })
    expect(grid.find(({ key }) => key === 'mobileNumber')).toMatchObject({ width: 117, fixed: false })
    const fitted = toGridColumns(withoutOwnWidths(resized), content)
    expect(fitted.find(({ key }) => key === 'rego')).toMatchObject({ width: 91, fixed: false })
    expect(grid.find(({ key }) => key === 'clientName')).toMatchObject({ fixed: false, editable: true })
    expect(grid.find(({ key }) => key === 'vehicleTitle')).toMatchObject({ title: 'Vehicle', sortable: false })
    expect(sortOptions('au').map(({ value }) => value)).not.toContain('vehicleTitle')
    const withField = toGridColumns(changeColumn(first, 'field:Salesperson', { shown: true }), content)
    expect(withField.at(-1)).toMatchObject({ title: 'Salesperson', sortable: false, editable: false })
  })
})
