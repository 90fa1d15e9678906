import { describe, expect, it } from 'vitest'
import { isImportName, movedName, numberedName, reportNames } from '../../../../src/core/folders/folder-disk.ts'
import { decideSending } from '../../../../src/core/folders/process-file.ts'
import { createStableFiles, emptyStableAfterMs, stableAfterMs } from '../../../../src/core/folders/stable-files.ts'
import { usualRows } from '../../../../src/core/folders/usual-rows.ts'

const counts = { rows: 100, ready: 90, warning: 5, error: 0, update: 0, excluded: 5, skipped: 0, paidLookups: 0 }
const draft = { counts, contactQuestions: [], contactNotes: [], columns: [], groups: [], otherRegion: null, source: {} }
const folder = { sendByItself: true, templateId: 'template', lookUpMissingVins: false, maxPaidLookups: 0 }
const usual = { from: 80, to: 120, files: 3 }
const known = { templateProblems: [], usual }

describe('the names of files to import', () => {
  it.each(['march.csv', 'March 2026.XLSX', 'export.ods'])('%s is imported', (name) => {
    expect(isImportName(name)).toBe(true)
  })
  it.each([
    '~$march.xlsx',
    '.march.csv',
    'march.csv.part',
    'march.tmp',
    'march.crdownload',
    'photo.jpg',
    'csv',
    '.csv',
  ])('%s is left alone', (name) => expect(isImportName(name)).toBe(false))
  it('puts the number of a second file before its ending', () => {
    expect([1, 2].map((number) => numberedName('march.csv', number))).toEqual(['march.csv', 'march (2).csv'])
  })
})

describe('the names of moved files', () => {
  it('are as before while their reports have names too', () => {
    const name = `${'a'.repeat(200)}.csv`
    expect(movedName(name)).toBe(name)
  })
  it.each(['a', 'ü', '日', '🚗'])('are shortened before their ending, by whole characters: %s', (letter) => {
    const name = movedName(`${letter.repeat(Math.floor(251 / Buffer.byteLength(letter)))}.csv`)
    expect(name).toMatch(/\.csv$/)
    expect(name.slice(0, -4).replaceAll(letter, '')).toBe('')
    const longest = `${reportNames(numberedName(name, 9_999)).json}.new`
    expect(Buffer.byteLength(longest)).toBeLessThanOrEqual(255)
    expect(Buffer.byteLength(longest)).toBeGreaterThan(245)
  })
})

describe('files that no longer change', () => {
  it('takes a file whose size and time stay for some seconds', () => {
    const files = createStableFiles()
    const written = { name: 'a.csv', size: 10, modifiedMs: 1 }
    expect(files.look([written], 0)).toEqual([])
    expect(files.look([{ ...written, size: 20 }], stableAfterMs)).toEqual([])
    expect(files.hasChanging()).toBe(true)
    expect(files.look([{ ...written, size: 20 }], 2 * stableAfterMs)).toEqual([{ ...written, size: 20 }])
  })
  it('waits longer for an empty file, which may only have been created', () => {
    const files = createStableFiles()
    const empty = { name: 'a.csv', size: 0, modifiedMs: 1 }
    files.look([empty], 0)
    expect(files.look([empty], stableAfterMs)).toEqual([])
    expect(files.look([empty], emptyStableAfterMs)).toEqual([empty])
  })
})

describe('the usual number of rows', () => {
  it('reaches 30 percent beyond the earlier files', () => {
    expect(usualRows([1_000, 1_100])).toEqual({ from: 700, to: 1_430, files: 2 })
  })
  it('reaches 20 rows beyond small files', () => {
    expect(usualRows([10])).toEqual({ from: 1, to: 30, files: 1 })
  })
  it('is not known before the first file', () => {
    expect(usualRows([])).toBeNull()
  })
})

