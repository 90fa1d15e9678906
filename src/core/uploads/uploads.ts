import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { TaskBar } from '../ports/task-bar.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createAccountCheck, type CheckedCustomers } from './account-check.ts'
import { createDryRun, type SentRowsOf } from './dry-run.ts'
import { createHistoryHandlers } from './history-handlers.ts'
import type { ListedReferences } from './listed-references.ts'
import { createInFlightVehicles, type InFlightVehicles } from './in-flight-vehicles.ts'
import { createLostBatches } from './lost-batches.ts'
import { createJournal } from './journal.ts'
import { createRunner, type Runner } from './runner.ts'
import type { KnownCustomerList } from './runner-context.ts'
import { newUnchecked, type UncheckedUploads } from './search-times.ts'
import { defaultTiming, type UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import { countRejectedRows, hasLostAnswer, hasRowsToSend, isForCredentials } from './upload-steps.ts'
import { createRowTaker, type SendableDrafts } from './upload-sending.ts'
import { createTaskBarProgress, taskProgressOf } from './task-progress.ts'
import { createUploadNotices } from './upload-notices.ts'
import { createUploadListHandlers, placesOf } from './upload-list.ts'
import { createUploadHistory, type UploadHistory, type UploadedCustomers } from './upload-history.ts'
import { createUploadSummaries } from './upload-summaries.ts'
import { createUploadCreator, type UploadCreator } from './upload-creator.ts'
import { createUploadWriter, type RecordsToSend } from './upload-writer.ts'

export interface UploadsParts {
  readonly drafts: SendableDrafts
  /** Absent: the accounts are not compared with the service's list. */
  readonly customers?: CheckedCustomers
  /** Absent: rows are not compared with the customers before they are sent. */
  readonly customerList?: KnownCustomerList
  /** Absent: VINs that were sent or looked up are not recorded. */
  readonly regoVins?: RegoVins
  /** Absent: uploads cannot be undone. */
  readonly uploadedCustomers?: UploadedCustomers
  /** The name of the user in the operating system; null: it has none. */
  readonly userName?: string | null
  /** Who is working; null: not known. */
  currentPerson?(): { readonly id: string } | null
  /** Called in the transaction in which the user makes a draft an upload. */
  onDraftSent?(draftId: string, uploadId: string): void
  /** Called when an upload has finished, so that the local cache is updated. */
  requestSync(connectionId: string, region: Region): void
  readonly timing?: Partial<UploadTiming>
  /** Absent: the window shows notices itself. */
  readonly notifier?: Notifier | null
  readonly taskBar?: TaskBar | null
}

export type Uploads = DomainHandlers<'uploads', AbortSignal> & {
  /** Continues the uploads that were unfinished when the program ended. */
  start(): void
  readonly inFlightVehicles: InFlightVehicles
  readonly createFromFolder: UploadCreator['createFromFolder']
  /** Earlier uploads of a file by its content, newest first. */
  readonly sameContent: UploadHistory['sameFile']
  readonly correctedUpload: UploadHistory['correctedUpload']
  /** Creates an upload of existing records, with references and without VIN look-ups. Returns its id. */
  createFromRecords(records: RecordsToSend): Promise<string>
  /** Continues the uploads of a connection that stopped because of its old credentials. */
  resumeWithNewCredentials(connectionId: string): void
  /** Compares the accounts of a connection's uploads with the service's list; see `AccountCheck`. */
  checkAccounts(scope: ConnectionRegion, references: ListedReferences): Promise<void>
  /** Uploads whose duplicates wait for an answer, also when they have ended. */
  asking(): readonly string[]
  /** The local customers have changed: what is left of undone uploads is shown again. */
  customersChanged(scope: ConnectionRegion): void
  /** Ends the waits of a connection's uploads. */
  runNow(connectionId: string): void
  /** Ends the waits of all uploads, except those that the service asked for. */
  retryNow(): void
  /** Stops sending for a connection, empties its service and removes its uploads. When that fails, its uploads continue. */
  forgetAfter(connectionId: string, empty: () => Promise<void>): Promise<void>
  /** Stops sending. Resolves when the current call is saved. */
  close(): Promise<void>
}

/** The uploads: their journal, one runner per connection, and the methods of the contract. */
export function createUploads(storage: OpenStorage, parts: UploadsParts): Uploads {
  const timing: UploadTiming = { ...defaultTiming, ...parts.timing }
  const journal = createJournal(storage.database, storage.clock)
  const regoVins = parts.regoVins ?? null
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const announce = createThrottledAnnouncer(
    storage.announcer,
    storage.clock,
    'uploads.changed',
    timing.announceEveryMs,
    ended,
  )
  const runners = new Map<string, Runner>()
  const unchecked: UncheckedUploads = new Map()
  const customerList = parts.customerList ?? null
  const history = createUploadHistory(storage.database, journal, parts.uploadedCustomers ?? null)
  const sentRows: SentRowsOf = parts.drafts.sentRows ?? (() => fail('not-found', uploadMessages.errors.nothingToSend))
  const fileHash = async (draftId: string): Promise<string | null> => (await parts.drafts.fileHash?.(draftId)) ?? null
  const summaries = createUploadSummaries(
    storage.clock,
    ({ id, connectionId }) => runners.get(connectionId)?.waiting(id) ?? null,
    (uploadId) => accounts?.duplicates(uploadId) ?? 0,
    ({ id, connectionId }) => placesOf(journal, connectionId).get(id) ?? null,
    history,
    journal.rejectedRows,
  )

  const notices = createUploadNotices(storage.announcer, parts.notifier ?? null)
  const showTaskProgress = createTaskBarProgress(parts.taskBar ?? null)
  const unfinished = (): UploadRecord[] => journal.connectionsWithWork().flatMap((id) => journal.unfinished(id))
  const changed = (uploadId: string): void => {
    const upload = journal.find(uploadId)
    if (upload) {
      summaries.sample(upload)
      notices.check(summaries.brief(upload))
    } else {
      summaries.forget(uploadId)
      notices.forget(uploadId)
    }
    showTaskProgress(taskProgressOf(unfinished().map(summaries.brief)))
    announce(uploadId)
  }

  const { customers } = parts
  const accounts =
    customers &&
    createAccountCheck({
      storage,
      journal,
      customers,
      changed,
      onDuplicatesDeleted: ({ name }, count) =>
        storage.announcer.announce('uploads.corrected', uploadMessages.duplicatesDeleted(name, count)),
    })
  const asking = (): readonly string[] => accounts?.asking() ?? []

  const lostBatches = createLostBatches({
    clock: storage.clock,
    journal,
    timing,
    listed: (scope) => customers?.listed(scope) ?? [],
  })

  const runnerOf = (connectionId: string): Runner => {
    const known = runners.get(connectionId)
    if (known) return known
    const runner = createRunner({
      connectionId,
      storage,
      journal,
      timing,
      customerList,
      regoVins,
      unchecked,
      saveCustomers: customers?.saveListed ?? null,
      changed,
      finished: parts.requestSync,
    })
    runners.set(connectionId, runner)
    if (!ended.aborted) runner.start()
    return runner
  }

  const requireUpload = (uploadId: string): UploadRecord =>
    journal.find(uploadId) ?? fail('not-found', uploadMessages.errors.uploadNotFound)

  const shared = { storage, journal, summaries, requireUpload, changed, fileHash, listChanged: () => announce(null) }

  const requireUndecided = (uploadId: string, batch: number): UploadRecord => {
    const upload = requireUpload(uploadId)
    const isLost = upload.batches.some(({ number, state }) => number === batch && state === 'unknown')
    if (!hasLostAnswer(upload) || !isLost) fail('conflict', uploadMessages.errors.alreadyResolved)
    return upload
  }

  const refreshList = async (upload: UploadRecord, signal: AbortSignal): Promise<void> => {
    const refreshed = await customerList?.refresh(upload, { signal, onProgress: () => undefined })
    if (refreshed && !refreshed.ok) throw new FailureError(refreshed.error.failure)
  }

  const creator = createUploadCreator({
    ...shared,
    drafts: parts.drafts,
    writer: createUploadWriter(storage, journal, parts.regoVins ?? null),
    rowTaker: createRowTaker(storage, parts.drafts, customerList),
    history,
    userName: parts.userName ?? null,
    currentPerson: parts.currentPerson ?? (() => null),
    ...(parts.onDraftSent && { onDraftSent: parts.onDraftSent }),
    runSoon: (connectionId) => runnerOf(connectionId).runSoon(),
  })

  return {
    get: async ({ id }) => summaries.show(requireUpload(id)),

    ...creator,

    async cancel({ id }) {
      const upload = requireUpload(id)
      if ('finishedAt' in upload.status) fail('conflict', uploadMessages.errors.alreadyFinished)
      journal.requestCancel(id)
      changed(id)
      runnerOf(upload.connectionId).runNow()
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
      if (!('finishedAt' in upload.status)) runnerOf(upload.connectionId).runNow()
      return summaries.show(requireUpload(id))
    },

    ...createUploadListHandlers({
      ...shared,
      asking,
      runSoon: (connectionId) => runnerOf(connectionId).runSoon(),
    }),

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
      runnerOf(upload.connectionId).runNow()
      return summaries.show(requireUpload(id))
    },

    async leaveOutRejected({ id, rows }) {
      const upload = requireUpload(id)
      if (countRejectedRows(upload) !== rows) fail('conflict', uploadMessages.errors.rejectedChanged)
      journal.leaveOutRejected(id)
      changed(id)
      runnerOf(upload.connectionId).runSoon()
      return summaries.show(requireUpload(id))
    },

    async resolveDuplicates({ id, decision }, signal) {
      // Since the question was asked, somebody else may have deleted the customer that would stay.
      if (decision === 'delete') await refreshList(requireUpload(id), signal)
      await accounts?.resolve(requireUpload(id), decision)
      return summaries.show(requireUpload(id))
    },

    async rows({ id, outcome, offset, limit }) {
      return journal.rows(requireUpload(id).id, outcome, offset, limit)
    },

    dryRun: createDryRun(storage, journal, sentRows),
    ...createHistoryHandlers({
      ...shared,
      history,
      customers: parts.uploadedCustomers ?? null,
      openText: parts.drafts.openText,
    }),

    start() {
      journal.discardUnpublished()
      for (const upload of unfinished()) {
        if (hasRowsToSend(upload)) unchecked.set(upload.id, newUnchecked())
        notices.begin(summaries.brief(upload))
      }
      showTaskProgress(taskProgressOf(unfinished().map(summaries.brief)))
      for (const connectionId of journal.connectionsWithWork()) runnerOf(connectionId)
    },

    inFlightVehicles: createInFlightVehicles(journal),
    correctedUpload: history.correctedUpload,
    sameContent: history.sameFile,

    resumeWithNewCredentials(connectionId) {
      const stopped = journal
        .unfinished(connectionId)
        .filter(({ status }) => status.state === 'stopped' && isForCredentials(status.failure.kind))
      for (const { id } of stopped) {
        journal.reopen(id)
        changed(id)
      }
      runners.get(connectionId)?.runNow()
    },

    customersChanged({ connectionId }) {
      for (const id of journal.undoneIds(connectionId)) announce(id)
    },

    async checkAccounts(scope, references) {
      await accounts?.compare(scope, references)
    },

    asking,

    runNow: (connectionId) => runners.get(connectionId)?.runNow(),
    retryNow: () => runners.forEach((runner) => runner.retryNow()),

    async forgetAfter(connectionId, empty) {
      await runners.get(connectionId)?.close()
      runners.delete(connectionId)
      try {
        await empty()
        for (const id of journal.idsOf(connectionId).all) summaries.forget(id)
        journal.forgetConnection(connectionId)
      } finally {
        if (journal.connectionsWithWork().includes(connectionId)) runnerOf(connectionId)
      }
      announce(null)
    },

    async close() {
      closing.abort()
      await Promise.all([...runners.values()].map((runner) => runner.close()))
    },
  }
}
