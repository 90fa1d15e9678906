import { describe, expect, it } from 'vitest'
import { rowsToSend } from '../../../../../src/renderer/features/drafts/draft-counts.ts'
import { countsSentence, defaultUploadName } from '../../../../../src/renderer/features/drafts/drafts-text.ts'

const counts = { rows: 412, ready: 380, warning: 20, error: 12, excluded: 0, skipped: 0, paidLookups: 7 }

describe('texts of a draft', () => {
  it('states the number of rows by status and omits zeros', () => {
    expect(countsSentence(counts)).toBe('412 rows: 380 ready, 20 with warnings, 12 with errors')
    expect(countsSentence({ ...counts, rows: 1, ready: 1, warning: 0, error: 0 })).toBe('1 row: 1 ready')
    expect(countsSentence({ ...counts, rows: 0, ready: 0, warning: 0, error: 0 })).toBe('No customer rows yet')
    expect(rowsToSend(counts)).toBe(400)
  })

  it('names an upload after the file and the date', () => {
    const today = new Date(2026, 10, 21)
    expect(defaultUploadName('sold-vehicles.csv', today)).toBe('sold-vehicles 21/11/2026')
    expect(defaultUploadName('Q3 v1.2 final.xlsx', today)).toBe('Q3 v1.2 final 21/11/2026')
    expect(defaultUploadName('.csv', today)).toBe('Customers 21/11/2026')
    expect(defaultUploadName(`${'x'.repeat(300)}.csv`, today).length).toBeLessThanOrEqual(120)
  })
})
