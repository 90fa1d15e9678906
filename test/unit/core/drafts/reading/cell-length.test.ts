import { describe, expect, it } from 'vitest'
import {
  CellCutter,
  maxCellLength,
  shortenCell,
  shortenText,
  wasCut,
} from '../../../../../src/core/drafts/reading/cell-length.ts'

describe('cutting cells', () => {
  it('leaves a cell of the greatest length of Excel as it is', () => {
    const cutter = new CellCutter()
    const text = 'a'.repeat(maxCellLength)
    expect(cutter.cut(text, 2)).toBe(text)
    expect(wasCut(text)).toBe(false)
    expect(cutter.count).toBe(0)
  })

  it('cuts a longer cell visibly, and tells how many were cut and where', () => {
    const cutter = new CellCutter()
    const cut = cutter.cut('a'.repeat(maxCellLength + 1), 7)
    cutter.cut('b'.repeat(100_000), 9)
    expect(cut).toBe(`${'a'.repeat(maxCellLength)}…`)
    expect(wasCut(cut)).toBe(true)
    expect([cutter.count, cutter.firstRow]).toEqual([2, 7])
  })

  it('counts a line end as one character', () => {
    const cutter = new CellCutter()
    expect(cutter.cut('ab\r\n'.repeat(10_000), 1)).toBe('ab\n'.repeat(10_000))
    const long = cutter.cut('\r\n'.repeat(80_000), 2)
    expect([long.length, wasCut(long)]).toEqual([maxCellLength + 1, true])
  })

  it('never cuts a character in two', () => {
    const cut = new CellCutter().cut(`a${'😀'.repeat(20_000)}`, 1)
    expect(wasCut(cut)).toBe(true)
    expect(cut.isWellFormed()).toBe(true)
    expect(shortenText('ab😀', 3)).toBe('ab…')
  })

  it('gives one string for cells that share a text', () => {
    const cutter = new CellCutter()
    const text = 'c'.repeat(1_000_000)
    expect(cutter.cut(text, 1)).toBe(cutter.cut(text, 2))
    expect(cutter.count).toBe(2)
  })
})

it('shortens texts only', () => {
  expect(shortenCell('abcdef', 3)).toBe('abc…')
  expect(shortenCell('abc', 3)).toBe('abc')
  expect(shortenCell(123_456, 3)).toBe(123_456)
  expect(shortenCell(null, 3)).toBeNull()
})
