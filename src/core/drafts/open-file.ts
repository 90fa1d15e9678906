import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { maxFileBytes } from '../../contract/limits.ts'
import type { Region } from '../../contract/region.ts'
import { savedPreferences } from '../app/saved-preferences.ts'
import { requireConnection, type ConnectionRegion } from '../connections/connection-region.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import { ThreadLostError, type DraftThread } from './worker/draft-thread.ts'
import { writePiece } from './storage/write-piece.ts'
import { tooLarge, type FileIntake, type IntakeFile } from '../intake/file-intake.ts'
import type { ActiveConnection, OpenStorage } from '../open-storage.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'
import { draftMessages } from './draft-messages.ts'
import type { ReadFacts } from './file-process/process-messages.ts'
import type { ReadInProcess } from './file-process/file-reader.ts'
import { failOutOfMemory, type LoadedDrafts } from './loaded-drafts.ts'
import type { CorrectedUpload } from './engine/correction.ts'
import { createOpeningProgress } from './opening-progress.ts'
import { fileProblems } from './reading/file-messages.ts'
import type { RememberedForm } from './reading/file-read.ts'
import { createRecentFiles } from './recent-files.ts'
import { originOf } from './source-file.ts'

/** Opens files as drafts. Several can be opened at the same time. */
export type FileOpener = ReturnType<typeof createFileOpener>

/** A draft that is made of a file without the user. `templateId`: the one template that may set it up; null: any of the same header. */
export type NewDraft = Pick<SavedDraft, 'id' | 'fileName' | 'connectionId' | 'region'> & {
  readonly templateId: string | null
}

export interface FileOpenerNeeds {
  readonly intake: FileIntake
  readonly readInProcess: ReadInProcess
  /** An upload of this connection and region; null: there is none with this id. */
  findCorrectedUpload(scope: ConnectionRegion, uploadId: string): Promise<CorrectedUpload | null>
}

/** Removes the rows of a draft that is hidden, bit by bit. */
export async function removeAllBlocks(repository: DraftRepository, id: string): Promise<void> {
  // Deleted pages are overwritten, which takes as much of the log as writing them.
  while (await writePiece(repository, () => repository.removeSomeBlocks(id)));
}

