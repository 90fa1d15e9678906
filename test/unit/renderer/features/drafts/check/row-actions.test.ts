import { describe, expect, it } from 'vitest'
import type { IssueGroup } from '../../../../../../src/contract/drafts.ts'
import {
  suggestionsFor,
  isOptional,
  takesOneValue,
} from '../../../../../../src/renderer/features/drafts/check/row-actions.ts'
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

const group = (changes: Partial<IssueGroup>): IssueGroup => ({
  key: 'k',
  rule: 'r',
  severity: 'error',
  field: 'rego',
  message: '',
  rows: 8,
  value: null,
  proposal: null,
  ...changes,
})

describe('fixes of a group', () => {
  it('include one value for all rows only if the rows share the wrong value or need a state', () => {
    expect(takesOneValue(group({}))).toBe(false)
    expect(takesOneValue(group({ field: 'vin' }))).toBe(false)
    expect(takesOneValue(group({ rows: 1 }))).toBe(true)
    expect(takesOneValue(group({ value: 'TBA' }))).toBe(true)
    expect(takesOneValue(group({ field: 'state' }))).toBe(true)
    expect(takesOneValue(group({ field: null, rows: 1 }))).toBe(false)
  })

  it('include clearing a field that is only for reference', () => {
    expect(isOptional(group({ field: 'mobile_number' }))).toBe(true)
    expect(isOptional(group({ field: 'rego' }))).toBe(false)
    expect(isOptional(group({ field: 'mobile_number', severity: 'info' }))).toBe(false)
  })
})
