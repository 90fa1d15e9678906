import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ImportReport } from '../../contract/import-report.ts'
import type { Draft } from '../../contract/drafts.ts'
import { exitCode } from '../../contract/exit-codes.ts'
import type { Failure } from '../../contract/result.ts'
import type { Drafts } from '../drafts/drafts.ts'
import { FailureError } from '../failures/failure-error.ts'
import { sentencesOf } from '../failures/failure-sentences.ts'
import { reportOfDraft } from '../import-report/import-report.ts'
import { importText } from '../import-report/import-text.ts'
import { sendAttempts } from '../import-report/sending-trouble.ts'
import type { OpenStorage } from '../open-storage.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { digestOf, fingerprintOf, isSameFile, freeTarget, moveFile } from './folder-disk.ts'
import { folderName, readFolders, type StoredFolder } from './folder-settings.ts'
import { readReport, startReport, placeReport } from './folder-report.ts'
import { foldersText as text } from './folders-text.ts'
import { TroubleError, troubleOfFailure, troubleOfSystem } from './file-trouble.ts'
import { usualRows, type UsualRows } from './usual-rows.ts'
import type { FileRecord, WatchedFiles } from './watched-files.ts'
import { decisionsOf, type DecidedDraft } from '../import-report/open-decisions.ts'

export interface ProcessParts {
  readonly storage: Pick<OpenStorage, 'clock' | 'database'>
  readonly files: WatchedFiles
  readonly drafts: Pick<Drafts, 'openAs' | 'get' | 'remove' | 'applyTemplate' | 'fileHash'>
  readonly uploads: Pick<Uploads, 'createFromFolder' | 'sameContent'>
}

/** A file that was read this often without a result is refused: it may be what ends the program. */
const mostAttempts = 5

/**
 * Takes a file one step further, from what the journal says: it can be called again after a kill at any moment. Throws `TroubleError`
 * to leave the file for later.
 */
export async function processStep(
  file: FileRecord,
  folder: StoredFolder,
  parts: ProcessParts,
  signal: AbortSignal,
): Promise<void> {
  switch (file.state) {
    case 'found':
      return readNewFile(file, folder, parts, signal)
    case 'reading':
      return continueReading(file, folder, parts, signal)
    case 'draft':
    case 'sending':
      return decide(file, folder, parts, signal)
    case 'moving':
      return moveDecided(file, folder, parts)
    case 'ended':
  }
}

async function readNewFile(file: FileRecord, folder: StoredFolder, parts: ProcessParts, signal: AbortSignal) {
  const { files, uploads } = parts
  const path = join(folder.path, file.name)
  const before = await onDisk(file, () => fingerprintOf(path))
  // Removed, or written again: it is found again when it no longer changes.
  if (before?.size !== file.size || before.modifiedMs !== file.modified_ms) return files.remove(file.number)
  if (before.size === 0) return refuse(file, folder, parts, text.empty)
  const digest = await onDisk(file, () => digestOf(path, signal))
  // The same export may belong to the other region, or to another account: then the draft asks.
  const { region } = folder
  const sameRegion = readFolders(parts.storage.database).filter((each) => each.region === region)
  const folderIds = sameRegion.map(({ id }) => id)
  const earlier = files.sameContent(file, digest, { region, folderIds }) ?? sentContent(uploads, digest, folder)
  if (earlier) return endAsSame({ ...file, digest }, folder, parts, earlier)
  if (file.attempts >= mostAttempts) return refuse(file, folder, parts, text.unexpected)
  const draftId = randomUUID()
  const reading = { state: 'reading', digest, draft_id: draftId, attempts: file.attempts + 1 } as const
  files.update(file.number, reading)
  try {
    const { connectionId, region, templateId } = folder
    await parts.drafts.openAs({ id: draftId, fileName: file.name, connectionId, region, templateId }, path, signal)
  } catch (error) {
    return readingFailed(file, folder, parts, error, signal)
  }
  const after = await onDisk(file, () => fingerprintOf(path))
  const isAsRead = after !== null && isSameFile(before, after) && (await parts.drafts.fileHash(draftId)) === digest
  if (!isAsRead) {
    await removeDraft(parts, draftId, signal)
    return files.remove(file.number)
  }
  await setUp({ ...file, ...reading }, folder, parts, signal)
}

/** After a kill: the draft is whole, or it was removed at the start. */
async function continueReading(file: FileRecord, folder: StoredFolder, parts: ProcessParts, signal: AbortSignal) {
  const { files, drafts } = parts
  const draft = file.draft_id === null ? null : await findDraft(parts, file.draft_id, signal)
  if (!draft || (await drafts.fileHash(draft.id)) !== file.digest) {
    if (draft) await removeDraft(parts, draft.id, signal)
    return files.update(file.number, { state: 'found', draft_id: null, digest: null })
  }
  await setUp(file, folder, parts, signal)
}

