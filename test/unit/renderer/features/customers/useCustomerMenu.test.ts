import { expect, it } from 'vitest'
import { customerItems } from '../../../../../src/renderer/features/customers/useCustomerMenu.ts'
import { customer } from './sample-customer.ts'

const nothing = (): void => undefined
const commands = { open: nothing, lookUp: nothing, call: nothing, copyNumber: nothing, remove: nothing }
const items = (changes: Parameters<typeof customer>[1], rows = 1) =>
  customerItems(customer('a', changes), rows, commands)
    .flat()
    .map(({ label, disabled }) => [label, disabled || null])

it('offers to call a customer, and says why it cannot be done', () => {
  expect(items({})).toEqual([
    ['Open customer', null],
    ['Look up this car', null],
    ['Call 0491 570 006', null],
    ['Copy number', null],
    ['Delete customer…', null],
  ])
  const hidden = items({
    doNotContact: true,
    mobileNumber: null,
    hiddenNumbers: ['mobileNumber'],
    vin: null,
    rego: null,
  })
  expect(hidden.slice(1, 4)).toEqual([
    ['Look up this car', 'This customer has no rego or VIN.'],
    ['Call', 'This customer is marked Do Not Contact.'],
    ['Copy number', 'This customer is marked Do Not Contact.'],
  ])
  expect(items({ mobileNumber: null })[2]).toEqual(['Call', 'This customer has no mobile.'])
})

it('is about all selected rows where several are', () => {
  expect(items({}, 3)).toEqual([['Delete 3 customers…', null]])
})
