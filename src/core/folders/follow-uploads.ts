import { FailureError } from '../failures/failure-error.ts'
import { reportOfUpload, unacceptedRows } from '../import-report/import-report.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { placeReport, readReport } from './folder-report.ts'
import type { StoredFolder } from './folder-settings.ts'
import type { FileRecord, WatchedFiles } from './watched-files.ts'

export interface FollowParts {
  readonly files: WatchedFiles
  readonly uploads: Pick<Uploads, 'get' | 'rows' | 'asking'>
}

/**
 * Writes the result of uploads into the reports of their files. Returns the reports that changed and could not be written to the folder:
 * the stored ones are right, and the others are tried again by the next call.
 */
export async function followUploads(
  folders: readonly StoredFolder[],
  { files, uploads }: FollowParts,
  signal: AbortSignal,
): Promise<{ readonly changed: boolean; readonly unwritten: readonly unknown[] }> {
  let changed = false
  const unwritten: unknown[] = []
  // After the end of an upload, a sync may find that customers exist twice.
  files.followAgain(uploads.asking())
  for (const file of files.following()) {
    if (signal.aborted) break
    const folder = folders.find(({ id }) => id === file.folder_id)
    if (file.state !== 'ended' || !folder) continue
    const found = await findUpload(file, uploads, signal)
    /** False: it became a draft again, or was sent again, and the next call writes that. */
    const isSame = (): boolean => files.find(file.number)?.upload_id === file.upload_id
    if (!isSame()) continue
    if (found === null) {
      // An upload that became a draft again leaves no id, and a report that says so.
      if (file.upload_id === null && file.target !== null) {
        await placeReport(folder, file, file.target).catch((error: unknown) => void unwritten.push(error))
      }
      if (isSame()) files.update(file.number, { follows: 0 })
      continue
    }
    const { upload, unaccepted } = found
    if (['running', 'waiting', 'cancelling'].includes(upload.state)) continue
    const isFinal = (upload.state === 'complete' || upload.state === 'cancelled') && upload.duplicates === 0
    const end = reportOfUpload(upload, unaccepted)
    const before = readReport(file)
    if (before && (file.message !== end.message || before.upload?.state !== upload.state)) {
      const report = JSON.stringify({ ...before, decisions: [], draftId: null, ...end })
      files.update(file.number, { report, message: end.message })
      changed = true
    }
    try {
      const now = files.find(file.number)
      if (now && file.target !== null) await placeReport(folder, now, file.target)
      if (isFinal && isSame()) files.update(file.number, { follows: 0 })
    } catch (error) {
      unwritten.push(error)
    }
  }
  return { changed, unwritten }
}

async function findUpload({ upload_id: id }: FileRecord, uploads: FollowParts['uploads'], signal: AbortSignal) {
  if (id === null) return null
  try {
    const upload = await uploads.get({ id }, signal)
    return { upload, unaccepted: await unacceptedRows(upload, (page) => uploads.rows(page, signal)) }
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return null
    throw error
  }
}
