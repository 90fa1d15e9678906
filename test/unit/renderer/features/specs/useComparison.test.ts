import { expect, it } from 'vitest'
import { idsOfQuery } from '../../../../../src/renderer/features/specs/useComparison.ts'

it.each([
  ['a,b', ['a', 'b']],
  [' a , b ,', ['a', 'b']],
  ['a,a,b', ['a', 'b']],
  ['', []],
  [undefined, []],
  [['a', 'b'], []],
])('reads the vehicle ids of the query %j', (query, ids) => {
  expect(idsOfQuery(query)).toEqual(ids)
})
