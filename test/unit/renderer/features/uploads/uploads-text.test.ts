import { describe, expect, it } from 'vitest'
import {
  figuresOf,
  headline,
  paceText,
  rowsSentence,
  stateLabelOf,
  stateSentence,
  uploadsText,
  announcement,
} from '../../../../../src/renderer/features/uploads/uploads-text.ts'
import { resultText } from '../../../../../src/renderer/features/uploads/result-text.ts'
import { questionsText, lostRowCells } from '../../../../../src/renderer/features/uploads/questions-text.ts'
import { rowIdOf } from '../../../../../src/contract/row-id.ts'
import { rowsWith, sampleUpload } from './sample-upload.ts'

describe('the rows of an upload', () => {
  it('are an equation', () => {
    const rows = rowsWith({ inFile: 412, sent: 400, accepted: 398, failed: 2, excluded: 12 })
    expect(rowsSentence({ rows })).toBe('412 rows in the file = 398 tracked + 2 failed + 12 excluded')
  })

  it('that have errors are named apart from excluded ones', () => {
    const rows = rowsWith({ inFile: 412, sent: 396, accepted: 396, withErrors: 4, excluded: 12 })
    expect(rowsSentence({ rows })).toBe('412 rows in the file = 396 tracked + 4 not sent: errors + 12 excluded')
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
  })

  it('names the rows to fix in the label of an ended upload, and is no longer good then', () => {
    const rows = rowsWith({ inFile: 2_095, sent: 1_099, accepted: 1_099, withErrors: 996 })
    expect(stateLabelOf(sampleUpload({ state: 'complete', rows }))).toEqual({
      text: 'Complete, 996 to fix',
      tone: 'warning',
    })
    expect(stateLabelOf(sampleUpload({ state: 'running', rows })).text).toBe('In progress')
    expect(stateLabelOf(sampleUpload({ state: 'complete' }))).toEqual({ text: 'Complete', tone: 'good' })
    expect(headline(sampleUpload({ state: 'complete', rows })).text).toBe('No sent row failed.')
  })

  it('gives rate and time left only while it runs, as soon as they are known', () => {
    expect(paceText(sampleUpload())).toBe('40 rows a second, a few seconds left')
    expect(paceText(sampleUpload({ state: 'waiting' }))).toBe('')
    const unknown = { ...sampleUpload().progress, rowsPerSecond: null, secondsLeft: null }
    expect(paceText(sampleUpload({ progress: unknown }))).toBe('')
    expect(figuresOf(sampleUpload({ progress: unknown })).map(({ name }) => name)).toEqual(['Processed', 'Errors'])
    // The service has not answered for a while.
    const still = { ...unknown, rowsPerSecond: 0 }
    expect(figuresOf(sampleUpload({ progress: still })).map(({ name }) => name)).not.toContain('Time left')
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
    const free = { lookUpMissingVins: false, paidLookups: 0 }
    const paid = { lookUpMissingVins: true, paidLookups: 7 }
    expect(questionsText.rejected.text({ rejectedRows: 1, rows, state: 'running', ...free })).toBe(
      'Other rows are sent meanwhile. Until you answer, it isn’t sent. If you leave it out, you can correct it here and send it later.',
    )
    expect(questionsText.rejected.text({ rejectedRows: 1, rows, state: 'running', ...paid })).toMatch(
      / Sending it also looks up its missing VIN, which may be charged\.$/,
    )
    const none = { rejectedRows: 2, rows: rowsWith({ pending: 20 }), state: 'undecided', ...paid } as const
    expect(questionsText.rejected.text(none)).toBe(
      'No row was accepted so far, so the reason may be about the whole upload. Until you answer, they aren’t sent. If you leave them out, you can correct them here and send them later. Sending them also looks up their missing VINs, which may be charged.',
    )
  })
})

describe('the question whether a batch arrived', () => {
  it('names duplicates, and look-ups that are charged twice', () => {
    const { notArrivedHint } = questionsText.lostAnswer
    const batch = { number: 1, state: 'unknown', rows: 2 } as Parameters<typeof notArrivedHint>[0]
    const hint = '2 rows are sent again. If they did arrive, those customers are duplicated'
    expect(notArrivedHint(batch, { lookUpMissingVins: false, paidLookups: 2 })).toBe(`${hint}.`)
    expect(notArrivedHint(batch, { lookUpMissingVins: true, paidLookups: 2 })).toBe(
      `${hint}, and their look-ups are charged twice.`,
    )
  })
})

