import { describe, expect, it } from 'vitest'
import { addedRowId } from '../../../../../../src/contract/row-id.ts'
import {
  sameFileText,
  sendText,
  updateText,
  whyNotReady,
} from '../../../../../../src/renderer/features/drafts/send/send-text.ts'
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

it('names a row of an update as the other screens do', () => {
  expect(updateText.row('ABC123', addedRowId(2))).toBe('ABC123, row 2 (added by hand)')
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

it('says of a file whose upload was cancelled how many rows were sent', () => {
  const upload = {
    id: 'upload-1',
    name: 'March',
    fileName: 'march.csv',
    createdAt: '2026-11-19T22:00:00Z',
    connectionName: 'Motor City',
    region: 'au',
    finished: true,
    customers: 180,
    undone: null,
  } as const
  expect(sameFileText.upload(upload)).toMatch(/ \(180 customers\)\.$/)
  expect(sameFileText.upload({ ...upload, cancelled: { sent: 200, all: 1_000 } })).toMatch(
    / \(cancelled: 200 of 1,000 rows sent, 180 customers\)\.$/,
  )
})
