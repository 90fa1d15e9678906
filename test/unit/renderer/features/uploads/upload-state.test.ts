import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  downloadableRows,
  progressTone,
  rowsByOutcome,
} from '../../../../../src/renderer/features/uploads/upload-state.ts'
import { rowsWith } from './sample-upload.ts'

const count = fc.nat(100_000)

describe('rows by outcome', () => {
  it('add up to the rows of the file, without empty outcomes', () => {
    fc.assert(
      fc.property(
        fc.record({
          withErrors: count,
          excluded: count,
          updated: count,
          pending: count,
          notSent: count,
          accepted: count,
          failed: count,
          notProcessed: count,
          inProcess: count,
        }),
        (parts) => {
          const sent = parts.accepted + parts.failed + parts.notProcessed + parts.inProcess
          const inFile = sent + parts.withErrors + parts.excluded + parts.updated + parts.pending + parts.notSent
          const shown = rowsByOutcome({ ...parts, skipped: 2, sent, inFile })
          expect(shown.reduce((sum, part) => sum + part.rows, 0)).toBe(inFile)
          expect(shown.every((part) => part.rows > 0)).toBe(true)
        },
      ),
    )
  })

  it('can be downloaded where the rows have a result', () => {
    const rows = rowsWith({ inFile: 412, sent: 400, accepted: 398, failed: 2, excluded: 12 })
    expect(downloadableRows(rows)).toEqual([
      { outcome: 'accepted', rows: 398 },
      { outcome: 'failed', rows: 2 },
      { outcome: 'excluded', rows: 12 },
    ])
  })
})

it('warns while an upload waits or needs an answer, and is bad only when it stopped', () => {
  expect((['running', 'waiting', 'undecided', 'stopped', 'complete'] as const).map(progressTone)).toEqual([
    'accent',
    'warning',
    'warning',
    'error',
    'good',
  ])
})
