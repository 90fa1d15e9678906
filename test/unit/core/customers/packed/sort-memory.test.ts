import { expect, it } from 'vitest'
import { createSortMemories } from '../../../../../src/core/customers/packed/sort-memory.ts'

it('gives the same memory to one sort after another, and other memory to sorts at the same time', () => {
  const memories = createSortMemories()
  const first = memories.borrow(100_000)
  const [one, two] = [first.take(60_000), first.take(40_000)]
  expect(two.buffer).toBe(one.buffer)
  expect([one.length, two.byteOffset]).toEqual([60_000, one.byteLength])
  const atTheSameTime = memories.borrow(100_000).take(100_000)
  expect(atTheSameTime.buffer).not.toBe(one.buffer)
  first.giveBack()
  expect(memories.borrow(50_000).take(50_000).buffer).toBe(one.buffer)
  // It is borrowed again.
  expect(memories.borrow(50_000).take(50_000).buffer).not.toBe(one.buffer)
})

it('makes new memory for a longer sort, and after it was forgotten', () => {
  const memories = createSortMemories()
  const short = memories.borrow(20_000)
  const { buffer } = short.take(20_000)
  short.giveBack()
  const long = memories.borrow(200_000)
  const array = long.take(200_000)
  expect([array.length, array.buffer === buffer]).toEqual([200_000, false])
  long.giveBack()
  memories.forget()
  expect(memories.borrow(20_000).take(20_000).buffer).not.toBe(array.buffer)
})
