import type { TextForm } from '../../contract/table-choices.ts'
import { fail } from '../failures/failure-error.ts'
import type { FileIntake, IntakeFile } from '../intake/file-intake.ts'
import type { OpenStorage } from '../open-storage.ts'
import { draftMessages } from './draft-messages.ts'
import type { FileHead } from './engine/table-preview.ts'
import type { ReadInProcess } from './file-process/file-reader.ts'
import type { LoadedDrafts } from './loaded-drafts.ts'
import type { SourceFacts } from './model/draft-source.ts'
import { findReading } from './model/file-readings.ts'
import { createOpeningProgress } from './opening-progress.ts'
import type { DraftRepository, SavedDraft } from './storage/draft-repository.ts'
import type { RowBlock } from './storage/row-blocks.ts'
import { writePiece } from './storage/write-piece.ts'
import { decompressBlock } from '../database/block-codec.ts'

/** Reads the saved text files of drafts again. The draft must be loaded. */
export type FileRereader = ReturnType<typeof createFileRereader>

export interface FileRereaderNeeds {
  readonly intake: FileIntake
  readonly readInProcess: ReadInProcess
}

/** Enough bytes for the first rows of a customer list. */
const headBytes = 65_536

export function createFileRereader(
  storage: OpenStorage,
  repository: DraftRepository,
  loaded: LoadedDrafts,
  { intake, readInProcess }: FileRereaderNeeds,
) {
  /** The saved bytes of a draft's file as a file to be read. */
  const savedFile = ({ id, fileName }: SavedDraft, facts: SourceFacts): IntakeFile => {
    const parts = savedParts(repository, id)
    return { name: fileName, sizeBytes: facts.sizeBytes, path: null, takeBytes: () => parts.next().value ?? null }
  }

  return {
    /**
     * Makes sure that the draft has the rows of its file with this encoding and delimiter, besides the rows that it has.
     * Throws `invalid-input` when the file is not saved or cannot be read like this; nothing is changed then.
     */
    async ensureReading(saved: SavedDraft, form: TextForm, signal: AbortSignal): Promise<void> {
      const { id } = saved
      const facts = repository.facts(id)
      if (findReading(facts, form) !== null) return
      if (!repository.hasFile(id, facts.sizeBytes)) fail('invalid-input', draftMessages.fileNeeded(saved.fileName))
      const firstSheet = facts.sheets.length
      const thread = loaded.threadOf(id)
      const progress = createOpeningProgress(storage, id)
      const onBlock = async (block: RowBlock): Promise<void> => {
        const placed = { ...block, sheet: firstSheet + block.sheet }
        await repository.addBlock(id, placed)
        await thread.call('blocks', { blocks: [placed] }, [placed.rows.buffer])
      }
      repository.removeSheetsFrom(id, firstSheet)
      try {
        const file = savedFile(saved, facts)
        const onRestart = (): Promise<void> => Promise.reject(new Error('A chosen form is read in one way only'))
        const read = await readInProcess(file, { form, onBlock, onRestart, onProgress: progress.reading, signal })
        if (!read.ok) return fail('invalid-input', read.problem)
        progress.checking()
        const added = await thread.call('addReading', { chosen: form, read: read.facts })
        // The thread does not know that the file was saved again since.
        const { origin } = repository.facts(id)
        repository.setFacts(id, { ...added, ...(origin && { origin }) })
        progress.done()
      } catch (error) {
        repository.removeSheetsFrom(id, firstSheet)
        // The thread may have some of the rows.
        loaded.unload(id)
        throw error
      }
    },
    /** Saves the file of a draft, which the user chose again. Throws `invalid-input` when it is another file. */
    async attachFile(saved: SavedDraft, fileId: string, signal: AbortSignal): Promise<void> {
      const { id } = saved
      const { sha256, sizeBytes } = repository.facts(id)
      const file = intake.take(fileId)
      const otherFile = draftMessages.otherFile(saved.fileName)
      if (file.sizeBytes !== sizeBytes) fail('invalid-input', otherFile)
      const head = repository.filePart(id, 0)
      repository.removeFileParts(id)
      const progress = createOpeningProgress(storage, id)
      let isSame = false
      try {
        const read = await readInProcess(file, {
          // Its rows are those that the draft has.
          onBlock: () => Promise.resolve(),
          onRestart: () => Promise.resolve(),
          onFilePart: (part) => writePiece(repository, () => repository.addFilePart(id, part)),
          keepsAll: true,
          onProgress: progress.reading,
          signal,
        })
        isSame = read.ok && (sha256 === undefined || read.facts.sha256 === sha256)
        progress.done()
        if (!isSame) fail('invalid-input', otherFile)
      } finally {
        if (!isSame) {
          repository.removeFileParts(id)
          if (head) repository.addFilePart(id, { part: 0, bytes: new Uint8Array(head) })
        }
      }
    },
    /** The first bytes of the file; null when they are not saved. */
    headOf({ id }: SavedDraft): FileHead | null {
      const first = savedParts(repository, id).next().value
      if (!first) return null
      const head = new Uint8Array(first.subarray(0, headBytes))
      return { bytes: head, isWhole: head.byteLength === repository.facts(id).sizeBytes }
    },
  }
}

/** The bytes of a draft's file that is saved beside its rows, in parts. */
function* savedParts(repository: DraftRepository, id: string): Generator<Uint8Array, undefined> {
  for (let number = 0; ; number += 1) {
    const part = repository.filePart(id, number)
    if (!part) return
    yield decompressBlock(part)
  }
}
