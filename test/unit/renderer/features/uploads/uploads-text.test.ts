import { describe, expect, it } from 'vitest'
import {
  figuresOf,
  headline,
  paceText,
  rowsSentence,
  stateSentence,
  uploadsText,
} from '../../../../../src/renderer/features/uploads/uploads-text.ts'
import { questionsText } from '../../../../../src/renderer/features/uploads/questions-text.ts'
import { rowsWith, sampleUpload } from './sample-upload.ts'

describe('the rows of an upload', () => {
  it('are an equation', () => {
    const rows = rowsWith({ inFile: 412, sent: 400, accepted: 398, failed: 2, excluded: 12 })
    expect(rowsSentence({ rows, madeElsewhere: false })).toBe(
      '412 rows in the file = 398 tracked + 2 failed + 12 excluded',
    )
  })

  it('are named and counted on the download buttons', () => {
    expect(uploadsText.upload.download({ outcome: 'failed', rows: 5 })).toBe('Download failed rows (5)')
    expect(uploadsText.upload.download({ outcome: 'excluded', rows: 67 })).toBe('Download excluded rows (67)')
  })
})

describe('the state of an upload', () => {
  it('says how many customers are tracked at the end', () => {
    const rows = rowsWith({ inFile: 398, sent: 398, accepted: 398 })
    expect(stateSentence(sampleUpload({ state: 'complete', rows }))).toBe('398 customers are tracked.')
    expect(stateSentence(sampleUpload({ state: 'complete', rows: { ...rows, accepted: 1 } }))).toBe(
      '1 customer is tracked.',
    )
  })

  it('says why an upload waits and that it retries automatically', () => {
    const waiting = { reason: 'You’re offline.', until: null }
    expect(stateSentence(sampleUpload({ state: 'waiting', waiting }))).toBe('You’re offline. Retries automatically.')
  })

  it('says until when an upload waits at the latest', () => {
    const waiting = { reason: 'Forecourt looks for the others.', until: '2026-11-21T03:40:00.000Z', atLatest: true }
    expect(stateSentence(sampleUpload({ state: 'waiting', waiting }))).toMatch(
      /^Forecourt looks for the others\. Until .+ at the latest\.$/,
    )
  })

  it('says what the user has to decide', () => {
    expect(stateSentence(sampleUpload({ state: 'undecided' }))).toMatch(/isn’t known whether a batch arrived/)
    expect(stateSentence(sampleUpload({ state: 'undecided', rejectedRows: 2 }))).toMatch(/rejected rows/)
  })

  it('says at the end that rejected rows were left out', () => {
    const rows = rowsWith({ inFile: 20, sent: 19, accepted: 19, notSent: 1 })
    expect(headline(sampleUpload({ state: 'complete', rows })).text).toBe('1 row was rejected and left out.')
    expect(figuresOf(sampleUpload({ state: 'complete', rows }))[2]).toEqual({
      name: 'Not sent',
      value: '1 row',
    })
  })

  it('gives rate and time left only while it runs', () => {
    expect(paceText(sampleUpload())).toBe('40 rows a second, a few seconds left')
    expect(paceText(sampleUpload({ state: 'waiting' }))).toBe('')
    const unknown = { ...sampleUpload().progress, rowsPerSecond: null, secondsLeft: null }
    expect(paceText(sampleUpload({ progress: unknown }))).toBe('')
    expect(figuresOf(sampleUpload({ progress: unknown })).at(-1)).toEqual({ name: 'Time left', value: 'Calculating…' })
  })
})

describe('a rejected row', () => {
  const row = {
    row: 52,
    outcome: 'pending',
    customerId: null,
    vin: null,
    reason: 'The service rejected this row.',
  } as const

  it('is named by its row in the file, its car and the reason', () => {
    expect(questionsText.rejected.row({ ...row, rego: 'ABC123', clientName: 'Ann Lee' })).toMatch(
      /^Row 52 \(Ann Lee, ABC.?123\): The service rejected this row\.$/,
    )
    expect(questionsText.rejected.row({ ...row, rego: null, clientName: null })).toBe(
      'Row 52: The service rejected this row.',
    )
  })

  it('is asked about with what happens to the others', () => {
    const rows = rowsWith({ inFile: 20, sent: 19, accepted: 19, pending: 1 })
    expect(questionsText.rejected.text({ rejectedRows: 1, rows, state: 'running' })).toBe(
      'Other rows are sent meanwhile. Until you answer, it isn’t sent. If you leave it out, you can correct it here and send it later.',
    )
    expect(questionsText.rejected.text({ rejectedRows: 2, rows: rowsWith({ pending: 20 }), state: 'undecided' })).toBe(
      'No row was accepted so far, so the reason may be about the whole upload. Until you answer, they aren’t sent. If you leave them out, you can correct them here and send them later.',
    )
  })
})

describe('the confirmation of a cancellation', () => {
  it('names only rows that there are', () => {
    const text = uploadsText.cancelling.text({ rows: rowsWith({ pending: 1, accepted: 3 }), madeElsewhere: false })
    expect(text).toBe(
      '1 row not sent yet will stay on this PC. 3 tracked customers stay. The row summary then shows the outcome of every row.',
    )
  })
})

describe('an upload with failed rows that were corrected', () => {
  const rows = rowsWith({ inFile: 400, sent: 400, accepted: 362, failed: 38 })

  it('says how many were corrected', () => {
    const upload = sampleUpload({ rows, corrected: 38, state: 'complete' })
    expect(headline(upload).text).toBe('38 rows failed, 38 corrected.')
    expect(rowsSentence(upload)).toBe('400 rows in the file = 362 tracked + 38 failed (38 corrected)')
    expect(figuresOf(upload)[1]).toEqual({ name: 'Failed', value: '38 rows, 38 corrected', bad: false })
    expect(figuresOf({ ...upload, corrected: 37 })[1]).toMatchObject({ bad: true })
  })
})

describe('an upload made elsewhere, whose file and rows are not known', () => {
  const rows = rowsWith({ inFile: 40, sent: 40, accepted: 38, failed: 2 })
  const upload = (changes: Parameters<typeof sampleUpload>[0]) =>
    sampleUpload({ rows, madeElsewhere: true, ...changes })

  it('promises no file, reasons or outcomes of rows', () => {
    expect(rowsSentence(upload({}))).toBe('40 rows at the service = 38 tracked + 2 failed')
    expect(headline(upload({ state: 'complete' })).text).toBe('2 rows failed. The service does not say why.')
    expect(headline(upload({ state: 'cancelled' })).text).toBe('38 customers are tracked.')
    expect(uploadsText.cancelling.text(upload({}))).toBe(
      '38 tracked customers stay. The row summary then shows how many rows were processed.',
    )
  })
})

describe('the customers that an undo names', () => {
  it('end with the number of the others', () => {
    const customers = [
      { clientName: 'Tane O’Brien', rego: 'abc 123', vin: null },
      { clientName: null, rego: null, vin: 'VIN1' },
    ]
    expect(uploadsText.undo.names(customers, 2)).toEqual(['Tane O’Brien, ABC123', 'Customer without a name, VIN1'])
    expect(uploadsText.undo.names(customers, 9)).toEqual(['Tane O’Brien, ABC123', 'and 8 more'])
  })
})
