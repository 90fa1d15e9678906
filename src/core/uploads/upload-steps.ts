import { recoveryOf } from '../../contract/recovery.ts'
import { assertNever, type FailureKind } from '../../contract/result.ts'
import type { Answer, RefusedRecord, RemoteUpload, ServiceFailure } from '../service/service-client.ts'
import type { Batch, BatchIn, Counters, FinishedBatch, UploadRecord } from './upload-record.ts'

/**
 * Whether no call of this connection can succeed until the user acts. A refusal of one batch's content is not of this
 * kind.
 */
function blocksConnection(kind: FailureKind): boolean {
  const recovery = recoveryOf(kind)
  const isOfOneUpload = kind === 'rejected' || kind === 'invalid-input' || kind === 'needs-confirmation'
  return recovery !== 'time' && recovery !== 'none' && !isOfOneUpload
}

/**
 * Whether other credentials may help: the service did not accept these, or they have no permission (interface, part
 * 5).
 */
export function isForCredentials(kind: FailureKind): boolean {
  return kind === 'sign-in-required' || kind === 'no-licence'
}

/** What the answer to a batch's POST means. */
export type PostOutcome =
  | { readonly kind: 'accepted'; readonly remote: RemoteUpload }
  | { readonly kind: 'unknown' }
  /**
   * The batch was not accepted. It can be sent again after a wait, after an action of the user, or at the next start.
   */
  | { readonly kind: 'again'; readonly after: 'wait' | 'user' | 'next-start'; readonly error: ServiceFailure }
  /** The service gave the size as the reason, so the batches after it become smaller too. */
  | { readonly kind: 'too-large' }
  /** Rejected because of its size, of some of its rows, or of all it contains. `named`: the rows that the service names. */
  | { readonly kind: 'rejected'; readonly error: ServiceFailure; readonly named: readonly RefusedRecord[] }
  | { readonly kind: 'refused'; readonly error: ServiceFailure }

/** Decides what a POST's answer means. The interface shows no status for a batch that is too large: 413 means it. */
export function afterPost(answer: Answer<RemoteUpload>, batch: { readonly rows: number }): PostOutcome {
  if (answer.ok) return { kind: 'accepted', remote: answer.value }
  const { error } = answer
  switch (error.certainty) {
    case 'unknown':
      return { kind: 'unknown' }
    case 'not-sent': {
      const recovery = recoveryOf(error.failure.kind)
      return { kind: 'again', after: recovery === 'time' ? 'wait' : recovery === 'none' ? 'next-start' : 'user', error }
    }
    case 'refused': {
      if (error.status === 413 && batch.rows > 1) return { kind: 'too-large' }
      if (error.refusedRecords) {
        return { kind: 'rejected', error, named: error.refusedRecords.filter(({ index }) => index < batch.rows) }
      }
      if (recoveryOf(error.failure.kind) === 'time') return { kind: 'again', after: 'wait', error }
      if (blocksConnection(error.failure.kind)) return { kind: 'again', after: 'user', error }
      return { kind: 'refused', error }
    }
    default:
      return assertNever(error.certainty)
  }
}

/** Rejected batches that may wait for the user's answer while others are sent. With more, the reason may be of all rows. */
const mostRejected = 10

const sendsBesideRejected = ({ batches }: UploadRecord): boolean =>
  batches.filter(({ state }) => state === 'refused').length < mostRejected

/** How many rows were rejected and wait for the user's decision. A stopped upload has another reason to wait. */
export function countRejectedRows({ status, batches }: UploadRecord): number {
  if (status.state !== 'open') return 0
  return batches.reduce((sum, { state, rows }) => sum + (state === 'refused' ? rows : 0), 0)
}

export type SendStep =
  | { readonly do: 'rest'; readonly untilMs: number | null }
  | { readonly do: 'post'; readonly upload: UploadRecord; readonly batch: BatchIn<'planned'> }
  /** For a batch that was being sent when the program ended, or whose answer could not be saved. */
  | { readonly do: 'mark-unknown'; readonly upload: UploadRecord; readonly batch: BatchIn<'sending'> }
  | { readonly do: 'search'; readonly upload: UploadRecord; readonly batch: BatchIn<'unknown'> }
  /** For an upload of an earlier run: some of its rows may be at the service although the journal does not say so. */
  | { readonly do: 'check'; readonly upload: UploadRecord }

