import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  announcement,
  paceWords,
  remainder,
  stateSentence,
  sumParts,
  sumSentence,
} from '../../../../../src/renderer/features/uploads/upload-text.ts'
import { rowsWith, sampleUpload } from './sample-upload.ts'

const count = fc.nat(100_000)

describe('the sum of an upload', () => {
  it('accounts for every row of the file, whatever became of it', () => {
    fc.assert(
      fc.property(
        fc.record({
          leftOut: count,
          pending: count,
          notSent: count,
          accepted: count,
          failed: count,
          notProcessed: count,
          inProcess: count,
        }),
        (parts) => {
          const sent = parts.accepted + parts.failed + parts.notProcessed + parts.inProcess
          const inFile = sent + parts.leftOut + parts.pending + parts.notSent
          const shown = sumParts({ ...parts, sent, inFile })
          expect(shown.reduce((sum, part) => sum + part.rows, 0)).toBe(inFile)
          expect(shown.every((part) => part.rows > 0)).toBe(true)
        },
      ),
    )
  })

  it('is said as an equation', () => {
    const rows = rowsWith({ inFile: 412, sent: 400, accepted: 398, failed: 2, leftOut: 12 })
    expect(sumSentence(rows)).toBe('412 rows in the file = 398 tracked + 2 failed + 12 left out')
    expect(remainder(rows)).toBe(14)
  })
})

describe('an upload in words', () => {
  it('says how many customers came of it', () => {
    const rows = rowsWith({ inFile: 398, sent: 398, accepted: 398 })
    expect(stateSentence(sampleUpload({ state: 'complete', rows }))).toBe('398 customers are tracked.')
    expect(stateSentence(sampleUpload({ state: 'complete', rows: { ...rows, accepted: 1 } }))).toBe(
      '1 customer is tracked.',
    )
  })

  it('says why it waits and that it goes on by itself', () => {
    const waiting = { reason: 'There is no network.', until: null }
    expect(stateSentence(sampleUpload({ state: 'waiting', waiting }))).toBe('There is no network. Goes on by itself.')
  })

  it('says rate and time left only while it runs', () => {
    expect(paceWords(sampleUpload())).toBe('40 rows a second, a few seconds left')
    expect(paceWords(sampleUpload({ state: 'waiting' }))).toBe('')
    const unknown = { ...sampleUpload().progress, rowsPerSecond: null, secondsLeft: null }
    expect(paceWords(sampleUpload({ progress: unknown }))).toBe('')
  })
})

describe('what a screen reader is told', () => {
  const at = (done: number) => sampleUpload({ progress: { ...sampleUpload().progress, done } })

  it('hears each state and each quarter, not every tick', () => {
    expect(announcement(null, at(1))).toMatch(/^Sending/)
    expect(announcement(at(1), at(2))).toBeNull()
    expect(announcement(at(90), at(101))).toBe('25 percent through, 0 errors so far.')
    expect(announcement(at(101), at(150))).toBeNull()
    expect(announcement(at(390), sampleUpload({ state: 'complete' }))).toMatch(/tracked/)
    expect(announcement(sampleUpload({ state: 'complete' }), sampleUpload({ state: 'complete' }))).toBeNull()
  })
})
