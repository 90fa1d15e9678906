import { describe, expect, test } from 'vitest'
import type { UploadState } from '../../../../src/contract/uploads.ts'
import { overviewOf } from '../../../../src/core/uploads/upload-overview.ts'

describe('the overview of uploads', () => {
  const upload = (id: string, state: UploadState, done: number, total: number, duplicates = 0) => ({
    id,
    state,
    duplicates,
    progress: { done, total, errors: 0 },
  })
  const others = { ended: 3, removed: 1 }

  test('sums the rows of running and waiting uploads', () => {
    expect(overviewOf([upload('a', 'running', 50, 100), upload('b', 'waiting', 0, 100)], others)).toEqual({
      ...others,
      open: 2,
      running: 2,
      waiting: 1,
      attention: 0,
      paused: 0,
      done: 50,
      total: 200,
    })
  })
  test('counts paused uploads apart from those that run', () => {
    expect(overviewOf([upload('a', 'paused', 5, 10)], others)).toMatchObject({ running: 0, paused: 1 })
  })
  test('counts an ended upload that asks about duplicates', () => {
    const asking = upload('a', 'complete', 10, 10, 2)
    expect(overviewOf([asking], others)).toMatchObject({ open: 1, running: 0, attention: 1 })
  })
  test('counts uploads that need attention', () => {
    expect(overviewOf([upload('a', 'stopped', 5, 10)], others)).toMatchObject({
      open: 1,
      running: 0,
      attention: 1,
      total: 0,
    })
  })
})
