import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../../src/contract/result.ts'
import type { Answer, Certainty, RefusedRecord, RemoteUpload } from '../../../../src/core/service/service-client.ts'
import {
  afterPost,
  endedAs,
  nextFollow,
  nextSend,
  readCounters,
  splitMissingRows,
} from '../../../../src/core/uploads/upload-steps.ts'
import { resolveRows } from '../../../../src/core/uploads/matching.ts'
import type { Batch, UploadRecord } from '../../../../src/core/uploads/upload-record.ts'

const base = { rows: 10, resent: false, note: null, sentAt: null }
const counters = { uploaded: 10, processed: 4, errors: 0 }
const result = { accepted: 10, failed: 0, notProcessed: 0, notSent: 0 }
const processing = (number: number, remoteId: string | null = `remote-${number}`): Batch => ({
  ...base,
  number,
  state: 'processing',
  remoteId,
  counters,
  cancelSent: false,
})
const batch = (number: number, state: 'planned' | 'sending' | 'unknown' | 'refused'): Batch => ({
  ...base,
  number,
  state,
})
const complete = (number: number, resent = false): Batch => ({
  ...base,
  number,
  resent,
  state: 'complete',
  remoteId: `remote-${number}`,
  counters,
  finishedAt: null,
  result,
})

function upload(id: string, batches: readonly Batch[], more: Partial<UploadRecord> = {}): UploadRecord {
  return {
    id,
    connectionId: 'c',
    region: 'au',
    name: 'March',
    serviceName: 'March',
    paused: false,
    pauseReason: null,
    hasDraft: false,
    removed: false,
    fileName: 'march.csv',
    lookUpMissingVins: false,
    referenceKey: 'forecourt_ref',
    rowsInFile: batches.length * 10,
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
    cancelRequested: false,
    status: { state: 'open' },
    createdAt: '2026-11-20T00:00:00.000Z',
    batches,
    ...more,
  }
}
const stopped = (kind: Failure['kind']): Partial<UploadRecord> => ({
  status: { state: 'stopped', failure: { kind, message: 'No.' } },
})

describe('the next step of sending', () => {
  const send = (...uploads: UploadRecord[]): string => {
    const step = nextSend(uploads, new Map(), 1_000, 2)
    if (step.do === 'rest') return 'rest'
    return `${step.do} ${step.upload.id}${'batch' in step ? `/${step.batch.number}` : ''}`
  }

  it.each([
    [
      'the first batch that is planned',
      [upload('a', [complete(1), batch(2, 'planned'), batch(3, 'planned')])],
      'post a/2',
    ],
    [
      'the next upload when all of the first is sent',
      [upload('a', [processing(1)]), upload('b', [batch(1, 'planned')])],
      'post b/1',
    ],
    [
      'the batch behind a lost one that can be queued behind others',
      [upload('a', [processing(1), batch(2, 'unknown'), batch(3, 'planned')])],
      'post a/3',
    ],
    [
      'a batch of a later upload as well',
      [upload('a', [processing(1), batch(2, 'unknown')]), upload('b', [batch(1, 'planned')])],
      'post b/1',
    ],
    [
      'a search, once all batches before are processed',
      [upload('a', [complete(1), batch(2, 'unknown'), batch(3, 'planned')])],
      'search a/2',
    ],
    [
      'a search while only batches behind the lost one are processed',
      [upload('a', [complete(1), batch(2, 'unknown'), processing(3)])],
      'search a/2',
    ],
    [
      'nothing while too many batches are lost',
      [upload('a', [processing(1), batch(2, 'unknown'), batch(3, 'unknown'), batch(4, 'planned')])],
      'rest',
    ],
    [
      'marking an interrupted batch as unknown, before anything else',
      [upload('a', [batch(1, 'planned')]), upload('b', [batch(1, 'sending')])],
      'mark-unknown b/1',
    ],
    ['nothing of an upload that is stopped', [upload('a', [batch(1, 'planned')], stopped('rejected'))], 'rest'],
    [
      'the next upload when one is stopped',
      [upload('a', [batch(1, 'refused')], stopped('rejected')), upload('b', [batch(1, 'planned')])],
      'post b/1',
    ],
    [
      'the batch behind one that the user must decide about',
      [upload('a', [batch(1, 'unknown'), batch(2, 'planned')], { referenceKey: null })],
      'post a/2',
    ],
    [
      'a search when only another region has batches in process',
      [upload('a', [processing(1)], { region: 'nz' }), upload('b', [batch(1, 'unknown')])],
      'search b/1',
    ],
  ])('is %s', (_, uploads, expected) => {
    expect(send(...uploads)).toBe(expected)
  })

  it('is a search at its time, and rest before', () => {
    const lost = upload('a', [batch(1, 'unknown')])
    expect(nextSend([lost], new Map([['a/1', { nextAtMs: 1_500 }]]), 1_000, 2)).toEqual({ do: 'rest', untilMs: 1_500 })
    expect(nextSend([lost], new Map([['a/1', { nextAtMs: 1_500 }]]), 1_500, 2).do).toBe('search')
  })
})

