import { describe, expect, it } from 'vitest'
import { countOf, groupsOf, progressOf } from '../../../../../../src/renderer/features/lookup/bulk/bulk-groups.ts'
import { summaryOf } from '../../../../../../src/renderer/features/lookup/bulk/bulk-text.ts'

const counts = { match: 12, 'vin-only': 2, nothing: 1, failed: 3, unsure: 1, queued: 4, asking: 2, invalid: 5 } as const

describe('the cars of a bulk look-up by status', () => {
  it('are in one filter each', () => {
    expect(groupsOf(counts)).toEqual(['all', 'found', 'check', 'open', 'problems'])
    const sum = groupsOf(counts)
      .filter((group) => group !== 'all')
      .reduce((total, group) => total + countOf(counts, group), 0)
    expect(sum).toBe(countOf(counts, 'all'))
  })

  it('are done when they need no request, and invalid ones do not count', () => {
    expect(progressOf(counts)).toEqual({ done: 19, total: 25, percent: 76 })
    expect(progressOf({ match: 3, cancelled: 1 })).toEqual({ done: 3, total: 4, percent: 75 })
    expect(progressOf({ invalid: 2 }).percent).toBe(100)
  })

  it('are summed up in one line', () => {
    expect(summaryOf({ counts, state: 'running' })).toBe(
      '12 found, 3 to check, 6 left, 3 failed, 1 may be charged, 5 invalid',
    )
    expect(summaryOf({ counts: { queued: 2, saved: 1 }, state: 'review' })).toBe('1 saved, 2 to look up')
  })
})
