import { expect, test } from 'vitest'
import { editsStatus } from '../../../../../src/renderer/features/customers/edits-status.ts'

const saved = { edits: { pending: 0, failed: 0, conflicts: 0 }, deletions: { pending: 0, held: 0, failed: 0 } }
const rejected = {
  customerId: 'c',
  name: 'Priya Raman',
  field: 'mobileNumber',
  typed: '05',
  failure: { kind: 'invalid-input', message: 'Not a mobile.' },
} as const

test('nothing is unsaved when the program has no edit and no value was rejected', () => {
  expect(editsStatus(saved, [], [])).toEqual({ pending: 0, held: 0, failed: 0 })
})

test('a value that was rejected before it was stored counts as not saved', () => {
  expect(editsStatus(saved, [], [rejected])).toEqual({ pending: 0, held: 0, failed: 1 })
})

test('the list of edits counts while the counts are older, and the counts while the list is older', () => {
  expect(editsStatus(saved, [{ state: 'failed' }, { state: 'pending' }], [])).toEqual({
    pending: 1,
    held: 0,
    failed: 1,
  })
  const counts = { edits: { pending: 2, failed: 1, conflicts: 1 }, deletions: { pending: 1, held: 1, failed: 1 } }
  expect(editsStatus(counts, [], [])).toEqual({ pending: 3, held: 1, failed: 3 })
})
