import { describe, expect, it } from 'vitest'
import {
  cellText,
  fieldCell,
  statusCell,
  parseTypedValue,
} from '../../../../../../src/renderer/features/drafts/check/row-cells.ts'
import { sampleIssue, sampleRow } from '../sample-draft.ts'

describe('a grid cell', () => {
  it('shows the formatted value to send, and the original in its tooltip', () => {
    const row = sampleRow(4, {
      sale_date: { original: '07.03.26', value: '2026-03-07', edited: false },
      mobile_number: { original: '491570006', value: '0491570006', edited: false },
    })
    expect(fieldCell(row, 'sale_date', null).text).toBe('7/3/2026')
    expect(fieldCell(row, 'mobile_number', null)).toMatchObject({ text: '0491 570 006' })
    expect(fieldCell(row, 'mobile_number', null).title).toContain('In your file: 491570006')
  })

  it('shows the original when an error leaves nothing to send, and nothing when it was cleaned automatically', () => {
    const cells = { state: { original: 'Vctoria', value: '', edited: false } }
    const wrong = sampleRow(4, cells, { status: 'error', issues: [sampleIssue()] })
    expect(fieldCell(wrong, 'state', null)).toMatchObject({ text: 'Vctoria', tone: 'error' })
    const cleaned = sampleRow(4, cells, { issues: [sampleIssue({ severity: 'info' })] })
    expect(cellText(cleaned, 'state')).toBe('')
  })

  it('marks a value that is being saved and one that was rejected', () => {
    const row = sampleRow(4, { rego: { original: 'ABC', value: 'ABC', edited: false } })
    expect(fieldCell(row, 'rego', { state: 'pending', value: 'ABD' })).toMatchObject({ text: 'ABD', tone: 'pending' })
    const failure = { kind: 'disk-full', message: 'The disk is full.' } as const
    const rejected = fieldCell(row, 'rego', { state: 'rejected', value: 'ABD', failure })
    expect(rejected).toMatchObject({ text: 'ABC', tone: 'failed' })
    expect(rejected.title).toContain('The disk is full.')
  })

  it('marks a VIN that is filled in, and says where it is from', () => {
    const vin = '6G1FA8E5AZ4033922'
    const cells = { vin: { original: '', value: vin, edited: false } }
    const row = sampleRow(4, cells, { knownVin: { vin, source: 'look-up', at: '2026-05-03T00:00:00.000Z' } })
    const cell = fieldCell(row, 'vin', null)
    expect(cell).toMatchObject({ text: vin, tone: 'edited' })
    expect(cell.title).toContain('VIN from a saved look-up of 3/5/2026')
    expect(fieldCell(row, 'rego', null).title).not.toContain('look-up')
  })

  it('marks a typed value unless it has an issue or its row is excluded', () => {
    const cells = { rego: { original: 'ABC', value: 'ABD', edited: true } }
    expect(fieldCell(sampleRow(4, cells), 'rego', null).tone).toBe('edited')
    const issues = [sampleIssue({ field: 'rego', severity: 'warning' })]
    expect(fieldCell(sampleRow(4, cells, { status: 'warning', issues }), 'rego', null).tone).toBe('warning')
    expect(fieldCell(sampleRow(4, cells, { status: 'excluded', issues }), 'rego', null).tone).toBe('muted')
  })

  it('shows the status with its reason', () => {
    const row = sampleRow(4, {}, { status: 'excluded', excludedBecause: 'The same car is in row 9.' })
    expect(statusCell(row)).toMatchObject({ text: 'Excluded', tone: 'muted' })
    expect(statusCell(row).title).toContain('row 9')
  })
})

describe('a typed value', () => {
  it.each([
    ['7/3/2026', '2026-03-07'],
    [' 07.03.2026 ', '2026-03-07'],
    ['31-12-1999', '1999-12-31'],
    ['2026-03-07', '2026-03-07'],
    ['7/3/26', '7/3/26'],
    ['next week', 'next week'],
    ['', ''],
  ])('%j in the date format of the screen is sent as %j', (typed, sent) => {
    expect(parseTypedValue('sale_date', typed)).toBe(sent)
  })

  it('is not changed for other fields', () => {
    expect(parseTypedValue('rego', ' 1/2/2026 ')).toBe('1/2/2026')
  })
})
