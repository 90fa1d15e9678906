import type { DomainHandlers } from '../../contract/methods.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { AccountCheck } from './account-check.ts'
import type { UploadListParts } from './upload-list.ts'
import type { LostBatches } from './lost-batches.ts'
import type { KnownCustomerList } from './runner-context.ts'
import type { Runners } from './runner.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import { countRejectedRows, hasLostAnswer, isForCredentials } from './upload-steps.ts'

export interface DecisionParts extends Pick<UploadListParts, 'journal' | 'summaries' | 'requireUpload' | 'changed'> {
  readonly lostBatches: LostBatches
  readonly accounts: AccountCheck
  readonly customers: Pick<KnownCustomerList, 'refresh'>
  readonly runners: Runners
}

/** What the user decides about an upload that is sent, waits or has stopped. */
export function createDecisionHandlers(parts: DecisionParts) {
  const { journal, summaries, requireUpload, changed, lostBatches, accounts, customers, runners } = parts

  const requireUndecided = (uploadId: string, batch: number): UploadRecord => {
    const upload = requireUpload(uploadId)
    const isLost = upload.batches.some(({ number, state }) => number === batch && state === 'unknown')
    if (!hasLostAnswer(upload) || !isLost) fail('conflict', uploadMessages.errors.alreadyResolved)
    return upload
  }

  const refreshList = async (upload: UploadRecord, signal: AbortSignal): Promise<void> => {
    const refreshed = await customers.refresh(upload, { signal, onProgress: () => undefined })
    if (!refreshed.ok) throw new FailureError(refreshed.error.failure)
  }

  return {
    /** Continues the uploads of a connection that stopped because of its old credentials. */
    resumeWithNewCredentials(connectionId: string): void {
      const stopped = journal
        .unfinished(connectionId)
        .filter(({ status }) => status.state === 'stopped' && isForCredentials(status.failure.kind))
      for (const { id } of stopped) {
        journal.reopen(id)
        changed(id)
      }
      runners.find(connectionId)?.runNow()
    },

    async cancel({ id }) {
      const upload = requireUpload(id)
      if ('finishedAt' in upload.status) fail('conflict', uploadMessages.errors.alreadyFinished)
      journal.requestCancel(id)
      changed(id)
      runners.of(upload.connectionId).runNow()
      return summaries.show(requireUpload(id))
    },

    async resume({ id }) {
      const upload = requireUpload(id)
      if (upload.status.state === 'stopped' || upload.paused || countRejectedRows(upload) > 0) {
        const failure = upload.status.state === 'stopped' ? upload.status.failure : null
        const isListAge = failure?.kind === 'needs-confirmation' && upload.listCheckedAt === null
        if (isListAge) journal.confirmListAge(id)
        journal.reopen(id)
      }
      changed(id)
      if (!('finishedAt' in upload.status)) runners.of(upload.connectionId).runNow()
      return summaries.show(requireUpload(id))
    },

    async compareBatch({ id, batch }, signal) {
      await refreshList(requireUndecided(id, batch), signal)
      return lostBatches.compare(requireUndecided(id, batch), batch)
    },

    async settle({ id, batch, arrived }) {
      const upload = requireUndecided(id, batch)
      const { userSaidReceived } = uploadMessages.notes
      if (arrived) journal.completeUnseenBatch(id, batch, lostBatches.results(upload, batch), userSaidReceived)
      else journal.markPlanned(id, batch, { resend: true, note: uploadMessages.notes.userSaidNotReceived })
      changed(id)
      runners.of(upload.connectionId).runNow()
      return summaries.show(requireUpload(id))
    },

    async leaveOutRejected({ id, rows }) {
      const upload = requireUpload(id)
      if (countRejectedRows(upload) !== rows) fail('conflict', uploadMessages.errors.rejectedChanged)
      journal.leaveOutRejected(id)
      changed(id)
      runners.of(upload.connectionId).runSoon()
      return summaries.show(requireUpload(id))
    },

    async resolveDuplicates({ id, decision, most }, signal) {
      // Since the question was asked, somebody else may have deleted the customer that would stay.
      if (decision === 'delete') {
        await refreshList(requireUpload(id), signal)
        if (most !== undefined && accounts.duplicates(id) > most)
          fail('conflict', uploadMessages.errors.duplicatesChanged)
      }
      await accounts.resolve(requireUpload(id), decision)
      return summaries.show(requireUpload(id))
    },
  } satisfies Partial<DomainHandlers<'uploads', AbortSignal>> & { resumeWithNewCredentials(connectionId: string): void }
}
