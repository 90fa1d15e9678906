import { randomBytes } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { Upload, UploadSummary } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import { currentScope } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createThrottledAnnouncer } from '../events/throttled-announcer.ts'
import { isForCredentials, isUndecided } from './upload-steps.ts'
import { createJournal, type NewRow } from './journal.ts'
import { countersOf, countProgress, countRows, rateSpanMs, estimateRate, shownState, type Sample } from './progress.ts'
import { remainderCsv, remainderFileName } from './remainder.ts'
import { createInFlightVehicles, type InFlightVehicles } from './in-flight-vehicles.ts'
import { createRunner, type Runner } from './runner.ts'
import { defaultTiming, type UploadTiming } from './timing.ts'
import { referenceFor, type UploadRecord } from './upload-record.ts'

/** A draft's rows as they are handed over: every record of the file is in `rows` or in `leftOut`. */
export interface RowsToSend {
  readonly fileName: string
  readonly region: Region
  readonly connectionId: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  readonly leftOut: readonly { readonly row: number; readonly reason: string; readonly original: readonly string[] }[]
  readonly rows: readonly {
    readonly row: number
    readonly input: CustomerInput
    readonly original: readonly string[]
  }[]
  readonly paidLookups: number
}

export interface UploadsParts {
  readonly drafts: {
    rowsToSend(draftId: string): Promise<RowsToSend>
    /** Called within the transaction that makes the upload. */
    removeDraft(database: Database, draftId: string): void
  }
  /** The service holds new customers: bring the local copy up to date. */
  requestSync(connectionId: string, region: Region): void
  readonly timing?: Partial<UploadTiming>
}

/** Records that are to be created, without a spreadsheet before them. */
export interface RecordsToSend {
  readonly connectionId: string
  readonly region: Region
  readonly name: string
  readonly header: readonly string[]
  readonly rows: readonly { readonly input: CustomerInput; readonly original: readonly string[] }[]
  /** Called within the transaction that makes the upload; the first row is 1. */
  alongside(uploadId: string): void
}

export type Uploads = DomainHandlers<'uploads', AbortSignal> & {
  /** Goes on with whatever was going on when the program ended. */
  start(): void
  readonly inFlightVehicles: InFlightVehicles
  /** Enters an upload of records that are known already, each with a reference of ours; no VIN is looked up. Gives its id. */
  createFromRecords(records: RecordsToSend): Promise<string>
  /** Goes on with what had stopped for the old credentials of a connection. */
  resumeWithNewCredentials(connectionId: string): void
  /** The waits of a connection are over: look again now. */
  runNow(connectionId: string): void
  /** Sends nothing more for a connection, has its service emptied, and forgets its uploads. Where that fails, it goes on as before. */
  forgetAfter(connectionId: string, empty: () => Promise<void>): Promise<void>
  /** Sends nothing more; resolves when the call in hand is written down. */
  close(): Promise<void>
}