describe('the confirmation of a cancellation', () => {
  it('names only rows that there are', () => {
    expect(uploadsText.cancelling.text(sampleUpload({ rows: rowsWith({ pending: 1, accepted: 3 }) }))).toBe(
      '1 row not sent yet will stay on this PC. 3 tracked customers stay. The row summary then shows the outcome of every row.',
    )
  })

  it('says that look-ups stay charged, when rows were sent', () => {
    const text = (rows: Parameters<typeof rowsWith>[0]): string =>
      uploadsText.cancelling.text(
        sampleUpload({ rows: rowsWith({ pending: 1, ...rows }), lookUpMissingVins: true, paidLookups: 4 }),
      )
    expect(text({ accepted: 3 })).toContain(
      'Look-ups already made stay charged. Sending these rows again may be charged',
    )
    expect(text({})).not.toContain('charged')
  })
})

describe('the notes of a finished upload', () => {
  const notes = (changes: Parameters<typeof sampleUpload>[0]) => resultText.result.notes(sampleUpload(changes))

  it('say which rows joined it, and which customers it updated', () => {
    expect(notes({ joined: 38, rows: rowsWith({ updated: 3 }) })).toEqual([
      '38 tracked rows were sent later and joined this upload.',
      '3 existing customers were updated.',
    ])
    expect(notes({})).toEqual([])
  })
})

describe('the question before an upload is undone', () => {
  it('says that rows which joined it are deleted, and that updates stay', () => {
    const text = uploadsText.undo.text(sampleUpload({ rows: rowsWith({ updated: 1 }), joined: 2 }))
    expect(text).toMatch(/ 2 customers of rows that joined it are among them\./)
    expect(text).toMatch(/ 1 update of an existing customer stays\. You can undo it in Customers\.$/)
  })

  it('says that look-ups stay charged', () => {
    const text = uploadsText.undo.text(sampleUpload({ lookUpMissingVins: true, paidLookups: 4 }))
    expect(text).toContain('Look-ups already made stay charged.')
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

const row = { rego: 'ABC123', vin: null, clientName: 'Ann Lee', customer: null }

it('shows sheet and line of a row of several sheets, and which car of a row it is', () => {
  const shown = [rowIdOf({ row: 12, sheet: 3, car: 0 }), rowIdOf({ row: 5, sheet: 0, car: 1 }), 7].map(
    (id) => lostRowCells({ ...row, row: id }).row,
  )
  expect(shown).toEqual(['3:12', '5 (2)', '7'])
})

it('shows no customer for a row that the list does not have', () => {
  expect(lostRowCells({ ...row, row: 7 }).found).toBeNull()
})

const at = (done: number) => sampleUpload({ progress: { ...sampleUpload().progress, done } })

it('announces each state and each quarter of the progress, and nothing between', () => {
  expect(announcement(null, at(1))).toMatch(/^Sending/)
  expect(announcement(at(1), at(2))).toBeNull()
  expect(announcement(at(90), at(101))).toBe('25 percent processed, 0 errors.')
  expect(announcement(at(101), at(150))).toBeNull()
  expect(announcement(at(390), sampleUpload({ state: 'complete' }))).toMatch(/tracked/)
  expect(announcement(sampleUpload({ state: 'complete' }), sampleUpload({ state: 'complete' }))).toBeNull()
})

it('does not call an upload that has stopped in progress', () => {
  const { subtitle } = uploadsText.list
  expect(subtitle({ running: 0, attention: 1, paused: 0 }, 3)).toBe('1 upload needs your attention.')
  expect(subtitle({ running: 2, attention: 0, paused: 1 }, 3)).toBe(
    '2 uploads in progress. Uploads continue in the background. 1 upload paused.',
  )
  expect(subtitle({ running: 0, attention: 0, paused: 0 }, 3)).toBe('3 uploads, none in progress.')
})
