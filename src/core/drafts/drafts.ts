import { createHash } from 'node:crypto'
import type { DomainHandlers } from '../../contract/methods.ts'
import { summaryOf } from './draft-summary.ts'
import { createDraftWork } from './draft-work.ts'
import { currentScope, requireConnection } from '../connections/connection-region.ts'
import type { FileIntake } from '../intake/file-intake.ts'
import type { StartReaderProcess } from '../ports/host.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createDraftRepository } from './storage/draft-repository.ts'
import { createLoadedDrafts, type LoadedDraftsNeeds } from './loaded-drafts.ts'
import { createTemplateRepository } from './storage/template-repository.ts'
import { createTemplateHandlers, requireTemplate, templateProblems } from './template-handlers.ts'
import { createFileReader } from './file-process/file-reader.ts'
import { readerLimits, type ReaderLimits } from './file-process/process-limits.ts'
import { createFileOpener, type FileOpener, type FileOpenerNeeds } from './open-file.ts'
import { createSendHandlers, type SentDrafts } from './send-handlers.ts'
import { createActionHandlers, createChangeHandlers } from './change-handlers.ts'
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
  const { database } = storage
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
  const opener = createFileOpener(storage, repository, loaded, {
    intake,
    readInProcess: fileReader.read,
    findCorrectedUpload,
  })
  const rereader = createFileRereader(storage, repository, loaded, { intake, readInProcess: fileReader.read })
  const templates = createTemplateRepository(database)
  const work = createDraftWork(storage, repository, loaded, (id) => sending.noteChange(id))
  const sending = createSendHandlers(work)
  const { act, announce, draftOf, now, perform } = work
  const history = createHistoryHandlers(work)

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
    cancelOpen: async ({ fileId }) => ({ cancelled: opener.cancel(fileId) }),
    get: ({ id }) =>
      withDraft(id, async (kept) => {
        const draft = draftOf(id)
        if (JSON.stringify(draft.counts) !== JSON.stringify(kept.counts)) repository.setCounts(id, draft.counts)
        return draft
      }),
    rows: ({ id, offset, limit, ...query }) =>
      withDraft(id, async () => {
        const found = await threadOf(id).call('rows', { query, offset, limit })
        return { total: found.total, rows: [...found.rows] }
      }),
    rowOrder: ({ id, ...query }) =>
      withDraft(id, async () => ({ rows: [...(await threadOf(id).call('order', { query }))] })),
    rowsByNumber: ({ id, ...input }) =>
      withDraft(id, async () => ({ rows: [...(await threadOf(id).call('rowsByNumber', input))] })),
    setStep: ({ id, step }) =>
      withDraft(id, async () => {
        repository.setStep(id, step, now())
        announce(id)
        return draftOf(id)
      }),
    ...createTableHandlers(work, rereader),
    ...createTemplateHandlers(templates, { now, announce: () => announce(null) }),
    applyTemplate: ({ id, templateId }) =>
      withDraft(id, async (kept) => {
        const template = requireTemplate(templates, templateId)
        const { draft } = await perform(kept, { kind: 'template', choices: template.choices })
        return { draft, problems: templateProblems(template, draft) }
      }),
    ...createActionHandlers(act),
    ...createChangeHandlers(work, history.setRegion),
    ...history,
    ...createSourceHandlers(work, opener),
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
