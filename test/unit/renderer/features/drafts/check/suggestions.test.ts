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

  it('offer to send the VIN alone where the state of the rego is missing', () => {
    const issues = [sampleIssue({ field: 'state', rule: 'state.missing', severity: 'error', proposal: 'NSW' })]
    const cell = (value: string) => ({ original: value, value, edited: false })
    const row = sampleRow(4, { rego: cell('BL63AB'), vin: cell('6G1FA8E5AZ4033922') }, { issues })
    expect(suggestionsFor(row, 'rego')).toEqual([
      { field: 'state', value: 'NSW', label: 'Use NSW as state' },
      { field: 'rego', value: '', label: 'Send VIN only' },
    ])
    expect(suggestionsFor(sampleRow(4, { rego: cell('BL63AB'), vin: cell('') }, { issues }), 'rego')).toHaveLength(1)
  })

  it('name an empty value', () => {
    const row = sampleRow(4, {}, { issues: [sampleIssue({ field: 'vin', proposal: '' })] })
    expect(suggestionsFor(row, 'vin')[0]?.label).toBe('Leave blank')
  })
})
