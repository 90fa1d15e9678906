import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { RegoVins } from '../known-vins/rego-vins.ts'
import type { Notifier } from '../ports/notifier.ts'
import type { TaskBar } from '../ports/task-bar.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createAccountCheck } from './account-check.ts'
import type { CheckedCustomers } from './account-corrections.ts'
import { createDecisionHandlers } from './decision-handlers.ts'
import { createHistoryHandlers } from './history-handlers.ts'
import { createLostBatches } from './lost-batches.ts'
import { createJournal, type Journal } from './journal.ts'
import { createRunners } from './runner.ts'
import type { KnownCustomerList } from './runner-context.ts'
import { newUnchecked, type UncheckedUploads } from './search-times.ts'
import { defaultTiming, type UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import { hasRowsToSend } from './upload-steps.ts'
import { createRowTaker, type SendableDrafts } from './upload-sending.ts'
import { createUploadReports } from './upload-reports.ts'
import { createUploadListHandlers, placesOf } from './upload-list.ts'
import { createUploadHistory, type UploadedCustomers } from './upload-history.ts'
import { createUploadSummaries } from './upload-summaries.ts'
import { createUploadCreator } from './upload-creator.ts'
import { createUploadWriter } from './upload-writer.ts'
import { vehicleKeysOf } from './known-rows.ts'

export interface UploadsParts {
  readonly drafts: SendableDrafts
  readonly customers: CheckedCustomers & KnownCustomerList & UploadedCustomers
  readonly regoVins: RegoVins
  /** Whether the service of a connection cannot be reached, as other calls have shown. */
  isOffline(connectionId: string): boolean
  /** The name of the user in the operating system; null: it has none. */
  readonly userName: string | null
  /** Who is working; null: not known. */
  currentPerson(): { readonly id: string } | null
  /** Called in the transaction in which the user makes a draft an upload. */
  onDraftSent(draftId: string, uploadId: string): void
  /** Called in the transaction in which an upload becomes a draft again. */
  onWithdrawn(draftId: string, uploadId: string): void
  /** Called when an upload has finished, so that the local cache is updated. */
  requestSync(connectionId: string, region: Region): void
  readonly timing?: Partial<UploadTiming>
  /** Null: the window shows notices itself. */
  readonly notifier: Notifier | null
  /** Null: the host has none. */
  readonly taskBar: TaskBar | null
}

export type Uploads = ReturnType<typeof createUploads>

/** The uploads: their journal, one runner per connection, and the methods of the contract. */
export function createUploads(storage: OpenStorage, parts: UploadsParts) {
  const timing: UploadTiming = { ...defaultTiming, ...parts.timing }
  const journal = createJournal(storage.database, storage.clock)
  const { drafts, customers, regoVins } = parts
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const announce = createThrottledAnnouncer(
    storage.announcer,
    storage.clock,
    'uploads.changed',
    timing.announceEveryMs,
    ended,
  )
  const unchecked: UncheckedUploads = new Map()
  const history = createUploadHistory(storage.database, journal, customers)
  const summaries = createUploadSummaries(
    storage.clock,
    // Its own next call may be a while away.
    ({ id, connectionId }) =>
      runners.find(connectionId)?.waiting(id) ??
      (parts.isOffline(connectionId) ? { reason: uploadMessages.waiting.offline, until: null } : null),
    (uploadId) => accounts.duplicates(uploadId),
    ({ id, connectionId }) => placesOf(journal, connectionId).get(id) ?? null,
    history,
    journal,
  )

  const reports = createUploadReports({ ...parts, storage, journal, summaries, announce })
  const { changed } = reports

  const accounts = createAccountCheck({
    storage,
    journal,
    customers,
    changed,
    onDuplicatesDeleted: ({ name }, count) =>
      storage.announcer.announce('uploads.corrected', uploadMessages.duplicatesDeleted(name, count)),
  })

  const lostBatches = createLostBatches({ clock: storage.clock, journal, timing, listed: customers.listed })

  const runners = createRunners(
    { storage, journal, timing, customers, regoVins, unchecked, changed, finished: parts.requestSync },
    ended,
  )

  const requireUpload = (uploadId: string): UploadRecord =>
    journal.find(uploadId) ?? fail('not-found', uploadMessages.errors.uploadNotFound)

  const shared = {
    storage,
    journal,
    summaries,
    requireUpload,
    changed,
    listChanged: () => announce(null),
    fileHash: drafts.fileHash,
    asking: accounts.asking,
    runSoon: (connectionId: string) => runners.of(connectionId).runSoon(),
  }

  const creator = createUploadCreator({
    ...shared,
    drafts,
    writer: createUploadWriter(storage, journal, regoVins),
    rowTaker: createRowTaker(storage, drafts, customers),
    history,
    userName: parts.userName,
    currentPerson: parts.currentPerson,
    onDraftSent: parts.onDraftSent,
  })

  const decisions = createDecisionHandlers({ ...shared, lostBatches, accounts, customers, runners })
  const handlers: DomainHandlers<'uploads', AbortSignal> = {
    ...creator,
    ...decisions,
    ...createUploadListHandlers({ ...shared, onWithdrawn: parts.onWithdrawn }),
    ...createHistoryHandlers({ ...shared, history, customers, openText: drafts.openText }),
  }
  return {
    ...handlers,
    createFromFolder: creator.createFromFolder,
    createFromRecords: creator.createFromRecords,
    resumeWithNewCredentials: decisions.resumeWithNewCredentials,

    /** Continues the uploads that were unfinished when the program ended. */
    start(): void {
      journal.discardUnpublished()
      reports.begin()
      for (const connectionId of journal.connectionsWithWork()) {
        for (const upload of journal.unfinished(connectionId)) {
          if (hasRowsToSend(upload)) unchecked.set(upload.id, newUnchecked())
        }
      }
      for (const connectionId of journal.connectionsWithWork()) runners.of(connectionId)
    },

    inFlightVehicles: createInFlightVehicles(journal),
    correctedUpload: history.correctedUpload,
    /** Earlier uploads of a file by its content, newest first. */
    sameContent: history.sameFile,

    /** The local customers have changed: what is left of undone uploads is shown again. */
    customersChanged({ connectionId }: ConnectionRegion): void {
      for (const id of journal.undoneIds(connectionId)) announce(id)
    },

    /** Compares the accounts of a connection's uploads with the service's list; see `AccountCheck`. */
    checkAccounts: accounts.compare,

    /** Uploads whose duplicates wait for an answer, also when they have ended. */
    asking: shared.asking,

    /** Ends the waits of a connection's uploads. */
    runNow: (connectionId: string): void => runners.find(connectionId)?.runNow(),
    /** Ends the waits of all uploads, except those that the service asked for. */
    retryNow: (): void => runners.all().forEach((runner) => runner.retryNow()),

    /** Stops sending for a connection, empties its service and removes its uploads. When that fails, its uploads continue. */
    async forgetAfter(connectionId: string, empty: () => Promise<void>): Promise<void> {
      await runners.end(connectionId)
      try {
        await empty()
        for (const id of journal.idsOf(connectionId).all) summaries.forget(id)
        journal.forgetConnection(connectionId)
      } finally {
        if (journal.connectionsWithWork().includes(connectionId)) runners.of(connectionId)
      }
      announce(null)
    },

    /** Stops sending. Resolves when the current call is saved. */
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(runners.all().map((runner) => runner.close()))
    },
  }
}