/** Uploads that add up: the journal, its runners (one a connection), and what the window asks of them. */
export function createUploads(storage: OpenStorage, parts: UploadsParts): Uploads {
  const timing: UploadTiming = { ...defaultTiming, ...parts.timing }
  const journal = createJournal(storage.database, storage.clock)
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
  const samples = new Map<string, Sample[]>()
  const draftsBeingSent = new Set<string>()

  const changed = (uploadId: string): void => {
    const upload = journal.find(uploadId)
    if (upload && upload.status.state === 'open') sample(upload)
    else samples.delete(uploadId)
    announce(uploadId)
  }

  const sample = (upload: UploadRecord): void => {
    const atMs = storage.clock.monotonicMs()
    const { done } = countProgress(upload)
    const known = samples.get(upload.id) ?? []
    samples.set(upload.id, [...known.filter((each) => each.atMs >= atMs - rateSpanMs), { atMs, done }])
  }

  const runnerOf = (connectionId: string): Runner => {
    const known = runners.get(connectionId)
    if (known) return known
    const runner = createRunner({ connectionId, storage, journal, timing, changed, finished: parts.requestSync })
    runners.set(connectionId, runner)
    if (!ended.aborted) runner.start()
    return runner
  }

  const requireUpload = (uploadId: string): UploadRecord =>
    journal.find(uploadId) ?? fail('not-found', 'This upload is not in Forecourt any more.')

  const summarise = (upload: UploadRecord): UploadSummary => {
    const isOpen = upload.status.state === 'open'
    const waiting = isOpen ? (runners.get(upload.connectionId)?.waiting() ?? null) : null
    const progress = countProgress(upload)
    const rate = isOpen
      ? estimateRate(samples.get(upload.id) ?? [], storage.clock.monotonicMs(), progress.total - progress.done)
      : { rowsPerSecond: null, secondsLeft: null }
    return {
      id: upload.id,
      name: upload.name,
      region: upload.region,
      fileName: upload.fileName,
      createdAt: upload.createdAt,
      finishedAt: 'finishedAt' in upload.status ? upload.status.finishedAt : null,
      state: shownState(upload, waiting !== null),
      rows: countRows(upload),
      lookUpMissingVins: upload.lookUpMissingVins,
      paidLookups: upload.paidLookups,
      progress: { ...progress, ...rate },
      waiting,
      failure: upload.status.state === 'stopped' ? upload.status.failure : null,
    }
  }

  const show = (upload: UploadRecord): Upload => ({
    ...summarise(upload),
    batches: upload.batches.map((batch) => ({
      number: batch.number,
      state: batch.state,
      rows: batch.rows,
      ...countersOf(batch),
      note: batch.note,
    })),
  })

  const enter = async (
    uploadId: string,
    draft: RowsToSend,
    batchSize: number,
    referenceKey: string | null,
  ): Promise<void> => {
    const sent = draft.rows.map(({ row, original, input }, index): NewRow => ({
      row,
      original,
      batch: Math.floor(index / batchSize) + 1,
      input:
        referenceKey === null
          ? input
          : {
              ...input,
              additional_fields: { ...input.additional_fields, [referenceKey]: referenceFor(uploadId, row) },
            },
    }))
    const all: NewRow[] = [...sent, ...draft.leftOut.map((row): NewRow => ({ ...row, batch: null }))]
    for (let first = 0; first < all.length; first += timing.rowsPerEntry) {
      journal.addRows(uploadId, all.slice(first, first + timing.rowsPerEntry))
      // Between two pieces of a long list other calls get their turn.
      await yieldToEventLoop()
    }
  }

  /** Writes an upload down whole; nothing sees it before it is. */
  const record = async (
    uploadId: string,
    draft: RowsToSend,
    options: { readonly name: string; readonly lookUpMissingVins: boolean; readonly references: boolean },
    alongside: () => void,
  ): Promise<void> => {
    const connection =
      storage.connections.find(draft.connectionId) ??
      fail('not-found', 'The connection of this spreadsheet is not in Forecourt any more.')
    const learned = journal.sizeLearned(connection.id)
    const batchSize = Math.min(connection.advanced.firstBatchSize, learned ?? Number.POSITIVE_INFINITY)
    const referenceKey = options.references ? connection.advanced.referenceKey : null
    try {
      journal.begin({
        id: uploadId,
        connectionId: connection.id,
        region: draft.region,
        name: options.name,
        fileName: draft.fileName,
        lookUpMissingVins: options.lookUpMissingVins,
        referenceKey,
        header: draft.header,
        rowsInFile: draft.rowsInFile,
        rowsLeftOut: draft.leftOut.length,
        paidLookups: options.lookUpMissingVins ? draft.paidLookups : 0,
        batchSize,
        tooLargeSeen: false,
      })
      await enter(uploadId, draft, batchSize, referenceKey)
      journal.publish(uploadId, alongside)
    } catch (error) {
      journal.discardUnpublished(uploadId)
      throw error
    }
  }

  return {
    async list() {
      const active = currentScope(storage)
      return { uploads: active ? journal.ofConnection(active.connectionId).map(summarise) : [] }
    },

    get: async ({ id }) => show(requireUpload(id)),

    async create({ draftId, name, lookUpMissingVins, references }) {
      if (draftsBeingSent.has(draftId)) fail('conflict', 'This spreadsheet is being sent already.')
      draftsBeingSent.add(draftId)
      const uploadId = randomBytes(8).toString('hex')
      try {
        const draft = await parts.drafts.rowsToSend(draftId)
        if (draft.rows.length === 0) {
          fail('invalid-input', 'No row of this spreadsheet is ready to be sent.', {
            kept: 'The spreadsheet stays as it is.',
            next: 'Mend the rows that have errors, or take left-out rows back in.',
          })
        }
        if (draft.rows.length + draft.leftOut.length !== draft.rowsInFile) {
          throw new Error('The rows of a draft do not add up to the rows of its file')
        }
        await record(uploadId, draft, { name, lookUpMissingVins, references }, () =>
          parts.drafts.removeDraft(storage.database, draftId),
        )
        storage.announcer.announce('drafts.changed', draftId)
        changed(uploadId)
        runnerOf(draft.connectionId).runSoon()
        return show(requireUpload(uploadId))
      } finally {
        draftsBeingSent.delete(draftId)
      }
    },

    async createFromRecords({ connectionId, region, name, header, rows, alongside }) {
      const uploadId = randomBytes(8).toString('hex')
      const draft: RowsToSend = {
        fileName: name,
        region,
        connectionId,
        header,
        rowsInFile: rows.length,
        leftOut: [],
        rows: rows.map((row, index) => ({ ...row, row: index + 1 })),
        paidLookups: 0,
      }
      const options = { name, lookUpMissingVins: false, references: true }
      await record(uploadId, draft, options, () => alongside(uploadId))
      changed(uploadId)
      runnerOf(connectionId).runSoon()
      return uploadId
    },

    async cancel({ id }) {
      const upload = requireUpload(id)
      if ('finishedAt' in upload.status) fail('conflict', 'This upload is already over.')
      journal.requestCancel(id)
      changed(id)
      runnerOf(upload.connectionId).runNow()
      return show(requireUpload(id))
    },

    async resume({ id }) {
      const upload = requireUpload(id)
      if (upload.status.state === 'stopped') journal.reopen(id)
      changed(id)
      if (!('finishedAt' in upload.status)) runnerOf(upload.connectionId).runNow()
      return show(requireUpload(id))
    },

    async settle({ id, batch, arrived }) {
      const upload = requireUpload(id)
      const asked = upload.batches.find(({ number }) => number === batch)
      if (!isUndecided(upload) || asked?.state !== 'unknown') {
        fail('conflict', 'This batch has been result already.')
      }
      if (arrived) journal.completeUnseenBatch(id, batch, 'You said that this batch had arrived.')
      else {
        journal.markPlanned(id, batch, {
          resend: false,
          note: 'You said that this batch had not arrived. It is sent again.',
        })
      }
      changed(id)
      runnerOf(upload.connectionId).runNow()
      return show(requireUpload(id))
    },

    async rows({ id, outcome, offset, limit }) {
      return journal.rows(requireUpload(id).id, outcome, offset, limit)
    },

    async exportRemainder({ id }) {
      const upload = requireUpload(id)
      const rows = journal.remainder(id)
      return {
        fileName: remainderFileName(upload.fileName),
        text: remainderCsv(journal.header(id), rows),
        rows: rows.length,
      }
    },

    start() {
      journal.discardUnpublished()
      for (const connectionId of journal.connectionsWithWork()) runnerOf(connectionId)
    },

    inFlightVehicles: createInFlightVehicles(journal),

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

    runNow: (connectionId) => runners.get(connectionId)?.runNow(),

    async forgetAfter(connectionId, empty) {
      await runners.get(connectionId)?.close()
      runners.delete(connectionId)
      try {
        await empty()
        for (const { id } of journal.ofConnection(connectionId)) samples.delete(id)
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
