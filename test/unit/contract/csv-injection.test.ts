import fc from 'fast-check'
import { expect, it } from 'vitest'
import { originalCell, safeCell } from '../../../src/contract/csv-injection.ts'

it.each([
  ['=1+1', `'=1+1`],
  ['  =1+1', `'  =1+1`],
  ['\t@SUM(A1)', `'\t@SUM(A1)`],
  ['＝1+1', `'＝1+1`],
  ['-2+3', `'-2+3`],
  ['|calc', `'|calc`],
  ['-5', '-5'],
  ['+61491570006', '+61491570006'],
  ['+61 491 570 006', '+61 491 570 006'],
  ['+61 491 570 006 =1', `'+61 491 570 006 =1`],
  ['+61 A1', `'+61 A1`],
  ['-1,234.50', '-1,234.50'],
  ['ABC123', 'ABC123'],
  ['', ''],
])('the cell %j is written %j', (text, expected) => {
  expect(safeCell(text)).toBe(expected)
})

it('originalCell gives back every cell that safeCell was given', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      // An apostrophe that the user typed before a formula cannot be told from one that was added.
      fc.pre(!text.startsWith("'"))
      expect(originalCell(safeCell(text))).toBe(text)
    }),
  )
})
