import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { addDeletions, type DeletionParts } from '../../../../../src/core/customers/journal/deletion-queue.ts'
import { scope } from '../customers-bench.ts'

/** Notes the pieces that were added, and when the log was moved. */
async function added(ids: readonly string[]): Promise<{ pieces: string[][]; count: number }> {
  const pieces: string[][] = []
  const parts = {
    database: { moveLog: () => undefined, transaction: (work: () => unknown) => work() },
    deletions: {
      addable: (_: unknown, piece: readonly string[]) => piece,
      add(_: unknown, piece: readonly string[]) {
        pieces.push([...piece])
        return piece.length
      },
    },
  } as unknown as DeletionParts
  const count = await addDeletions(parts, scope, { ids, at: '2026-11-20T00:00:00.000Z', step: null })
  return { pieces, count }
}

it('adds each of many records once, in the order of their ids, so that each piece changes few pages', async () => {
  const ids = Array.from({ length: 7_000 }, (_, index) => (index % 9 === 0 ? `c${index}` : randomUUID()))
  const { pieces, count } = await added(ids)
  expect(count).toBe(ids.length)
  expect(pieces.flat()).toEqual(ids.toSorted())
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(250)
})

it('adds a few records in one piece', async () => {
  expect((await added(['c', 'a', 'b'])).pieces).toEqual([['a', 'b', 'c']])
  expect((await added([])).pieces).toEqual([])
})
