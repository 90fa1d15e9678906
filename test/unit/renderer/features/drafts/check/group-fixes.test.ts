import { describe, expect, it } from 'vitest'
import type { IssueGroup } from '../../../../../../src/contract/drafts.ts'
import { isOptional, takesOneValue } from '../../../../../../src/renderer/features/drafts/check/group-fixes.ts'

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
