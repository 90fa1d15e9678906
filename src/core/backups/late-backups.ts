import { forwardHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import type { AutomaticBackupsPart, AutomaticBackupsParts } from './automatic-backups.ts'
import { readPlan } from './backup-plan.ts'

type Handlers = Pick<AutomaticBackupsPart, 'handlers'>['handlers']

/** Automatic backups, loaded when they are first used, or at the start when they are planned. */
export function createLateBackups(storage: OpenStorage, parts: AutomaticBackupsParts): AutomaticBackupsPart {
  const { database, log } = storage
  const part = createLatePart(
    async () => (await import('./automatic-backups.ts')).createAutomaticBackups(storage, parts),
    (backups) => backups,
    { log, failure: 'backups.notLoaded' },
  )
  return {
    handlers: forwardHandlers<{ backups: Handlers }, 'backups', AbortSignal>('backups', async () => ({
      backups: (await part.load()).handlers,
    })),
    start() {
      part.start(parts.file !== null && readPlan(database) !== null)
    },
    close: part.close,
  }
}