export type SendStepOf<Name extends SendStep['do']> = Extract<SendStep, { do: Name }>

/** When each unknown batch may be searched for next, by `batchKey`; absent: now. */
export type SearchTimes = ReadonlyMap<string, { readonly nextAtMs: number }>

export function batchKey(uploadId: string, batchNumber: number): string {
  return `${uploadId}/${batchNumber}`
}

/**
 * The next step of sending, for the unfinished uploads of one connection in order. Lost batches are searched for; the
 * batches behind them are sent meanwhile, unless `mostLost` batches are lost. The service may still have a lost batch
 * queued behind those accepted before it, so its search starts when those are processed. `unchecked`: when each upload of
 * an earlier run may be checked, by its id; nothing of it is sent before. `standing`: batches whose counters do not move any
 * more, by `batchKey`: nothing waits for them.
 */
export function nextSend(
  uploads: readonly UploadRecord[],
  searches: SearchTimes,
  nowMs: number,
  mostLost: number,
  unchecked: SearchTimes = new Map(),
  standing: ReadonlySet<string> = new Set(),
): SendStep {
  for (const upload of uploads) {
    const sending = batchIn(upload, 'sending')
    if (sending) return { do: 'mark-unknown', upload, batch: sending }
  }
  const isProcessing = new Set<string>()
  let lost = 0
  let untilMs: number | null = null
  let planned: Extract<SendStep, { do: 'post' }> | null = null
  const isDue = (atMs: number): boolean => {
    if (atMs > nowMs) untilMs = Math.min(untilMs ?? atMs, atMs)
    return atMs <= nowMs
  }
  for (const upload of uploads) {
    const sendsMore = !upload.paused && sendsBesideRejected(upload)
    for (const batch of upload.batches) {
      const isAwaited = batch.state === 'processing'
      if (isAwaited && !standing.has(batchKey(upload.id, batch.number))) isProcessing.add(upload.region)
      if (upload.status.state !== 'open') continue
      if (batch.state === 'planned' && sendsMore) {
        const check = unchecked.get(upload.id)
        if (!check) planned ??= { do: 'post', upload, batch }
        else if (!isProcessing.has(upload.region) && isDue(check.nextAtMs)) return { do: 'check', upload }
      }
      if (batch.state !== 'unknown') continue
      lost += 1
      if (upload.referenceKey === null || isProcessing.has(upload.region)) continue
      if (isDue(searches.get(batchKey(upload.id, batch.number))?.nextAtMs ?? nowMs))
        return { do: 'search', upload, batch }
    }
  }
  return planned !== null && lost < mostLost ? planned : { do: 'rest', untilMs }
}

/** Rows without references cannot be searched for, so the user decides whether a lost batch was received. */
export function hasLostAnswer(upload: UploadRecord): boolean {
  return upload.referenceKey === null && batchIn(upload, 'unknown') !== undefined
}

/** Whether an upload waits for the user: for the answer about a lost batch, or for nothing but that about rejected rows. */
export function isUndecided(upload: UploadRecord): boolean {
  if (hasLostAnswer(upload)) return true
  if (countRejectedRows(upload) === 0) return false
  const sendsMore = sendsBesideRejected(upload)
  return upload.batches.every(
    (batch) => isFinished(batch) || batch.state === 'refused' || (batch.state === 'planned' && !sendsMore),
  )
}

export type FollowStep =
  | { readonly do: 'rest'; readonly untilMs: number | null }
  | {
      readonly do: 'poll'
      readonly upload: UploadRecord
      readonly batch: BatchIn<'processing'>
      readonly remoteId: string
    }
  /** Follows a batch without an upload id by counting its references. */
  | { readonly do: 'count'; readonly upload: UploadRecord; readonly batch: BatchIn<'processing'> }
  | {
      readonly do: 'cancel'
      readonly upload: UploadRecord
      readonly batch: BatchIn<'processing'>
      readonly remoteId: string
    }
  | { readonly do: 'finish'; readonly upload: UploadRecord }

export type FollowStepOf<Name extends FollowStep['do']> = Extract<FollowStep, { do: Name }>