export function createFileOpener(
  storage: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  { intake, readInProcess, findCorrectedUpload }: FileOpenerNeeds,
) {
  const { announcer, clock, connections } = storage
  const recent = createRecentFiles(storage, intake)
  const openings = new Map<string, AbortController>()
  const rememberedForms = (region: Region): RememberedForm[] =>
    repository
      .templates(region)
      .flatMap(({ choices: { delimiter, header } }) => (delimiter === undefined ? [] : [{ delimiter, header }]))

  const begin = (
    name: string,
    scope: Pick<ActiveConnection, 'id' | 'region'> = requireConnection({ connections }),
    { id = randomUUID(), templateId = null }: Partial<Pick<NewDraft, 'id' | 'templateId'>> = {},
  ): Begun => {
    const { id: connectionId, region } = scope
    repository.begin({ id, connectionId, region, fileName: name, createdAt: clock.now().toISOString() })
    return { id, name, connectionId, region, templateId }
  }
  const check = createCheck(storage, repository, loaded, findCorrectedUpload)
  const discard = async (id: string): Promise<void> => {
    loaded.unload(id)
    await removeAllBlocks(repository, id)
    repository.remove(id)
  }

  const createDraft = async (
    file: IntakeFile,
    fileId: string,
    signal: AbortSignal,
    draft = begin(file.name),
    isRecent = true,
  ): Promise<string> => {
    const { id } = draft
    const progress = createOpeningProgress(storage, fileId)
    try {
      const thread = loaded.threadOf(id)
      // Before it is read: a change meanwhile is then noticed.
      const origin = file.path === null ? null : await originOf(file.path)
      if (origin && origin.sizeBytes > maxFileBytes) throw new FailureError(tooLarge(file.name))
      const read = await readInProcess(file, {
        async onBlock(block) {
          await repository.addBlock(id, block)
          await thread.call('blocks', { blocks: [block] }, [block.rows.buffer])
        },
        async onRestart() {
          await removeAllBlocks(repository, id)
          await thread.call('forget', {})
        },
        onFilePart: (part) => writePiece(repository, () => repository.addFilePart(id, part)),
        onFirstRows: progress.firstRows,
        onProgress: progress.reading,
        remembered: rememberedForms(draft.region),
        signal,
      })
      if (!read.ok) return fail('invalid-input', read.problem)
      progress.checking()
      await check(draft, thread, { ...read.facts, ...(origin && { origin }) }, signal)
      if (file.path !== null && isRecent) recent.note(file.path, draft.connectionId)
    } catch (error) {
      await discard(id)
      return openingFailed(error)
    }
    progress.done()
    announcer.announce('drafts.changed', id)
    return id
  }
  const openPath = async (
    { id, fileName, connectionId, region, templateId }: Omit<NewDraft, 'id'> & { readonly id: string | undefined },
    fileId: string,
    path: string,
    signal: AbortSignal,
    isRecent: boolean,
  ): Promise<string> => {
    const origin = await originOf(path)
    if (!origin) return fail('invalid-input', fileProblems.cannotOpen(fileName))
    const file: IntakeFile = { name: fileName, sizeBytes: origin.sizeBytes, path, takeBytes: () => null }
    const draft = begin(fileName, { id: connectionId, region }, { id, templateId })
    return createDraft(file, fileId, AbortSignal.any([signal, storage.ended]), draft, isRecent)
  }
  return {
    recent,
    /**
     * Creates a draft: a process reads the file, and its rows are saved block by block before the id is returned. Throws
     * `invalid-input` when the file cannot be read and `cancelled` when the signal aborts; nothing of it is then saved.
     */
    async open(fileId: string, signal: AbortSignal): Promise<string> {
      const file = intake.take(fileId)
      const cancelling = new AbortController()
      openings.set(fileId, cancelling)
      try {
        // The process that reads may have been started in this turn, which takes as long as saving a new draft.
        await yieldToEventLoop()
        return await createDraft(file, fileId, AbortSignal.any([signal, cancelling.signal, storage.ended]))
      } finally {
        openings.delete(fileId)
      }
    },
    /** Reads the file of a draft again, as a new draft of the same connection and region. Fails as `open` does. */
    openAgain: ({ id, ...draft }: SavedDraft, path: string, signal: AbortSignal): Promise<string> =>
      openPath({ ...draft, id: undefined, templateId: null }, id, path, signal, true),
    /** Reads a file of this PC as a draft with a given id. Fails as `open` does. */
    async openAs(draft: NewDraft, path: string, signal: AbortSignal): Promise<void> {
      await openPath(draft, draft.id, path, signal, false)
    },
    /** Cancels the opening of a file; false when it is not being opened. */
    cancel(fileId: string): boolean {
      const running = openings.get(fileId)
      running?.abort()
      return running !== undefined
    },
  }
}

/** Checks the rows that the thread of a draft has, and saves what is known about its file. */
function createCheck(
  { database }: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  findCorrectedUpload: FileOpenerNeeds['findCorrectedUpload'],
) {
  return async (
    { id, name, connectionId, region, templateId }: Begun,
    thread: DraftThread,
    facts: ReadFacts,
    signal: AbortSignal,
  ): Promise<void> => {
    const against = await loaded.checkedAgainst(connectionId, region)
    const { context, knownKeys } = against
    const templates = repository.templates(region).filter(({ id: each }) => templateId === null || each === templateId)
    const defaultState = region === 'au' ? (savedPreferences(database).defaultState ?? null) : null
    const opening = { name, facts, context, knownKeys, templates, defaultState }
    const checked = await thread.call('open', opening)
    if (!checked.ok) return fail('invalid-input', checked.problem)
    if (signal.aborted) throw signal.reason
    const [uploadId, ...others] = checked.uploadIds
    let opened: Pick<typeof checked, 'facts' | 'entries' | 'view'> = checked
    if (uploadId !== undefined) {
      const upload = others.length > 0 ? null : await findCorrectedUpload({ connectionId, region }, uploadId)
      const { correction } = draftMessages
      const note = upload ? correction.of(upload.name) : others.length > 0 ? correction.several : correction.unknown
      const corrected = await thread.call('correct', { upload, note, context, knownKeys })
      opened = upload ? corrected : { ...corrected, entries: checked.entries }
    }
    repository.finish(id, opened.facts, opened.entries, opened.view.counts)
    loaded.register(id, await loaded.withKnownVins({ id, connectionId, region }, opened.view), against)
  }
}

/** The failure for the user. */
function openingFailed(error: unknown): never {
  if (!(error instanceof ThreadLostError)) throw error
  return error.outOfMemory ? failOutOfMemory() : fail('conflict', draftMessages.interrupted)
}

/** A draft that is being opened. */
type Begun = Pick<SavedDraft, 'id' | 'name' | 'connectionId' | 'region'> & Pick<NewDraft, 'templateId'>
