import { expect, test } from 'vitest'
import { type ManyChangeForm, toManyChange } from '../../../../../src/renderer/features/customers/many-change.ts'

const form: ManyChangeForm = {
  kind: 'extend',
  field: 'clientName',
  dateField: 'saleDate',
  value: ' Kim ',
  amount: '-3',
  unit: 'months',
}

test.each([
  [{}, { do: 'move-date', field: 'expiryDate', years: 1, months: 0 }],
  [{ kind: 'shift' }, { do: 'move-date', field: 'saleDate', years: 0, months: -3 }],
  [
    { kind: 'shift', unit: 'years', amount: '2' },
    { do: 'move-date', field: 'saleDate', years: 2, months: 0 },
  ],
  [{ kind: 'shift', unit: 'years', amount: '51' }, null],
  [{ kind: 'shift', amount: '0' }, null],
  [{ kind: 'shift', amount: '1.5' }, null],
  [{ kind: 'shift', amount: 'two' }, null],
  [{ kind: 'set' }, { do: 'set', field: 'clientName', value: 'Kim' }],
  [{ kind: 'set', value: '  ' }, null],
  [{ kind: 'clear' }, { do: 'set', field: 'clientName', value: '' }],
] as const)('a form with %o becomes %o', (changes, change) => {
  expect(toManyChange({ ...form, ...changes })).toEqual(change)
})
