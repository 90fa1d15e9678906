import { expect, it } from 'vitest'
import {
  ownTurn,
  runAtOnce,
  runInSlices,
  runInSlicesWhile,
  type Steps,
} from '../../../../src/core/scheduling/in-slices.ts'

/** Counts the turns of the event loop. */
function countTurns() {
  let turns = 0
  let next = setImmediate(function count() {
    turns += 1
    next = setImmediate(count)
  })
  return {
    turns: () => turns,
    end: () => {
      clearImmediate(next)
    },
  }
}

function* steps(turns: () => number): Steps<number[]> {
  const seen = [turns()]
  yield ownTurn
  seen.push(turns())
  return seen
}

it('gives a step that cannot be cut a turn of its own', async () => {
  const counted = countTurns()
  const [before, after] = await runInSlices(steps(counted.turns))
  const checked = await runInSlicesWhile(steps(counted.turns), () => true)
  const atOnce = runAtOnce(steps(counted.turns))
  counted.end()
  expect(after).toBeGreaterThan(before ?? Infinity)
  expect(checked?.[1]).toBeGreaterThan(checked?.[0] ?? Infinity)
  expect(atOnce[0]).toBe(atOnce[1])
})
