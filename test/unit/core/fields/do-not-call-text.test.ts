import { describe, expect, it } from 'vitest'
import { isOptOut, saysDoNotCall } from '../../../../src/core/fields/do-not-call-text.ts'

const leaveAlone = `yes | Y | TRUE | 1 | x | X | DNC | Opt out | Opted-out | unsubscribed | DO NOT CALL | Do not contact | ✓ | Please do not call again |
  don’t ring | Don't call | no more calls | No marketing please | do not SMS | 3/04/2024 | on the Do Not Call Register |
  asked not to be contacted`

const mayCall = `no | N | FALSE | 0 | n/a | - | OK to call | call after 6 | Said "call after 6" | Fleet, 2nd car | 3/04/2024 left a message | calls welcome |
  do not call before 9 | do not ring after 6pm | Level 2, 14 George St`

describe('isOptOut', () => {
  it.each(leaveAlone.split(/\s*[|]\s*/))('%j: not to be called', (cell) => {
    expect(isOptOut(cell)).toBe(true)
  })

  it.each(mayCall.split(/\s*[|]\s*/))('%j: may be called', (cell) => {
    expect(isOptOut(cell)).toBe(false)
  })

  it('reads the cells of a workbook', () => {
    expect([true, 1, { serial: 45000, format: 'd/mm/yyyy' }].map(isOptOut)).toEqual([true, true, true])
    expect([null, '', false, 0, { error: '#N/A' }].map(isOptOut)).toEqual([false, false, false, false, false])
  })
})

describe('saysDoNotCall', () => {
  it('needs a phrase, so that an x in a column of notes does not count', () => {
    expect(['DO NOT CALL', 'x', 'yes', '3/04/2024'].map(saysDoNotCall)).toEqual([true, false, false, false])
  })
})
