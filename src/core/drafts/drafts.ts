import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { ImportOptions } from '../../contract/import-options.ts'
import { importOptions, requireAnswers, summaryOf } from './draft-summary.ts'
import type { Database } from '../database/database.ts'
import { currentScope } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { isTextFile } from './model/file-readings.ts'
import { changeLabels } from './engine/draft-text.ts'
import { changesRegion, entryToSet, undoEntries, type OverrideEntry, type StoredOverride } from './model/overrides.ts'
import type { DraftView } from './engine/draft-view.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import { rememberedActions } from './engine/remembered-actions.ts'
import type { KnownRows } from './engine/known-rows.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { StartReaderProcess } from '../ports/host.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createDraftRepository, closeDraft, type DraftChange, type SavedDraft } from './storage/draft-repository.ts'
import { createLoadedDrafts, type LoadedDraftsNeeds } from './loaded-drafts.ts'
import { draftMessages } from './draft-messages.ts'
import { createTemplateRepository } from './storage/template-repository.ts'
import { createTemplateHandlers, requireTemplate, templateProblems } from './template-handlers.ts'
import { createFileReader, type ReadInProcess } from './file-process/file-reader.ts'
import { readerLimits, type ReaderLimits } from './file-process/process-limits.ts'
import { createFileOpener, type FileOpener, type FileOpenerNeeds } from './open-file.ts'
import { fixesOf } from './engine/correction.ts'
import { takeKnownRows } from './take-known-rows.ts'
import { takePackedRows, type PartPlace } from './take-packed-rows.ts'
import type { PackedRows, PackForm } from './storage/pack-upload.ts'
import { createChangeHandlers, type DoneAction, type DraftBatches } from './change-handlers.ts'
import { createFileRereader } from './read-again.ts'
import { createSourceHandlers } from './source-handlers.ts'
import { createTableHandlers } from './table-handlers.ts'

export interface DraftsNeeds extends LoadedDraftsNeeds, Partial<Pick<FileOpenerNeeds, 'findCorrectedUpload'>> {
  readonly intake: FileIntake
  readonly startReaderProcess: StartReaderProcess
  /** For tests; `readerLimits` by default. */
  readonly readerLimits?: ReaderLimits
}

/** A draft's rows for an upload: every record of the file is sent or excluded. */
export interface RowsToSend {
  readonly fileName: string
  readonly header: readonly string[]
  readonly rowsInFile: number
  readonly rowsSkipped: number
  readonly form: PackForm
  readonly sent: number
  readonly excluded: number
  /** First the batches, then the excluded rows. Can be read once. */
  readonly packs: AsyncIterable<PackedRows>
  readonly paidLookups: number
  readonly region: Region
  readonly connectionId: string
  /** What happens to rows whose car is already a customer. */
  readonly knownCustomers: Draft['knownCustomers']
  /** See `Draft.knownRows`. */
  readonly knownRows: number
  readonly options: ImportOptions
  readonly fixes: readonly StoredOverride[]
  /** The upload that these rows join; null: none. */
  readonly corrects: string | null
}

/** What an upload of a draft would send now, and where. */
export interface DraftToSend extends Pick<RowsToSend, 'connectionId' | 'region' | 'knownRows'> {
  readonly rows: number
}

export interface Drafts extends DomainHandlers<'drafts', AbortSignal>, DraftBatches {
  /**
   * Begins the sending of a draft: a later change makes `closeDraft` throw. Throws `not-found`, and `invalid-input` while
   * a contact question has no answer.
   */
  toSend(draftId: string): Promise<DraftToSend>
  /** The rows whose cars are customers'. Throws `not-found`. */
  knownRows(draftId: string): Promise<KnownRows>
  /** Throws `not-found`. Rows with errors are among the excluded ones, each with its reason. */
  rowsToSend(draftId: string, formOf: (connectionId: string, corrects: string | null) => PackForm): Promise<RowsToSend>
  /** Opens a text as a draft, as if it were a file. Returns the id of the draft. */
  openText(name: string, text: string, signal: AbortSignal): Promise<string>
  /** Opens a file of this PC as a draft of any connection, without the user. Fails as `open` does. */
  openAs: FileOpener['openAs']
  /** SHA-256 of the draft's file, in hexadecimal; null: there is no file. Throws `not-found`. */
  fileHash(draftId: string): Promise<string | null>
  /**
   * Closes a draft whose rows became an upload: it is kept out of sight while the upload can be withdrawn. Joins the open
   * transaction, so that the rows are never in both or in neither. Throws `conflict` when the draft was changed after its
   * rows were taken, `not-found` when it was removed.
   */
  closeDraft(database: Database, draftId: string, uploadId: string): void
  /** Starts the process that reads files: there is one, and it will be opened. */
  prepare(): void
  /** Removes drafts whose file was never read to its end. */
  start(): void
  close(): Promise<void>
}

