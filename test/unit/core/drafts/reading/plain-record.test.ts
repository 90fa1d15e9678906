import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import { plainRecordEnd } from '../../../../../src/core/drafts/reading/plain-record.ts'
import { skipReasonOf, tidyCell } from '../../../../../src/core/drafts/reading/skipped-rows.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'
import { runs } from '../../../../runs.ts'

const oddCell = fc.constantFrom<SourceCell[]>(
  'Ann',
  'ann lee',
  ' ANN ',
  'VIC',
  'Total',
  '4',
  'É',
  '\u00A0',
  ' ',
  '',
  '---',
  'x'.repeat(300),
  ' '.repeat(300),
  12,
  true,
  null,
  { serial: 45_000, format: '' },
  { error: '#N/A' },
)
const word = fc.constantFrom('Ann', 'ann lee', ' ANN ', 'VIC')
const cell = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: oddCell })
const record = fc.array(cell, { minLength: 1, maxLength: 9 })

it('tells a customer row from its bytes only where the row itself says the same', () => {
  let told = 0
  fc.assert(
    fc.property(record, fc.constantFrom('Ann', 'ANN LEE', 'Name', '', 'É'), (cells, first) => {
      const row = { row: 7, cells }
      const { bytes, start } = allRows([row]).placeOf(0)
      const end = plainRecordEnd(bytes, start, first.toLowerCase())
      if (end < 0) return
      told += 1
      const texts = [first, ...Array.from({ length: 8 }, () => 'Ann')]
      expect(skipReasonOf(row, { texts, kinds: texts.map(() => null), end: 9 }, false)).toBeNull()
      expect(tidyCell(cells[0]).toLowerCase()).not.toBe(first.toLowerCase())
      expect(end).toBe(cells.findLastIndex((value) => tidyCell(value) !== '') + 1)
    }),
  )
  expect(told).toBeGreaterThan(runs() / 20)
})
