import { describe, expect, test } from 'vitest'
import { percentDone } from '../../../../src/renderer/app/uploads-store.ts'

describe('the progress of all running uploads', () => {
  test('is a percentage of all their rows', () => {
    expect(percentDone({ done: 50, total: 200 })).toBe(25)
    expect(percentDone({ done: 99, total: 100 })).toBe(99)
  })
  test('is not known while the totals of processed rows are not final', () => {
    expect(percentDone({ done: 100, total: 100 })).toBeNull()
  })
  test('is nothing without an upload', () => {
    expect(percentDone({ done: 0, total: 0 })).toBe(0)
  })
})
