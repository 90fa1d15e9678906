import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { endOfUpdate, updateOfRow } from '../drafts/storage/row-updates.ts'
import { recoveryOf } from '../../contract/recovery.ts'
import type { Failure } from '../../contract/result.ts'
import { FailureError } from '../failures/failure-error.ts'
import { excludedAsKnown, vehicleKeysOf } from './known-rows.ts'
import { stepEndAfter, type KnownCustomerList, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'

/** A list that was refreshed this long before the first row is sent is refreshed again: another PC may have uploaded since. */
const validForMs = 60_000
/** Rows compared in one piece: a few milliseconds. */
const rowsPerPiece = 500

/** Whether the customer list must be refreshed before the upload's first row is sent. */
export function needsListCheck({ knownCustomers, listCheckedAt, batches }: UploadRecord, now: Date): boolean {
  if (knownCustomers === null || batches.some(({ state, resent }) => state !== 'planned' || resent)) return false
  const ageMs = listCheckedAt === null ? Number.NaN : now.getTime() - Date.parse(listCheckedAt)
  return !(ageMs >= 0 && ageMs < validForMs)
}

/** The failure that asks for a confirmation, because the list could not be refreshed. */
export function listNotRefreshed(reason: Failure, syncedAt: string | null): Failure {
  const { message, next } = uploadMessages.errors.listNotRefreshed
  return {
    kind: 'needs-confirmation',
    message: message(reason.message),
    kept: uploadMessages.errors.nothingSent,
    next,
    ...(syncedAt === null ? {} : { since: syncedAt }),
    ...(reason.details === undefined ? {} : { details: reason.details }),
  }
}

/**
 * Before the first row of an upload that waited: refreshes the customer list, and applies the draft's rule to rows whose car
 * has become a customer meanwhile. Returns how the step ends; null: send now.
 */
export async function checkListBeforeSending(
  { storage, journal, customers: list, closing, changed }: RunnerContext,
  upload: UploadRecord,
): Promise<UploadStepEnd | null> {
  const { id, connectionId, region } = upload
  const refreshed = await list.refresh(upload, { signal: closing, onProgress: () => undefined })
  if (!refreshed.ok) {
    const { failure, retryAfterMs } = refreshed.error
    const recovery = recoveryOf(failure.kind)
    if (recovery === 'none') return { end: 'done' }
    // A full disk or a locked file: the loop waits and tries again, as after its own writes.
    if (recovery === 'machine') throw new FailureError(failure)
    // Without a network no row can be sent either, so the list is tried again with it.
    if (upload.listAgeConfirmed && failure.kind !== 'offline' && recovery !== 'connection') return null
    if (recovery === 'time') {
      return { end: 'wait', reason: uploadMessages.waiting.listNotRefreshed(failure.message), atLeastMs: retryAfterMs }
    }
    if (recovery !== 'request') return stepEndAfter(refreshed.error, id)
    return { end: 'stop', uploadId: id, failure: listNotRefreshed(failure, list.syncedAt(connectionId, region)) }
  }
  const known = await findKnownRows(journal, upload, await list.knownVehicles(connectionId, region))
  // The user may have cancelled meanwhile.
  const current = journal.find(id)
  if (!current || !current.batches.every(({ state }) => state === 'planned')) return { end: 'done' }
  const isSentAgain = upload.knownCustomers === 'send'
  // Stopped first: if the program is killed here, the rows are found at the next start.
  if (known.length > 0 && isSentAgain) journal.stop(id, rowsAreKnown(known.length))
  for (let first = 0; first < known.length; first += rowsPerPiece) {
    const piece = known.slice(first, first + rowsPerPiece)
    const rows = piece.map(({ row }) => row)
    if (upload.knownCustomers === 'update') await updateCustomers(journal, list, upload, piece)
    else if (isSentAgain) journal.markKnown(id, rows)
    else journal.excludeKnown(id, new Map(rows.map((row) => [row, excludedAsKnown])))
    await yieldToEventLoop()
  }
  journal.saveListCheck(id, storage.clock.now().toISOString())
  if (known.length === 0) return null
  storage.log.write('info', 'uploads.known-rows', { rows: known.length, rule: upload.knownCustomers })
  changed(id)
  return { end: 'done' }
}

/** The rows update the customers that have their cars now, instead of being sent. */
async function updateCustomers(
  journal: RunnerContext['journal'],
  list: KnownCustomerList,
  upload: UploadRecord,
  rows: readonly ComparedRow[],
): Promise<void> {
  const updates = await list.prepareUpdates(
    upload,
    rows.map(({ row, input }) => ({
      row,
      rego: input.rego ?? '',
      state: input.state ?? '',
      vin: input.vin ?? '',
      clientName: input.client_name ?? '',
      mobileNumber: input.mobile_number ?? '',
      saleDate: input.sale_date ?? '',
      expiryDate: input.expiry_date ?? '',
    })),
  )
  const ends = new Map(rows.map(({ row }) => [row, endOfUpdate(updateOfRow(updates.rows, row))]))
  journal.excludeKnown(upload.id, ends, updates.commit)
  await updates.run()
}

type ComparedRow = ReturnType<RunnerContext['journal']['rowsToCompare']>[number]

function rowsAreKnown(rows: number): Failure {
  const { message, next } = uploadMessages.errors.knownWhileQueued
  return { kind: 'needs-confirmation', message: message(rows), kept: uploadMessages.errors.nothingSent, next }
}

async function findKnownRows(
  journal: RunnerContext['journal'],
  { id, region }: UploadRecord,
  keys: { has(key: string): boolean },
): Promise<ComparedRow[]> {
  const known: ComparedRow[] = []
  for (let after = 0; ;) {
    const rows = journal.rowsToCompare(id, after, rowsPerPiece)
    const last = rows.at(-1)
    if (!last) return known
    after = last.row
    known.push(...rows.filter(({ input }) => vehicleKeysOf(input, region).some((key) => keys.has(key))))
    await yieldToEventLoop()
  }
}
