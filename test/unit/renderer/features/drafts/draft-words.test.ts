import { describe, expect, it } from 'vitest'
import type { DraftColumn } from '../../../../../src/contract/drafts.ts'
import { fieldSources } from '../../../../../src/renderer/features/drafts/columns/field-sources.ts'
import {
  countsSentence,
  defaultUploadName,
  rowsToSend,
  whyNotReady,
} from '../../../../../src/renderer/features/drafts/draft-words.ts'
import { sampleDraft } from './sample-draft.ts'

const column = (index: number, header: string, target: DraftColumn['target']): DraftColumn => ({
  index,
  header,
  samples: [],
  target,
  suggested: { target, confidence: 'high', reason: '' },
  sensitive: false,
  dates: null,
})
const counts = { rows: 412, ready: 380, warning: 20, error: 12, leftOut: 0, paidLookups: 7 }

describe('the draft in words', () => {
  it('says the sum and leaves out what is nought', () => {
    expect(countsSentence(counts)).toBe('412 rows: 380 ready, 20 to look at, 12 with errors')
    expect(countsSentence({ ...counts, rows: 1, ready: 1, warning: 0, error: 0 })).toBe('1 row: 1 ready')
    expect(countsSentence({ ...counts, rows: 0, ready: 0, warning: 0, error: 0 })).toBe('No rows with a customer yet')
    expect(rowsToSend(counts)).toBe(400)
  })

  it('names the upload after the file and the day', () => {
    const today = new Date(2026, 10, 21)
    expect(defaultUploadName('sold-vehicles.csv', today)).toBe('sold-vehicles 21/11/2026')
    expect(defaultUploadName('Q3 v1.2 final.xlsx', today)).toBe('Q3 v1.2 final 21/11/2026')
    expect(defaultUploadName('.csv', today)).toBe('Customers 21/11/2026')
    expect(defaultUploadName(`${'x'.repeat(300)}.csv`, today).length).toBeLessThanOrEqual(120)
  })

  it('says what keeps a draft from being sent', () => {
    const rego = column(0, 'Plate', 'rego')
    expect(whyNotReady(sampleDraft({ columns: [rego] }))).toBeNull()
    expect(whyNotReady(sampleDraft({ columns: [column(0, 'Name', 'client_name')] }))).toMatch(/rego or the VIN/)
    const noneReady = { ...counts, ready: 0, warning: 0 }
    expect(whyNotReady(sampleDraft({ columns: [rego], counts: noneReady }))).toMatch(/No row is ready/)
    expect(whyNotReady(sampleDraft({ columns: [rego], counts: { ...noneReady, rows: 0 } }))).toMatch(/no rows/)
  })
})

describe('where each customer field comes from', () => {
  it('joins the parts of a name in their order, and a rego column can bring the state', () => {
    const columns = [
      column(0, 'Surname', 'last_name'),
      column(1, 'Given', 'first_name'),
      column(2, 'Plate', 'rego_and_state'),
      column(3, '', 'vin'),
    ]
    const sources = Object.fromEntries(
      fieldSources({ columns, region: 'au' }).map((source) => [source.field, source.headers]),
    )
    expect(sources['client_name']).toEqual(['Given', 'Surname'])
    expect(sources['rego']).toEqual(['Plate'])
    expect(sources['state']).toEqual(['Plate'])
    expect(sources['vin']).toEqual(['Column 4'])
    expect(sources['mobile_number']).toEqual([])
    expect(sources).not.toHaveProperty('expiry_date')
  })

  it('knows no state outside Australia', () => {
    expect(fieldSources({ columns: [], region: 'nz' }).map((source) => source.field)).not.toContain('state')
  })
})
