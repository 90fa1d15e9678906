import { expect, it } from 'vitest'
import { sheetPages } from '../../../../../src/renderer/features/sightings/sheet-pages.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

it('has the calls of a day on one page, with less room for each the more there are', () => {
  const heights = [1, 12, 21].map((count) => {
    const { rowMm, pages } = sheetPages(numbers(count))
    expect(pages).toEqual([{ number: 1, first: 1, calls: numbers(count), later: 0 }])
    return rowMm
  })
  expect(heights).toEqual(heights.toSorted((one, other) => other - one))
  expect(21 * (heights.at(-1) ?? 0)).toBeLessThanOrEqual(221)
})

it('goes on with the next page where a page is full, and counts what is left', () => {
  const { pages } = sheetPages(numbers(50))
  expect(pages.map(({ first, calls, later }) => [first, calls.length, later])).toEqual([
    [1, 21, 29],
    [22, 21, 8],
    [43, 8, 0],
  ])
  expect(pages.flatMap(({ calls }) => calls)).toEqual(numbers(50))
})

it('is one page without calls', () => {
  expect(sheetPages([]).pages).toEqual([{ number: 1, first: 1, calls: [], later: 0 }])
})
