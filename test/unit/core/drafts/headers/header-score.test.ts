import { describe, expect, it } from 'vitest'
import { headerScore } from '../../../../../src/core/drafts/headers/header-score.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

describe('headerScore', () => {
  it('is greatest for the header', () => {
    const rows: readonly (readonly SourceCell[])[] = [
      ['Sold Vehicles Report - Parramatta', '', '', ''],
      ['Printed 14/11/2025 09:12 by jbrown', '', 'Period: 01/01/2019 to 31/10/2025', ''],
      ['Deal No', 'Surname', 'Mob Ph', 'Rego No.'],
      ['70000', 'Lee', '0491575789', '1JMY151'],
      ['Total: 412', '', '', ''],
      ['', null, '', ''],
    ]
    const scores = rows.map(headerScore)
    expect(scores.indexOf(Math.max(...scores))).toBe(2)
    expect(scores.at(-1)).toBe(0)
    expect(Math.max(...scores)).toBeGreaterThan(0.6)
    expect(scores[3]).toBeLessThan(0.3)
  })
})