describe('sending without a person', () => {
  it('sends a file of which nothing is open', () => {
    expect(decideSending(draft, folder, known)).toEqual({ do: 'send' })
  })
  it('sends nothing when every customer is known', () => {
    const none = { ...draft, counts: { ...counts, ready: 0, warning: 0, excluded: 100 } }
    expect(decideSending(none, folder, known)).toEqual({ do: 'nothing-to-send' })
  })
  it('sends a file whose rows only update customers', () => {
    const updates = { ...draft, counts: { ...counts, ready: 0, warning: 0, update: 95 } }
    expect(decideSending(updates, folder, known)).toEqual({ do: 'send' })
  })
  it('refuses a file without customer rows', () => {
    const empty = { ...draft, counts: { ...counts, rows: 0, ready: 0, warning: 0, excluded: 0 } }
    expect(decideSending(empty, folder, known)).toEqual({ do: 'refuse' })
  })
  const openColumn = { isOpen: true, dates: null, suggested: { reason: 'Named “Mobile”, but …' } }
  const lostValue = { rule: 'cell.formula-error', severity: 'warning', message: 'An error.', rows: 3 }
  const notes = {
    index: 0,
    header: 'Notes',
    notes: [],
    hidden: 0,
    others: [],
    othersHidden: 0,
    open: 0,
    excludedRows: 3,
  }
  it('sends a file whose only open matter are notes that surely forbid contact', () => {
    expect(decideSending({ ...draft, contactNotes: [notes] }, folder, known)).toEqual({ do: 'send' })
  })
  const question = { index: 0, header: 'Opt out', values: [], rows: 2, choice: null, remembered: false }
  it.each([
    ['a row has an error', { ...draft, counts: { ...counts, error: 1 } }, folder, known, '1 row has errors.'],
    ['the file was probably cut off', { ...draft, source: { cutOff: true } }, folder, known, 'probably cut off'],
    [
      'only a person can say what a column is',
      { ...draft, columns: [openColumn] },
      folder,
      known,
      'Named “Mobile”, but',
    ],
    ['rows lost a value', { ...draft, groups: [lostValue] }, folder, known, '3 rows to check before sending'],
    [
      'a note may forbid contact',
      { ...draft, contactNotes: [{ ...notes, open: 2 }] },
      folder,
      known,
      '2 notes in “Notes” may forbid contact.',
    ],
    ['a question is open', { ...draft, contactQuestions: [question] }, folder, known, 'Opt out'],
    [
      'the template does not fit',
      draft,
      folder,
      { ...known, templateProblems: ['A column is new.'] },
      'A column is new.',
    ],
    [
      'the template updates customers only since the folder was saved',
      { ...draft, counts: { ...counts, update: 4 } },
      { ...folder, updatesCustomers: false },
      known,
      'now updates existing customers, here 4.',
    ],
    ['there is no template', draft, { ...folder, templateId: null }, known, 'No template'],
    ['there was no earlier file', draft, folder, { ...known, usual: null }, 'first file'],
    ['the file has too few rows', draft, folder, { ...known, usual: { ...usual, from: 101 } }, '100 rows'],
    ['the file has too many rows', draft, folder, { ...known, usual: { ...usual, to: 99 } }, '100 rows'],
    ['sending is left to the user', draft, { ...folder, sendByItself: false }, known, 'leaves sending to you'],
    [
      'too many look-ups would be paid',
      { ...draft, counts: { ...counts, paidLookups: 6 } },
      { ...folder, lookUpMissingVins: true, maxPaidLookups: 5 },
      known,
      '6 paid look-ups',
    ],
  ] as const)('waits for a person when %s', (_name, one, settings, against, reason) => {
    const decision = decideSending(one as typeof draft, settings, against)
    expect(decision.do).toBe('wait')
    expect(decision.do === 'wait' && decision.reasons.join(' ')).toContain(reason)
  })
  it('pays no look-ups when missing VINs are not looked up', () => {
    expect(decideSending({ ...draft, counts: { ...counts, paidLookups: 6 } }, folder, known)).toEqual({ do: 'send' })
  })
})
