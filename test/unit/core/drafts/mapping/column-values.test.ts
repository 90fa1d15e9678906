import { describe, expect, it } from 'vitest'
import { ColumnValues } from '../../../../../src/core/drafts/mapping/column-values.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const summary = (cells: readonly SourceCell[], region: 'au' | 'nz' | 'my' = 'au'): ColumnValues =>
  new ColumnValues(cells, region, '2026-11-21')

describe('the values of a column', () => {
  it('are counted for each field', () => {
    expect(summary(['ABC123', '1AB2CD', 'TBA', '12/03/2024'])).toMatchObject({
      filled: 4,
      plates: 2,
      ordinaryPlates: 2,
    })
    expect(summary(['ABC123 NSW', '1AB2CD (VIC)', 'ABC124'])).toMatchObject({ platesWithState: 2 })
    expect(summary(['MR0KA3CDML0512345', 'mr0ka3cd ml0512345', 'MR0KA3CD'])).toMatchObject({ vins: 2 })
    expect(summary(['NSW', 'Vic.', 'Vctoria', 'Brisbane', 'red'])).toMatchObject({ states: 4 })
    expect(summary(['0491 570 006', '+61491570156', '02 9999 0000'])).toMatchObject({ mobiles: 2 })
    expect(summary(['1/2/2024', '2030-01-01', '0', 'TBA'])).toMatchObject({ dates: 2, pastDates: 1 })
    expect(summary(['Ann Lee', 'Lee, Ann', 'Acme Pty Ltd', 'Toyota HiLux', 'Ann'])).toMatchObject({ names: 3 })
    expect(summary(['Mr', 'Dr.', 'Marie', 'Mr Henry Longfellow'])).toMatchObject({ titles: 2 })
    expect(summary(['ann@example.com', 'ann at example'])).toMatchObject({ emails: 1 })
  })

  it('are sampled: 200 filled cells, blank ones passed over', () => {
    const cells = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? (at % 4 === 0 ? '' : '  ') : `name ${at}`))
    expect(summary(cells)).toMatchObject({ filled: 200, distinct: 200 })
  })

  it('of a long text are those of its beginning', () => {
    const long = `${'word '.repeat(100)}${'1'.repeat(1_000_000)}`
    expect(summary([long])).toMatchObject({ filled: 1, words: 1, names: 0, plates: 0 })
  })

  it('depend on the region', () => {
    expect(summary(['ABC123', 'DEF456'], 'nz')).toMatchObject({ ordinaryPlates: 2, platesWithState: 0 })
    expect(summary(['021 123 4567'], 'nz').mobiles).toBe(1)
    expect(summary(['021 123 4567'], 'au').mobiles).toBe(0)
  })
})
