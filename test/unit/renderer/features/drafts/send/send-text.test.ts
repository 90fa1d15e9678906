import { describe, expect, it } from 'vitest'
import { sendText, whyNotReady, linesWith } from '../../../../../../src/renderer/features/drafts/send/send-text.ts'
import { sampleColumn, sampleDraft } from '../sample-draft.ts'

const counts = { rows: 412, ready: 380, warning: 20, error: 12, update: 0, excluded: 0, skipped: 0, paidLookups: 7 }

describe('a draft that can’t be sent', () => {
  it('names the reason', () => {
    const rego = sampleColumn(0, 'Plate', 'rego')
    expect(whyNotReady(sampleDraft({ columns: [rego] }))).toBeNull()
    expect(whyNotReady(sampleDraft({ columns: [sampleColumn(0, 'Name', 'client_name')] }))).toMatch(/rego or the VIN/)
    const noneReady = { ...counts, ready: 0, warning: 0 }
    expect(whyNotReady(sampleDraft({ columns: [rego], counts: noneReady }))).toMatch(/No row is ready/)
    expect(whyNotReady(sampleDraft({ columns: [rego], counts: { ...noneReady, rows: 0 } }))).toMatch(/no customer rows/)
  })
})

it('says how many paid look-ups the known VINs save', () => {
  const { text } = sendText.knownVins
  expect(text(12, true, true)).toBe(
    '12 VINs filled in from earlier look-ups and uploads of the last 12 months: 12 fewer paid look-ups.',
  )
  expect(text(1, true, true)).toMatch(/1 VIN filled in .*: 1 fewer paid look-up\.$/)
  expect(text(12, true, false)).not.toContain('paid')
  expect(text(12, false, true)).toMatch(/^12 missing VINs are known .* Off: not filled in\.$/)
})

const body = JSON.stringify(
  { name: 'March', customers: [{ rego: 'ABC123', additional_fields: { note: 'x' } }, { rego: 'XYZ789' }] },
  null,
  2,
)

it('shows the whole request without a search', () => {
  expect(linesWith(body, ' ')).toEqual({ text: body, hits: 0 })
})

it('shows only the customers that contain the text, each in full', () => {
  expect(linesWith(body, 'abc')).toEqual({
    text: '    {\n      "rego": "ABC123",\n      "additional_fields": {\n        "note": "x"\n      }\n    }',
    hits: 1,
  })
  expect(linesWith(body, 'rego').hits).toBe(2)
  expect(linesWith(body, 'March').hits).toBe(0)
})
