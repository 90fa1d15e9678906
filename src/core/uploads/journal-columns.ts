import { z } from 'zod'
import { KnownCustomers } from '../../contract/column-choices.ts'
import { Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/result.ts'
import { Region } from '../../contract/region.ts'
import { BatchState } from '../../contract/upload-batch.ts'
import { parseJson } from '../database/parse-json.ts'
import type { Batch, UploadStatus, UploadRecord } from './upload-record.ts'

export interface UploadColumns {
  readonly id: string
  readonly connection_id: string
  readonly region: string
  readonly name: string
  readonly service_name: string | null
  readonly file_name: string
  readonly look_up_missing_vins: number
  readonly reference_key: string | null
  readonly rows_in_file: number
  readonly rows_excluded: number
  readonly rows_updated: number
  readonly rows_with_errors: number
  readonly rows_skipped: number
  readonly paid_lookups: number
  readonly batch_size: number
  readonly cancel_requested: number
  readonly paused: number
  readonly has_draft: number
  readonly removed_at: string | null
  readonly made_elsewhere: number
  readonly known_customers: string | null
  readonly list_checked_at: string | null
  readonly list_age_confirmed: number
  readonly excluded_before_sending: number
  readonly state: string
  readonly failure: string | null
  readonly undone_at: string | null
  readonly created_at: string
  readonly finished_at: string | null
}

export interface BatchColumns {
  readonly number: number
  readonly state: string
  readonly remote_id: string | null
  readonly rows: number
  readonly uploaded: number
  readonly processed: number
  readonly errors: number
  readonly accepted: number
  readonly failed: number
  readonly not_processed: number
  readonly not_sent: number
  readonly resent: number
  readonly cancel_asked: number
  readonly note: string | null
  readonly sent_at: string | null
  readonly finished_at: string | null
}

/** Checked for each batch at each step: a schema would take most of the step's time. */
const batchStates: ReadonlySet<string> = new Set(BatchState.options)
const isBatchState = (text: string): text is BatchState => batchStates.has(text)

export function toBatch(columns: BatchColumns): Batch {
  const { state } = columns
  if (!isBatchState(state)) throw new Error('The journal has a batch in a state that this version does not know')
  const base = {
    number: columns.number,
    rows: columns.rows,
    resent: columns.resent === 1,
    note: columns.note,
    sentAt: columns.sent_at,
  }
  const counters = { uploaded: columns.uploaded, processed: columns.processed, errors: columns.errors }
  switch (state) {
    case 'planned':
    case 'sending':
    case 'unknown':
    case 'refused':
      return { ...base, state }
    case 'processing':
      return { ...base, state, remoteId: columns.remote_id, counters, cancelSent: columns.cancel_asked === 1 }
    case 'complete':
    case 'cancelled':
      return {
        ...base,
        state,
        remoteId: columns.remote_id,
        counters,
        finishedAt: columns.finished_at,
        result: {
          accepted: columns.accepted,
          failed: columns.failed,
          notProcessed: columns.not_processed,
          notSent: columns.not_sent,
        },
      }
    default:
      return assertNever(state)
  }
}

export function toUpload(columns: UploadColumns, batches: readonly Batch[]): UploadRecord {
  return {
    id: columns.id,
    connectionId: columns.connection_id,
    region: Region.parse(columns.region),
    name: columns.name,
    serviceName: columns.service_name ?? columns.name,
    fileName: columns.file_name,
    lookUpMissingVins: columns.look_up_missing_vins === 1,
    referenceKey: columns.reference_key,
    rowsInFile: columns.rows_in_file,
    rowsExcluded: columns.rows_excluded,
    rowsUpdated: columns.rows_updated,
    rowsWithErrors: columns.rows_with_errors,
    rowsSkipped: columns.rows_skipped,
    paidLookups: columns.paid_lookups,
    batchSize: columns.batch_size,
    cancelRequested: columns.cancel_requested === 1,
    paused: columns.paused === 1,
    pauseReason: toPauseReason(columns),
    hasDraft: columns.has_draft === 1,
    removed: columns.removed_at !== null,
    madeElsewhere: columns.made_elsewhere === 1,
    knownCustomers: columns.known_customers === null ? null : KnownCustomers.parse(columns.known_customers),
    listCheckedAt: columns.list_checked_at,
    listAgeConfirmed: columns.list_age_confirmed === 1,
    excludedBeforeSending: columns.excluded_before_sending,
    status: toStatus(columns),
    undoneAt: columns.undone_at,
    createdAt: columns.created_at,
    batches,
  }
}

function toPauseReason({ state, paused, failure }: UploadColumns): Failure | null {
  return state === 'open' && paused === 1 && failure !== null ? Failure.parse(JSON.parse(failure)) : null
}

function toStatus({ state, failure, finished_at }: UploadColumns): UploadStatus {
  if (state === 'open') return { state }
  if (state === 'stopped') return { state, failure: Failure.parse(JSON.parse(failure ?? 'null')) }
  if ((state === 'complete' || state === 'cancelled') && finished_at !== null) return { state, finishedAt: finished_at }
  throw new Error('The journal has an upload in a state that this version does not know')
}

/** The header of a file, as it was read. */
export const toHeader = (json: string): string[] => parseJson(z.array(z.string()), json)
