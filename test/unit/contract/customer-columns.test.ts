import { expect, it } from 'vitest'
import {
  ColumnKey,
  columnTitle,
  customerColumns,
  fieldKey,
  fieldOfKey,
  recordColumns,
  type RecordColumn,
} from '../../../src/contract/customer-columns.ts'
import { customerFields } from '../../../src/renderer/features/customers/customer-fields.ts'

it('does not compile with a column that the window or the contract forgot', () => {
  const { rego, ...others } = customerFields
  // @ts-expect-error The window says nothing of the rego.
  const forgotten: typeof customerFields = others
  const { vin, ...rest } = customerColumns
  // @ts-expect-error A record has a VIN.
  const incomplete: Readonly<Record<RecordColumn, object>> = rest
  expect([rego, vin, forgotten, incomplete]).toHaveLength(4)
})

it('names the columns of the record and additional fields, and accepts no other key', () => {
  expect(columnTitle('saleDate')).toBe('Sale date')
  expect(columnTitle(fieldKey('Salesperson'))).toBe('Salesperson')
  expect(fieldOfKey('rego')).toBeNull()
  expect([...recordColumns, 'field:Salesperson'].filter((key) => !ColumnKey.safeParse(key).success)).toEqual([])
  expect(['phone', 'toString', ''].filter((key) => ColumnKey.safeParse(key).success)).toEqual([])
})
