import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { requireConnection, type ConnectionRegion } from '../connections/connection-region.ts'
import { fail } from '../failures/failure-error.ts'
import { ThreadLostError } from './worker/draft-thread.ts'
import type { RowBlock } from './storage/row-blocks.ts'
import type { FileIntake, IntakeFile } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { DraftRepository } from './storage/draft-repository.ts'
import { draftMessages } from './draft-messages.ts'
import type { ReadFacts } from './file-process/process-messages.ts'
import type { ReadInProcess } from './file-process/file-reader.ts'
import { failOutOfMemory, type LoadedDrafts } from './loaded-drafts.ts'
import type { CorrectedUpload } from './engine/correction.ts'
import { createOpeningProgress } from './opening-progress.ts'

/** Opens files as drafts. Several can be opened at the same time. */
export interface FileOpener {
  /**
   * Creates a draft: a process reads the file, and its rows are saved block by block before the id is returned. Throws
   * `invalid-input` when the file cannot be read and `cancelled` when the signal aborts; nothing of it is then saved.
   */
  open(fileId: string, signal: AbortSignal): Promise<string>
  /** Cancels the opening of a file; false when it is not being opened. */
  cancel(fileId: string): boolean
}

export interface FileOpenerNeeds {
  readonly intake: FileIntake
  readonly readInProcess: ReadInProcess
  /** An upload of this connection and region; null: there is none with this id. */
  findCorrectedUpload(scope: ConnectionRegion, uploadId: string): CorrectedUpload | null
}

/** Removes the rows of a draft that is hidden, bit by bit. */
export async function removeAllBlocks(repository: DraftRepository, id: string): Promise<void> {
  while (repository.removeSomeBlocks(id)) await yieldToEventLoop()
}

export function createFileOpener(
  storage: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  { intake, readInProcess, findCorrectedUpload }: FileOpenerNeeds,
): FileOpener {
  const { announcer, clock, connections } = storage
  /** By the file's id. */
  const openings = new Map<string, AbortController>()

  const createDraft = async (file: IntakeFile, fileId: string, signal: AbortSignal): Promise<string> => {
    const { id: connectionId, region } = requireConnection({ connections })
    const { name } = file
    const id = randomUUID()
    const progress = createOpeningProgress(clock, (shown) => announcer.announce('drafts.progressed', fileId, shown))
    const thread = loaded.threadOf(id)
    const { generation } = thread
    const saveBlock = async (block: RowBlock): Promise<void> => {
      repository.addBlock(id, block)
      await thread.call('blocks', { draftId: id, blocks: [block] }, { transfer: [block.rows.buffer] })
    }
    const removeBlocks = async (): Promise<void> => {
      await removeAllBlocks(repository, id)
      await thread.call('forget', { draftId: id })
    }
    const check = async (facts: ReadFacts): Promise<void> => {
      progress.checking()
      const against = await loaded.checkedAgainst(connectionId, region)
      if (thread.generation !== generation) throw new ThreadLostError(false)
      const { context, knownKeys } = against
      const templates = repository.templates(region)
      const checked = await thread.call('open', { draftId: id, name, facts, context, knownKeys, templates })
      if (!checked.ok) return fail('invalid-input', checked.problem.message, { next: checked.problem.next })
      if (signal.aborted) throw signal.reason
      const [uploadId, ...others] = checked.uploadIds
      let opened: Pick<typeof checked, 'facts' | 'entries' | 'view'> = checked
      if (uploadId !== undefined) {
        const upload = others.length > 0 ? null : findCorrectedUpload({ connectionId, region }, uploadId)
        const { correction } = draftMessages
        const note = upload ? correction.of(upload.name) : others.length > 0 ? correction.several : correction.unknown
        const corrected = await thread.call('correct', { draftId: id, upload, note, context, knownKeys })
        opened = upload ? corrected : { ...corrected, entries: checked.entries }
      }
      repository.finish(id, opened.facts, opened.entries, opened.view.counts)
      loaded.register(id, await loaded.withKnownVins({ id, connectionId, region }, opened.view), against)
    }
    repository.begin({ id, connectionId, region, fileName: name, createdAt: clock.now().toISOString() })
    try {
      const read = await readInProcess(file, {
        onBlock: saveBlock,
        onRestart: removeBlocks,
        onFilePart: (part) => repository.addFilePart(id, part),
        onFirstRows: progress.firstRows,
        onProgress: progress.reading,
        signal,
      })
      if (!read.ok) return fail('invalid-input', read.problem.message, { next: read.problem.next })
      await check(read.facts)
    } catch (error) {
      loaded.forget(id)
      await removeAllBlocks(repository, id)
      repository.remove(id)
      if (error instanceof ThreadLostError) {
        const { message, next } = draftMessages.interrupted
        return error.outOfMemory ? failOutOfMemory() : fail('conflict', message, { next })
      }
      throw error
    }
    progress.done()
    announcer.announce('drafts.changed', id)
    return id
  }
  return {
    async open(fileId, signal) {
      const file = intake.take(fileId)
      const cancelling = new AbortController()
      openings.set(fileId, cancelling)
      try {
        return await createDraft(file, fileId, AbortSignal.any([signal, cancelling.signal, storage.ended]))
      } finally {
        openings.delete(fileId)
      }
    },
    cancel(fileId) {
      const opening = openings.get(fileId)
      opening?.abort()
      return opening !== undefined
    },
  }
}
