import { describe, expect, test } from 'vitest'
import type { UploadSummary } from '../../../../src/contract/uploads.ts'
import { summariseUploads } from '../../../../src/renderer/app/uploads-store.ts'

describe('the summary of uploads', () => {
  const upload = (id: string, state: UploadSummary['state'], done: number, total: number): UploadSummary =>
    ({ id, state, progress: { done, total, errors: 0, rowsPerSecond: null, secondsLeft: null } }) as UploadSummary

  test('gives the progress of running and waiting uploads over all their rows', () => {
    expect(
      summariseUploads([
        upload('a', 'running', 50, 100),
        upload('b', 'waiting', 0, 100),
        upload('c', 'complete', 10, 10),
      ]),
    ).toEqual({ running: 2, attention: 0, paused: 0, percent: 25, onlyId: null })
  })
  test('gives no percentage while the totals of processed rows are not final', () => {
    expect(summariseUploads([upload('a', 'running', 99, 100)]).percent).toBe(99)
    expect(summariseUploads([upload('a', 'running', 100, 100)]).percent).toBeNull()
  })
  test('counts paused uploads apart from those that run', () => {
    expect(summariseUploads([upload('a', 'paused', 5, 10)])).toMatchObject({ running: 0, paused: 1, onlyId: 'a' })
  })
  test('counts uploads that need attention, and names the only open one', () => {
    expect(summariseUploads([upload('a', 'stopped', 5, 10), upload('b', 'complete', 1, 1)])).toEqual({
      running: 0,
      attention: 1,
      paused: 0,
      percent: 0,
      onlyId: 'a',
    })
  })
})