describe('the next step of following', () => {
  const follow = (uploads: readonly UploadRecord[]): string => {
    const times = new Map([['a/1', { nextAtMs: 5_000 }]])
    const step = nextFollow(uploads, times, 1_000)
    if (step.do === 'rest') return `rest ${step.untilMs}`
    return 'batch' in step ? `${step.do} ${step.upload.id}/${step.batch.number}` : `${step.do} ${step.upload.id}`
  }

  it.each([
    ['the batch that is due first', [upload('a', [processing(1), processing(2)])], 'poll a/2'],
    ['nothing until one is due', [upload('a', [processing(1)])], 'rest 5000'],
    ['a count of references when the upload ID is unknown', [upload('b', [processing(1, null)])], 'count b/1'],
    [
      'cancelling a batch of a cancelled upload, before it is due',
      [upload('a', [processing(1)], { cancelRequested: true })],
      'cancel a/1',
    ],
    ['finishing', [upload('a', [complete(1)])], 'finish a'],
    ['nothing while no call can succeed', [upload('b', [processing(1)], stopped('sign-in-required'))], 'rest null'],
    [
      'a batch that was accepted before a refusal',
      [upload('b', [processing(1), batch(2, 'refused')], stopped('rejected'))],
      'poll b/1',
    ],
    ['nothing while a batch is still being sent', [upload('b', [complete(1), batch(2, 'sending')])], 'rest null'],
  ])('is %s', (_, uploads, expected) => {
    expect(follow(uploads)).toBe(expected)
  })
})

describe('the answer to a batch', () => {
  const answer = (
    kind: Failure['kind'],
    certainty: Certainty,
    status: number | null,
    refusedRecords?: readonly RefusedRecord[],
  ): Answer<RemoteUpload> => ({
    ok: false,
    error: {
      failure: { kind, message: 'No.' },
      certainty,
      status,
      retryAfterMs: null,
      ...(refusedRecords && { refusedRecords }),
    },
  })
  const outcome = (given: Answer<RemoteUpload>, rows = 10): string => {
    const after = afterPost(given, { rows })
    if (after.kind === 'rejected') return `rejected, ${after.named.length} named`
    return after.kind === 'again' ? `again after ${after.after}` : after.kind
  }
  const named = [3, 10].map((index) => ({ index, reason: null }))

  it.each([
    ['a lost answer', answer('timeout', 'unknown', null), 10, 'unknown'],
    ['a gateway that gave up', answer('service-down', 'unknown', 504), 10, 'unknown'],
    ['no network', answer('offline', 'not-sent', null), 10, 'again after wait'],
    ['429', answer('rate-limited', 'not-sent', 429), 10, 'again after wait'],
    ['401', answer('sign-in-required', 'not-sent', 401), 10, 'again after user'],
    ['403', answer('no-licence', 'refused', 403), 10, 'again after user'],
    ['a bad certificate', answer('certificate', 'not-sent', null), 10, 'again after user'],
    ['413', answer('rejected', 'refused', 413), 10, 'too-large'],
    ['413 to a single row', answer('rejected', 'refused', 413), 1, 'refused'],
    ['413 to a single row in words', answer('rejected', 'refused', 413, []), 1, 'rejected, 0 named'],
    ['422 without a body', answer('rejected', 'refused', 422), 10, 'refused'],
    ['422 in words', answer('rejected', 'refused', 422, []), 10, 'rejected, 0 named'],
    ['a failure in a 200', answer('rejected', 'refused', 200, []), 10, 'rejected, 0 named'],
    ['422 that names one of its rows', answer('rejected', 'refused', 422, named), 10, 'rejected, 1 named'],
    ['the end of the program', answer('cancelled', 'not-sent', null), 10, 'again after next-start'],
  ] as const)('%s', (_, given, rows, expected) => {
    expect(outcome(given, rows)).toBe(expected)
  })
})

