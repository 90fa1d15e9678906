import { describe, expect, it } from 'vitest'
import { suggestionsFor } from '../../../../../../src/renderer/features/drafts/check/suggestions.ts'
import { sampleIssue, sampleRow } from '../sample-draft.ts'

describe('suggestions of a row', () => {
  it('start with the active field, have no duplicates, and name any other field', () => {
    const row = sampleRow(
      4,
      {},
      {
        issues: [
          sampleIssue({ field: 'rego', proposal: 'ABC123' }),
          sampleIssue({ field: 'state', proposal: 'VIC' }),
          sampleIssue({ field: 'state', rule: 'state.guess', proposal: 'VIC' }),
          sampleIssue({ field: null, proposal: 'x' }),
          sampleIssue({ field: 'vin', proposal: null }),
        ],
      },
    )
    expect(suggestionsFor(row, 'state').map((suggestion) => suggestion.label)).toEqual([
      'Use VIC',
      'Use ABC123 as rego',
    ])
    expect(suggestionsFor(row, null)[0]).toEqual({ field: 'rego', value: 'ABC123', label: 'Use ABC123 as rego' })
  })

  it('name an empty value', () => {
    const row = sampleRow(4, {}, { issues: [sampleIssue({ field: 'vin', proposal: '' })] })
    expect(suggestionsFor(row, 'vin')[0]?.label).toBe('Leave blank')
  })
})