/**
 * Keys (`vehicleKeys`) of the cars that are being uploaded or were uploaded since the last sync, so that the local
 * cache of customers may not have them yet. `cacheSyncedAt`: ISO 8601 of the last sync; null: never.
 */
type InFlightVehicles = (connectionId: string, region: Region, cacheSyncedAt: string | null) => ReadonlySet<string>

function createInFlightVehicles(journal: Journal): InFlightVehicles {
  /** By upload and state: the rows of an upload are read once per state. */
  let cached = new Map<string, ReadonlySet<string>>()

  const keysOf = (upload: UploadRecord): ReadonlySet<string> => {
    const keys = new Set<string>()
    for (const input of journal.inputs(upload.id)) {
      for (const key of vehicleKeysOf(input, upload.region)) keys.add(key)
    }
    return keys
  }

  return (connectionId, region, cacheSyncedAt) => {
    const next = new Map<string, ReadonlySet<string>>()
    for (const upload of journal.inFlight(connectionId, region, cacheSyncedAt)) {
      const stamp = `${upload.id} ${upload.status.state} ${upload.cancelRequested}`
      next.set(stamp, cached.get(stamp) ?? keysOf(upload))
    }
    cached = next
    return new Set([...next.values()].flatMap((keys) => [...keys]))
  }
}
