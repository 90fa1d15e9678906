import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  assignSlots,
  type GridSlot,
  orderOnScreen,
  rowHeight,
} from '../../../../../src/renderer/ui/grid/useGridRows.ts'

const rowsFrom = (first: number, count: number): number[] => Array.from({ length: count }, (_, at) => first + at)
const rowsOf = (slots: readonly GridSlot[]): number[] => slots.map(({ row }) => row)

describe('the elements of the rows in view', () => {
  test('pass from a row that went to one that came; the others stay as they are', () => {
    const before = assignSlots([], rowsFrom(0, 5))
    expect(rowsOf(before)).toEqual([0, 1, 2, 3, 4])
    expect(rowsOf(assignSlots(before, rowsFrom(2, 5)))).toEqual([5, 6, 2, 3, 4])
  })

  test('a row that holds the focus keeps its element however far the others go', () => {
    const before = assignSlots([], rowsFrom(0, 5))
    const after = assignSlots(before, [2, ...rowsFrom(90_000, 5)])
    expect(after.find(({ row }) => row === 2)?.slot).toBe(2)
    expect(after).toHaveLength(6)
  })

  test('fewer rows leave no element behind', () => {
    expect(assignSlots(assignSlots([], rowsFrom(0, 5)), [3])).toEqual([{ slot: 3, row: 3 }])
    expect(assignSlots(assignSlots([], rowsFrom(0, 5)), [])).toEqual([])
  })

  test('whatever the way through the list: each row once, no slot twice, none moved, no more slots than were ever needed', () => {
    const view = fc.uniqueArray(fc.nat({ max: 60 }), { maxLength: 20 }).map((rows) => rows.toSorted((a, b) => a - b))
    fc.assert(
      fc.property(fc.array(view, { minLength: 2, maxLength: 12 }), (views) => {
        let slots: readonly GridSlot[] = []
        let most = 0
        for (const rows of views) {
          const before = new Map(slots.map(({ row, slot }) => [row, slot]))
          slots = assignSlots(slots, rows)
          most = Math.max(most, rows.length)
          expect(rowsOf(slots).toSorted((a, b) => a - b)).toEqual(rows)
          expect(new Set(slots.map(({ slot }) => slot)).size).toBe(rows.length)
          expect(slots.every(({ row, slot }) => (before.get(row) ?? slot) === slot)).toBe(true)
          expect(slots.every(({ slot }, at) => slot < most && slot > (slots[at - 1]?.slot ?? -1))).toBe(true)
        }
      }),
    )
  })

  test('say when they stand in another order than on the screen', () => {
    expect(orderOnScreen(assignSlots([], rowsFrom(7, 4)))).toBeNull()
    expect(orderOnScreen(assignSlots(assignSlots([], rowsFrom(0, 4)), rowsFrom(1, 4)))).toEqual([1, 2, 3, 0])
  })
})

test('rows have their usual height unless the list would be higher than Chromium’s highest element', () => {
  expect(rowHeight(36, 0)).toBe(36)
  expect(rowHeight(36, 200_000)).toBe(36)
  expect(rowHeight(36, 1_100_000)).toBe(30)
  expect(rowHeight(26, 1_100_000)).toBe(26)
  expect(rowHeight(36, 1_100_000) * 1_100_000).toBeLessThan(33_554_428)
})
