import type { OpenStorage } from '../open-storage.ts'
import type { StoredFolder } from './folder-settings.ts'
import type { ListedFile } from './stable-files.ts'
import type { WatchedFiles } from './watched-files.ts'

/**
 * Compares what a folder lists with the journal. `stable`: those of `listed` that no longer change. New ones are added, and files that
 * were replaced or removed are marked. Returns whether the journal changed.
 */
export function noteListing(
  { database, clock }: Pick<OpenStorage, 'database' | 'clock'>,
  files: WatchedFiles,
  folder: Pick<StoredFolder, 'id' | 'connectionId'>,
  { listed, stable }: { readonly listed: readonly ListedFile[]; readonly stable: readonly ListedFile[] },
): boolean {
  let changed = false
  const present = files.present(folder.id)
  const listedByName = new Map(listed.map((file) => [file.name, file]))
  const isKnown = new Set<string>()
  database.transaction(() => {
    for (const record of present) {
      const now = listedByName.get(record.name)
      if (now?.size === record.size && now.modifiedMs === record.modified_ms) {
        isKnown.add(record.name)
        continue
      }
      // A file that is being moved is found by its target.
      if (record.state === 'moving') continue
      if (record.state === 'found') files.remove(record.number)
      else files.update(record.number, { gone: 1 })
      changed = true
    }
    const at = clock.now().toISOString()
    for (const file of stable) {
      if (isKnown.has(file.name)) continue
      files.add(folder.id, folder.connectionId, file, at)
      changed = true
    }
  })
  return changed
}