/** When each batch is polled next, by `batchKey`; absent: now. */
export type FollowTimes = ReadonlyMap<string, { readonly nextAtMs: number }>

/** The next step of following, for the unfinished uploads of one connection: the one that is due first. */
export function nextFollow(uploads: readonly UploadRecord[], times: FollowTimes, nowMs: number): FollowStep {
  let first: { step: FollowStep; dueMs: number } | null = null
  const offer = (step: FollowStep, dueMs: number): void => {
    if (!first || dueMs < first.dueMs) first = { step, dueMs }
  }
  for (const upload of uploads) {
    if (upload.status.state === 'stopped' && blocksConnection(upload.status.failure.kind)) continue
    if (upload.batches.every(isFinished)) {
      offer({ do: 'finish', upload }, -2)
      continue
    }
    for (const batch of upload.batches) {
      if (batch.state !== 'processing') continue
      const dueMs = times.get(batchKey(upload.id, batch.number))?.nextAtMs ?? nowMs
      const { remoteId } = batch
      if (remoteId === null) offer({ do: 'count', upload, batch }, dueMs)
      else if (upload.cancelRequested && !batch.cancelSent) offer({ do: 'cancel', upload, batch, remoteId }, -1)
      else offer({ do: 'poll', upload, batch, remoteId }, dueMs)
    }
  }
  const found = first as { step: FollowStep; dueMs: number } | null
  if (!found) return { do: 'rest', untilMs: null }
  return found.dueMs > nowMs ? { do: 'rest', untilMs: found.dueMs } : found.step
}

export function isFinished(batch: Batch): batch is FinishedBatch {
  return batch.state === 'complete' || batch.state === 'cancelled'
}

/** Whether batches are left to send. */
export function hasRowsToSend(upload: UploadRecord): boolean {
  return upload.batches.some(({ state }) => state === 'planned' || state === 'refused')
}

/** Whether nothing of an upload was sent, or all of it was certainly refused. */
export function isUnsent(upload: UploadRecord): boolean {
  return upload.batches.every(({ state, resent }) => (state === 'planned' || state === 'refused') && !resent)
}

/** Whether an upload can become a draft again. In restored data, rows may have been sent that are not counted. */
export function canWithdraw(upload: UploadRecord): boolean {
  return upload.hasDraft && upload.pauseReason === null && isUnsent(upload)
}

/** How an upload with finished batches ended. A cancel that came after all rows had gone through changed nothing. */
export function endedAs({ cancelRequested, batches }: UploadRecord): 'complete' | 'cancelled' {
  const hasMissedRows = batches.some(
    (batch) => batch.state === 'cancelled' && batch.result.accepted + batch.result.failed < batch.rows,
  )
  return cancelRequested && hasMissedRows ? 'cancelled' : 'complete'
}

function batchIn<State extends Exclude<Batch['state'], FinishedBatch['state']>>(
  upload: UploadRecord,
  state: State,
): BatchIn<State> | undefined {
  return upload.batches.find((batch): batch is BatchIn<State> => batch.state === state)
}

/** What the counters show about a batch. `complete` and `stalled`: list its customers now. */
export type CounterReading = 'in-progress' | 'complete' | 'stalled'

/**
 * A batch is complete when processed equals uploaded (interface, part 3, rule 3). When the service accepted fewer
 * rows than were sent, and after a cancel, it is finished when the counters stop changing.
 */
export function readCounters(
  counters: Counters,
  rows: number,
  unchangedReadings: number,
  enoughUnchangedReadings: number,
  cancelSent: boolean,
): CounterReading {
  const equal = counters.processed >= counters.uploaded && counters.uploaded > 0
  if (equal && counters.uploaded >= rows) return 'complete'
  if (unchangedReadings >= enoughUnchangedReadings && (cancelSent || equal)) return 'stalled'
  return 'in-progress'
}

/** Divides a batch's rows without a customer: as many as the counters say have failed, the others were not processed. */
export function splitMissingRows(
  missing: number,
  counters: Counters,
): { readonly failed: number; readonly notProcessed: number } {
  const failed = Math.min(missing, counters.errors)
  return { failed, notProcessed: missing - failed }
}
