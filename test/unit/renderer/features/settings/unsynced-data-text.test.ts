import { expect, test } from 'vitest'
import { onlyHereWords } from '../../../../../src/renderer/features/settings/unsynced-data-text.ts'

const nothing = { drafts: 0, edits: 0, deletions: 0, callNotes: 0, inBin: 0 }

test('names what is lost with a connection, and only that', () => {
  expect(onlyHereWords(nothing)).toEqual([])
  expect(onlyHereWords({ ...nothing, edits: 1, drafts: 2, inBin: 1_400 })).toEqual([
    '1 change that is not saved at the service',
    '2 spreadsheets that are being prepared',
    '1,400 deleted customers in the bin',
  ])
})
