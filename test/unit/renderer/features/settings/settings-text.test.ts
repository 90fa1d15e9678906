import { describe, expect, it, test } from 'vitest'
import { settingsText } from '../../../../../src/renderer/features/settings/settings-text.ts'

const nothing = { openUploads: 0, drafts: 0, edits: 0, deletions: 0, callNotes: 0, inBin: 0 }

test('the removal of a connection names what would be lost, and only that', () => {
  const { unsyncedDataLines } = settingsText.removal
  expect(unsyncedDataLines(nothing)).toEqual([])
  expect(unsyncedDataLines({ ...nothing, edits: 1, drafts: 2, inBin: 1_400 })).toEqual([
    '1 unsaved change',
    '2 drafts',
    '1,400 deleted customers in the bin',
  ])
})

describe('the time for which results are reused', () => {
  it.each([
    [0, 'Never'],
    [1, '1 hour'],
    [24, '24 hours'],
    [48, '2 days'],
    [100, '100 hours'],
  ])('%i hours: %s', (hours, text) => {
    expect(settingsText.lookups.reuseTime(hours)).toBe(text)
  })
})
