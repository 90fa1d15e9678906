import { z } from 'zod'
import { KnownCustomers } from '../../contract/column-choices.ts'
import { Failure } from '../../contract/failure.ts'
import { assertNever } from '../../contract/result.ts'
import { Region } from '../../contract/region.ts'
import { BatchState } from '../../contract/upload-batch.ts'
import { parseJson } from '../database/parse-json.ts'
import type { Batch, BatchResult, Counters, UploadStatus, UploadRecord } from './upload-record.ts'

type Flag = 'lookUpMissingVins' | 'cancelRequested' | 'paused' | 'hasDraft' | 'listAgeConfirmed'
type Derived = 'region' | 'serviceName' | 'pauseReason' | 'removed' | 'knownCustomers' | 'status' | 'batches'

/** An upload as the queries give it. */
export interface UploadColumns
  extends
    Omit<UploadRecord, Flag | Derived>,
    Readonly<Record<Flag, number>>,
    Readonly<Record<'region' | 'state', string>> {
  readonly serviceName: string | null
  readonly removedAt: string | null
  readonly knownCustomers: string | null
  readonly failure: string | null
  readonly finishedAt: string | null
}

export const uploadColumns = `id, connection_id AS connectionId, region, name, service_name AS serviceName, file_name AS fileName,
  look_up_missing_vins AS lookUpMissingVins, reference_key AS referenceKey, rows_in_file AS rowsInFile, rows_excluded AS rowsExcluded,
  rows_updated AS rowsUpdated, rows_with_errors AS rowsWithErrors, rows_skipped AS rowsSkipped, paid_lookups AS paidLookups,
  batch_size AS batchSize, cancel_requested AS cancelRequested, paused, removed_at AS removedAt,
  known_customers AS knownCustomers, list_checked_at AS listCheckedAt, list_age_confirmed AS listAgeConfirmed,
  excluded_before_sending AS excludedBeforeSending, state, failure, undone_at AS undoneAt, created_at AS createdAt,
  finished_at AS finishedAt, EXISTS (SELECT 1 FROM draft d WHERE d.upload_id = upload.id) AS hasDraft`

/** A batch as the queries give it. */
export interface BatchColumns extends Counters, BatchResult {
  readonly number: number
  readonly state: string
  readonly remoteId: string | null
  readonly rows: number
  readonly resent: number
  readonly cancelAsked: number
  readonly note: string | null
  readonly sentAt: string | null
  readonly finishedAt: string | null
}

export const batchColumns = `number, state, remote_id AS remoteId, rows, uploaded, processed, errors, accepted, failed,
  not_processed AS notProcessed, not_sent AS notSent, resent, cancel_asked AS cancelAsked, note, sent_at AS sentAt,
  finished_at AS finishedAt`

/** Checked for each batch at each step: a schema would take most of the step's time. */
const batchStates: ReadonlySet<string> = new Set(BatchState.options)
const isBatchState = (text: string): text is BatchState => batchStates.has(text)

export function toBatch(columns: BatchColumns): Batch {
  const { state, number, rows, resent, note, sentAt, remoteId, finishedAt } = columns
  if (!isBatchState(state)) throw new Error('The journal has a batch in a state that this version does not know')
  const base = { number, rows, resent: resent === 1, note, sentAt }
  const { uploaded, processed, errors, accepted, failed, notProcessed, notSent } = columns
  const counters = { uploaded, processed, errors }
  switch (state) {
    case 'planned':
    case 'sending':
    case 'unknown':
    case 'refused':
      return { ...base, state }
    case 'processing':
      return { ...base, state, remoteId, counters, cancelSent: columns.cancelAsked === 1 }
    case 'complete':
    case 'cancelled':
      return { ...base, state, remoteId, counters, finishedAt, result: { accepted, failed, notProcessed, notSent } }
    default:
      return assertNever(state)
  }
}

export function toUpload(columns: UploadColumns, batches: readonly Batch[]): UploadRecord {
  const { state, failure, removedAt, finishedAt: _finishedAt, ...plain } = columns
  const isPaused = state === 'open' && plain.paused === 1 && failure !== null
  return {
    ...plain,
    region: Region.parse(plain.region),
    serviceName: plain.serviceName ?? plain.name,
    lookUpMissingVins: plain.lookUpMissingVins === 1,
    cancelRequested: plain.cancelRequested === 1,
    paused: plain.paused === 1,
    pauseReason: isPaused ? Failure.parse(JSON.parse(failure)) : null,
    hasDraft: plain.hasDraft === 1,
    removed: removedAt !== null,
    knownCustomers: plain.knownCustomers === null ? null : KnownCustomers.parse(plain.knownCustomers),
    listAgeConfirmed: plain.listAgeConfirmed === 1,
    status: toStatus(columns),
    batches,
  }
}

function toStatus({ state, failure, finishedAt }: UploadColumns): UploadStatus {
  if (state === 'open') return { state }
  if (state === 'stopped') return { state, failure: Failure.parse(JSON.parse(failure ?? 'null')) }
  if ((state === 'complete' || state === 'cancelled') && finishedAt !== null) return { state, finishedAt }
  throw new Error('The journal has an upload in a state that this version does not know')
}

/** The header of a file, as it was read. */
export const toHeader = (json: string): string[] => parseJson(z.array(z.string()), json)