function readingFailed(
  file: FileRecord,
  folder: StoredFolder,
  { files, ...parts }: ProcessParts,
  error: unknown,
  signal: AbortSignal,
): void {
  const again = { state: 'found', draft_id: null, digest: null } as const
  if (!(error instanceof FailureError)) {
    files.update(file.number, again)
    throw error
  }
  const { failure } = error
  const trouble = troubleOfFailure(failure)
  if (signal.aborted || failure.kind === 'cancelled' || trouble) {
    // Not an attempt that the file has failed.
    files.update(file.number, { ...again, attempts: file.attempts })
    if (trouble) throw new TroubleError(trouble)
    return
  }
  if (failure.kind === 'invalid-input') return refuse(file, folder, { files, ...parts }, sentencesOf(failure), failure)
  files.update(file.number, again)
}

/** Sets the draft up as the template says. */
async function setUp(file: FileRecord, folder: StoredFolder, parts: ProcessParts, signal: AbortSignal) {
  const { files, drafts } = parts
  const id = file.draft_id ?? ''
  let problems: string[] = []
  if (folder.templateId !== null) {
    try {
      problems = (await drafts.applyTemplate({ id, templateId: folder.templateId }, signal)).problems
    } catch (error) {
      if (!(error instanceof FailureError) || error.failure.kind !== 'not-found') throw asTrouble(error)
      problems = [text.templateGone]
    }
  }
  const report: ImportReport = { ...startReport(file, folder, parts), draftId: id, decisions: problems }
  files.update(file.number, { state: 'draft', report: JSON.stringify(report) })
}

/** Sends the rows, or leaves the draft to a person. */
async function decide(file: FileRecord, folder: StoredFolder, parts: ProcessParts, signal: AbortSignal) {
  const { files, uploads } = parts
  const start = readReport(file) ?? startReport(file, folder, parts)
  const endWith = (ended: Partial<ImportReport> & { message: string }, changes: Parameters<typeof files.update>[1]) => {
    const report: ImportReport = { ...start, ...ended }
    const rows = report.rows?.inFile ?? null
    const { message } = ended
    files.update(file.number, { state: 'moving', rows, message, report: JSON.stringify(report), ...changes })
  }
  if (file.outcome === 'sent') return endWith({ message: text.sentByUser, draftId: null }, { outcome: 'sent' })
  for (let attempt = 1; ; attempt += 1) {
    const draft = await findDraft(parts, file.draft_id ?? '', signal)
    if (!draft) return endWith({ message: text.draftRemoved, draftId: null }, { outcome: 'waiting' })
    const facts = reportOfDraft(draft)
    const usual = usualRows(files.earlierRows(folder))
    const decision = decideSending(draft, folder, { templateProblems: start.decisions, usual })
    if (decision.do === 'refuse') {
      await removeDraft(parts, draft.id, signal)
      const ended = { ...facts, message: importText.nothingReady, draftId: null, exitCode: exitCode.fileRefused }
      return endWith(ended, { outcome: 'refused' })
    }
    if (decision.do === 'nothing-to-send') {
      // In this order: after a kill in between, a draft with nothing to send is left, and no file is undecided for ever.
      endWith({ ...facts, message: importText.nothingToSend, draftId: null }, { outcome: 'nothing-to-send' })
      return removeDraft(parts, draft.id, signal)
    }
    const waitFor = (reasons: readonly string[], failure: Failure | null = null) =>
      endWith(
        {
          ...facts,
          message: text.leftDraft(draft.name),
          decisions: [...reasons],
          failure,
          exitCode: exitCode.decisionsNeeded,
        },
        { outcome: 'waiting' },
      )
    if (decision.do === 'wait') return waitFor(decision.reasons)
    files.update(file.number, { state: 'sending' })
    try {
      const { lookUpMissingVins } = folder
      await uploads.createFromFolder(
        { draftId: draft.id, name: draft.name, lookUpMissingVins },
        {
          folderName: folderName(folder.path),
          inTransaction(uploadId) {
            const message = text.sending(draft.counts.ready + draft.counts.warning, draft.counts.update)
            endWith({ ...facts, message, draftId: null }, { outcome: 'sent', upload_id: uploadId, follows: 1 })
          },
        },
      )
      return
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof FailureError)) throw error
      const { failure } = error
      const trouble = troubleOfFailure(failure)
      if (trouble) throw new TroubleError(trouble)
      const same = sentContent(uploads, file.digest ?? '', folder)
      if (same) {
        endAsSame(file, folder, parts, same)
        return removeDraft(parts, draft.id, signal)
      }
      // The customer list was refreshed: some rows may be customers now.
      if (attempt === sendAttempts) return waitFor([sentencesOf(failure)], failure)
    }
  }
}

/** An upload that sent the content of a file, and whether the user has cancelled or undone it; null: none. */
function sentContent(uploads: ProcessParts['uploads'], digest: string, folder: StoredFolder) {
  const [upload] = uploads.sameContent(digest, folder)
  if (!upload) return null
  return { name: upload.name, end: upload.undone ? 'undone' : upload.cancelled ? 'cancelled' : null } as const
}

