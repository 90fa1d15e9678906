import { describe, expect, it } from 'vitest'
import { holds, lineOf, median, withLines } from '../../../bench/report.ts'
import type { Outcome } from '../../../bench/bench-row.ts'

const outcome = (more: Partial<Outcome> = {}): Outcome => ({
  key: 'P1',
  name: 'CSV, 5 rows',
  baseline: 'bare parse',
  unit: 'x',
  samples: [3, 1, 2],
  peakMiB: 99.6,
  limit: { at: 'most', value: 2 },
  ...more,
})

const empty = '# Page\n\nWords.\n\n<!-- bench: begin -->\n<!-- bench: end -->\n\nAfter.\n'

describe('the report of a bench', () => {
  it('takes the middle, whatever the order', () => {
    expect(median([5, 1, 3])).toBe(3)
    expect(median([4, 1, 3, 2])).toBe(2.5)
    expect(() => median([])).toThrow('nothing')
  })

  it('holds by its median, on the right side of the limit', () => {
    expect(holds([3, 1, 2], { at: 'most', value: 2 })).toBe(true)
    expect(holds([1, 2.1, 3], { at: 'most', value: 2 })).toBe(false)
    expect(holds([3, 1, 2], { at: 'least', value: 2 })).toBe(true)
    expect(holds([0.6], { at: 'least', value: 0.7 })).toBe(false)
  })

  it('says all of it in one line', () => {
    expect(lineOf(outcome(), '2026-11-21')).toBe(
      '| P1 CSV, 5 rows | bare parse | 2.00 x (1.00 to 3.00) | 100 | at most 2 x | yes | 2026-11-21 |',
    )
    expect(lineOf(outcome({ baseline: '', unit: 'ms', samples: [12.4], peakMiB: null }), '2026-11-21')).toBe(
      '| P1 CSV, 5 rows | alone | 12 ms |  | at most 2 ms | no | 2026-11-21 |',
    )
  })

  it('puts a new measurement in the place of the older one, and leaves the rest of the page alone', () => {
    const first = lineOf(outcome(), '2026-11-20')
    const other = lineOf(outcome({ key: 'I1', name: 'Short' }), '2026-11-20')
    const again = lineOf(outcome({ samples: [1] }), '2026-11-21')
    const page = withLines(withLines(empty, [first, other], 'A machine'), [again], 'Another machine')
    expect(page.startsWith('# Page\n\nWords.\n\n')).toBe(true)
    expect(page.endsWith('<!-- bench: end -->\n\nAfter.\n')).toBe(true)
    expect(page).toContain('Machine: Another machine')
    expect(page).not.toContain(first)
    expect(page.indexOf(other)).toBeLessThan(page.indexOf(again))
    expect(() => withLines('no marks', [again], 'A machine')).toThrow('no marks')
  })
})