/**
 * Drafts: spreadsheets that become uploads. Source rows and overrides are in the database before a method answers.
 * Everything else is computed in the threads of the drafts, which may end at any time.
 */
export function createDrafts(storage: OpenStorage, needs: DraftsNeeds): Drafts {
  const { announcer, clock, database } = storage
  const repository = createDraftRepository(database)
  const loaded = createLoadedDrafts(storage, repository, needs)
  const { threadOf, withDraft } = loaded
  const fileReader = createFileReader({
    startReaderProcess: needs.startReaderProcess,
    limits: needs.readerLimits ?? readerLimits,
    log: storage.log,
  })
  const { intake, findCorrectedUpload = async () => null } = needs
  const readInProcess: ReadInProcess = (file, steps) => fileReader.read(file, steps)
  const opener = createFileOpener(storage, repository, loaded, { intake, readInProcess, findCorrectedUpload })
  const rereader = createFileRereader(storage, repository, loaded, { intake, readInProcess })
  const now = (): string => clock.now().toISOString()
  const templates = createTemplateRepository(database)
  /** Drafts that are being sent, and whether they were changed since that began. */
  const sending = new Map<string, { changed: boolean }>()
  const noteChange = (id: string): void => {
    const draft = sending.get(id)
    if (draft) draft.changed = true
  }

  const draftOf = (id: string): Draft => {
    const kept = loaded.savedDraft(id)
    const view = loaded.view(id)
    if (!view) throw new Error('The draft is not loaded')
    const { unsearchedVins: _internal, ...shown } = view
    const isSaved = repository.hasFile(id, shown.source.sizeBytes)
    const canChange = isTextFile(shown.source) && !shown.source.part
    const file = canChange ? (isSaved ? 'saved' : 'needed') : 'fixed'
    return { ...summaryOf(kept), ...shown, source: { ...shown.source, file }, ...repository.labels(id) }
  }
  /** Saves what the worker already did. */
  const save = (id: string, view: DraftView, write: () => void): Draft => {
    try {
      write()
    } catch (error) {
      loaded.unload(id)
      throw error
    }
    noteChange(id)
    loaded.setView(id, view)
    announcer.announce('drafts.changed', id)
    return draftOf(id)
  }
  const remember = async (kept: SavedDraft): Promise<void> => {
    const template = await threadOf(kept.id).call('template', { draftId: kept.id })
    if (!template) return
    const name = kept.fileName.replace(/\.[a-z0-9]{1,5}$/i, '').slice(0, 80)
    const choices = { ...template.choices, name }
    repository.remember(kept.region, { ...template, choices }, now())
  }
  const performOn = async (kept: SavedDraft, action: DraftAction): Promise<DoneAction> => {
    const { id } = kept
    const done = await threadOf(id).call('act', { draftId: id, action })
    if (!done.ok) return fail('invalid-input', done.message)
    const { entries, label } = done
    if (entries.length === 0) return { draft: draftOf(id), entries }
    const view = await loaded.withKnownVins(kept, done.view)
    const draft = save(id, view, () => repository.addChange(id, label, entries, view.counts, now()))
    if (kept.step !== 'columns' && rememberedActions.has(action.kind)) await remember(kept)
    return { draft, entries }
  }
  const actOn = async (kept: SavedDraft, action: DraftAction): Promise<Draft> => (await performOn(kept, action)).draft
  const actWith = (id: string, action: DraftAction): Promise<DoneAction> =>
    withDraft(id, (kept) => performOn(kept, action))
  const act = async (id: string, action: DraftAction): Promise<Draft> => (await actWith(id, action)).draft
  /** Saves a change after which everything is checked again, for other customers. */
  const reloaded = async ({ id }: SavedDraft, write: () => void): Promise<Draft> => {
    write()
    noteChange(id)
    await loaded.reload(id)
    const draft = draftOf(id)
    repository.setCounts(id, draft.counts)
    announcer.announce('drafts.changed', id)
    return draft
  }
  const setRegion = (id: string, region: Region): Promise<Draft> =>
    withDraft(id, async (kept) => {
      if (kept.region === region) return draftOf(id)
      const { name, after } = entryToSet(new Map(), { kind: 'region', region })
      const entry = { name, before: repository.override(id, name), after }
      const label = changeLabels.region(region)
      return reloaded(kept, () => repository.addChange(id, label, [entry], kept.counts, now()))
    })
  const moveInHistory = (id: string, find: (id: string) => DraftChange | null, undone: boolean): Promise<Draft> =>
    withDraft(id, async (kept) => {
      const change = find(id)
      if (!change) return fail('conflict', undone ? draftMessages.nothingToUndo : draftMessages.nothingToRedo)
      const entries: readonly OverrideEntry[] = undone ? undoEntries(change.entries) : change.entries
      if (changesRegion(entries)) {
        return reloaded(kept, () => repository.markChange(id, change.number, undone, entries, kept.counts, now()))
      }
      const view = await loaded.withKnownVins(kept, await threadOf(id).call('apply', { draftId: id, entries }))
      return save(id, view, () => repository.markChange(id, change.number, undone, entries, view.counts, now()))
    })

  return {
    async list() {
      const active = currentScope(storage)
      return { drafts: active ? repository.list(active.connectionId).map(summaryOf) : [] }
    },
    async prepareReader() {
      fileReader.prepare()
      return {}
    },
    open: async ({ fileId }, signal) => {
      const id = await opener.open(fileId, signal)
      return withDraft(id, async () => draftOf(id))
    },
    openParts: async ({ fileId }, signal) => {
      const ids = await opener.openParts(fileId, signal)
      return { drafts: ids.map((id) => summaryOf(loaded.savedDraft(id))) }
    },
    cancelOpen: async ({ fileId }) => ({ cancelled: opener.cancel(fileId) }),
    get: ({ id }) =>
      withDraft(id, async (kept) => {
        const draft = draftOf(id)
        if (JSON.stringify(draft.counts) !== JSON.stringify(kept.counts)) repository.setCounts(id, draft.counts)
        return draft
      }),
    rows: ({ id, offset, limit, ...query }) =>
      withDraft(id, async () => {
        const found = await threadOf(id).call('rows', { draftId: id, query, offset, limit })
        return { total: found.total, rows: [...found.rows] }
      }),
    rowOrder: ({ id, order = null, offset = 0, limit = null, ...query }) =>
      withDraft(id, async () => {
        const found = await threadOf(id).call('order', { draftId: id, query, order, offset, limit })
        return { ...found, rows: [...found.rows] }
      }),
    rowsByNumber: ({ id, ...input }) =>
      withDraft(id, async () => ({ rows: [...(await threadOf(id).call('rowsByNumber', { draftId: id, ...input }))] })),
    setStep: ({ id, step }) =>
      withDraft(id, async (kept) => {
        repository.setStep(id, step, now())
        if (step !== 'columns') await remember(kept)
        announcer.announce('drafts.changed', id)
        return draftOf(id)
      }),
    ...createTableHandlers({ repository, rereader, act, actOn, draftOf, announcer, threadOf, withDraft }),
    ...createTemplateHandlers(templates, { now, announce: () => announcer.announce('drafts.changed', null) }),
    applyTemplate: ({ id, templateId }) =>
      withDraft(id, async (kept) => {
        const template = requireTemplate(templates, templateId)
        const draft = await actOn(kept, { kind: 'template', choices: template.choices })
        return { draft, problems: templateProblems(template, draft) }
      }),
    setRegion: ({ id, region }) => setRegion(id, region),
    setSheet: ({ id, sheet }) => act(id, { kind: 'sheet', sheet }),
    setHeaderRow: ({ id, headerRow }) => act(id, { kind: 'header-row', headerRow }),
    setColumn: ({ id, index, target }) => act(id, { kind: 'column', index, target }),
    setOtherColumns: ({ id, target }) => act(id, { kind: 'other-columns', target }),
    setDateOrder: ({ id, index, order }) => act(id, { kind: 'date-order', index, order }),
    setDefaultState: ({ id, state }) => act(id, { kind: 'default-state', state }),
    setContactChoice: ({ id, index, choice }) => act(id, { kind: 'contact', index, choice }),
    setSkipped: ({ id, rows, skipped }) => act(id, { kind: 'skip', rows, skipped }),
    setKnownCustomers: ({ id, choice }) => act(id, { kind: 'known-customers', choice }),
    setReading: ({ id, row, other }) => act(id, { kind: 'reading', row, other }),
    setKnownVins: ({ id, choice }) => act(id, { kind: 'known-vins', choice }),
    editCell: ({ id, row, field, value }) => act(id, { kind: 'cell', row, field, value }),
    fixGroup: ({ id, group, value }) => act(id, { kind: 'fix-group', group, ...(value !== undefined && { value }) }),
    leaveOut: ({ id, rows, leftOut }) => act(id, { kind: 'exclude', rows, excluded: leftOut }),
    leaveOutGroup: ({ id, group }) => act(id, { kind: 'exclude-group', group }),
    leaveOutErrors: ({ id }) => act(id, { kind: 'exclude-errors' }),
    ...createChangeHandlers({ act, actWith, draftOf, loaded, repository, storage }),
    forgetColumns: ({ id }) =>
      withDraft(id, async (kept) => {
        const { remembered } = repository.facts(id)
        if (!remembered) return draftOf(id)
        const view = await loaded.withKnownVins(kept, await threadOf(id).call('forgetColumns', { draftId: id }))
        return save(id, view, () => repository.forgetColumns(id, kept.region, remembered.shape, now()))
      }),
    undo: ({ id }) => moveInHistory(id, (draftId) => repository.lastChange(draftId), true),
    redo: ({ id }) => moveInHistory(id, (draftId) => repository.nextUndone(draftId), false),
    ...createSourceHandlers({ storage, repository, loaded, opener, save }),
    toSend: (draftId) =>
      withDraft(draftId, async ({ connectionId, region }) => {
        requireAnswers(draftOf(draftId))
        sending.set(draftId, { changed: false })
        const { counts, knownRows } = draftOf(draftId)
        return { connectionId, region, rows: counts.ready + counts.warning, knownRows }
      }),
    rowsToSend: (draftId, formOf) =>
      withDraft(draftId, async ({ fileName, name, connectionId, region }) => {
        requireAnswers(draftOf(draftId))
        if (!sending.has(draftId)) sending.set(draftId, { changed: false })
        const corrects = draftOf(draftId).corrects?.uploadId ?? null
        const form = formOf(connectionId, corrects)
        const partAt = (place: PartPlace) => threadOf(draftId).call('packRows', { draftId, form, ...place })
        const first = await partAt({ sent: true, from: 0 })
        const { rows: rowsInFile, skipped: rowsSkipped, paidLookups } = first.counts
        const sent = first.counts.ready + first.counts.warning
        const draft = draftOf(draftId)
        const { knownCustomers, knownRows } = draft
        return {
          fileName: fileName || name,
          header: first.header,
          rowsInFile,
          rowsSkipped,
          form,
          sent,
          excluded: rowsInFile - sent,
          packs: takePackedRows(first, (place) => withDraft(draftId, () => partAt(place))),
          paidLookups,
          region,
          connectionId,
          knownCustomers,
          knownRows,
          options: importOptions(draft, loaded.mobileForm(connectionId)),
          fixes: fixesOf(repository.overrides(draftId)),
          corrects,
        }
      }),
    knownRows: (draftId) =>
      withDraft(draftId, async ({ connectionId, region }) => {
        const rows = await takeKnownRows(threadOf(draftId), draftId)
        return { connectionId, region, rows }
      }),
    openText: (name, text, signal) => opener.open(intake.add(name, Buffer.from(text)).fileId, signal),
    openAs: opener.openAs,
    fileHash: async (draftId) => repository.fileHash(loaded.savedDraft(draftId).id),
    closeDraft(within, draftId, uploadId) {
      const draft = sending.get(draftId)
      sending.delete(draftId)
      if (draft?.changed) {
        const { message, kept, next } = draftMessages.changedDuringSend
        fail('conflict', message, { kept, next })
      }
      if (!closeDraft(within, draftId, uploadId)) {
        fail('not-found', draftMessages.removedDuringSend)
      }
      loaded.unload(draftId)
    },
    prepare: fileReader.prepare,
    start: () => repository.removeUnfinished(),
    close() {
      fileReader.close()
      return loaded.close()
    },
  }
}