function endAsSame(
  file: FileRecord,
  folder: StoredFolder,
  parts: ProcessParts,
  { name, end }: { readonly name: string; readonly end: 'cancelled' | 'undone' | null },
): void {
  const message = text.sameFile(name === file.name ? null : name, end)
  const report: ImportReport = { ...startReport(file, folder, parts), message }
  const { digest } = file
  const changes = { state: 'moving', outcome: 'same-file', digest, message } as const
  parts.files.update(file.number, { ...changes, report: JSON.stringify(report) })
}

function refuse(
  file: FileRecord,
  folder: StoredFolder,
  parts: Pick<ProcessParts, 'files' | 'storage'>,
  message: string,
  failure: Failure | null = null,
): void {
  const start = startReport(file, folder, parts)
  const report: ImportReport = { ...start, message, failure, exitCode: exitCode.fileRefused }
  const changes = { state: 'moving', outcome: 'refused', draft_id: null, message } as const
  parts.files.update(file.number, { ...changes, report: JSON.stringify(report) })
}

/** Null: it was sent or removed. */
async function findDraft({ drafts }: ProcessParts, id: string, signal: AbortSignal): Promise<Draft | null> {
  try {
    return await drafts.get({ id }, signal)
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return null
    throw asTrouble(error)
  }
}

async function removeDraft({ drafts }: ProcessParts, id: string, signal: AbortSignal): Promise<void> {
  try {
    await drafts.remove({ id }, signal)
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.kind !== 'not-found') throw asTrouble(error)
  }
}

/** Reads the disk; what it refuses is tried again. */
async function onDisk<T>(file: FileRecord, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    const trouble = troubleOfSystem(error, (code) => text.fileLocked(file.name, code))
    throw trouble ? new TroubleError(trouble) : error
  }
}

function asTrouble(error: unknown): unknown {
  const trouble = error instanceof FailureError ? troubleOfFailure(error.failure) : null
  return trouble ? new TroubleError(trouble) : error
}

/** Moves a file that is decided to `done` or `failed`, with its report. Throws `TroubleError` when the disk refuses it. */
async function moveDecided(
  file: FileRecord,
  folder: StoredFolder,
  { files, storage }: { readonly files: WatchedFiles; readonly storage: Pick<OpenStorage, 'clock'> },
): Promise<void> {
  try {
    let { gone } = file
    let target = file.target
    for (;;) {
      if (target === null) {
        target = await freeTarget(folder.path, file.outcome === 'refused' ? 'failed' : 'done', file.name)
        files.update(file.number, { target })
      }
      if (gone === 1) break
      const { name, size, modified_ms: modifiedMs } = file
      const end = await moveFile(folder.path, { name, size, modifiedMs }, target)
      if (end === 'moved') break
      if (end === 'gone') {
        gone = 1
        files.update(file.number, { gone })
        break
      }
      target = null
    }
    // The outcome can have changed meanwhile: a person may send the draft.
    const now = files.find(file.number)
    if (!now) return
    await placeReport(folder, now, target)
    files.update(file.number, { state: 'ended', ended_at: storage.clock.now().toISOString() })
  } catch (error) {
    const trouble = troubleOfSystem(error, (code) => text.notMoved(file.name, code))
    throw trouble ? new TroubleError(trouble) : error
  }
}

/** What happens to the draft of a file. `wait`: a person decides, because of these reasons. */
type SendingDecision =
  | { readonly do: 'send' | 'nothing-to-send' | 'refuse' }
  | { readonly do: 'wait'; readonly reasons: readonly string[] }

/**
 * Whether the rows of a file are sent without a person. `templateProblems`: what of the template does not fit the file.
 */
export function decideSending(
  draft: DecidedDraft,
  folder: Pick<
    StoredFolder,
    'sendByItself' | 'templateId' | 'lookUpMissingVins' | 'maxPaidLookups' | 'updatesCustomers'
  >,
  { templateProblems, usual }: { readonly templateProblems: readonly string[]; readonly usual: UsualRows | null },
): SendingDecision {
  const { rows, ready, warning, error, update, paidLookups } = draft.counts
  if (rows === 0) return { do: 'refuse' }
  const questions = [...templateProblems, ...decisionsOf(draft)]
  if (questions.length === 0 && ready + warning + error + update === 0) return { do: 'nothing-to-send' }
  if (!folder.sendByItself) return { do: 'wait', reasons: [text.sendYourself, ...questions] }
  const reasons = [...questions]
  if (folder.templateId === null) reasons.push(text.noTemplate)
  if (update > 0 && folder.updatesCustomers === false) reasons.push(text.updatesSince(update))
  if (folder.lookUpMissingVins && paidLookups > folder.maxPaidLookups)
    reasons.push(text.tooManyLookups(paidLookups, folder.maxPaidLookups))
  if (usual === null) reasons.push(text.firstFile)
  else if (rows < usual.from || rows > usual.to) reasons.push(text.unusualRows(rows, usual))
  return reasons.length === 0 ? { do: 'send' } : { do: 'wait', reasons }
}
