import { describe, expect, it } from 'vitest'
import { proposals } from '../../../../../src/renderer/features/drafts/check/proposals.ts'
import { cellText, shownCell, statusCell, typedValue } from '../../../../../src/renderer/features/drafts/row-cells.ts'
import { sampleIssue, sampleRow } from './sample-draft.ts'

describe('a cell of the check', () => {
  it('shows what would be sent, in the form of the screen, and the original in its title', () => {
    const row = sampleRow(4, {
      sale_date: { original: '07.03.26', value: '2026-03-07', edited: false },
      mobile_number: { original: '491570006', value: '0491570006', edited: false },
    })
    expect(shownCell(row, 'sale_date', null).text).toBe('7/3/2026')
    expect(shownCell(row, 'mobile_number', null)).toMatchObject({ text: '0491 570 006' })
    expect(shownCell(row, 'mobile_number', null).title).toContain('In the file: 491570006')
  })

  it('shows what stood in the file where an error leaves nothing to send, and nothing where it was only tidied away', () => {
    const cells = { state: { original: 'Vctoria', value: '', edited: false } }
    const wrong = sampleRow(4, cells, { status: 'error', issues: [sampleIssue()] })
    expect(shownCell(wrong, 'state', null)).toMatchObject({ text: 'Vctoria', tone: 'error' })
    const tidied = sampleRow(4, cells, { issues: [sampleIssue({ severity: 'info' })] })
    expect(cellText(tidied, 'state')).toBe('')
  })

  it('shows a value on its way and a refused one as such', () => {
    const row = sampleRow(4, { rego: { original: 'ABC', value: 'ABC', edited: false } })
    expect(shownCell(row, 'rego', { state: 'pending', value: 'ABD' })).toMatchObject({ text: 'ABD', tone: 'pending' })
    const failure = { kind: 'disk-full', message: 'The disk is full.' } as const
    const refused = shownCell(row, 'rego', { state: 'refused', value: 'ABD', failure })
    expect(refused).toMatchObject({ text: 'ABC', tone: 'failed' })
    expect(refused.title).toContain('The disk is full.')
  })

  it('marks what she typed, unless there is something worse to say', () => {
    const cells = { rego: { original: 'ABC', value: 'ABD', edited: true } }
    expect(shownCell(sampleRow(4, cells), 'rego', null).tone).toBe('edited')
    const issues = [sampleIssue({ field: 'rego', severity: 'warning' })]
    expect(shownCell(sampleRow(4, cells, { status: 'warning', issues }), 'rego', null).tone).toBe('warning')
    expect(shownCell(sampleRow(4, cells, { status: 'left-out', issues }), 'rego', null).tone).toBe('muted')
  })

  it('gives the reason with the standing', () => {
    const row = sampleRow(4, {}, { status: 'left-out', leftOutBecause: 'The same car is in row 9.' })
    expect(statusCell(row)).toMatchObject({ text: 'Left out', tone: 'muted' })
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
  ])('reads the date %j as the screen writes dates: %j', (typed, sent) => {
    expect(typedValue('sale_date', typed)).toBe(sent)
  })

  it('leaves other fields as they were typed', () => {
    expect(typedValue('rego', ' 1/2/2026 ')).toBe('1/2/2026')
  })
})

describe('suggestions for a row', () => {
  it('offers those of the cell in hand first, each once, and names another field', () => {
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
    expect(proposals(row, 'state').map((offer) => offer.words)).toEqual(['Use VIC', 'Rego: use ABC123'])
    expect(proposals(row, null)[0]).toEqual({ field: 'rego', value: 'ABC123', words: 'Rego: use ABC123' })
  })

  it('says what an empty suggestion means', () => {
    const row = sampleRow(4, {}, { issues: [sampleIssue({ field: 'vin', proposal: '' })] })
    expect(proposals(row, 'vin')[0]?.words).toBe('Use nothing')
  })
})
