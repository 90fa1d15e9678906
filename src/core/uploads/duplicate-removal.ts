import { eachPage } from '../service/paging.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { collectRowCustomers, originalAndDuplicates, type RowCustomer } from './matching.ts'
import { clientFor, pageSize, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import type { UploadRecord } from './upload-record.ts'

/** All customers at the service that refer to rows of this upload, by row. */
export async function listRowCustomers(context: RunnerContext, client: ServiceClient, upload: UploadRecord) {
  const byRow = new Map<number, RowCustomer[]>()
  const paged = await eachPage(client, { pageSize: pageSize(context), signal: context.closing }, (page) =>
    collectRowCustomers(byRow, page, upload.id, upload.referenceKey),
  )
  return paged.ok ? ({ ok: true, value: byRow } as const) : paged
}

/** Deletes customers that exist twice because a batch was sent again after its answer was lost. */
export interface DuplicateRemoval {
  /** Ids of uploads without further duplicates. */
  readonly checked: ReadonlySet<string>
  run(upload: UploadRecord): Promise<UploadStepEnd>
  forget(uploadId: string): void
}

export function createDuplicateRemoval(context: RunnerContext): DuplicateRemoval {
  const { storage, journal, timing } = context
  const checked = new Set<string>()
  const checkingSinceMs = new Map<string, number>()
  const done: UploadStepEnd = { end: 'done' }

  /** Deletes the duplicates found; null when all are deleted, else how the step ends. */
  const deleteDuplicates = async (
    client: ServiceClient,
    upload: UploadRecord,
    byRow: ReadonlyMap<number, readonly RowCustomer[]>,
  ): Promise<UploadStepEnd | null> => {
    const originals: { row: number; customerId: string }[] = []
    for (const [row, customers] of byRow) {
      const { original, duplicates } = originalAndDuplicates(customers)
      if (original) originals.push({ row, customerId: original.customerId })
      for (const { customerId } of duplicates) {
        journal.markDuplicate(upload.id, row, customerId)
        const answer = await client.deleteCustomer(customerId, { signal: context.abortWrites })
        if (!answer.ok && answer.error.failure.kind !== 'not-found') {
          if (answer.error.certainty !== 'unknown') return stepEndAfter(answer.error, upload.id)
          return { end: 'wait', reason: answer.error.failure.message, atLeastMs: answer.error.retryAfterMs }
        }
        storage.log.write('warning', 'uploads.duplicate-deleted', { row })
      }
    }
    journal.correctRows(upload.id, originals)
    return null
  }

  return {
    checked,
    async run(upload) {
      const found = await clientFor(context, upload)
      if ('ended' in found) return found.ended
      const byRow = await listRowCustomers(context, found.client, upload)
      if (!byRow.ok) return stepEndAfter(byRow.error, upload.id)
      const ended = await deleteDuplicates(found.client, upload, byRow.value)
      if (ended) return ended
      // When the answer to the second sending was lost too, its rows may still arrive: check until the window ends.
      const nowMs = storage.clock.monotonicMs()
      const sinceMs = checkingSinceMs.get(upload.id) ?? nowMs
      checkingSinceMs.set(upload.id, sinceMs)
      const moreMayArrive = upload.batches.some((batch) => batch.resent && 'result' in batch && batch.remoteId === null)
      if (moreMayArrive && nowMs - sinceMs < timing.searchWindowMs) {
        await storage.clock.sleep(timing.firstSearchGapMs, context.closing).catch((reason: unknown) => {
          if (!context.closing.aborted) throw reason
        })
        return done
      }
      checked.add(upload.id)
      checkingSinceMs.delete(upload.id)
      context.changed(upload.id)
      return done
    },
    forget: (uploadId) => void checked.delete(uploadId),
  }
}
