import { expect, test } from 'vitest'
import { hoursOfWeek, settingsText } from '../../../../../src/renderer/features/settings/settings-text.ts'

const nothing = {
  openUploads: 0,
  drafts: 0,
  edits: 0,
  deletions: 0,
  callNotes: 0,
  inBin: 0,
  doNotContact: 0,
  lookups: 0,
  bulkLookups: 0,
  views: 0,
  assignments: 0,
}

test('the removal of a connection names what would be lost, and only that', () => {
  const { unsyncedDataLines } = settingsText.removal
  expect(unsyncedDataLines(nothing)).toEqual([])
  expect(unsyncedDataLines({ ...nothing, edits: 1, drafts: 2, inBin: 1_400, doNotContact: 172, lookups: 1 })).toEqual([
    '1 unsaved change',
    '2 drafts',
    '172 Do Not Contact marks',
    '1,400 deleted customers in the bin',
    '1 saved look-up',
  ])
})

test('another address says what is sent there, and who shares calls', () => {
  const { addressChange } = settingsText.connectionDialog
  expect(addressChange(nothing, false)).not.toContain('Sent to')
  expect(addressChange({ ...nothing, openUploads: 1, edits: 2, deletions: 3 }, true)).toMatch(
    /Sent to the new address: 1 unfinished upload, 2 unsaved changes, 3 pending deletions\. You share calls only with colleagues who use the same address\.$/,
  )
})

const long = { from: '09:00', to: '20:00' }
const short = { from: '09:00', to: '17:00' }

test('neighbouring days with the same hours share a line, from Monday on', () => {
  expect(hoursOfWeek([null, long, long, long, long, long, short])).toEqual([
    ['Monday to Friday', '9:00 am to 8:00 pm'],
    ['Saturday', '9:00 am to 5:00 pm'],
    ['Sunday', 'No calls'],
  ])
})

test('days with the same hours that are apart have a line each', () => {
  expect(hoursOfWeek([short, short, long, short, short, short, short]).map(([days]) => days)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday to Sunday',
  ])
})
