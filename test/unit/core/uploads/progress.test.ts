import { describe, expect, it } from 'vitest'
import { countProgress } from '../../../../src/core/uploads/progress.ts'
import type { Batch, UploadRecord } from '../../../../src/core/uploads/upload-record.ts'

const base = { resent: false, note: null, sentAt: null }
const counters = { uploaded: 10, processed: 6, errors: 1 }

function uploadOf(...batches: Batch[]): UploadRecord {
  return {
    id: 'a',
    connectionId: 'c',
    region: 'au',
    name: 'March',
    serviceName: 'March',
    fileName: 'march.csv',
    lookUpMissingVins: false,
    referenceKey: 'ref',
    rowsInFile: 30,
    rowsExcluded: 0,
    rowsUpdated: 0,
    rowsWithErrors: 0,
    rowsSkipped: 0,
    paidLookups: 0,
    batchSize: 10,
    knownCustomers: null,
    listCheckedAt: null,
    listAgeConfirmed: false,
    excludedBeforeSending: 0,
    undoneAt: null,
    cancelRequested: true,
    paused: false,
    pauseReason: null,
    hasDraft: false,
    removed: false,
    status: { state: 'open' },
    createdAt: '2026-11-20T00:00:00.000Z',
    batches,
  }
}

describe('the progress of an upload', () => {
  it('counts the processed rows of a batch in process, at most its rows', () => {
    const processing = { ...base, state: 'processing', remoteId: 'r', rows: 10, cancelSent: false } as const
    expect(countProgress(uploadOf({ ...base, number: 1, rows: 10, state: 'planned' }))).toEqual({
      done: 0,
      total: 10,
      errors: 0,
    })
    expect(countProgress(uploadOf({ ...processing, number: 1, counters }))).toEqual({ done: 6, total: 10, errors: 1 })
    const tooHigh = { uploaded: 10, processed: 60, errors: 50 }
    expect(countProgress(uploadOf({ ...processing, number: 1, counters: tooHigh }))).toEqual({
      done: 10,
      total: 10,
      errors: 10,
    })
  })

  it('reaches its end after a cancel: rows that were not processed or not sent do not count', () => {
    const cancelled = { ...base, state: 'cancelled', remoteId: 'r', rows: 10, counters, finishedAt: null } as const
    const upload = uploadOf(
      { ...cancelled, number: 1, result: { accepted: 5, failed: 1, notProcessed: 4, notSent: 0 } },
      { ...cancelled, number: 2, result: { accepted: 0, failed: 0, notProcessed: 0, notSent: 10 } },
    )
    expect(countProgress(upload)).toEqual({ done: 6, total: 6, errors: 1 })
  })
})
