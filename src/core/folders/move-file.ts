import { foldersText as text } from './folders-text.ts'
import { TroubleError, troubleOfSystem } from './file-trouble.ts'
import { freeTarget, moveFile } from './folder-disk.ts'
import { placeReport } from './folder-report.ts'
import type { StoredFolder } from './folder-settings.ts'
import type { FileRecord, WatchedFiles } from './watched-files.ts'
import type { OpenStorage } from '../open-storage.ts'

/** Moves a file that is decided to `done` or `failed`, with its report. Throws `TroubleError` when the disk refuses it. */
export async function moveDecided(
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
