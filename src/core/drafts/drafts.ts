import { createHash } from 'node:crypto'
import type { Draft } from '../../contract/drafts.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { summaryOf } from './draft-summary.ts'
import { currentScope, requireConnection } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { isTextFile } from './model/file-readings.ts'
import type { DraftView } from './engine/draft-view.ts'
import type { DraftAction } from './engine/draft-actions.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { StartReaderProcess } from '../ports/host.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createDraftRepository, type SavedDraft } from './storage/draft-repository.ts'
import { createLoadedDrafts, type LoadedDraftsNeeds } from './loaded-drafts.ts'
import { createTemplateRepository } from './storage/template-repository.ts'
import { createTemplateHandlers, requireTemplate, templateProblems } from './template-handlers.ts'
import { createFileReader, type ReadInProcess } from './file-process/file-reader.ts'
import { readerLimits, type ReaderLimits } from './file-process/process-limits.ts'
import { createFileOpener, type FileOpener, type FileOpenerNeeds } from './open-file.ts'
import { createSendHandlers, type SentDrafts } from './send-handlers.ts'
import { createActionHandlers, createChangeHandlers, type DoneAction } from './change-handlers.ts'
import { createHistoryHandlers } from './history-handlers.ts'
import { createFileRereader } from './read-again.ts'
import { createSourceHandlers } from './source-handlers.ts'
import { createTableHandlers } from './table-handlers.ts'

export interface DraftsNeeds extends LoadedDraftsNeeds, Partial<Pick<FileOpenerNeeds, 'findCorrectedUpload'>> {
  readonly intake: FileIntake
  readonly startReaderProcess: StartReaderProcess
  /** For tests; `readerLimits` by default. */
  readonly readerLimits?: ReaderLimits
}

export interface Drafts extends DomainHandlers<'drafts', AbortSignal>, SentDrafts {
  /**
   * Opens a text as a draft, as if it were a file. Returns the id of the draft: of the one that was made of this text before, with what the
   * user changed in it, until it is sent or removed.
   */
  openText(name: string, text: string, signal: AbortSignal): Promise<string>
  /** Opens a file of this PC as a draft of any connection, without the user. Fails as `open` does. */
  openAs: FileOpener['openAs']
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
  const stopListening = intake.onAdded(fileReader.prepare)
  const readInProcess: ReadInProcess = (file, steps) => fileReader.read(file, steps)
  const opener = createFileOpener(storage, repository, loaded, { intake, readInProcess, findCorrectedUpload })
  const rereader = createFileRereader(storage, repository, loaded, { intake, readInProcess })
  const now = (): string => clock.now().toISOString()
  const templates = createTemplateRepository(database)
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
  const sending = createSendHandlers({ loaded, repository, draftOf, now })
  /** Saves what the worker already did. */
  const save = (id: string, view: DraftView, write: () => void): Draft => {
    try {
      write()
    } catch (error) {
      loaded.unload(id)
      throw error
    }
    sending.noteChange(id)
    loaded.setView(id, view)
    announcer.announce('drafts.changed', id)
    return draftOf(id)
  }
  const performOn = async (kept: SavedDraft, action: DraftAction): Promise<DoneAction> => {
    const { id } = kept
    const done = await threadOf(id).call('act', { draftId: id, action })
    if (!done.ok) return fail('invalid-input', done.message)
    const { entries, label } = done
    if (entries.length === 0) return { draft: draftOf(id), entries }
    const view = await loaded.withKnownVins(kept, done.view)
    return { draft: save(id, view, () => repository.addChange(id, label, entries, view.counts, now())), entries }
  }
  const actOn = async (kept: SavedDraft, action: DraftAction): Promise<Draft> => (await performOn(kept, action)).draft
  const actWith = (id: string, action: DraftAction): Promise<DoneAction> =>
    withDraft(id, (kept) => performOn(kept, action))
  const act = async (id: string, action: DraftAction): Promise<Draft> => (await actWith(id, action)).draft
  /** Saves a change after which everything is checked again, for other customers. */
  const reloaded = async ({ id }: SavedDraft, write: () => void): Promise<Draft> => {
    write()
    sending.noteChange(id)
    await loaded.reload(id)
    const draft = draftOf(id)
    repository.setCounts(id, draft.counts)
    announcer.announce('drafts.changed', id)
    return draft
  }
  const history = createHistoryHandlers({ loaded, repository, draftOf, save, reloaded, now })

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
      withDraft(id, async () => {
        repository.setStep(id, step, now())
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
    ...createActionHandlers(act),
    ...createChangeHandlers({ act, actWith, draftOf, loaded, repository, setRegion: history.setRegion, storage }),
    ...history,
    ...createSourceHandlers({ storage, repository, loaded, opener, save }),
    ...sending.handlers,
    async openText(name, text, signal) {
      const bytes = Buffer.from(text)
      const hash = createHash('sha256').update(bytes).digest('hex')
      const before = repository.idOfFile(requireConnection(storage).id, hash)
      return before ?? opener.open(intake.add(name, bytes).fileId, signal)
    },
    openAs: opener.openAs,
    prepare: fileReader.prepare,
    start: () => repository.removeUnfinished(),
    close() {
      stopListening()
      fileReader.close()
      return loaded.close()
    },
  }
}
