import { expect, it } from 'vitest'
import { firstNameOf } from '../../../../src/core/sightings/merge-values.ts'

it.each([
  ['Priya Raman', 'Priya'],
  ['  priya   raman ', 'priya'],
  ['PRIYA RAMAN', 'Priya'],
  ['Ms Priya Raman', 'Priya'],
  ['Dr. Tom Reid', 'Tom'],
  ['Reid, Tom', 'Tom'],
  ['REID, TOM', 'Tom'],
  ['Tom & Sue Reid', 'Tom and Sue'],
  ['Tom Reid and Sue Reid', 'Tom and Sue'],
  ['Anne-Marie O’Brien', 'Anne-Marie'],
  ['Zoë Ng', 'Zoë'],
  ['Mr Reid', null],
  ['Mr & Mrs Reid', null],
  ['Raman', null],
  ['T Reid', null],
  ['T. J. Reid', null],
  ['Harbour Plumbing Pty Ltd', null],
  ['Reid, Tom, Sydney', null],
  ['12345 Reid', null],
  ['', null],
  [null, null],
])('addresses %j as %j', (clientName, firstName) => {
  expect(firstNameOf(clientName)).toBe(firstName)
})
