import type { Announcer } from '../events/announcer.ts'
import type { Notifier } from '../ports/notifier.ts'
import { folderName, type StoredFolder } from './folder-settings.ts'
import { foldersText as text } from './folders-text.ts'
import { readReport } from './folder-report.ts'
import type { FileRecord } from './watched-files.ts'

/** Tells the user about files that need a person: one notice for all files of a folder that were processed together. */
export type FolderNotices = ReturnType<typeof createFolderNotices>

export function createFolderNotices(announcer: Announcer, notifier: Notifier | null) {
  const added = new Map<string, { folder: StoredFolder; files: FileRecord[] }>()
  return {
    /** A file that has ended. */
    add(folder: StoredFolder, file: FileRecord): void {
      if (file.outcome !== 'refused' && file.outcome !== 'waiting') return
      const news = added.get(folder.id) ?? { folder, files: [] }
      news.files.push(file)
      added.set(folder.id, news)
    },
    /** Shows what was added since the last call. */
    show(): void {
      for (const { folder, files } of added.values()) {
        const body = noticeText(folderName(folder.path), files)
        const onClick = (): void => announcer.announce('folders.selected', folder.id)
        if (notifier) notifier.show({ title: text.noticeTitle, body, onClick })
        else announcer.announce('folders.noticed', body)
      }
      added.clear()
    },
  }
}

function noticeText(name: string, files: readonly FileRecord[]): string {
  const [only, ...others] = files
  if (only && others.length === 0) {
    if (only.outcome === 'refused') return text.refused(name, only.name)
    return text.waits(name, only.name, readReport(only)?.decisions[0] ?? '')
  }
  const refused = files.filter(({ outcome }) => outcome === 'refused').length
  return text.several(name, files.length - refused, refused)
}
