import { forwardHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import { readSetting } from '../database/settings.ts'
import { watchedFoldersSetting } from '../storage/settings-of-this-pc.ts'
import type { FoldersPart, FoldersParts } from './folders.ts'

/** Watched folders, loaded when they are first used, or at the start when there is one. */
export function createLateFolders(storage: OpenStorage, parts: FoldersParts): FoldersPart {
  const { database, log } = storage
  const part = createLatePart(
    async () => (await import('./folders.ts')).createFolders(storage, parts),
    ({ life }) => life,
    { log, failure: 'folders.notLoaded' },
  )
  return {
    handlers: forwardHandlers<{ folders: FoldersPart['handlers'] }, 'folders', AbortSignal>('folders', async () => ({
      folders: (await part.load()).handlers,
    })),
    life: {
      start() {
        part.start(readSetting(database, watchedFoldersSetting) !== null)
      },
      close: part.close,
    },
    retryNow: () => part.loaded()?.retryNow(),
  }
}