describe('the counters of a batch', () => {
  it.each([
    ['are complete when all sent rows are processed', { uploaded: 10, processed: 10, errors: 2 }, 0, false, 'complete'],
    ['are in progress while fewer are processed', { uploaded: 10, processed: 9, errors: 0 }, 9, false, 'in-progress'],
    ['are in progress while nothing is uploaded', { uploaded: 0, processed: 0, errors: 0 }, 9, false, 'in-progress'],
    [
      'are in progress while fewer are uploaded than sent',
      { uploaded: 6, processed: 6, errors: 0 },
      1,
      false,
      'in-progress',
    ],
    ['are stalled when fewer stay uploaded', { uploaded: 6, processed: 6, errors: 0 }, 3, false, 'stalled'],
    ['are stalled some readings after a cancel', { uploaded: 10, processed: 4, errors: 0 }, 3, true, 'stalled'],
    ['are not stalled at once', { uploaded: 10, processed: 4, errors: 0 }, 2, true, 'in-progress'],
  ] as const)('%s', (_, read, unchangedReadings, cancelSent, expected) => {
    expect(readCounters(read, 10, unchangedReadings, 3, cancelSent)).toBe(expected)
  })

  it('show how many missing rows failed: never more than the errors', () => {
    expect(splitMissingRows(5, { uploaded: 10, processed: 6, errors: 1 })).toEqual({ failed: 1, notProcessed: 4 })
    expect(splitMissingRows(1, { uploaded: 10, processed: 6, errors: 3 })).toEqual({ failed: 1, notProcessed: 0 })
    const rows = [2, 3, 4, 5].map((row) => ({ row, input: {} }))
    const outcomes = resolveRows(
      rows,
      new Map([[2, 'c']]),
      { uploaded: 4, processed: 2, errors: 1 },
      true,
      '2026-11-21',
    )
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'failed', 'not-processed', 'not-processed'])
  })
})

describe('how an upload ended', () => {
  const cancelled = (number: number, counts: Partial<typeof result>): Batch => ({
    ...base,
    number,
    state: 'cancelled',
    remoteId: null,
    counters,
    finishedAt: null,
    result: { accepted: 0, failed: 0, notProcessed: 0, notSent: 0, ...counts },
  })

  it.each([
    ['complete without a cancel', [complete(1)], false, 'complete'],
    ['complete when all rows had gone through before the cancel', [complete(1)], true, 'complete'],
    ['complete when the cancelled batch had no row left', [cancelled(1, { accepted: 9, failed: 1 })], true, 'complete'],
    ['cancelled when rows were not sent', [complete(1), cancelled(2, { notSent: 10 })], true, 'cancelled'],
    ['cancelled when rows were not processed', [cancelled(1, { accepted: 4, notProcessed: 6 })], true, 'cancelled'],
    ['cancelled while the list lacks rows', [cancelled(1, { accepted: 4 })], true, 'cancelled'],
  ] as const)('is %s', (_, batches, cancelRequested, expected) => {
    expect(endedAs(upload('a', batches, { cancelRequested }))).toBe(expected)
  })
})

describe('a paused upload', () => {
  it('sends none of its batches, and the next upload is sent', () => {
    const paused = upload('a', [batch(1, 'planned')], { paused: true })
    const next = upload('b', [batch(1, 'planned')])
    expect(nextSend([paused], new Map(), 0, 4)).toEqual({ do: 'rest', untilMs: null })
    expect(nextSend([paused, next], new Map(), 0, 4)).toMatchObject({ do: 'post', upload: { id: 'b' } })
  })

  it('is still searched for lost batches', () => {
    const lost = upload('a', [batch(1, 'unknown')], { paused: true })
    expect(nextSend([lost], new Map(), 0, 4)).toMatchObject({ do: 'search' })
  })
})

describe('an upload of an earlier run', () => {
  const earlier = upload('a', [complete(1), batch(2, 'planned')])
  const later = upload('b', [batch(1, 'planned')])
  const step = (uploads: UploadRecord[], nextAtMs: number) =>
    nextSend(uploads, new Map(), 1_000, 4, new Map([['a', { nextAtMs }]]))

  it('is checked before more of it is sent', () => {
    expect(step([earlier, later], 0)).toEqual({ do: 'check', upload: earlier })
  })

  it('lets the next one be sent while its check waits', () => {
    expect(step([earlier, later], 1_500)).toMatchObject({ do: 'post', upload: { id: 'b' } })
    expect(step([earlier], 1_500)).toEqual({ do: 'rest', untilMs: 1_500 })
  })

  it('is checked when its batches at the service are processed, since others may be queued behind them', () => {
    expect(step([upload('a', [processing(1), batch(2, 'planned')])], 0)).toEqual({ do: 'rest', untilMs: null })
  })

  it('is not checked while it is paused', () => {
    expect(step([{ ...earlier, paused: true }], 0).do).toBe('rest')
  })
})
