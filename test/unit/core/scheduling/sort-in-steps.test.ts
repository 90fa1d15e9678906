import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '../../../../src/core/scheduling/in-slices.ts'
import { sortInSteps } from '../../../../src/core/scheduling/sort-in-steps.ts'
import { runs } from '../../../runs.ts'

it('sorts like the sort of the language, and leaves equal items as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3_000, size: 'max' }), (keys) => {
      const items = keys.map((key, at) => ({ key, at }))
      const compare = (one: { key: number }, other: { key: number }): number => one.key - other.key
      expect(runAtOnce(sortInSteps(items, compare))).toEqual(items.toSorted(compare))
    }),
    { numRuns: runs(60) },
  )
})

it('pauses often, also while it merges', () => {
  let compared = 0
  let most = 0
  const items = Array.from({ length: 20_000 }, (_, at) => (at * 7_919) % 20_011)
  const steps = sortInSteps(items, (one, other) => {
    compared += 1
    return one - other
  })
  for (let step = steps.next(); !step.done; step = steps.next()) {
    most = Math.max(most, compared)
    compared = 0
  }
  expect(most).toBeLessThan(10_000)
})
