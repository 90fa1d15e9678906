import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import { createOpenUploads } from '../../../../src/core/uploads/open-uploads.ts'
import { packLists } from '../../../../src/core/uploads/upload-writer.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { connectionId, draftOf, openMemory } from './upload-bench.ts'
import { runs } from '../../../runs.ts'

type Journal = ReturnType<typeof createJournal>

/** Uploads of 40 rows in batches of 10. */
function addUpload(journal: Journal, id: string): void {
  const { packs, sent, ...facts } = packLists(draftOf(40), () => ({
    uploadId: id,
    batchSize: 10,
    referenceKey: 'forecourt_ref',
    corrects: null,
  }))
  journal.begin({
    ...facts,
    id,
    connectionId,
    name: id,
    lookUpMissingVins: false,
    referenceKey: 'forecourt_ref',
    rowsExcluded: 0,
    rowsUpdated: 0,
    rowsWithErrors: 0,
    rowsSkipped: 0,
    batchSize: 10,
    knownCustomers: null,
    listCheckedAt: null,
    listAgeConfirmed: false,
    fileHash: null,
    userName: null,
    options: null,
    fixes: [],
    corrects: null,
  })
  const batches: number[] = []
  for (const { pack } of packs) journal.addPack(id, batches.push(pack.rows), pack)
  expect(batches).toHaveLength(sent / 10)
  journal.publish(id, batches, () => undefined)
}

const counters = { uploaded: 10, processed: 4, errors: 1 }
const remote = { id: 'service-1', ...counters, other: {} } as never
const failure = { kind: 'offline', message: 'No connection.' } as const

/** What can happen to a batch or an upload; each is given the upload and the number of a batch. */
const acts: Readonly<Record<string, (journal: Journal, id: string, batch: number) => void>> = {
  send: (journal, id, batch) => journal.markSending(id, batch),
  accept: (journal, id, batch) => journal.markAccepted(id, batch, remote, counters),
  lose: (journal, id, batch) => journal.markUnknown(id, batch, 'Lost.'),
  plan: (journal, id, batch) => journal.markPlanned(id, batch, { resend: true, note: 'Again.' }),
  refuse: (journal, id, batch) => journal.markRefused(id, batch, failure),
  count: (journal, id, batch) => journal.saveCounters(id, batch, counters, false),
  complete: (journal, id, batch) => journal.completeBatch(id, batch, 'complete', []),
  divide: (journal, id, batch) => journal.divide(id, batch, (index) => index < 2, 'Divided.'),
  cut: (journal, id, batch) => journal.limitSize(id, 3, { batch, note: 'Smaller.' }),
  reject: (journal, id, batch) => journal.markRowsRejected(id, batch, 'Rejected.', (index) => `Row ${index}`),
  leaveOut: (journal, id) => journal.leaveOutRejected(id),
  stop: (journal, id) => journal.stop(id, failure),
  reopen: (journal, id) => journal.reopen(id),
  pause: (journal, id) => journal.setPaused(id, true),
  cancel: (journal, id) => journal.requestCancel(id),
  move: (journal) => journal.saveOrder(['c', 'a', 'b']),
  forget: (journal) => journal.forgetConnection(connectionId),
}

/** Some acts are refused in some states, and are undone then. */
function attemptSafely(attempt: () => void): void {
  try {
    attempt()
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
}

describe('the unfinished uploads in memory', () => {
  it('are those of the database after any changes, and after changes that were undone', () => {
    const step = fc.record({
      act: fc.constantFrom(...Object.keys(acts)),
      id: fc.constantFrom('a', 'b', 'c'),
      batch: fc.integer({ min: 1, max: 6 }),
      undone: fc.boolean(),
      read: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const database = openMemory()
        const journal = createJournal(database, createClockTwin())
        for (const id of ['a', 'b', 'c']) addUpload(journal, id)
        expect(journal.unfinished(connectionId)).toHaveLength(3)
        for (const { act, id, batch, undone, read } of steps) {
          const attempt = (): void =>
            database.transaction(() => {
              acts[act]?.(journal, id, batch)
              // Also what is read within a transaction must not outlive it.
              if (read) journal.unfinished(connectionId)
              if (undone) throw new Error('undone')
            })
          attemptSafely(attempt)
          const fresh = createOpenUploads(database)
          expect(journal.unfinished(connectionId)).toEqual(fresh.all())
          for (const each of ['a', 'b', 'c']) expect(journal.find(each)).toEqual(fresh.find(each))
        }
        database.close()
      }),
      { numRuns: runs(60) },
    )
  })
})
