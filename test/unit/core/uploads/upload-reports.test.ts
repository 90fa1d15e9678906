import { describe, expect, it } from 'vitest'
import type { UploadState } from '../../../../src/contract/uploads.ts'
import type { TaskProgress } from '../../../../src/core/ports/task-bar.ts'
import { createTaskBarProgress, taskProgressOf } from '../../../../src/core/uploads/upload-reports.ts'

const open = (state: UploadState, done: number, total = 100) => ({
  state,
  finishedAt: null,
  progress: { done, total, errors: 0 },
})
const finished = { ...open('complete', 100), finishedAt: '2026-11-20T00:00:00.000Z' }

describe('the progress of all uploads', () => {
  it.each([
    ['nothing when none is open', [finished], null],
    [
      'the part of the rows that are processed',
      [open('running', 50), open('waiting', 0), finished],
      { part: 0.25, state: 'running' },
    ],
    [
      'attention when one needs the user',
      [open('running', 50), open('stopped', 50)],
      { part: 0.5, state: 'attention' },
    ],
    ['attention when one needs an answer', [open('undecided', 10)], { part: 0.1, state: 'attention' }],
    ['a pause only when all are paused', [open('paused', 10)], { part: 0.1, state: 'paused' }],
    ['no pause while one runs', [open('paused', 10), open('running', 30)], { part: 0.2, state: 'running' }],
    ['no part of an upload without rows', [open('running', 0, 0)], { part: 0, state: 'running' }],
  ] as const)('is %s', (_, uploads, expected) => {
    expect(taskProgressOf(uploads)).toEqual(expected)
  })
})

describe('the task bar', () => {
  it('is changed by each percent, each state and the end, and by nothing else', () => {
    const shown: (TaskProgress | null)[] = []
    const show = createTaskBarProgress({ show: (progress) => shown.push(progress) })
    show(null)
    for (const part of [0.1, 0.101, 0.104, 0.11]) show({ part, state: 'running' })
    show({ part: 0.11, state: 'attention' })
    show(null)
    show(null)
    expect(shown).toEqual([
      { part: 0.1, state: 'running' },
      { part: 0.11, state: 'running' },
      { part: 0.11, state: 'attention' },
      null,
    ])
  })
})
