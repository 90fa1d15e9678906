import { describe, expect, it } from 'vitest'
import type { RowOutcome, UploadRow } from '../../../../src/contract/uploads.ts'
import {
  newImportReport,
  reportLines,
  reportOfDraft,
  reportOfUpload,
  unacceptedRows,
} from '../../../../src/core/import-report/import-report.ts'
import { createBench } from '../drafts/drafts-bench.ts'
import { rowsWith, sampleUpload } from '../../renderer/features/uploads/sample-upload.ts'

const row = (number: number, outcome: RowOutcome, reason: string): UploadRow => ({
  row: number,
  outcome,
  reason,
  customerId: null,
  rego: null,
  vin: null,
  clientName: null,
})
const rejected = [row(52, 'pending', 'The service rejected this row: “rego is invalid”')]

/** The report of an upload; `stored`: its rows by outcome. */
async function reportOf(upload: ReturnType<typeof sampleUpload>, stored: readonly UploadRow[] = []) {
  const read = async (page: { readonly outcome: RowOutcome }) => ({
    rows: stored.filter(({ outcome }) => outcome === page.outcome),
  })
  return {
    ...newImportReport('/data/march.csv', { name: 'City', region: 'au' }),
    ...reportOfUpload(upload, await unacceptedRows(upload, read)),
  }
}

describe('the report of an upload with rejected rows', () => {
  it('asks for a decision, and names them', async () => {
    const rows = rowsWith({ inFile: 20, sent: 19, accepted: 19, pending: 1 })
    const report = await reportOf(sampleUpload({ state: 'undecided', rows, rejectedRows: 1, rejected }))
    expect(report).toMatchObject({ exitCode: 2, failure: null, upload: { state: 'undecided', accepted: 19 } })
    expect(reportLines(report)).toEqual([
      'march.csv: 19 customers accepted. The service rejected 1 row. Open Forecourt and decide whether it is left out. Until then, it isn’t sent.',
      '  Row 52: The service rejected this row: “rego is invalid”',
    ])
  })

  it('lists them after they were left out, behind the failed ones', async () => {
    const rows = rowsWith({ inFile: 20, sent: 19, accepted: 18, failed: 1, notSent: 1 })
    const stored = [row(52, 'not-sent', 'Rejected.'), row(3, 'failed', 'Failed.')]
    const report = await reportOf(sampleUpload({ state: 'complete', rows }), stored)
    expect(report.exitCode).toBe(7)
    expect(reportLines(report)).toEqual([
      'march.csv: 18 customers accepted, 2 rows refused by the service.',
      '  Row 3: Failed.',
      '  Row 52: Rejected.',
    ])
  })

  it('says how many existing customers were updated', async () => {
    const rows = rowsWith({ inFile: 20, sent: 15, accepted: 15, updated: 5 })
    const report = await reportOf(sampleUpload({ state: 'complete', rows }))
    expect(report).toMatchObject({ exitCode: 0, upload: { accepted: 15, updated: 5 } })
    expect(report.message).toBe('15 customers accepted. 5 existing customers updated.')
  })

  it('counts rows with errors and excluded rows by reason, and names those with errors', async () => {
    const rows = rowsWith({ inFile: 20, sent: 15, accepted: 15, withErrors: 1, excluded: 4 })
    const excludedReasons = [
      { reason: 'Already in your customers', rows: 3 },
      { reason: 'Excluded by you', rows: 1 },
    ]
    const stored = [{ ...row(7, 'with-errors', 'No rego or VIN.'), clientName: 'Ann Lee', rego: '1AB' }]
    const report = await reportOf(sampleUpload({ state: 'complete', rows, excludedReasons }), stored)
    expect(report).toMatchObject({
      exitCode: 0,
      upload: {
        withErrors: 1,
        excluded: 4,
        excludedReasons,
        failures: [{ row: 7, outcome: 'with-errors', clientName: 'Ann Lee', rego: '1AB' }],
      },
    })
    expect(reportLines(report)).toEqual([
      'march.csv: 15 customers accepted. 1 row not sent because of errors. Fix it in Forecourt. 4 rows excluded (3: Already in your customers; 1: Excluded by you).',
      '  Row 7 (Ann Lee, 1AB): No rego or VIN.',
    ])
  })

  it('still asks about a lost answer', async () => {
    const report = await reportOf(sampleUpload({ state: 'undecided' }))
    expect(report.message).toMatch(/isn’t known whether a part of the upload arrived/)
  })

  it('asks about customers that exist twice', async () => {
    const rows = rowsWith({ inFile: 20, sent: 20, accepted: 20 })
    const report = await reportOf(sampleUpload({ state: 'complete', rows, duplicates: 3 }))
    expect(report).toMatchObject({ exitCode: 2, failure: null })
    expect(reportLines(report)).toEqual([
      'march.csv: 20 customers accepted. 3 customers of the upload exist twice at the service. Open Forecourt and decide. Until then, both stay.',
    ])
  })
})

describe('the report of a draft', () => {
  it('says what was guessed and repaired in the file', async () => {
    const draft = await createBench().open(
      'sold.csv',
      'Rego,State,Name,Mobile,Sold\n1AB2CD,VIC,Pat O&#39;Hara,0412345678,45365\n',
    )
    const { notes } = reportOfDraft(draft)
    expect(notes).toEqual([
      expect.stringContaining('codes of a web page'),
      expect.stringContaining('stored as a number'),
    ])
    expect(reportLines({ ...newImportReport('/data/march.csv', { name: 'City', region: 'au' }), notes })).toContain(
      `  ${notes[0]}`,
    )
  })

  it('says which notes exclude rows', () => {
    const note = { key: '', rows: 2, isSure: true, excluded: true, isOpen: false }
    const notes = [
      { ...note, note: 'do not call' },
      { ...note, note: 'deceased' },
      { ...note, note: 'text only', excluded: false },
    ]
    const draft = {
      counts: { rows: 9, ready: 5, warning: 0, error: 0, update: 0, excluded: 4, skipped: 0, paidLookups: 0 },
      columns: [],
      groups: [],
      source: { notes: [] },
      contactNotes: [
        { index: 4, header: 'Notes', notes, hidden: 0, others: [], othersHidden: 0, open: 0, excludedRows: 4 },
      ],
    }
    expect(
      reportLines({ ...newImportReport('/data/march.csv', { name: 'City', region: 'au' }), ...reportOfDraft(draft) }),
    ).toContain('  4 rows excluded, as “Notes” says not to contact the customer: “do not call”, “deceased”.')
  })
})
