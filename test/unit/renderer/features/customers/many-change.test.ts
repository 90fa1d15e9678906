import { expect, test } from 'vitest'
import {
  type ManyChangeForm,
  missingInForm,
  toManyChange,
} from '../../../../../src/renderer/features/customers/many-change.ts'

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

test.each([
  [{ kind: '', field: null, dateField: null, value: '', amount: '' }, 'Choose a change.'],
  [{ kind: 'shift', dateField: null }, 'Select a field.'],
  [{ kind: 'shift', amount: '' }, 'Enter a whole number, not 0.'],
  [{ kind: 'set', field: null }, 'Select a field.'],
  [{ kind: 'set', value: ' ' }, 'Enter a value.'],
  [{ kind: 'clear', field: null }, 'Select a field.'],
  [{ kind: 'extend' }, null],
] as const)('a form with %o says what is missing: %s', (changes, missing) => {
  const incomplete = { ...form, ...changes }
  expect(missingInForm(incomplete)).toBe(missing)
  expect(toManyChange(incomplete) === null).toBe(missing !== null)
})
