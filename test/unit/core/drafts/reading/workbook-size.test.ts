import { expect, it } from 'vitest'
import { createContentMeter, draftLimits } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { holdsTooManyCells } from '../../../../../src/core/drafts/reading/read-workbook.ts'
import { findXlsxParts } from '../../../../../src/core/drafts/reading/xlsx-parts.ts'
import { zipParts } from '../../../../../src/core/drafts/reading/zip-archive.ts'
import { madeWorkbook } from '../../../../spreadsheets/made-workbook.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => [`ABC${at}`, 'VIC', 'Ann Lee', '0491570006'])

/** The answer for a workbook of `count` rows of four cells, of which a draft can hold so many. */
async function isTooLarge(count: number, cells: number): Promise<boolean> {
  const archive = madeWorkbook(rows(count))
  const limits = { ...draftLimits, cells }
  const parts = zipParts(archive) ?? []
  const { sheets } = await findXlsxParts(archive, parts, createContentMeter(undefined, limits))
  return holdsTooManyCells(archive, sheets, limits)
}

it('a workbook with far more cells than a draft can hold is found by the first piece of its sheet', async () => {
  expect(await isTooLarge(20_000, 10_000)).toBe(true)
})

it.each([
  ['holds as many as a draft can', 20_000, 80_000],
  // Only a count can tell: the estimate is too rough near the limit.
  ['holds a few more', 20_000, 60_000],
  ['is small', 20, 80_000],
])('a workbook that %s is read', async (_, count, cells) => {
  expect(await isTooLarge(count, cells)).toBe(false)
})
