import type { Upload, UploadSummary } from '../../contract/uploads.ts'
import { mostRejectedShown } from '../../contract/upload-list.ts'
import type { Clock } from '../ports/clock.ts'
import type { Journal } from './journal.ts'
import type { UploadHistory } from './upload-history.ts'
import { countersOf, countProgress, estimateRate, rateSpanMs, shownState, type Sample } from './progress.ts'
import type { UploadRecord } from './upload-record.ts'
import { canWithdraw, countRejectedRows, hasRowsToSend } from './upload-steps.ts'

export type UploadBrief = Pick<
  UploadSummary,
  'id' | 'name' | 'state' | 'finishedAt' | 'rows' | 'joined' | 'failure' | 'duplicates' | 'rejectedRows'
> & { readonly progress: Pick<UploadSummary['progress'], 'done' | 'total' | 'errors'> }

/** Uploads as the window gets them, with the rate measured since the start of the program. */
export type UploadSummaries = ReturnType<typeof createUploadSummaries>

export function createUploadSummaries(
  clock: Clock,
  waitingOf: (upload: UploadRecord) => UploadSummary['waiting'],
  duplicatesOf: (uploadId: string) => number,
  placeOf: (upload: UploadRecord) => number | null,
  history: Pick<UploadHistory, 'details' | 'undone' | 'corrects'>,
  journal: Pick<Journal, 'account' | 'excludedReasons' | 'rejectedRows'>,
) {
  const samples = new Map<string, Sample[]>()

  const waitingFor = (upload: UploadRecord): UploadSummary['waiting'] =>
    upload.status.state === 'open' ? waitingOf(upload) : null

  const accountOf = (upload: UploadRecord): Pick<UploadSummary, 'rows' | 'joined'> => {
    const { rows, joined } = journal.account(upload)
    return { rows, ...(joined > 0 && { joined }) }
  }

  const brief = (upload: UploadRecord): UploadBrief => {
    const state = shownState(upload, waitingFor(upload) !== null)
    const stopReason = upload.status.state === 'stopped' ? upload.status.failure : null
    return {
      id: upload.id,
      name: upload.name,
      finishedAt: 'finishedAt' in upload.status ? upload.status.finishedAt : null,
      state,
      ...accountOf(upload),
      progress: countProgress(upload),
      duplicates: duplicatesOf(upload.id),
      rejectedRows: countRejectedRows(upload),
      failure: state === 'paused' ? upload.pauseReason : stopReason,
    }
  }

  const summarise = (upload: UploadRecord): UploadSummary => {
    const summary = brief(upload)
    const { progress } = summary
    const rate =
      upload.status.state === 'open'
        ? estimateRate(samples.get(upload.id) ?? [], clock.monotonicMs(), progress.total - progress.done)
        : { rowsPerSecond: null, secondsLeft: null }
    return {
      ...summary,
      serviceName: upload.serviceName,
      region: upload.region,
      fileName: upload.fileName,
      createdAt: upload.createdAt,
      lookUpMissingVins: upload.lookUpMissingVins,
      paidLookups: upload.paidLookups,
      progress: { ...progress, ...rate },
      waiting: waitingFor(upload),
      excludedBeforeSending: upload.excludedBeforeSending,
      place: summary.finishedAt !== null || !hasRowsToSend(upload) ? null : placeOf(upload),
      canWithdraw: canWithdraw(upload),
      removed: upload.removed,
      undone: history.undone(upload),
    }
  }

  return {
    /** Records the progress of an upload for its rate; call at each change. */
    sample(upload: UploadRecord): void {
      if (upload.status.state !== 'open') return void samples.delete(upload.id)
      const atMs = clock.monotonicMs()
      const { done } = countProgress(upload)
      const before = samples.get(upload.id) ?? []
      samples.set(upload.id, [...before.filter((sample) => sample.atMs >= atMs - rateSpanMs), { atMs, done }])
    },
    forget: (uploadId: string): void => void samples.delete(uploadId),
    /** What can be said without reading other uploads: cheap enough for each change. */
    brief,
    summarise,
    /** The summary with all batches. */
    show(upload: UploadRecord): Upload {
      const { notes, ...details } = history.details(upload)
      return {
        ...summarise(upload),
        ...details,
        corrects: history.corrects(upload.id),
        excludedReasons: journal.excludedReasons(upload.id),
        rejected: countRejectedRows(upload) > 0 ? journal.rejectedRows(upload.id, mostRejectedShown) : [],
        batches: upload.batches.map((batch) => ({
          number: batch.number,
          state: batch.state,
          rows: batch.rows,
          ...countersOf(batch),
          sentAt: batch.sentAt,
          finishedAt: 'finishedAt' in batch ? batch.finishedAt : null,
          note: batch.note,
          notes: notes.get(batch.number) ?? [],
          sentAgain: batch.resent,
        })),
      }
    },
  }
}
