import { describe, expect, it } from 'vitest'
import { ColumnValues, type CellCount } from '../../../../../src/core/drafts/mapping/column-values.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const summary = (cells: readonly SourceCell[], region: 'au' | 'nz' | 'my' = 'au'): ColumnValues =>
  new ColumnValues(cells, region, '2026-11-21')

const countsOf = (cells: readonly SourceCell[], ...kinds: readonly CellCount[]): number[] =>
  kinds.map((kind) => summary(cells).count(kind))

describe('the values of a column', () => {
  it('are counted for each field', () => {
    expect(summary(['ABC123', '1AB2CD', 'TBA', '12/03/2024']).filled).toBe(4)
    expect(countsOf(['ABC123', '1AB2CD', 'TBA', '12/03/2024'], 'plates', 'ordinaryPlates')).toEqual([2, 2])
    expect(countsOf(['ABC123 NSW', '1AB2CD (VIC)', 'ABC124'], 'platesWithState')).toEqual([2])
    expect(countsOf(['MR0KA3CDML0512345', 'mr0ka3cd ml0512345', 'MR0KA3CD'], 'vins')).toEqual([2])
    expect(countsOf(['NSW', 'Vic.', 'Vctoria', 'Brisbane', 'red'], 'states')).toEqual([4])
    expect(countsOf(['0491 570 006', '+61491570156', '02 9999 0000'], 'mobiles')).toEqual([2])
    expect(countsOf(['1/2/2024', '2030-01-01', '0', 'TBA'], 'dates', 'pastDates')).toEqual([2, 1])
    expect(countsOf(['Ann Lee', 'Lee, Ann', 'Acme Pty Ltd', 'Toyota HiLux', 'Ann'], 'names')).toEqual([3])
    expect(countsOf(['Mr', 'Dr.', 'Marie', 'Mr Henry Longfellow'], 'titles')).toEqual([2])
    expect(countsOf(['ann@example.com', 'ann at example'], 'emails')).toEqual([1])
  })

  it('are sampled: 200 filled cells, blank ones passed over', () => {
    const cells = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? (at % 4 === 0 ? '' : '  ') : `name ${at}`))
    expect(summary(cells)).toMatchObject({ filled: 200, distinct: 200 })
  })

  it('of a long text are those of its beginning', () => {
    const long = `${'word '.repeat(100)}${'1'.repeat(1_000_000)}`
    expect(countsOf([long], 'words', 'names', 'plates')).toEqual([1, 0, 0])
  })

  it('depend on the region', () => {
    const plates = summary(['ABC123', 'DEF456'], 'nz')
    expect([plates.count('ordinaryPlates'), plates.count('platesWithState')]).toEqual([2, 0])
    expect(summary(['021 123 4567'], 'nz').count('mobiles')).toBe(1)
    expect(summary(['021 123 4567'], 'au').count('mobiles')).toBe(0)
  })
})
