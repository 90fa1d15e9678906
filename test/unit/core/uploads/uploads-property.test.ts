import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../twins/service-twin.ts'
import { brokenSums, draftOf, makeBench } from './upload-bench.ts'
import { runs } from '../../../runs.ts'

const signal = new AbortController().signal

const fault = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Fault>({ kind: 'none' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'offline' }) },
  { weight: 2, arbitrary: fc.constant<Fault>({ kind: 'lost-before' }) },
  { weight: 2, arbitrary: fc.constant<Fault>({ kind: 'lost-after' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'rate-limited', retryAfterMs: 3_000 }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'unavailable' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'unauthorised' }) },
  { weight: 1, arbitrary: fc.constant<Fault>({ kind: 'refused' }) },
)

const story = fc.record({
  rows: fc.integer({ min: 1, max: 40 }),
  batchSize: fc.integer({ min: 3, max: 15 }),
  maxBatch: fc.constantFrom(Number.POSITIVE_INFINITY, 5),
  postTurns: fc.constantFrom(0, 2),
  rowsPerSecond: fc.constantFrom(1, 5, 1_000),
  // Within the search window for a lost batch, and beyond it.
  queueDelayMs: fc.constantFrom(0, 0, 20_000, 200_000),
  failing: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 4 }),
  /** Rows that the service rejects; `names` says how far the place that it tells is off; null: it tells none. */
  rejected: fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 4 }),
  names: fc.constantFrom(null, 0, 1),
  faults: fc.array(fault, { maxLength: 30 }),
  /** Steps after which the program is restarted. */
  restarts: fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 3 }),
  cancelAt: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null, freq: 2 }),
})

describe('an upload through any sequence of faults', () => {
  it('adds up at every moment, and ends with exactly one copy of each row that it counts as accepted', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const bench = makeBench(draftOf(told.rows, 2), { firstBatchSize: told.batchSize })
        const { service } = bench
        service.maxBatch = told.maxBatch
        service.postTurns = told.postTurns
        service.rowsPerSecond = told.rowsPerSecond
        service.queueDelayMs = told.queueDelayMs
        const failing = new Set(told.failing.map((n) => `ABC${n}`))
        service.fails = ({ rego }) => failing.has(rego ?? '')
        const rejected = new Set(told.rejected.map((n) => `ABC${n}`))
        service.rejects = (customers) => {
          const index = customers.findIndex(({ rego }) => rejected.has(rego ?? ''))
          if (index < 0) return null
          const named = told.names === null ? [] : [{ index: index + told.names, reason: null }]
          return { words: 'A row is wrong', named }
        }
        const faults = [...told.faults]
        service.faults = () => faults.shift() ?? { kind: 'none' }
        try {
          const { id } = await bench
            .uploads()
            .create({ draftId: 'd', name: 'March', lookUpMissingVins: false, references: true }, signal)
          let turn = 0
          const isOver = async (): Promise<boolean> => {
            turn += 1
            if (told.restarts.includes(turn)) await bench.restart()
            const upload = await bench.uploads().get({ id }, signal)
            expect(brokenSums(upload.rows)).toEqual([])
            if (upload.finishedAt !== null) return true
            if (turn === told.cancelAt) await bench.uploads().cancel({ id }, signal)
            else if (upload.state === 'stopped') await bench.uploads().resume({ id }, signal)
            else if (upload.state === 'undecided') {
              await bench.uploads().leaveOutRejected({ id, rows: upload.rejectedRows }, signal)
            }
            return false
          }
          await bench.until(isOver)
          // A batch that was lost may still arrive; the next sync finds its rows.
          await bench.clock.advance(400_000)
          await bench.sync()
          await bench.uploads().resolveDuplicates({ id, decision: 'delete' }, signal)

          const { rows, state } = await bench.uploads().get({ id }, signal)
          const all = await bench.uploads().rows({ id, outcome: null, offset: 0, limit: 500 }, signal)
          const ofOutcome = (outcome: string): number => all.rows.filter((row) => row.outcome === outcome).length
          expect(all.total).toBe(rows.inFile)
          expect(ofOutcome('accepted')).toBe(rows.accepted)
          expect(ofOutcome('failed')).toBe(rows.failed)
          expect(ofOutcome('not-processed')).toBe(rows.notProcessed)
          expect(ofOutcome('not-sent')).toBe(rows.notSent)

          const held = service.customers().map(({ id: customerId, additionalFields }) => ({
            customerId,
            reference: String(additionalFields['forecourt_ref']),
          }))
          const acceptedRows = all.rows
            .filter(({ outcome }) => outcome === 'accepted')
            .map(({ row, customerId }) => ({ customerId, reference: `fc-${id}-${row}` }))
          const byReference = (a: { reference: string }, b: { reference: string }): number =>
            a.reference.localeCompare(b.reference)
          expect(held.toSorted(byReference)).toEqual(acceptedRows.toSorted(byReference))
          const due = draftOf(told.rows).rows.filter(({ input }) => !failing.has(input.rego ?? ''))
          const leftOut = new Set(all.rows.filter(({ outcome }) => outcome === 'not-sent').map(({ rego }) => rego))
          const dueThere = due.filter(({ input }) => !leftOut.has(input.rego ?? null))
          expect(rows.accepted).toBe(state === 'complete' ? dueThere.length : held.length)
          expect(held.filter(({ reference }) => rejected.has(`ABC${Number(reference.split('-')[2]) - 2}`))).toEqual([])
        } finally {
          await bench.close()
        }
      }),
      { numRuns: runs(30) },
    )
  })
})
