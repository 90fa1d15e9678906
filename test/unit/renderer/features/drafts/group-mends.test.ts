import { describe, expect, it } from 'vitest'
import type { IssueGroup } from '../../../../../src/contract/drafts.ts'
import { canGoWithout, takesOneValue } from '../../../../../src/renderer/features/drafts/check/group-mends.ts'

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

describe('how a group can be mended', () => {
  it('never offers one rego or VIN for several cars, unless they share the wrong value', () => {
    expect(takesOneValue(group({}))).toBe(false)
    expect(takesOneValue(group({ field: 'vin' }))).toBe(false)
    expect(takesOneValue(group({ rows: 1 }))).toBe(true)
    expect(takesOneValue(group({ value: 'TBA' }))).toBe(true)
    expect(takesOneValue(group({ field: 'state' }))).toBe(true)
    expect(takesOneValue(group({ field: null, rows: 1 }))).toBe(false)
  })

  it('offers to send a customer without a field that only serves for reference', () => {
    expect(canGoWithout(group({ field: 'mobile_number' }))).toBe(true)
    expect(canGoWithout(group({ field: 'rego' }))).toBe(false)
    expect(canGoWithout(group({ field: 'mobile_number', severity: 'info' }))).toBe(false)
  })
})
