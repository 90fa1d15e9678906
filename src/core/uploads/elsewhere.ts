import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import { requireScope } from '../connections/connection-region.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { ServiceClient } from '../service/service-client.ts'
import { createdIn, readList, type FollowContext } from './batch-customers.ts'
import { countersIn } from './batch-polling.ts'
import type { ElsewhereCustomer } from './elsewhere-journal.ts'
import type { Journal } from './journal.ts'
import type { ListedEntries } from './listed-rows.ts'
import { stepEndAfter, type UploadStepEnd } from './runner-context.ts'
import { uploadMessages } from './upload-messages.ts'
import { noCounters, type BatchResult, type Counters, type UploadRecord } from './upload-record.ts'
import { batchKey, type FollowStepOf } from './upload-steps.ts'
import type { UploadSummaries } from './upload-summaries.ts'

/** What the handlers of the upload list use. */
export interface UploadListParts {
  readonly storage: OpenStorage
  readonly journal: Journal
  readonly summaries: UploadSummaries
  /** Throws `not-found`. */
  requireUpload(uploadId: string): UploadRecord
  changed(uploadId: string): void
  /** Uploads appeared or disappeared. */
  listChanged(): void
  /** The journal has changed: the next step may be another one. */
  runSoon(connectionId: string): void
}

/** Adds uploads that were made on another PC or by another program to the list. */
export function createElsewhereHandlers(parts: UploadListParts) {
  const { storage, journal, requireUpload, changed, listChanged } = parts

  return {
    async follow({ serviceId }, signal) {
      const scope = requireScope(storage)
      const isKnown = (): boolean => journal.findByServiceId(scope, serviceId) !== null
      if (!isKnown()) {
        const client = await storage.connections.client(scope.connectionId, scope.region)
        if (!client.ok) throw new FailureError(client.error.failure)
        const answer = await client.value.getUpload(serviceId, { signal })
        if (!answer.ok && answer.error.failure.kind === 'not-found') {
          fail('not-found', uploadMessages.errors.notAtService.message, {
            next: uploadMessages.errors.notAtService.next,
          })
        }
        if (!answer.ok) throw new FailureError(answer.error.failure)
        const { name, createdAt } = answer.value
        // The same id may have been entered a second time meanwhile.
        if (!isKnown()) {
          journal.addElsewhere({
            ...scope,
            id: randomBytes(8).toString('hex'),
            remoteId: serviceId,
            name: name.trim() || uploadMessages.unnamed,
            createdAt: Number.isNaN(Date.parse(createdAt)) ? storage.clock.now().toISOString() : createdAt,
            counters: countersIn(answer.value, noCounters) ?? noCounters,
          })
        }
      }
      const id = journal.findByServiceId(scope, serviceId) ?? fail('not-found', uploadMessages.errors.uploadNotFound)
      journal.setRemoved(id, false)
      changed(id)
      listChanged()
      parts.runSoon(scope.connectionId)
      return parts.summaries.show(requireUpload(id))
    },
  } satisfies Partial<DomainHandlers<'uploads', AbortSignal>>
}

/** Completes an upload made elsewhere with its customers. A service that does not list them by upload (404) leaves none. */
export async function endElsewhere(
  context: FollowContext,
  client: ServiceClient,
  { upload, batch, remoteId }: FollowStepOf<'poll'>,
  counters: Counters,
  reading: 'complete' | 'stalled',
): Promise<UploadStepEnd> {
  const { journal, storage, timing, pollings, endPolling } = context
  const key = batchKey(upload.id, batch.number)
  const customers = new Map<string, ElsewhereCustomer>()
  let unreadable = 0
  const read = (page: ListedEntries): void => {
    for (const { id, rego, state, vin, clientName } of page.customers) {
      customers.set(id, { id, rego, state, vin, clientName })
    }
    unreadable += page.unreadable.length
  }
  const listed = await readList(context, client, read, { uploadId: remoteId, endsAt: createdIn(counters) })
  if (!listed.ok && listed.error.failure.kind !== 'not-found') return stepEndAfter(listed.error, upload.id)
  // Customers of an old upload may have been deleted: only a recent one's are waited for.
  const isRecent = storage.clock.now().getTime() - Date.parse(upload.createdAt) < timing.listPatienceMs
  const isIncomplete = listed.ok && customers.size + unreadable < createdIn(counters)
  const problem = listed.ok ? (listed.value.problem?.failure.message ?? null) : null
  if (!isIncomplete || !isRecent || !pollings.recordIncompleteList(key, customers.size, problem)) {
    const isCancelled = batch.cancelSent && reading === 'stalled'
    await completeElsewhere(journal, upload, [...customers.values()], counters, isCancelled)
    endPolling(key)
  }
  context.changed(upload.id)
  return { end: 'done' }
}

const rowsPerPiece = 500

/** Saves the customers of a finished upload that was made elsewhere, and its result as the service counts it. */
async function completeElsewhere(
  journal: Journal,
  upload: UploadRecord,
  customers: readonly ElsewhereCustomer[],
  counters: Counters,
  isCancelled: boolean,
): Promise<void> {
  for (let first = 0; first < customers.length; first += rowsPerPiece) {
    // The user may have removed it meanwhile.
    if (!journal.find(upload.id)) return
    journal.addElsewhereRows(upload.id, first + 1, customers.slice(first, first + rowsPerPiece))
    await yieldToEventLoop()
  }
  const result = elsewhereResult(counters)
  journal.completeElsewhere(upload.id, isCancelled && result.notProcessed > 0 ? 'cancelled' : 'complete', result)
}

/** The counters alone: customers that were created may have been deleted since, so the list cannot correct them. */
function elsewhereResult({ uploaded, processed, errors }: Counters): BatchResult {
  const done = Math.min(processed, uploaded)
  const failed = Math.min(errors, done)
  return { accepted: done - failed, failed, notProcessed: uploaded - done, notSent: 0 }
}
